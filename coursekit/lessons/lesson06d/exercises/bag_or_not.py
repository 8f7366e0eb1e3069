"""Exercise "bag-or-not": what a picture of differences says about votes and single trees."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

BAG = Exercise(
    key="bag-or-not", title="Would you bag on the Titanic?", variable="supported",
    parse=Letters("abcde"), reference=lambda: {"d", "e"},
    misconceptions=(
        Misconception("everything", set("abcde"), "Some of these contradict each other.",
                      lambda given: len(given) == 5),
        *by_letter("de", extra={
            "a": ("the formula for classes", "**a**: the identity is about means of numbers. What "
                  "happens to a sample that most trees get wrong?"),
            "b": ("the wrong rival", "**b**: against which rival did the vote win on the Titanic? "
                  "The sentence is about the pruned tree."),
            "c": ("proved", "**c**: the partitions use the same passengers again and again, so "
                  "they are not independent pieces of evidence. And look at the dots on the "
                  "other side of 0.")}, missing={
            "e": ("Titanic only", "That is one of them. What does the picture say about the sets "
                  "of 200 spiral points?"),
            "d": ("spirals only", "That is one of them. What does the picture say about the "
                  "Titanic?")}),
    ),
    hints=("Sentences **b** to **e** are about two rows of the picture. Find them.",
           "Where dots lie on both sides of 0, some partitions have the other sign. Are the dots "
           "of a row independent of each other?",
           "“The data do not favour A” is weaker than “the data prove that A is worse”."),
    solution='supported = {"d", "e"}',
    way="The identity holds for averages of numbers, not for votes, so a is out. On the Titanic "
        "the mean difference between vote and pruned tree is negative, with dots on both sides, in "
        "partitions that share passengers: this does not favour the vote (d), and does not prove "
        "the contrary (c) either. In the sets of 200 points the mean is "
        "positive (e).",
    explanation="Compare with the model you would have used. Sometimes the answer is: neither.",
    fallback_hint="Look at the rows of the picture, and at what the identity is about.")
