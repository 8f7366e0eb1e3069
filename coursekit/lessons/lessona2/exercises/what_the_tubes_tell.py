"""Exercise "what-the-tubes-tell": what two fitted curves say, and what they do not."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

TELL = Exercise(
    key="what-the-tubes-tell", title="What do the two tubes tell you?", variable="licensed",
    parse=Letters("abcdef"), reference=lambda: {"c", "f"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "**a** and **b** cannot both hold. Which of the "
                      "statements speak of samples that nobody has seen?",
                      lambda given: len(given) == 6),
        *by_letter("cf", extra={
            "a": ("fewer support vectors", "**a**: a curve with few support vectors is cheap to "
                  "evaluate. What would show that it is right elsewhere?"),
            "b": ("narrow tube", "**b**: you choose ε yourself; it does not measure anything. "
                  "What would show that the curve is right elsewhere?"),
            "d": ("equal on fresh samples", "**d**: equal errors on samples that both curves were "
                  "fitted to. What would show that they are equally good elsewhere?"),
            "e": ("smaller objective", "**e**: the two minimise different objectives. With the "
                  "same C and h, what does a wider tube do to P, whatever the data are?"),
        }, missing={
            "c": ("nothing at all", "That one is right. One other statement follows from the KKT "
                  "conditions, whatever the data are."),
            "f": ("the conditions only", "That one follows from the KKT conditions. One other "
                  "statement says what is still to be done."),
        }),
    ),
    hints=("Which statements are about the samples that were used for training, and which about "
           "others?",
           "Go through the zones of section 2: what follows if β is 0?",
           "Two statements are right. One is about each training sample alone, the other about "
           "what the table does not contain."),
    solution='licensed = {"c", "f"}',
    way="By the zones of section 2 a sample with β = 0 has |r| ≤ ε: that holds for every optimal "
        "tube. All columns of the table are computed from training samples, and ε, C and h were "
        "chosen by us, so nothing in it speaks of fresh ones. If C and h agree, the "
        "narrower tube never has the smaller P: around the same curve its slacks are no less.",
    explanation="Fresh samples decide between two curves, as in lesson 05; a tube is a model, not "
                "an error bar.",
    fallback_hint="Which of the statements can be proved, and which would need fresh samples?")
