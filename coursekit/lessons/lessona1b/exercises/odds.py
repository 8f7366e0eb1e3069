"""Exercise "odds": what the weights of a logistic regression may be said to mean."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

ODDS = Exercise(
    key="odds", title="What do the odds tell you?", variable="odds_say",
    parse=Letters("abcdefgh"), reference=lambda: {"b", "d", "g"},
    misconceptions=(
        Misconception("all", set("abcdefgh"), "Some of these speak of probabilities where the "
                      "model speaks of odds, and some of causes.", lambda given: len(given) == 8),
        Misconception("nothing at all", set(), "That is too careful: the model says something "
                      "exact about odds.", lambda given: not given),
        *by_letter("bdg", {
            "a": ("odds for probabilities", "**a**: try a man with p = ½. What would twelve times "
                  "his probability be?"),
            "c": ("a constant step of p", "**c**: how much does p fall if it is nearly 0 already? "
                  "The curve is not a line."),
            "e": ("a cause", "**e**: the list compares passengers who were different from the "
                  "start. Nobody was moved from one group to the other."),
            "f": ("the larger weight", "**f**: the weight of age is one per ten years. What would "
                  "it be per century?"),
            "h": ("one ratio for all", "**h**: the model has one ratio for all classes. What did "
                  "the third class alone say?"),
        }, {
            "b": ("forgets the ratio", "**b**: what does a weight do to ln(odds), and so to the "
                  "odds?"),
            "d": ("forgets to multiply", "**d**: two steps of ten years. Are their factors added "
                  "or multiplied?"),
            "g": ("forgets the intercept", "**g**: at the maximum the gradient is zero. What does "
                  "its entry for the intercept say?"),
        }),
    ),
    hints=("For each statement: is it about odds, about a probability, or about a cause?",
           "A weight is added to ln(odds), so its exponential multiplies the odds. Probabilities "
           "change by amounts that depend on where you stand.",
           "Three of the eight hold. One of them comes from the gradient in section 2, at the "
           "column of ones."),
    solution='odds_say = {"b", "d", "g"}',
    way="b: e to the weight is the odds ratio. d: the factors of both decades are multiplied. g: "
        "the column of ones makes Σ (p − y) = 0. a and c speak of probabilities, whose change "
        "depends on where you stand; e is about causes; f compares weights of different units; h "
        "takes the model's ratio for that of the passengers.",
    explanation="A weight multiplies odds; what it does to a probability depends on where that "
                "was.",
    fallback_hint="Say each statement once more with the word odds. Is it still the same?")
