"""Exercise "what-follows": what the multipliers of an optimum say about samples, and what not."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

WHAT_FOLLOWS = Exercise(
    key="what-follows", title="What do the multipliers tell you?", variable="what_follows",
    parse=Letters("abcdef"), reference=lambda: {"b", "c", "e"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "Not all of these follow.",
                      lambda v: len(v) == 6),
        Misconception("the complement", set("adf"), "These are exactly the ones that may be false. "
                      "Did you answer the opposite question?", lambda v: v == set("adf")),
        *by_letter("bce", extra={
            "a": ("bounded means wrong side", "**a**: α = C allows y f ≤ 1. Is everything with "
                  "y f ≤ 1 on the wrong side?"),
            "f": ("a duplicate", "**f**: the duplicate has the same y f as sample 7. Which α are "
                  "possible if y f = 1?"),
            "d": ("a free sample is needed", "**d**: may another sample take over the multiplier "
                  "of sample 9? Think of one at the same place."),
        }, missing={
            "c": ("no sample can be spared", "**c**: which KKT conditions change if a sample with "
                  "α = 0 is left out?"),
            "b": ("no bound on y f", "**b**: look at the zone α = C."),
            "e": ("a smaller box", "**e**: with a smaller C, how large can α be at most?"),
        }),
    ),
    hints=("For each statement look for a counterexample; AND with (1, 1) twice is a good place.",
           "For samples 7 and 8 the zones are enough. For d and f, think of two samples at one "
           "place.",
           "Three of the six follow."),
    solution='what_follows = {"b", "c", "e"}',
    way="b is the zone α = C. a may be false: y f may lie between 0 and 1. c: all KKT conditions "
        "of the others stay as they are, and they suffice. (So if each sample is left out once, "
        "and b is unique, only support vectors can end up wrong: of the sixty, at C = 1, at most "
        "6; in fact 1.) d may be false: a duplicate can take over the multiplier. e: the new "
        "multipliers are at most the new C. f may be false: if y f = 1, the duplicate may "
        "have any multiplier in the box.",
    explanation="A multiplier of 0 or C bounds y f for its sample; one in between fixes y f = 1. "
                "None says that the sample cannot be replaced.",
    fallback_hint="Which of the statements hold at every optimum of this kind?")
