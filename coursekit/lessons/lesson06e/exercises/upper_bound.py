"""Exercise "upper-bound": the error rate that a leaf's few errors do not rule out."""
from __future__ import annotations

from scipy.stats import binom

from coursekit.exercise import CodeExercise, Misconception
from coursekit.lessons.lesson06e.exercises.cases import bounds
from coursekit.lessons.lesson06e.bounds import upper_bound


def _rates(formula: str) -> str:
    """Write a mistaken upper_bound by one formula."""
    return f"""
        def upper_bound(errors, n, chance=0.25):
            from scipy.special import betaincinv as beta, ndtri
            e, z = errors, ndtri(1 - chance)
            return {formula} if n else 1.0
        """


def _close_rate(case: tuple, given: float, right: float) -> bool:
    """Accept a rate that is rounded to four places, as the example prints it."""
    return abs(float(given) - right) <= 5.1e-5


BOUND = CodeExercise(
    key="upper-bound", title="An upper bound", reference=upper_bound, cases=bounds,
    accept=_close_rate,
    misconceptions=(
        Misconception("all wrong", None, "Where all n are errors, so few or fewer come with "
                      "certainty at every rate. Which rate is then not excluded?",
                      recognise=lambda case, given, right: case[0] >= case[1]),
        Misconception("half the chance",
                      _rates("1.0 if e >= n else beta(e + 1, n - e, 1 - chance / 2)"),
                      "At your rate so few errors have half the chance that was asked. That is "
                      "one end of a two-sided interval; here all of the chance lies on one side."),
        Misconception("fewer than e", _rates("beta(e, n - e + 1, 1 - chance) if e else 0.0"),
                      "You leave out the case of exactly so many errors. `binom.cdf(k, n, p)` is "
                      "the chance of k or fewer."),
        Misconception("the lower bound", _rates("beta(e, n - e + 1, chance) if e else 0.0"),
                      "At your rate it is so *many* errors that are rare. Asked is the rate at "
                      "which so *few* are."),
        Misconception("the complement", _rates("1.0 if e >= n else beta(e + 1, n - e, chance)"),
                      "At your rate so few errors have the chance 1 − chance. Look at what your "
                      "search compares the sum with."),
        Misconception("the raw rate", _rates("e / n"),
                      "That is the rate that was seen, and does not depend on the chance. At it "
                      "so few errors are nothing rare."),
        Misconception("never below the rate seen", None, "Your rate is the rate that was seen. "
                      "Where the chance is above one half, does your search look below that, too?",
                      recognise=lambda case, given, right: case[2] > 0.5
                      and abs(given - case[0] / case[1]) < 1e-6),
        Misconception("exactly e", """
            def upper_bound(errors, n, chance=0.25):
                low, high = errors / n if n else 1.0, 1.0
                for _ in range(50):
                    middle = (low + high) / 2
                    if binom.pmf(errors, n, middle) > chance:
                        low = middle
                    else:
                        high = middle
                return low
            """, "You look at the chance of exactly so many errors. Asked is that of so many *or "
                 "fewer*.", lambda case, given, right: case[0] > 0
            and (given < right - 1e-6 or case[2] > 0.5)
            and (min(abs(given), abs(given - case[0] / case[1])) < 1e-6
                 or abs(binom.pmf(case[0], case[1], given) - case[2]) < 1e-3)),
        Misconception("Wilson", _rates(
            "(e + z * z / 2 + z * (z * z / 4 + e * (1 - e / n)) ** 0.5) / (n + z * z)"),
                      "That is the upper end of a normal approximation (Wilson's). For small n it"
                      " is some way off; sum the binomial chances themselves."),
        Misconception("Wald", _rates("e / n + z * (e / n * (1 - e / n) / n) ** 0.5"),
                      "That is the rate seen plus some standard errors of it. With no error seen "
                      "that is no margin at all; sum the binomial chances themselves."),
        Misconception("never rare", None, "Your rate is 1. Does your search find so few errors too "
                      "likely at every rate? Look at the order of the arguments of `binom.cdf`.",
                      lambda case, given, right: abs(given - 1) < 1e-6),
        Misconception("the wrong half", """
            def upper_bound(errors, n, chance=0.25):
                low, high = 0.0, 1.0
                for _ in range(50):
                    middle = (low + high) / 2
                    if binom.cdf(errors, n, middle) > chance:
                        high = middle
                    else:
                        low = middle
                return low
            """, "Your rate is an end of [0, 1]: so few errors are certain at 0, and impossible at "
                 "1 if errors < n. If you search, print what is compared at the first middle, "
                 "and which half is kept.",
            lambda case, given, right: min(abs(given), abs(given - 1)) < 1e-6),
        Misconception("a count", _rates("n * (1.0 if e >= n else beta(e + 1, n - e, 1 - chance))"),
                      "A rate lies between 0 and 1. Is yours a number of errors, or in per cent?",
                      lambda case, given, right: abs(given - case[1] * right) < 1e-3
                      or abs(given - 100 * right) < 0.01),
    ),
    hints=("`binom.cdf(errors, n, p)` is the chance of so few errors at the rate p. What does it "
           "do when p rises?",
           "Keep an interval [low, high] that holds the rate. Try its middle: are so few errors "
           "there more likely than `chance`, or less?",
           "More likely: the rate must be higher, so low becomes the middle. About fifty halvings "
           "do. Treat errors == n first."),
    way="The chance of so few errors falls as the rate rises, from 1 to 0 if errors < n. Keep an "
        "interval from 0 to 1 and halve it: where so few errors are still more likely than the "
        "chance, the rate is higher. If errors == n the chance is always 1, and so is the bound.",
    explanation="This is the one-sided bound of Clopper and Pearson.",
    by_case=((lambda case, given, right: case[0] >= case[1], "Here all samples are errors, and so "
              "few, or fewer, have the chance 1 at every rate. Which rate is safe then?"),),
    fallback_hint="Put your rate into `binom.cdf(errors, n, rate)`. Is it the chance that was "
                  "asked?")
