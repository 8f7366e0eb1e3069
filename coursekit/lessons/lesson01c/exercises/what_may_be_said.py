"""Exercise "what-may-be-said": which sentences about girls and women do the data allow?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

WHAT_MAY_BE_SAID = Exercise(
    key="what-may-be-said", title="What may be said?", variable="may_be_said",
    parse=Letters("abcde"), reference=lambda: {"a", "d"},
    misconceptions=(
        Misconception("none", set(),
                      "Something may be said. Which of the sentences needs no interval at all?"),
        Misconception("all", set("abcde"), "Some of these contradict each other.",
                      lambda given: len(given) == 5),
        *by_letter("ad", extra={
            "c": ("girls ahead", "**c** treats the difference within classes as settled. Does "
                  "either of the two intervals lie above 0?"),
            "e": ("the same", "**e** says more than was found. “Not shown to differ” is not “shown "
                  "to be the same”: how long are the two intervals, and do both contain 0?"),
            "b": ("girls behind", "**b**: at twelve years one interval excludes 0, at ten it does "
                  "not. Does the other weighting agree?"),
        }, missing={
            "a": ("a forgotten", "One more sentence only describes these passengers and gives no "
                  "reason. A description may be read off the list."),
            "d": ("d forgotten", "Did you leave d out because the interval at the mix of everybody "
                  "excludes 0? It does, at this limit. But d names the other comparison. Which "
                  "values are inside that interval?"),
        }),
    ),
    hints=("There are two kinds of sentences here: some describe these passengers, others speak "
           "about chances within a class.",
           "For each sentence about chances within a class, look at both intervals of the "
           "difference. Do they agree?",
           "“Could account for” asks only whether 0 is inside the interval that the sentence "
           "names."),
    solution='may_be_said = {"a", "d"}',
    explanation="a describes the list. d is possible, because the interval at Mantel–Haenszel "
                "weights contains 0. About b, c and e the data cannot decide: that interval "
                "contains large differences of either sign, and the one at the mix of everybody "
                "excludes 0 only if girlhood ends at twelve or thirteen.",
    fallback_hint="Ask of each sentence: which number in this lesson would settle it, and what is "
                  "the interval of that number?")
