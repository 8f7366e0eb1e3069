"""Exercise "quotable": which of six numbers may be reported?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception

QUOTABLE = Exercise(
    key="quotable", title="Which number may be reported?", variable="quotable",
    parse=Letters("abcdef"), reference=lambda: {"d"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "Ask of each number: did its test samples "
                      "help to train, or to choose what is reported?",
                      lambda given: len(given) == 6),
        Misconception("training score", {"a", "d"}, "**a** was measured on the samples that "
                      "trained the machine, so it also measures memory.",
                      lambda given: "a" in given),
        Misconception("best score", {"b"}, "**b** is a cross-validated score, but the highest of "
                      "three: its samples chose the setting.", lambda given: "b" in given),
        Misconception("best outer fold", {"c", "d"}, "**c** was chosen among five because it is "
                      "the highest.", lambda given: "c" in given),
        Misconception("better of two", {"d", "e"}, "**e** was chosen among two procedures by this "
                      "very number: the winner's curse once more, if a smaller one.",
                      lambda given: "e" in given),
        Misconception("outcomes used beforehand", {"d", "f"}, "**f**: the loops are in order. But "
                      "who formed its columns, and from whose outcomes?",
                      lambda given: "f" in given),
    ),
    hints=("For each number: were its test samples used for anything before?",
           "Choosing is a use. A score that was picked because it is high is usually too high on "
           "average.",
           "For one number, the test samples neither trained nor chose, nor formed a column."),
    solution='quotable = {"d"}',
    way="The samples of a trained the machine; those of b chose the setting, those of c the fold, "
        "those of e the procedure; those of f had formed a column. Only in d had they been used "
        "for nothing.",
    explanation="Report it as the expected accuracy of the whole procedure, after learning from as "
                "many samples as an outer training part has.",
    fallback_hint="Which were chosen because they are high, and which had met their test samples?")
