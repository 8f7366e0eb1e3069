"""Exercise "cv-score": the cross-validated score of one setting."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.spatial.distance import cdist

from coursekit.exercise import CodeExercise, Failure, Misconception, edit


def cv_score(learn, setting, X, y, splits):
    """Return the proportion of samples that are answered correctly while their fold is tested."""
    right = 0
    for test in splits:
        train = np.setdiff1d(np.arange(len(y)), test)
        predict = learn(setting, X[train], y[train])
        right += int(np.sum(predict(X[test]) == y[test]))
    return right / len(y)


def majority(setting, X, y):
    """Learn to give the more frequent label; on a tie, 0."""
    return lambda new: np.full(len(new), int(y.mean() > 0.5))


def neighbours(count, X, y):
    """Learn the vote of the nearest samples."""
    def predict(new):
        nearest = np.argsort(cdist(new, X), axis=1, kind="stable")[:, :count]
        return (y[nearest].mean(axis=1) > 0.5).astype(int)
    return predict


def _tables(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (learn, setting, X, y, splits): the table by hand, then votes; folds of any size."""
    by_hand = np.array([1, 1, 1, 1, 0, 0, 1, 0, 0])
    yield majority, None, np.zeros((9, 1)), by_hand, np.array_split(np.arange(9), 3)
    yield majority, None, np.zeros((4, 1)), np.array([0, 1, 0, 1]), np.array_split(np.arange(4), 4)
    yield (majority, None, np.zeros((5, 1)), np.array([1, 1, 1, 0, 0]),
           [np.array([0, 1]), np.array([2, 3]), np.array([4])])        # folds of unequal size
    for n, k, count, columns in [(6, 3, 1, 1), (7, 3, 1, 2), (10, 5, 3, 2), (11, 4, 5, 1)] * 6:
        x = rng.random((n, columns))
        y = ((x[:, 0] > 0.5) ^ (rng.random(n) < 0.2)).astype(int)
        yield neighbours, count, x, y, np.array_split(rng.permutation(n), k)


FIRST_FOLD_ONLY = """
    def cv_score(learn, setting, X, y, splits):
        train = np.setdiff1d(np.arange(len(y)), splits[0])
        predict, right = learn(setting, X[train], y[train]), 0
        for test in splits:
            right += int(np.sum(predict(X[test]) == y[test]))
        return right / len(y)
    """
MEAN_OF_FOLDS = """
def cv_score(learn, setting, X, y, splits):
    scores = []
    for test in splits:
        train = np.setdiff1d(np.arange(len(y)), test)
        predict = learn(setting, X[train], y[train])
        scores.append(np.mean(predict(X[test]) == y[test]))
    return np.mean(scores)
"""

CV_SCORE = CodeExercise(
    key="cv-score", title="The cross-validated score", reference=cv_score, cases=_tables,
    misconceptions=(
        Misconception("learns from all", edit(("np.setdiff1d(np.arange(len(y)), test)",
                                               "np.arange(len(y))")),
                      "Your rule has learned from all samples, those of the test fold included. "
                      "Which rows may it see?"),
        Misconception("exchanged", edit(("learn(setting, X[train], y[train])",
                                         "learn(setting, X[test], y[test])"),
                                        ("predict(X[test]) == y[test]",
                                         "predict(X[train]) == y[train]")),
                      "You learn from the fold and test on all the others. The arrays in `splits` "
                      "hold the rows that are *tested*."),
        Misconception("tested on the training rows", edit(
            ("predict(X[test]) == y[test]", "predict(X[train]) == y[train]")),
                      "You test the rule on the rows that it has learned from. That also "
                      "measures its memory."),
        Misconception("learned once", FIRST_FOLD_ONLY,
                      "One rule answers for all folds, and it has learned from most of them. "
                      "Learn anew in each round."),
        Misconception("one round", edit(("    return right", "        return right")),
                      "Your function returns after the first fold. Is `return` inside the loop?"),
        Misconception("mean over unequal folds", MEAN_OF_FOLDS,
                      "You take the mean of the accuracies of the folds. Where the folds have "
                      "unequal sizes, samples of a small fold then count more than others. CV is "
                      "the proportion over all samples."),
        Misconception("one number for each fold",
                      edit(("np.mean(scores)", "scores"), of=MEAN_OF_FOLDS),
                      "You return one accuracy per fold. Return one number for all samples."),
        Misconception("a count", edit(("right / len(y)", "right")),
                      "You return the number of correct answers. The proportion is asked for."),
        Misconception("rounded", edit(("right / len(y)", "round(right / len(y), 3)")),
                      "Your result is rounded. Return the proportion as it is.",
                      lambda case, given, right: abs(given - right) <= 0.005),
        Misconception("axis forgotten", edit(
            ("learn(setting, X[train], y[train])",
             "learn(setting, np.delete(X, test), np.delete(y, test))")),
                      "The features that you hand to `learn` are no table any more. "
                      "`np.delete(X, test)` makes one long row of X first; with `axis=0` it "
                      "deletes rows.", lambda case, given, right: isinstance(given, Failure)
                      and "2-dimensional" in given.told),
    ),
    hints=("In each round, one array of `splits` is tested. Which rows teach the rule?",
           "`train = np.setdiff1d(np.arange(len(y)), test)` holds all other rows. "
           "`predict = learn(setting, X[train], y[train])` has seen nothing of the fold.",
           "Add up `np.sum(predict(X[test]) == y[test])` over the rounds, and divide once, at the "
           "end."),
    way="Start a counter at 0. For each array of test rows, let `learn` see the features and "
        "labels of all other rows, ask the rule about the test rows, and add the number of "
        "correct answers to the counter. At the end divide it by the number of samples.",
    explanation="The next sections score the majority, and sixteen numbers of voters, with your "
                "function.",
    fallback_hint="Follow one fold: which rows teach the rule, which rows is it asked about, and "
                  "what is counted?")
