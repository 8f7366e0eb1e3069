"""Exercise "vote": the most frequent label of each sample, one row of labels per tree."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edits
from coursekit.lessons.lesson06d.exercises.cases import votes


def vote(said: np.ndarray) -> np.ndarray:
    """Return the most frequent label of each column, the smallest in a tie.

    ``said`` (B, m) has one row per tree and one column per sample; labels of any kind.

    Examples
    --------
    >>> vote([[0, 1, 1], [0, 1, 0], [1, 1, 0]])
    array([0, 1, 0])
    """
    said = np.asarray(said)
    labels = np.unique(said)
    counts = np.array([np.sum(said == label, axis=0) for label in labels])
    return labels[counts.argmax(axis=0)]


def _from_mean(case: tuple, given: object, right: np.ndarray) -> bool:
    """Tell whether labels are a mean of the votes, rounded in some way."""
    mean, given = np.mean(case[0], axis=0), np.asarray(given, dtype=float)
    ways = (mean, np.round(mean), np.floor(mean), np.ceil(mean), np.floor(mean + 0.5), mean > 0.5,
            mean >= 0.5)
    return any(given.shape == way.shape and np.allclose(given, way) for way in ways)


def tied(case: tuple, given: object, right: np.ndarray) -> bool:
    """Tell whether the labels have as many votes as the right ones."""
    said, given = np.asarray(case[0]), np.asarray(given)
    return given.shape == right.shape and np.array_equal(np.sum(said == given, axis=0),
                                                         np.sum(said == right, axis=0))


def same_labels(case: tuple, given: object, right: np.ndarray) -> bool:
    """Tell whether the labels are right, as numbers of any kind."""
    given = np.asarray(given)
    return given.shape == right.shape and bool(np.all(given == right))


ANSWER = "labels[counts.argmax(axis=0)]"
_wrong = edits()

VOTE = CodeExercise(
    key="vote", title="The vote", reference=vote, cases=votes, accept=same_labels,
    misconceptions=(
        _wrong("one label for each tree", "axis=0) for", "axis=1) for",
               "You give one label for each tree. A row is a tree, a column a sample: who votes "
               "on what?"),
        _wrong("one label for all", "np.sum(said == label, axis=0)",
               "np.full(said.shape[1], np.sum(said == label))",
               "Every sample gets the label that is most frequent in the whole table. The trees "
               "vote on each sample by itself."),
        _wrong("places, not labels", ANSWER, "counts.argmax(axis=0)",
               "Those are places in the list of labels. Which label stands there?"),
        _wrong("ties to the last", "np.unique(said)", "np.unique(said)[::-1]",
               "You are right unless two labels have equally many votes. In a tie the "
               "smallest label wins.", tied),
        _wrong("the mean", ANSWER, "np.round(said.mean(axis=0))",
               "You take a mean, or compare one with ½. The mean of the labels 0 and 2 is a 1 "
               "that no tree predicted. Count the votes for each label.", _from_mean),
        _wrong("the median", ANSWER, "np.median(said, axis=0)",
               "A median of labels can be a label that few chose, or none. Count the votes for "
               "each label."),
        Misconception("a table", None, "Your labels are right; they stand in a table. Return them "
                      "in one row: one label for each sample, without a second axis.",
                      recognise=lambda case, given, right: np.ndim(given) == 2
                      and 1 in np.shape(given) and same_labels(case, np.ravel(given), right)),
        _wrong("the first tree", ANSWER, "said[0]",
               "That is what the first tree says. The others have a vote, too."),
    ),
    hints=("Which labels occur? `np.unique(said)` lists them, the smallest first.",
           "For one label c, `np.sum(said == c, axis=0)` counts its votes for every sample.",
           "Put these counts under each other, one row per label, and take the row of the largest "
           "in each column: `argmax(axis=0)` takes the first of equals."),
    way="List the labels in order. Count the votes of each label for each sample, one row per "
        "label. `argmax` along the rows finds the place of the largest count in each column, of "
        "equals the first; the list of labels turns places into labels.",
    explanation="It only counts, so it serves every classifier, whatever its labels mean.",
    fallback_hint="Take one column of this table and count its labels by hand.")
