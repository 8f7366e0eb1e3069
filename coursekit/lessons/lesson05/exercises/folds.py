"""Exercise "folds": cut n row numbers at random into k parts of nearly equal size."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import NamedTuple

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, short_repr


def folds(n, k, rng):
    """Return k arrays of row numbers: every row 0 ... n-1 in exactly one of them."""
    return np.array_split(rng.permutation(n), k)


class Drawn(NamedTuple):
    """Results of two calls with one generator, of one with its copy, and of more with the first."""

    first: object
    second: object
    again: object
    more: list

    def __repr__(self):
        return short_repr(self.first)


def _draw_twice(answer: Callable, n: int, k: int, rng: np.random.Generator) -> Drawn | None:
    copy = deepcopy(rng)
    first = answer(n, k, rng)
    if first is None:
        return None
    second, again = answer(n, k, rng), answer(n, k, copy)
    return Drawn(first, second, again, [answer(n, k, rng) for _ in range(40 * _is_large(n, k))])


def _is_large(n: int, k: int) -> bool:
    """Return whether chance makes no blocks of so many rows."""
    return n >= 20 and 2 * k <= n


def _sizes(rng: np.random.Generator) -> Iterator[tuple]:
    for n, k in [(7, 3), (4, 2), (3, 3), (8, 3), (9, 8), (20, 4), (60, 5), (12, 12), (11, 2)]:
        yield n, k, np.random.default_rng(n)
    for n in rng.integers(13, 61, 20):
        yield int(n), int(rng.integers(2, n + 1)), np.random.default_rng(n)


def _rows(result) -> list[list[int]]:
    """Return folds as lists of row numbers; raise an error if they hold anything else."""
    found = [np.array(np.asarray(test).tolist()) for test in result]  # objects, too
    if any(test.ndim != 1 or test.dtype.kind not in "iu" for test in found):
        raise ValueError("not arrays of row numbers")
    return [test.tolist() for test in found]


def _is_partition(case: tuple, rows: list[list[int]]) -> bool:
    return sorted(sum(rows, [])) == list(range(case[0]))


def _together(rows: list[list[int]]) -> set[frozenset[int]]:
    """Return which rows are tested together, ignoring the order of folds and rows."""
    return set(map(frozenset, rows))


def _are_blocks(case: tuple, rows: list[list[int]]) -> bool:
    """Tell whether each fold is a run of neighbouring rows; row 0 follows the last."""
    ends = [sum((row + 1) % case[0] not in test for row in test) for test in rows]
    return _is_partition(case, rows) and max(ends) == 1


def _are_mixed(case: tuple, given: Drawn) -> bool:
    """Tell whether rows share a fold as often as in random folds, to within six sd.

    Counted are all neighbours together, and the pairs 0 and 1, and 0 and the last row, by
    themselves: blocks in which two rows have changed places would pass as a whole.
    """
    n, tries = case[0], len(given.more)
    drawn = [[set(test) for test in _rows(result)] for result in given.more]
    chance = sum(len(test) * (len(test) - 1) for test in drawn[0]) / (n * (n - 1))

    def usual(pairs: list[tuple[int, int]]) -> bool:
        met = sum({a, b} <= test for folds in drawn for test in folds for a, b in pairs)
        wanted = tries * len(pairs) * chance
        return abs(met - wanted) <= 6 * np.sqrt(wanted)
    neighbours = [(row, row + 1) for row in range(n - 1)]
    return usual(neighbours) and usual(neighbours[:1]) and usual([(0, n - 1)])


def _folds_are_right(case: tuple, given: Drawn, right: Drawn) -> bool:
    """Accept a random partition; with 20 rows and no tiny folds it must not repeat or be blocks."""
    n, k, _ = case
    first, second, again = map(_rows, given[:3])
    sizes = [len(test) for test in first]
    return len(given.first) == k and _is_partition(case, first) and max(sizes) - min(sizes) <= 1 \
        and first == again and (not _is_large(n, k) or (
            _together(first) != _together(second) and not _are_blocks(case, first)
            and _are_mixed(case, given)))


def _are_labels(case: tuple, given: Drawn, right: Drawn) -> bool:
    flat = np.asarray(given.first)
    return flat.shape == (case[0],) and set(flat.tolist()) <= set(range(case[1] + 1))


def _are_training_rows(case: tuple, given: Drawn, right: Drawn) -> bool:
    n, k, _ = case
    counts = np.bincount(sum(_rows(given.first), []), minlength=n)
    return k > 2 and set(counts.tolist()) == {k - 1}


FOLDS = CodeExercise(
    key="folds", title="Folds", reference=folds, cases=_sizes, run=_draw_twice,
    accept=_folds_are_right,
    misconceptions=(
        Misconception("consecutive blocks", """
            def folds(n, k, rng):
                return np.array_split(np.arange(n), k)
            """, "Every row is tested once, but neighbouring rows of the file stay together. "
                 "Let `rng` decide which rows share a fold.",
            lambda case, given, right: _are_blocks(case, _rows(given.first))),
        Misconception("a seed of its own", """
            def folds(n, k, rng):
                return np.array_split(np.random.default_rng(0).permutation(n), k)
            """, "Called twice with the same generator, your function returns the same folds. "
                 "Draw from the `rng` that you are given.",
            lambda case, given, right: _is_partition(case, _rows(given.first))
            and _together(_rows(given.first)) == _together(_rows(given.second))),
        Misconception("another generator", """
            def folds(n, k, rng):
                return np.array_split(np.random.default_rng().permutation(n), k)
            """, "With `rng` in the same state, your function returned different folds. Draw "
                 "every random number from `rng`.",
            lambda case, given, right: _is_partition(case, _rows(given.first))
            and _rows(given.first) != _rows(given.again)),
        Misconception("hardly shuffled", None, "Every row is tested once, but in many draws "
                      "neighbouring rows of the file share a fold too often, or too seldom. "
                      "Shuffle all rows.", lambda case, given, right: _is_partition(
                          case, _rows(given.first)) and len(given.first) == case[1]
                      and given.more and not _are_mixed(case, given)),
        Misconception("the remainder is lost", """
            def folds(n, k, rng):
                return list(rng.permutation(n)[:n // k * k].reshape(k, -1))
            """, "Some row is in none of your folds, so it is never tested. What happens to the "
                 "remainder when k does not divide n?",
            lambda case, given, right: case[0] % case[1] > 0 and
            len(set(sum(_rows(given.first), []))) == len(sum(_rows(given.first), []))
            == case[0] - case[0] % case[1]),
        Misconception("training rows", """
            def folds(n, k, rng):
                return [np.setdiff1d(np.arange(n), test)
                        for test in np.array_split(rng.permutation(n), k)]
            """, "These are the training rows: each row appears in all arrays but one. Return the "
                 "rows that are tested.", _are_training_rows),
        Misconception("fold numbers", """
            def folds(n, k, rng):
                return rng.permutation(np.arange(n) % k)
            """, "You return the fold number of each row. Return k arrays instead, each with the "
                 "row numbers of one fold.", _are_labels),
        Misconception("shuffle returns nothing", """
            def folds(n, k, rng):
                return np.array_split(rng.shuffle(np.arange(n)), k)
            """, "`rng.shuffle` shuffles an array in place and returns `None`. Which method of a "
                 "generator *returns* a shuffled copy?",
            lambda case, given, right: given.kind == "TypeError" and "NoneType" in given.told),
        Misconception("each fold drawn anew", """
            def folds(n, k, rng):
                return [rng.choice(n, len(part), replace=False)
                        for part in np.array_split(np.arange(n), k)]
            """, "Some row is in two of your folds, so it would be tested twice. How often do you "
                 "draw?",
            lambda case, given, right: len(set(sum(_rows(given.first), [])))
            < len(sum(_rows(given.first), []))),
        Misconception("walked through once", """
            def folds(n, k, rng):
                yield from np.array_split(rng.permutation(n), k)
            """, "Your function returns a generator, which has no length and can be read only "
                 "once. Return a list of k arrays.",
            lambda case, given, right: not hasattr(given.first, "__len__")),
    ),
    hints=("Suppose all rows stand in random order. How do you get k folds from that?",
           "`rng.permutation(n)` is a random order of the rows. Cut it into k pieces; their sizes "
           "may differ by one.",
           "`np.array_split(order, k)` cuts into k pieces, also when k does not divide n."),
    way="Put the n rows into a random order with `rng.permutation(n)`. Cut that order into k "
        "pieces: every row is in exactly one of them. `np.array_split` makes the first pieces one "
        "row longer where k does not divide n.",
    explanation="From now on, this lesson draws its folds with your function.",
    fallback_hint="Is every row in exactly one of k folds, as a whole number (0, not 0.0)? Do "
                  "the sizes of the folds differ by at most one?")
