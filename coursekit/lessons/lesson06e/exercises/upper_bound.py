"""Exercise "upper-bound": the error rate that a leaf's few errors do not rule out."""
from __future__ import annotations

from scipy.stats import binom

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson06e.exercises.cases import bounds
from coursekit.lessons.lesson06e.bounds import upper_bound


def _close_rate(case: tuple, given: float, right: float) -> bool:
    """Accept a rate that is rounded to four places, as the example prints it."""
    return abs(float(given) - right) <= 5.1e-5


def _at_exactly(case: tuple, given: float, right: float) -> bool:
    """Tell whether exactly so many errors have the chance, or never have it."""
    errors, n, chance = case
    return errors > 0 and (given < right - 1e-6 or chance > 0.5) and (
        min(abs(given), abs(given - errors / n)) < 1e-6
        or abs(binom.pmf(errors, n, given) - chance) < 1e-3)


_wrong = edits()

BOUND = CodeExercise(
    key="upper-bound", title="An upper bound", reference=upper_bound, cases=bounds,
    accept=_close_rate,
    misconceptions=(
        _wrong("all wrong", "return 1.0", "return 1.0 if n else 0.0",
               "Where all n are errors, so few or fewer come with certainty at every rate. Which "
               "rate is then not excluded?", lambda case, given, right: case[0] >= case[1]),
        _wrong("half the chance", "> chance", "> chance / 2",
               "At your rate so few errors have half the chance that was asked. That is "
               "one end of a two-sided interval; here all of the chance lies on one side."),
        _wrong("chance not used", "> chance", "> 0.25",
               "At your rate so few errors have the chance one in four, whatever `chance` is. That "
               "is only its default."),
        _wrong("fewer than e", "cdf(errors,", "cdf(errors - 1,",
               "You leave out the case of exactly so many errors. `binom.cdf(k, n, p)` is "
               "the chance of k or fewer."),
        _wrong("the complement", "> chance", "> 1 - chance",
               "At your rate so few errors have the chance 1 − chance. Look at what your "
               "search compares the sum with."),
        _wrong("never below the rate seen", "low, high = 0.0", "low, high = errors / n",
               "Where the chance is above one half, does your search look below the rate that was "
               "seen, too?", lambda case, given, right: case[2] > 0.5
               and abs(given - case[0] / case[1]) < 1e-6),
        _wrong("exactly e", "binom.cdf(errors, n, middle) > chance",
               "middle < errors / n or binom.pmf(errors, n, middle) > chance",
               "You look at the chance of exactly so many errors. It should be so many *or "
               "fewer*.", _at_exactly),
        _wrong("Wilson", "    low, high = 0.0, 1.0",
               "    from scipy.stats import norm\n    e, z = errors, norm.ppf(1 - chance)\n"
               "    return (e + z * z / 2 + z * (z * z / 4 + e * (1 - e / n)) ** 0.5) / (n + z * z)"
               "\n    low, high = 0.0, 1.0",
               "That is the upper end of a normal approximation (Wilson's). For small n it"
               " is some way off; sum the binomial chances themselves."),
        _wrong("the wrong half", "> chance", "< chance",
               "Your rate is an end of [0, 1]: so few errors are certain at 0, and impossible at "
               "1 if errors < n. If you search, print what is compared at the first middle, "
               "and which half is kept.",
               lambda case, given, right: min(abs(given), abs(given - 1)) < 1e-6),
        _wrong("a count", "return (low + high) / 2", "return n * (low + high) / 2",
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
