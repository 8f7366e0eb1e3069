"""Exercise "count-votes": from the values of the machines of pairs to votes for each class."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from coursekit.exercise import CodeExercise, edits


def count_votes(duels, pairs, c):
    """Return the votes for each of c classes: where a value is not positive, the second's."""
    votes = np.zeros((len(duels), c), int)
    for column, (k, m) in zip(np.transpose(duels), pairs, strict=True):
        votes[np.arange(len(duels)), np.where(column > 0, k, m)] += 1
    return votes


def _duels(rng: np.random.Generator) -> Iterator[tuple]:
    three = [(0, 1), (0, 2), (1, 2)]
    yield np.array([[0.2, -0.1, 0.3]]), three, 3
    yield np.array([[0.2, 0.1, 0.3], [-0.2, 0.1, -3.0]]), three, 3
    yield np.array([[0.0, 1.0, 0.0]]), three, 3             # at 0 the second class
    yield np.array([[1.5], [-0.5]]), [(1, 0)], 2            # the larger number first
    yield np.array([[0.4, -0.4]]), [(3, 1), (3, 4)], 6      # some pairs, and classes without one
    for _ in range(30):
        c, n = int(rng.integers(2, 7)), int(rng.integers(1, 8))
        pairs = [pair[::rng.choice([-1, 1])] for pair in combinations(range(c), 2)]
        pairs = [pairs[k] for k in rng.permutation(len(pairs))]
        yield rng.normal(size=(n, len(pairs))).round(1) * rng.choice([1, 10]), pairs, c


def _votes(case: tuple, given, right: np.ndarray) -> bool:
    """Accept the right numbers in any table of this shape."""
    given = np.asarray(given)
    return given.dtype.kind in "iuf" and given.shape == right.shape and (given == right).all()


ADD = "votes[np.arange(len(duels)), np.where(column > 0, k, m)] += 1"
_wrong = edits()

VOTES = CodeExercise(
    key="count-votes", title="Count the votes", reference=count_votes, cases=_duels, accept=_votes,
    misconceptions=(
        _wrong("sign", "column > 0, k, m", "column > 0, m, k",
               "A positive value is a vote for the *first* class of its pair."),
        _wrong("zero for the first", "column > 0", "column >= 0",
               "Right but for values of 0. For whom is such a vote?",
               lambda case, given, right: (case[0] == 0).any()
               and np.shape(given) == right.shape and np.sum(given) == right.sum()),
        _wrong("zero to both", ADD,
               "votes[:, k] += column >= 0\n        votes[:, m] += column <= 0",
               "At a value of 0 both classes get your vote. Each machine has one."),
        _wrong("the winners' votes only", ADD, "votes[:, k] += column > 0",
               "You count the votes for the first class of each pair. And where the value is not "
               "positive?"),
        _wrong("sums of values", ADD,
               "votes = votes + 0.0\n        votes[:, k] += column\n        votes[:, m] -= column",
               "You add up values. A vote counts 1, however large the value is."),
        _wrong("the pair's number", "column > 0, k, m", "column > 0, 0, 1",
               "All your votes go to class 0 or 1. Which two classes does this column compare?"),
        _wrong("one vote at most", "+= 1", "= 1",
               "No class gets more than one vote from you. Do you add, or overwrite?"),
        _wrong("who wins", "return votes", "return votes.argmax(axis=1)",
               "You return the class with the most votes. Return the votes themselves, one "
               "column per class."),
        _wrong("all rows together", "return votes", "return votes.sum(axis=0)",
               "You add up the votes of all rows. Each row is a sample with votes of its own."),
        _wrong("classes seen", "return votes", "return votes[:, np.unique(pairs)]",
               "A class that stands in no pair has a column as well, with 0 votes: shape (n, c).",
               lambda case, given, right: np.shape(given)[1:] != right.shape[1:]
               and np.ndim(given) == 2),
    ),
    hints=("Begin with zeros, one row per sample and one column per class.",
           "Go through the columns of `duels` together with `pairs`. Each column gives every "
           "sample one vote.",
           "`np.where(column > 0, k, m)` is the class that each sample's vote is for."),
    way="Take column by column: where the value is positive, class k gets a vote more in this "
        "row, and else class m. After all columns each row sums to the number of pairs.",
    explanation="Each machine has one vote, and its size does not count.",
    fallback_hint="Take one row. For whom does each of its columns vote?")
