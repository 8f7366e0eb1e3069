"""Exercise "ceiling": the accuracy of the profiles' majorities, and with each row left out."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

from coursekit.exercise import CodeExercise, Misconception, edit, edits

ROUNDED = 6e-4          # to the three decimals that the page prints


def ceiling(profile, y):
    """Return (best, left_out): the accuracy of the profiles' majorities, and one left out."""
    from collections import Counter     # counts from 0

    survived, died = Counter(), Counter()
    for label, outcome in zip(profile, y, strict=True):
        (survived if outcome else died)[label] += 1
    best = left_out = 0
    for label in survived.keys() | died.keys():
        k, d = survived[label], died[label]
        best += max(k, d)
        left_out += k * (k >= d + 2) + d * (d >= k + 1)
    return best / len(y), left_out / len(y)


def _profiles(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield labels of profiles and outcomes, ties and single rows among them."""
    yield list("aabbb"), [1, 0, 1, 1, 1]
    yield ["a"], [1]                                   # alone
    yield ["a"], [0]
    yield list("aab"), [1, 1, 0]                       # two who agree
    yield list("aaa"), [1, 1, 0]                       # one more survivor
    yield list("aaa"), [1, 0, 0]
    yield list("abcd"), [1, 0, 0, 1]                   # all different
    yield [None, None, None, "a"], [1, 1, 0, 0]        # a missing value is a label, too
    index = [5, 1, 7, 2, 9]                            # the page gives Series with such an index
    yield pd.Series(list("aabbb"), index), pd.Series([1, 0, 1, 1, 1], index)
    yield pd.Series(list("aabbb"), index), np.array([1, 0, 1, 1, 1])
    for _ in range(80):
        n = int(rng.integers(2, 40))
        profile = rng.choice(list("abcdefgh")[:int(rng.integers(1, 8))], n)
        y = rng.integers(0, 2, n)
        yield profile, (y.astype(bool) if rng.random() < 0.2 else y)


PROGRAM = """
def ceiling(profile, y):
    from collections import Counter
    rows = [(x, int(o)) for x, o in zip(profile, y)]
    labels, count = {x for x, _ in rows}, Counter(rows)
    best = left = 0
    for x in labels:
        k, d = count[x, 1], count[x, 0]
        best += max(k, d)
        left += k * (k >= d + 2) + d * (d >= k + 1)
    return best / len(rows), left / len(rows)
"""
LEFT, RESULT = "k * (k >= d + 2) + d * (d >= k + 1)", "best / len(rows), left / len(rows)"
_wrong = edits(of=PROGRAM)

CEILING = CodeExercise(
    key="ceiling", title="The ceiling and its floor", reference=ceiling, cases=_profiles,
    tolerance=ROUNDED,
    misconceptions=(
        _wrong("nothing left out", LEFT, "max(k, d)",
               "Your two numbers are always equal. In the second one, a row must not vote for "
               "itself."),
        _wrong("tie goes to survived", LEFT, "k * (k >= d + 1) + d * (d >= k + 2)",
               "Wrong only where the others tie, or nobody is left: you answer “survived”. The "
               "agreement is “died”."),
        _wrong("tie is worth a half", LEFT,
               "k * ((k >= d + 2) + (k == d + 1) / 2) + d * ((d >= k + 2) + (d == k + 1) / 2)",
               "You count a tie as half right. The agreement is that a tie is answered “died”, "
               "which is either right or wrong."),
        Misconception("mean over profiles", edit(
            ("max(k, d)", "max(k, d) / (k + d)"), (LEFT, f"({LEFT}) / (k + d)"),
            (RESULT, "best / len(labels), left / len(labels)"), of=PROGRAM),
                      "You average over profiles, so a profile of one counts as much as one of a "
                      "hundred. Average over rows."),
        _wrong("whole profile left out", LEFT, "d",
               "Your second number is the proportion of the dead, as if nobody were left in any "
               "profile. Only one row at a time is left out."),
        _wrong("rows without a label lost", "zip(profile, y)]",
               "zip(profile, y) if x is not None]",
               "Wrong only where a label is `None`. It is a label like any other. (In pandas, "
               "`groupby` drops it unless it gets `dropna=False`.)",
               lambda case, given, right: None in list(case[0]) and len(given) == 2),
        _wrong("index taken for a place", "(x, int(o)) for x, o in zip(profile, y)",
               "(profile[i], int(y[i])) for i in range(len(y))",
               "Wrong only where `profile` is a Series. Its index may skip numbers, as on this "
               "page: `profile[1]` is the row *labelled* 1, and pandas joins two Series by label, "
               "too.", lambda case, given, right: isinstance(case[0], pd.Series)),
        _wrong("k > d is enough", "k >= d + 2", "k >= d + 1",
               "Wrong where a profile has one more survivor than dead. Leave out one of its "
               "survivors: how do the others vote, and what was agreed for that case?"),
        _wrong("rounded", RESULT, "round(best / len(rows), 2), round(left / len(rows), 2)",
               "Both numbers are right, apart from rounding. Do not round.",
               lambda case, given, right: all(abs(g - r) < 0.0051 for g, r
                                              in zip(given, right, strict=True))),
        _wrong("order", RESULT, "left / len(rows), best / len(rows)",
               "The right two numbers, but the best comes first."),
    ),
    hints=("Count, for each label, how many survived and how many died. Both numbers follow from "
           "these counts.",
           "One survivor left out: k − 1 survivors and d dead remain. When is their majority "
           "“survived”? Then all k survivors of the profile are answered rightly.",
           "Leave out one of the d dead in the same way, and remember that a tie is answered "
           "“died”. Divide by the number of rows at the end."),
    way="Count k and d for each label. The majority is right for the larger of the two. A left-out "
        "survivor is answered rightly if k − 1 > d, a left-out dead passenger if d − 1 ≥ k, "
        "because a tie is answered “died”. Add up over the labels, and divide by the number of "
        "rows.",
    explanation="The first number flatters; the second one is too strict at ties.",
    fallback_hint="Both numbers are proportions of all rows. Count this case by hand: how many "
                  "rows belong to the majority of their profile, and which rows does each left-out "
                  "row still see?")
