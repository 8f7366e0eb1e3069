"""Exercise "firm-bound": what the bound of a chosen rule says, and what it does not say."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter


FIRM_BOUND = Exercise(
    key="firm-bound", title="What may you report?", variable="firm_bound",
    parse=Letters("abcde"), reference=lambda: {"a", "c"},
    misconceptions=(
        Misconception("all", set("abcde"),
                      "Not all five. Which of them only count or compare what is in the table?",
                      lambda given: len(given) == 5),
        Misconception("none", set(),
                      "Two sentences only count or compare. Those you may report.",
                      lambda given: not given),
        *by_letter("ac", {
            "b": ("a promise after a search", "**b** would hold, roughly, for a rule fixed "
                  "beforehand. How many rules did your program compare before it kept this one?"),
            "d": ("smaller is truer", "**d**: Quinlan's number is smaller because his level leaves "
                  "more chance above it. Does that make it more accurate?"),
            "e": ("deleted means irrelevant", "**e**: deleting FTI did not raise a bound, on these "
                  "patients and beside these conditions. Is that the same as *no influence*?")}, {
            "a": ("the count forgotten", "One true sentence is missing. Which one only counts?"),
            "c": ("the comparison forgotten", "One true sentence is missing. What is U made for, "
                  "if not for promises?")}),
    ),
    hints=("For each sentence: does it count, compare, or conclude something about new patients?",
           "A sentence with a confidence in it needs a rule that was fixed before the data were "
           "seen.",
           "Two sentences hold: one counts training patients, one compares two values of U."),
    way="a is a count. c compares two rules by one measure, and that is what U is for. b turns the "
        "measure into a promise, but the rule is the best of many that were compared, like the "
        "best of twelve. d compares two conventions, not two accuracies. e reads more into a "
        "deletion than it says: without FTI the bound did not rise, and FTI may still matter "
        "elsewhere.",
    solution='firm_bound = {"a", "c"}',
    explanation="U ranks rules; after a search it no longer promises anything.",
    fallback_hint="Go through the sentences one by one, with the figure of the twelve at hand.")
