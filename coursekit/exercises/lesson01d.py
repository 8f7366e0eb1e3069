"""The exercises of lesson 01d: an imputer, steps that leak, a ceiling and its floor."""
from __future__ import annotations

from collections import Counter

import pandas as pd

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercises.lesson01d_cases import profiles
from coursekit.exercises.lesson01d_imputer import IMPUTER
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters


ROUNDED = 6e-4          # to the three decimals that the page prints


def ceiling(profile, y):
    """Return (best, left_out): the accuracy of the profiles' majorities, and one left out."""
    survived, died = Counter(), Counter()
    for label, outcome in zip(profile, y, strict=True):
        (survived if outcome else died)[label] += 1
    best = left_out = 0
    for label in survived.keys() | died.keys():
        k, d = survived[label], died[label]
        best += max(k, d)
        left_out += k * (k >= d + 2) + d * (d >= k + 1)
    return best / len(y), left_out / len(y)


STEPS = Exercise(
    key="leaky-steps", title="Which steps leak?", variable="leaky_steps", parse=Letters("abcdef"),
    reference=lambda: {"b", "d", "f"},
    misconceptions=(
        Misconception("all", set("abcdef"), "Not all. For each step ask: could the value in *one* "
                      "row change if only *another* row were changed?",
                      lambda given: len(given) == 6),
        Misconception("complement", {"a", "c", "e"}, "The other way round: these three look at "
                      "one row at a time.", lambda given: given == {"a", "c", "e"}),
        Misconception("one-hot", {"a", "b", "d", "f"}, "**a**: a row's zeros and ones are given by "
                      "its own port alone.",
                      lambda given: "a" in given),
        Misconception("title", {"b", "c", "d", "f"}, "**c**: each title comes from its own name, "
                      "and from no other row.", lambda given: "c" in given),
        Misconception("cabin", {"b", "d", "e", "f"}, "**e**: the mark is computed from the row's "
                      "own cabin, so nothing goes from fold to fold. Whether the cabin was "
                      "written down after the sinking is another question.",
                      lambda given: "e" in given),
        Misconception("families missed", {"d", "f"}, "One is missing. Somebody has looked at the "
                      "outcomes of the test rows to draw a border.",
                      lambda given: given == {"d", "f"}),
        Misconception("median missed", {"b", "f"}, "One is missing. A number that is computed from "
                      "all rows knows the test rows, too, even without their outcomes.",
                      lambda given: given == {"b", "f"}),
        Misconception("ticket missed", {"b", "d"}, "One is missing: the gravest, as it holds the "
                      "row's own outcome.", lambda given: given == {"b", "d"}),
    ),
    hints=("Change one row in your mind, a row of the test fold. Does anything change in other "
           "rows?",
           "A step that looks at one row alone cannot carry anything from fold to fold.",
           "Some steps use outcomes, some only features. Both kinds can leak."),
    solution='leaky_steps = {"b", "d", "f"}',
    way="Change one test row in your mind. The groups of families, the median and the mean of a "
        "ticket can change with it, and so what they put into other rows. The columns of the "
        "port, the title and the mark of each other row stay as they are.",
    explanation="Two of the three use outcomes; the median uses none and leaks all the same, "
                "though by little.",
    fallback_hint="Could the value in one row change if only another row were changed?")


def _ceiling(rows: str = "[(x, int(o)) for x, o in zip(profile, y)]", best: str = "max(k, d)",
             left: str = "k * (k >= d + 2) + d * (d >= k + 1)",
             result: str = "best / len(rows), left / len(rows)") -> str:
    """Return the source of `ceiling` with one part changed."""
    return f"""
def ceiling(profile, y):
    rows = {rows}
    labels, count = {{x for x, _ in rows}}, Counter(rows)
    best = left = 0
    for x in labels:
        k, d = count[x, 1], count[x, 0]
        best += {best}
        left += {left}
    return {result}
"""


