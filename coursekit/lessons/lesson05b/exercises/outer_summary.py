"""Exercise "outer-summary": five outer scores and the number of fits behind them."""
from __future__ import annotations

from coursekit.exercise import Exercise, Misconception, Numbers

SUMMARY = Exercise(
    key="outer-summary", title="Five outer scores", variable="outer_summary",
    parse=Numbers(("mean", "standard deviation", "fits")),
    reference=lambda: (82, 2.5**0.5, 65), tolerance=0.02,
    misconceptions=(
        Misconception("divided by n", (82, 2**0.5, 65), "Your standard deviation divides by n = "
                      "5. With n − 1 it estimates the scatter of scores like these.",
                      lambda given: abs(given[1] - 2**0.5) < 0.01),
        Misconception("variance", (82, 2.5, 65), "That is the variance, in squared per cent.",
                      lambda given: abs(given[1] - 2.5) < 0.01 or abs(given[1] - 2) < 0.001),
        Misconception("standard error", (82, 0.5**0.5, 65), "Divided by √5 it would be the "
                      "standard error of the mean of independent scores. That is another "
                      "question, and these five share training samples.",
                      lambda given: min(abs(given[1] - 0.707), abs(given[1] - 0.632)) < 0.005),
        Misconception("refits forgotten", (82, 1.58, 60), "Those are the inner fits. Each outer "
                      "fold fits its winner once more.", lambda given: given[2] == 60),
        Misconception("inner folds forgotten", (82, 1.58, 15), "Each setting is tried on four "
                      "inner folds.", lambda given: given[2] in (15, 20)),
        Misconception("one refit in all", (82, 1.58, 61), "Each of the five outer folds has a "
                      "winner of its own.", lambda given: given[2] == 61),
        Misconception("every setting fitted again", (82, 1.58, 75), "Only the winner is fitted "
                      "again.", lambda given: given[2] == 75),
        Misconception("with the final model", (82, 1.58, 78), "That includes the final model. "
                      "Count only the fits behind the five scores.",
                      lambda given: given[2] in (77, 78)),
        Misconception("shares", (0.82, 0.0158, 65), "Give mean and standard deviation in per "
                      "cent.", lambda given: given[0] < 1),
    ),
    hints=("For the fits, count one outer fold: the inner ones, then the winner.",
           "One outer fold: 4 · 3 fits of the inner loop and one of the winner.",
           "The squared deviations from 82 add up to 10; divide by n − 1, then take the root."),
    solution="outer_summary = (82, 2.5**0.5, 5 * (4 * 3 + 1))",
    way="The mean is 410/5. The squared deviations 0, 4, 1, 4, 1 add up to 10; divided by n − 1 = "
        "4 and under the root they give 1.58. Each outer fold costs 4 · 3 inner fits and one "
        "refit, so there are 5 · 13 fits.",
    explanation="The corrected interval, which comes later in this lesson, is 79.1 to 84.9 for "
                "these five scores.",
    fallback_hint="Check the three numbers one at a time: sum over five, deviations from the mean, "
                  "fits of one outer fold.")
