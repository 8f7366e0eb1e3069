"""Exercise "leaky-steps": which steps carry something from one row into another?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

LEAKY_STEPS = Exercise(
    key="leaky-steps", title="Which steps leak?", variable="leaky_steps", parse=Letters("abcdef"),
    reference=lambda: {"b", "d", "f"},
    misconceptions=(
        Misconception("all", set("abcdef"), "Not all. For each step ask: could the value in *one* "
                      "row change if only *another* row were changed?",
                      lambda given: len(given) == 6),
        Misconception("complement", {"a", "c", "e"}, "It is the other way round: these three look "
                      "at one row at a time.", lambda given: given == {"a", "c", "e"}),
        *by_letter("bdf", extra={
            "a": ("one-hot", "**a**: the ports are written down beforehand; each row then looks at "
                  "its own."),
            "c": ("title", "**c**: each title comes from the row's own name, and from no other "
                  "row."),
            "e": ("cabin", "**e**: the indicator is computed from the row's own cabin, so nothing "
                  "goes from fold to fold. Whether the cabin number was recorded after the sinking "
                  "is another question."),
        }, missing={
            "b": ("families missed", "One is missing. Somebody looked at the outcomes of the test "
                  "rows to choose a cut point."),
            "d": ("median missed", "One is missing. A number computed from all rows depends on the "
                  "test rows, even if it uses no outcome."),
            "f": ("ticket missed", "One is missing: the worst, because it contains the row's own "
                  "outcome."),
        }),
    ),
    hints=("Imagine that you change one row of the test fold. Does anything change in other "
           "rows?",
           "A step that looks at one row alone cannot carry anything from fold to fold.",
           "Some steps use outcomes, some only features. Both kinds can leak."),
    solution='leaky_steps = {"b", "d", "f"}',
    way="Imagine that one test row changes. The family groups, the median and the ticket's mean "
        "can change with it, and so can what they put into other rows. The columns of the three "
        "known ports, the title and the indicator stay as they are in every other row.",
    explanation="Two of the three use outcomes. The median uses none and still leaks, though "
                "only a little. Step **e** carries nothing from row to row, but it may leak in "
                "another way: some owners may have survived to tell the number of their cabin.",
    fallback_hint="Could the value in one row change if only another row were changed?")