CEILING = CodeExercise(
    key="ceiling", title="The ceiling and its floor", reference=ceiling, cases=profiles,
    tolerance=ROUNDED,
    misconceptions=(
        Misconception("nothing left out", _ceiling(left="max(k, d)"),
                      "Your two numbers are always equal. In the second one, a row may not vote "
                      "for itself."),
        Misconception("tie goes to survived", _ceiling(left="k * (k >= d + 1) + d * (d >= k + 2)"),
                      "Wrong only where the others tie, or nobody is left, and you answer "
                      "“survived”. We agreed on “died”."),
        Misconception("tie is worth a half", _ceiling(
            left="k * ((k >= d + 2) + (k == d + 1) / 2) + d * ((d >= k + 2) + (d == k + 1) / 2)"),
                      "You count a tie as half right. We agreed that a tie is answered “died”, "
                      "which is right or wrong."),
        Misconception("mean over profiles", _ceiling(
            best="max(k, d) / (k + d)",
            left="(k * (k >= d + 2) + d * (d >= k + 1)) / (k + d)",
            result="best / len(labels), left / len(labels)"),
                      "You average over profiles, so a profile of one counts as much as one of a "
                      "hundred. Average over rows."),
        Misconception("errors", _ceiling(result="1 - best / len(rows), 1 - left / len(rows)"),
                      "Those are proportions of wrong answers. The question asks for the "
                      "proportions of right ones."),
        Misconception("whole profile left out", _ceiling(left="d"),
                      "Your second number is the share of the dead: as if nobody were left in any "
                      "profile. Only one row at a time is left out."),
        Misconception("rows without a label lost", _ceiling(
            rows="[(x, int(o)) for x, o in zip(profile, y) if x is not None]"),
                      "Wrong only where a label is `None`. It is a label like any other. (In "
                      "pandas, `groupby` drops it unless it gets `dropna=False`.)",
                      lambda case, given, right: None in list(case[0]) and len(given) == 2),
        Misconception("index taken for a place", _ceiling(
            rows="[(profile[i], int(y[i])) for i in range(len(y))]"),
                      "Wrong only where `profile` is a Series. Its index may have gaps, as on "
                      "this page: `profile[1]` is the row *labelled* 1, and pandas joins two "
                      "Series by label, too.",
                      lambda case, given, right: isinstance(case[0], pd.Series)),
        Misconception("k > d is enough", _ceiling(left="k * (k >= d + 1) + d * (d >= k + 1)"),
                      "Wrong where a profile has one survivor more than dead. Leave out one of "
                      "its survivors: how do the others vote, and what was agreed for that case?"),
        Misconception("rounded", _ceiling(
            result="round(best / len(rows), 2), round(left / len(rows), 2)"),
                      "Both numbers are right but for rounding. Do not round.",
                      lambda case, given, right: all(abs(g - r) < 0.0051 for g, r
                                                     in zip(given, right, strict=True))),
        Misconception("order", _ceiling(result="left / len(rows), best / len(rows)"),
                      "The right two numbers, but the best comes first."),
    ),
    hints=("Count, for each label, how many survived and how many died. Both numbers follow from "
           "these counts.",
           "One survivor left out: k − 1 survivors and d dead remain. When is their majority "
           "“survived”? Then all k survivors of the profile are answered rightly.",
           "Leave out one of the d dead in the same way, and mind that a tie is answered “died”. "
           "Divide by the number of rows at the end."),
    way="Count k and d for each label. The majority is right for the larger of the two. A left-out "
        "survivor is answered rightly if k − 1 > d, a left-out dead one if d − 1 ≥ k, as a tie "
        "counts for “died”. Add up over the labels, and divide by the number of rows.",
    explanation="The first number flatters, the second one is too strict.",
    fallback_hint="Both numbers are shares of all rows. Count this case by hand: how many rows has "
                  "each profile's majority, and whom does each left-out row still see?")

EXERCISES = (IMPUTER, STEPS, CEILING)
