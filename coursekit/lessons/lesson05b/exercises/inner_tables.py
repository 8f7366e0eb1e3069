"""Exercise "inner-tables": two tables of inner scores, by hand."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import Exercise, Misconception, Numbers

TABLES = Exercise(
    key="inner-tables", title="Two tables by hand", variable="inner_tables",
    parse=Numbers(("winner of table 1", "its mean", "winner of table 2", "its mean in table 2")),
    reference=lambda: (1, 82, 10, 83), tolerance=0.05,
    misconceptions=(
        Misconception("table 2 first", (10, 83, 1, 82), "In table 1 no setting has that mean. "
                      "Which table does the question ask about first?",
                      lambda given: max(abs(np.subtract(given, (10, 83, 1, 82)))) < 0.05),
        Misconception("best single fold", (10, 81.25, 10, 83), "In table 1 the highest single "
                      "score belongs to that setting. The winner has the highest *mean*.",
                      lambda given: given[0] == 10 and given[1] < 86),
        Misconception("sums", (1, 328, 10, 332), "No mean of accuracies in per cent is above "
                      "100. Did you divide the sum by the number of inner folds?",
                      lambda given: max(given[1], given[3]) > 100),
        Misconception("single scores for means", (10, 87, 10, 87), "Those are single scores. A "
                      "setting is judged by its mean over the four inner folds.",
                      lambda given: given[1] >= 86 or given[3] >= 86),
        Misconception("lowest mean", (100, 80, 100, 80), "Accuracy: higher is better.",
                      lambda given: given[0] == 100),
        Misconception("one winner for both", (1, 82, 1, 81), "Each outer fold chooses for itself, "
                      "from its own table.", lambda given: given[0] == given[2] == 1),
        Misconception("medians", (1, 82, 10, 82.5), "The middle of the four scores is their "
                      "median; the question asks for the mean.",
                      lambda given: abs(given[3] - 82.5) < 0.01),
        Misconception("shares", (1, 0.82, 10, 0.83), "Give the means in per cent, as the tables "
                      "do.", lambda given: max(given[1], given[3]) < 1),
        Misconception("means of columns", (1, 85, 10, 84.33), "That is the mean of a column, one "
                      "inner fold. A setting is a row.",
                      lambda given: min(abs(given[3] - 84.33), abs(given[1] - 85)) < 0.01),
    ),
    hints=("A row is a setting, a column an inner fold. What does each row say on average?",
           "Add the four scores of a row and divide by four; the highest of the three wins.",
           "Table 1: the sums are 328, 325 and 320."),
    solution="inner_tables = (1, 82, 10, 83)",
    way="Take the mean of each row. In table 1 the means are 82, 81.25 and 80, so C = 1 wins; in "
        "table 2 they are 81, 83 and 80, so C = 10 wins.",
    explanation="The two outer folds choose different settings. That is allowed: what is scored "
                "is the procedure that chooses.",
    fallback_hint="Compute the mean of each row, then compare the three.")
