"""Exercise "conclusions": what a list of rules allows to conclude, and what it does not."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

CONCLUSIONS = Exercise(
    key="conclusions", title="What may be concluded?", variable="conclusions",
    parse=Letters("abcdef"), reference=lambda: {"a", "e"},
    misconceptions=(
        *by_letter("ae", {
            "b": ("p after a search", "**b**: this p-value is that of a rule fixed beforehand. How "
                  "often did shuffled searches do as well?"),
            "c": ("a line read alone", "**c**: the line holds for what those above it leave. "
                  "Look at its second bar."),
            "d": ("training errors", "**d**: the error was counted on the animals that the list "
                  "was made from. Which animals count new errors?"),
            "f": ("the theorem stretched", "**f**: which samples reach the fourth line was "
                  "decided by their labels. Read when the theorem fails.")}, {
            "a": ("only what was counted", "True, and it is not the only one: one line was "
                  "compared with searches among shuffled labels, and the theorem holds for it."),
            "e": ("only what was tested", "True, and it is not the only one: which of the others "
                  "only says what was counted?")}),
        Misconception("nothing at all", frozenset(), "So little? One sentence only counts, and "
                      "another was tested with its search.",
                      lambda given: not given),
    ),
    hints=("For each sentence: of which samples does it speak, and was it found by looking at "
           "them?",
           "A p-value after a search needs the search in it. The permutation theorem speaks "
           "of the first line.",
           "Two sentences stand. One counts samples, the other compares with shuffled searches."),
    solution='conclusions = {"a", "e"}',
    way="A count of samples is true as it stands (e). For the first line the permutation test "
        "holds the whole search (a). The p-value of the sixth line leaves the search out (b), the "
        "eighth was right only among the animals left over (c), errors on the animals that the "
        "list was made from say nothing about new ones, for which animals must be held out (d), "
        "and for the fourth line the theorem has no proof (f).",
    explanation="And even a is a statement about this zoo: its animals were chosen, not drawn at "
                "random, and that milk goes with mammals is part of the meaning of the word.",
    fallback_hint="Say for each sentence which animals it speaks of.")
