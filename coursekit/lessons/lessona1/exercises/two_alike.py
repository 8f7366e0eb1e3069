"""Exercise "two-alike": what you can claim about the weights of two similar features."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

TWO_ALIKE = Exercise(
    key="two-alike", title="What do two similar features tell you?", variable="may_be_said",
    parse=Letters("abcdef"), reference=lambda: {"c", "d"},
    misconceptions=(
        Misconception("all", set("abcdef"), "Some of these say more than the intervals do.",
                      lambda given: len(given) == 6),
        Misconception("nothing at all", set(), "That is too careful. Some statements are about "
                      "what the two weights do together.", lambda given: not given),
        *by_letter("cd", {
            "a": ("sign taken at its word", "**a**: read the interval of the second weight once "
                  "more. Is its sign known?"),
            "b": ("larger is more important", "**b**: how sure is it that the first weight is the "
                  "larger one? Compare the intervals."),
            "e": ("a cause", "**e**: no fit tells what causes what, and this one cannot even tell "
                  "the two features apart."),
            "f": ("every direction alike", "**f**: with this correlation hardly any student is "
                  "like that. Along which direction are the weights uncertain?")}, {
            "c": ("only the negative one", "**c**: which combination of the weights does it need, "
                  "if both features are equal?"),
            "d": ("only the useful one", "**d**: both intervals are wide, and that of the sum is "
                  "narrow. What does this mean?")})),
    hints=("For each statement: which of the three intervals is it about?",
           "A sign is open if its interval contains 0. And what is the interval of the sum like?",
           "You can claim two of the six. For the last one think of the long cloud of weights: "
           "in which direction is it long?"),
    solution='may_be_said = {"c", "d"}',
    way="a and b need the sign or the order of single weights; both are open. e is about causes. f "
        "needs the difference of the weights, the direction in which they are "
        "uncertain. c and d need the sum only, and its interval is narrow.",
    explanation="The data determine the sum of two similar weights, but not how it divides.",
    fallback_hint="Which of the three intervals does each statement need?")
