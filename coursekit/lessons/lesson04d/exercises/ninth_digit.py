"""Exercise "ninth-digit": which claim do votes and sums of pairs license?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception

NINTH = Exercise(
    key="ninth-digit", title="The ninth digit", variable="claim", parse=Letters("abcde"),
    reference=lambda: {"c"},
    misconceptions=(
        Misconception("sums as support", {"a"}, "The first half is right. But in which unit are "
                      "these sums, and how much of their difference comes from the machine 5/6?"),
        Misconception("without their duel", {"b"}, "Add up the eight values of each digit without "
                      "that machine. Which sum is larger?"),
        Misconception("one loud machine", {"d"}, "That is one machine, 3/5. What does it know "
                      "about a 6?"),
        Misconception("nothing can be said", {"e"}, "How many votes can a digit have at most? And "
                      "how many has each of these two?"),
        Misconception("votes and sums", {"a", "c"}, "One letter, please: these two agree about the "
                      "votes and contradict each other about the sums."),
        Misconception("several", {"b", "d"}, "One letter, please.", lambda given: len(given) > 1),
    ),
    hints=("Count the positive values for each digit.",
           "Add up the values with and without the machine that knows both digits.",
           "Is a value of 0.2 of one machine as much as 0.2 of another one?"),
    solution='claim = "c"',
    way="6 has nine votes and 5 has eight. The sums are larger for 6, but without the machine "
        "5/6 nearly equal, and each machine has its own unit: a sum of such numbers decides "
        "nothing.",
    explanation="A vote needs only the sign of each machine; a sum needs a common unit.",
    fallback_hint="Votes first, then ask what a sum of values of different machines means.")
