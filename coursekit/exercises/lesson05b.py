"""The exercises of lesson 05b: two loops, what may be quoted, and tables by hand."""
from __future__ import annotations

import numpy as np

from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters, Numbers
from coursekit.exercises.lesson05b_loops import NESTED


TABLES = Exercise(
    key="inner-tables", title="Two tables by hand", variable="inner_tables",
    parse=Numbers(("winner of table 1", "its mean", "winner of table 2", "its mean in table 2")),
    reference=lambda: (1, 82, 10, 83), tolerance=0.05,
    misconceptions=(
        Misconception("table 2 first", (10, 83, 1, 82), "In table 1 no setting has that mean. "
                      "Which table is asked first?",
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
        Misconception("one winner for both", (1, 82, 1, 81), "Each outer fold chooses anew, from "
                      "its own table.", lambda given: given[0] == given[2] == 1),
        Misconception("medians", (1, 82, 10, 82.5), "The middle of the four scores is their "
                      "median; asked is the mean.", lambda given: abs(given[3] - 82.5) < 0.01),
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
                      "standard error of the mean of independent scores: another question, and "
                      "these share training rows.",
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
                      "Asked are the fits behind the five scores.",
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
    explanation="By the formula of section 3 these five scores give the interval 79.1 to 84.9 for "
                "the mean.",
    fallback_hint="Which of the three numbers can you check by hand once more?")

QUOTABLE = Exercise(
    key="quotable", title="Which number may be quoted?", variable="quotable",
    parse=Letters("abcde"), reference=lambda: {"d"},
    misconceptions=(
        Misconception("everything", set("abcde"), "Ask of each number: have its test samples "
                      "helped to learn, or to choose what is quoted?",
                      lambda given: len(given) == 5),
        Misconception("training score", {"a", "d"}, "**a** was measured on samples that taught "
                      "the machine: it measures memory, too.", lambda given: "a" in given),
        Misconception("best score", {"b"}, "**b** is a cross-validated score, but the highest of "
                      "many: its samples have chosen the setting.", lambda given: "b" in given),
        Misconception("best outer fold", {"c", "d"}, "**c** was chosen among five because it is "
                      "the highest.", lambda given: "c" in given),
        Misconception("better of two", {"d", "e"}, "**e** was chosen among two procedures by this "
                      "very number: the winner's curse once more, if a smaller one.",
                      lambda given: "e" in given),
    ),
    hints=("For each number: were its test samples used for anything before?",
           "Choosing is a use. Whatever was chosen because its score is high, is too high on "
           "average.",
           "One number is left whose samples neither taught nor chose."),
    solution='quotable = {"d"}',
    way="Training samples taught the machine of a; the samples of b chose the setting, those of c "
        "the fold, those of e the procedure. Only in d is nothing chosen by the score that is "
        "quoted.",
    explanation="Quoted as: the expected accuracy of the whole procedure, on samples of the size "
                "of an outer training part.",
    fallback_hint="Which of them were chosen because they are high?")

EXERCISES = (NESTED, QUOTABLE, TABLES, SUMMARY)
