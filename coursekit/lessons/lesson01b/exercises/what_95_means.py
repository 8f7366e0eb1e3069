"""Exercise "what-95-means": what a 95% interval says, and what it does not say."""
from __future__ import annotations

from scipy.stats import beta

from coursekit.exercise import Exercise, Letters, Misconception
from coursekit.statistics import wilson

LOW, HIGH = wilson(10, 62)
# The probability of the interval if all p were equally credible before ten of 62 survived.
CREDIBLE = beta(10 + 1, 52 + 1).cdf(HIGH) - beta(10 + 1, 52 + 1).cdf(LOW)


def _has(letter: str):
    """Return a predicate: the answer contains this letter."""
    return lambda given: letter in given


def _lacks(letter: str):
    """Return a predicate: the answer lacks this letter."""
    return lambda given: letter not in given


WHAT_95_MEANS = Exercise(
    key="what-95-means", title="What does 95% mean?", variable="what_95_means",
    parse=Letters("abcde"), reference=lambda: {"b", "d"},
    misconceptions=(
        Misconception("all", set("abcde"),
                      "Not all five. Ask of each: what varies in this sentence, the interval or "
                      "p?", lambda given: len(given) == 5),
        Misconception("none", set(),
                      "Two of the five are true. Which one is the definition of the interval?",
                      lambda given: not given),
        Misconception("the classic", {"a", "b", "d"},
                      "**a** lets p vary. In our model p is one fixed number and the interval "
                      "varies from group to group. This one interval contains p, or it does not.",
                      _has("a")),
        Misconception("rates of other groups", {"b", "c", "d"},
                      "**c** speaks about the *rates* of other groups. Set p to an end of the "
                      "interval, 27%, and look at the bars: what share of their total height "
                      "lies between 9% and 27% of 62, that is from 6 to 16?", _has("c")),
        Misconception("impossible", {"b", "d", "e"},
                      "**e** says *impossible*. Set p to 30% in the explorer: is the bar of 10 "
                      "gone, or only outside?", _has("e")),
        Misconception("the promise", {"d"},
                      "A true sentence is missing. What was counted in the picture of a hundred "
                      "groups?", _lacks("b")),
        Misconception("the definition", {"b"},
                      "A true sentence is missing. Which condition on p defines the "
                      "interval?", _lacks("d")),
    ),
    hints=("Ask of each sentence what varies in it: the group and its interval, or p?",
           "The interval was built from a condition on p and one rate. One sentence repeats that "
           "condition; one says what follows for many groups.",
           "Two sentences are true. A sentence about *this* interval and a probability for p is "
           "not one of them."),
    way="d is the definition: the interval consists of the values of p from which the rate is at "
        "most 1.96 standard errors away. b follows from it: p is in the interval exactly when the "
        "rate falls into the lens, and that happens in about 95% of all groups. a gives p a "
        "probability, but p is a fixed number. c is about rates: if p is 27%, about half of all "
        "groups have a rate above 27%. e: 30% is outside, but a group with that chance can have "
        "10 of 62; it is only rare.",
    solution='what_95_means = {"b", "d"}',
    explanation="The interval varies and p does not: 95% belongs to the procedure. **a** would be "
                "true if all p had been equally credible beforehand: then the probability is "
                f"{CREDIBLE:.1%}.",
    fallback_hint="Go through the sentences one by one, with the explorer of the opening at hand.")
