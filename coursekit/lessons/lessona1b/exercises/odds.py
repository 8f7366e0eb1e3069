"""Exercise "odds": what the weights of a logistic regression may be said to mean."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception

ODDS = Exercise(
    key="odds", title="What do the odds tell you?", variable="odds_say",
    parse=Letters("abcdefg"), reference=lambda: {"b", "d", "g"},
    misconceptions=(
        Misconception("all", set("abcdefg"), "Some of these speak of probabilities where the model "
                      "speaks of odds, and some of causes.", lambda given: len(given) == 7),
        Misconception("nothing at all", set(), "That is too careful: the model says something "
                      "exact about odds.", lambda given: not given),
        Misconception("odds for probabilities", set("abdg"), "**a**: try a man with p = ½. What "
                      "would twelve times his probability be?", lambda given: "a" in given),
        Misconception("a constant step of p", set("bcdg"), "**c**: how much does p fall if it is "
                      "nearly 0 already? The curve is not a line.", lambda given: "c" in given),
        Misconception("a cause", set("bdeg"), "**e**: the list compares passengers who were "
                      "different from the start. Nobody was moved from one group to the other.",
                      lambda given: "e" in given),
        Misconception("the larger weight", set("bdfg"), "**f**: the weight of age is one per ten "
                      "years. What would it be per century?", lambda given: "f" in given),
        Misconception("forgets the ratio", set("dg"), "**b**: what does a weight do to ln(odds), "
                      "and so to the odds?", lambda given: "b" not in given),
        Misconception("forgets to multiply", set("bg"), "**d**: two steps of ten years. Are their "
                      "factors added or multiplied?", lambda given: "d" not in given),
        Misconception("forgets the intercept", set("bd"), "**g**: at the maximum the gradient is "
                      "zero. What does its entry for the intercept say?",
                      lambda given: "g" not in given),
    ),
    hints=("For each statement: is it about odds, about a probability, or about a cause?",
           "A weight is added to ln(odds), so its exponential multiplies the odds. Probabilities "
           "change by amounts that depend on where you stand.",
           "Three of the seven hold. One of them comes from the gradient in section 2, at the "
           "column of ones."),
    solution='odds_say = {"b", "d", "g"}',
    way="b: e to the weight is the odds ratio. d: the factors of both decades are multiplied. g: "
        "the column of ones makes Σ (p − y) = 0. a and c speak of probabilities, whose change "
        "depends on where you stand; e is about causes; f compares weights of different units.",
    explanation="A weight multiplies odds; what it does to a probability depends on where that "
                "was.",
    fallback_hint="Say each statement once more with the word odds. Is it still the same?")
