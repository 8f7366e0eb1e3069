"""Exercise "out-of-bag": each sample is judged by the trees that have not drawn it."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson06d.exercises.cases import bags
from coursekit.lessons.lesson06d.exercises.vote import same_labels, tied, vote


def out_of_bag(said: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """Return for each sample the label on which the trees vote that had not drawn it.

    ``said`` (B, n) has one row per tree; ``drawn`` (B, n) says whether the tree had drawn the
    sample.

    Examples
    --------
    >>> said = np.array([[0, 2, 1], [0, 2, 1], [1, 0, 1]])
    >>> drawn = np.array([[True, True, False], [True, False, True], [False, True, True]])
    >>> out_of_bag(said, drawn)
    array([1, 2, 1])
    """
    said, out = np.asarray(said), ~np.asarray(drawn, dtype=bool)
    return np.array([vote(said[out[:, i], i:i + 1])[0] for i in range(said.shape[1])])


def _others_tied(case: tuple, given: object, right: np.ndarray) -> bool:
    """Tell whether each label has as many votes of the right trees as the right one."""
    said, out, given = np.asarray(case[0]), ~np.asarray(case[1]), np.asarray(given)
    return given.shape == right.shape and all(
        tied((said[out[:, i], i:i + 1],), given[i:i + 1], right[i:i + 1])
        for i in range(len(right)))


CALL = "vote(said[out[:, i], i:i + 1])[0]"
_wrong = edits()

OUT_OF_BAG = CodeExercise(
    key="out-of-bag", title="Out of the bag", reference=out_of_bag, cases=bags, accept=same_labels,
    misconceptions=(
        _wrong("the trees that know it", "~np", "np",
               "You let those trees vote that *have* drawn the sample. Which ones have not seen "
               "it?"),
        _wrong("all trees", "out[:, i], i:i + 1", ":, i:i + 1",
               "All trees have voted, also those that have learned this sample by heart."),
        _wrong("a label for the others", "said[out[:, i], i:i + 1]", "(said * out)[:, i:i + 1]",
               "The trees that had drawn the sample still vote, for the label 0. They should not "
               "vote at all."),
        _wrong("one label for all", CALL, "vote(said[out][:, None])[0]",
               "Every sample gets the same label. Each has other trees, and another vote."),
        _wrong("the first of the others", CALL, "said[out[:, i], i][0]",
               "That is what the first of the right trees says. Let all of them vote."),
        _wrong("the mean", CALL, "np.round(said[out[:, i], i].mean())",
               "You take a mean. The mean of the labels 0 and 2 is a 1 that no tree predicted. "
               "`vote` counts them."),
        _wrong("ties to the larger", CALL, "max(said[out[:, i], i], "
               "key=lambda label: (np.sum(said[out[:, i], i] == label), label))",
               "You are right unless two labels have equally many votes. In a tie the smallest "
               "label wins, as in `vote`.", _others_tied),
    ),
    hints=("Take one sample, column i. `~drawn[:, i]` tells which trees may vote on it.",
           "`said[~drawn[:, i], i]` is what these trees say. `vote` wants a table with one column: "
           "`said[~drawn[:, i], i:i + 1]`.",
           "Do this for each i and collect the labels, `vote(…)[0]`, in one array."),
    way="For each sample i take the rows of the trees that had not drawn it, `~drawn[:, i]`, and "
        "only column i. Your `vote` turns these labels into one.",
    explanation="For the trees that vote the sample is new. So no sample had to be kept aside.",
    fallback_hint="Take one column of this small case. Which trees may vote on it, and for what?")
