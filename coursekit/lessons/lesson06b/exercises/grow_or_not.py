"""Exercise "grow-or-not": which of six sentences about growing are true?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

GROW_OR_NOT = Exercise(
    key="grow-or-not", title="What is true of growing?", variable="true_of_growing",
    parse=Letters("abcdef"), reference=lambda: {"b", "e"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "For each sentence look for one example "
                      "against it. The lesson has one against most of them.",
                      lambda given: len(given) == 6),
        *by_letter("be", extra={
            "a": ("no gain, no tree", "**a**: on the corners of a square no first question gains. "
                  "How many errors does a tree of depth two make there?"),
            "c": ("a gain is real", "**c**: how often did the coin gain by Gini, and what did it "
                  "know of the classes?"),
            "d": ("best here, best there", "**d**: look at the intervals of the comparison on "
                  "passengers left out. What lies in some of them?"),
            "f": ("boxes are leaves", "**f**: which picture of five rectangles needs six leaves?"),
        }, missing={
            "b": ("a question without saved errors", "Something true is missing. Can a question "
                  "change the shares without changing an answer?"),
            "e": ("all sets of levels", "Something true is missing. What does the theorem on "
                  "levels say for two classes?")}),
    ),
    hints=("Two of the six are true.",
           "Against a, c, d and f the lesson has an example each; which?",
           "The chord under the curve of Gini decides one sentence, the order of the levels "
           "another."),
    solution='true_of_growing = {"b", "e"}',
    way="Exclusive or refutes a, the coin c, the pinwheel f; d is not settled. The chord of Gini "
        "lies below the curve even where that of the error lies on it, so b is true, and e is the "
        "theorem on the order of levels.",
    explanation="Gini rewards every change of the shares, which helps growing and is no proof that "
                "the question is a real one.",
    fallback_hint="Which example of the lesson speaks for or against each sentence?")
