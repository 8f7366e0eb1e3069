"""Exercise "what-is-firm": which sentences about the final list the page supports."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

FIRM = Exercise(
    key="what-is-firm", title="What is firm?", variable="firm",
    parse=Letters("abcdef"), reference=lambda: {"a", "d"},
    misconceptions=(
        *by_letter("ad", {
            "b": ("the shortest message is true", "**b**: on how many training samples does rule 7 "
                  "rest, and what do other weights say about its lead?"),
            "c": ("a bound after a choice", "**c**: the table compares each bound with the new "
                  "patients. Look for a rate above its U."),
            "e": ("the test decides", "**e**: how many new patients does rule 7 cover?"),
            "f": ("one lucky division", "**f**: on these new patients it cost nothing. And on a "
                  "hundred other divisions?")}, {
            "a": ("agreement forgotten", "That is true, and it is not the only one. How many "
                  "errors do list and tree make on the new patients?"),
            "d": ("order forgotten", "That is true, and it is not the only one. How many "
                  "training samples satisfy rules of two classes?")}),
        Misconception("nothing at all", frozenset(), "So little? Some of these sentences only "
                      "count.", lambda given: not given),
    ),
    hints=("Which of these sentences only say what was counted, and which conclude more?",
           "For each: on how many samples, and on how many divisions, does it rest?",
           "Two sentences stand; both rest on what was counted in section 6."),
    solution='firm = {"a", "d"}',
    way="List and tree were compared on every new patient (a). No training sample satisfies rules "
        "of two classes, so there the order decides nothing (d). Rule 7 covers four training "
        "samples and hardly any new one, so neither its bits (b) nor the test (e) can tell. Two "
        "rules exceed their U on the new patients, so c is wrong as it stands. But one wrong of "
        "one, or two of 59, is no proof against a bound: a share may exceed a bound of the true "
        "rate by chance. On average over other divisions the list makes more errors than the "
        "tree. That may be luck, but “costs nothing” (f) is not shown either.",
    explanation="A count is firm; what it promises for new patients is another question.",
    fallback_hint="Say for each sentence how many samples it rests on.")
