"""Exercise "what-is-firm": which sentences about the final list the page supports."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception

FIRM = Exercise(
    key="what-is-firm", title="What is firm?", variable="firm",
    parse=Letters("abcde"), reference=lambda: {"a", "d"},
    misconceptions=(
        Misconception("the shortest message is true", {"a", "b", "d"}, "**b**: on how many "
                      "training samples does rule 7 rest, and what do other weights say "
                      "about its lead?", lambda given: "b" in given),
        Misconception("a bound after a choice", {"a", "c", "d"}, "**c**: the table compares "
                      "each bound with the new patients. Look for a rate above its U.",
                      lambda given: "c" in given),
        Misconception("the test decides", {"a", "d", "e"}, "**e**: how many new patients does "
                      "rule 7 cover?", lambda given: "e" in given),
        Misconception("nothing at all", frozenset(), "So little? Some of these sentences only "
                      "count.", lambda given: not given),
        Misconception("order forgotten", {"a"}, "That is true, and it is not the only one. How "
                      "many training samples satisfy rules of two classes?",
                      lambda given: given == {"a"}),
        Misconception("agreement forgotten", {"d"}, "That is true, and it is not the only one. "
                      "How many errors do list and tree make on the new patients?",
                      lambda given: given == {"d"}),
    ),
    hints=("Which of these sentences only say what was counted, and which conclude more?",
           "For b, c and e: how many samples does the sentence rest on?",
           "Two sentences stand; both rest on what was counted in section 6."),
    solution='firm = {"a", "d"}',
    way="List and tree were compared on every new patient (a). No training sample satisfies rules "
        "of two classes, so there the order decides nothing (d). Rule 7 covers four training "
        "samples and hardly any new one, so neither its bits (b) nor the test (e) can tell. Two "
        "rules exceed their U on the new patients, so c is wrong as it stands. But one wrong of "
        "one, or two of 59, is no proof against a bound: a share may exceed a bound of the true "
        "rate by chance.",
    explanation="A count is firm; what it promises for new patients is another question.",
    fallback_hint="Say for each sentence how many samples it rests on.")
