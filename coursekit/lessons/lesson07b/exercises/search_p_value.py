"""Exercise "search-p-value": the search itself is repeated with shuffled labels."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson07b.exercises.searches import call, is_p, searches


def search_p_value(search, y, B, rng):
    """Return (1 + #{T_b ≥ T_0}) / (B + 1) for B shuffles of the labels."""
    observed = search(y)
    shuffled = np.array([search(rng.permutation(y)) for _ in range(B)])
    return float((1 + np.sum(shuffled >= observed)) / (B + 1))


wrong = edits()
AGAIN = "search(rng.permutation(y))"
T_0 = "observed = search(y)"

SEARCH_P_VALUE = CodeExercise(
    key="search-p-value", title="A p-value for the whole search", reference=search_p_value,
    cases=searches, run=call, accept=is_p,
    misconceptions=(
        wrong("drawn with replacement", AGAIN, "search(rng.choice(y, len(y)))",
              "Your search met labels that are no rearrangement of y: some came twice, others not "
              "at all. Shuffle, that is, draw without replacement.",
              lambda case, given, right: given.strange > 0),
        wrong("search not repeated", f"[{AGAIN} for _ in range(B)]", f"[{AGAIN}] * B",
              "The search was called too few times: once for the true labels and once for each of "
              "the B shuffles.", lambda case, given, right: given.calls <= case[2]),
        wrong("one order again and again", AGAIN, "search(y[::-1])",
              "Your search met at most one other order of the labels. Each of the B times wants a "
              "shuffle of its own.", lambda case, given, right: given.orders <= 2),
        wrong("turned as a circle", AGAIN, "search(np.roll(y, rng.integers(len(y))))",
              "Each order that your search met is the true one turned as in a circle: neighbours "
              "stay neighbours. In a shuffle every order is equally likely.",
              lambda case, given, right: given.turned),
        wrong("another generator", AGAIN, "search(np.random.permutation(y))",
              "Your shuffles do not come from `rng`. Use the generator that you are given: the "
              "page will hand you one whose shuffles are special.",
              lambda case, given, right: given.unused),
        wrong("a shuffle first", T_0, f"observed = {AGAIN}",
              "Your T_0 is that of a shuffle. It belongs to the labels as they are given."),
        wrong("without the true one", "(1 + np.sum(shuffled >= observed)) / (B + 1)",
              "np.mean(shuffled >= observed)",
              "Your p can be 0, as if no shuffle could ever reach the value found. The true "
              "labels are one of the B + 1 orders, too."),
        wrong("larger only", "shuffled >= observed", "shuffled > observed",
              "If every order gives the same value, nothing was found. Which shuffles count as "
              "reaching it?"),
        wrong("B below", "(B + 1)", "B", "With the true one there are B + 1 values."),
        wrong("at most", "shuffled >= observed", "shuffled <= observed",
              "You count the shuffles that stay at or below the value found. Evidence against "
              "chance is that few reach it from above."),
    ),
    hints=("First T_0 = search(y), with the true labels.",
           "Then B times: shuffle the labels (`rng.permutation(y)` returns a shuffled copy), and "
           "search again.",
           "Count the shuffles whose value is at least T_0. The true order is one more that "
           "reaches it, among one more in all."),
    way="Search once with the true labels, and B times with shuffled ones. Of these B + 1 values "
        "the true one and all shuffled ones that are at least as large reach T_0; their share is "
        "p.",
    explanation="The search is repeated with everything in it, so that what it tried is paid for.",
    fallback_hint="How many values are there in all, and how many of them reach the one found?")
