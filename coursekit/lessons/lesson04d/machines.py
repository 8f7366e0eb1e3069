"""Three classes, linear machines for two, and the answers of four rules.

Legend: ``F`` (m, 3) decision values, one column per class; ``W`` (3, 2), ``b`` (3,) lines of three
machines, f = Wx + b; yes means f > 0.
"""
from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from coursekit.lessons.lesson04d.samples import samples
from coursekit.svm import SVC, OneVsOne, OneVsRest

CELLS = (240, 160)      # of the map: columns, rows
ROOM = 0.08
FLAT = 1e-4             # a weight vector shorter than this is 0 but for rounding
DIGITS = 3              # of a value that the tolerance of the training leaves
RULES = ("first yes", "largest value", "largest distance", "votes of pairs")
SIGNS = "their signs"   # no rule: which machines say yes
NEAR = 8                # the map of the middle is this part of the whole, to each side
PAIRS = tuple(combinations(range(3), 2))


class Lines(NamedTuple):
    """Three linear machines, f = Wx + b."""

    W: np.ndarray
    b: np.ndarray

    def at(self, P: np.ndarray) -> np.ndarray:
        """Return the values at the points P (m, 2), shape (m, 3), as exact as the training is.

        Equal values stay equal so: on another computer, too, no last digit decides.
        """
        return np.round(P @ self.W.T + self.b, DIGITS) + 0.0

    @property
    def lengths(self) -> np.ndarray:
        """‖w‖ of each machine, shape (3,)."""
        return np.linalg.norm(self.W, axis=1)


def _lines(model: OneVsRest | OneVsOne) -> Lines:
    W = np.vstack([m.coef_ for m in model.estimators_])
    W[np.linalg.norm(W, axis=1) < FLAT] = 0
    return Lines(W, model.intercept_)


class Machines:
    """Samples of one of the names in `PLANES`, the cells of their map, and machines at one C.

    The machines of a rule are fitted when they are asked for: most rules need no pairs. The map is
    whole, or only where each class has one vote.
    """

    def __init__(self, data: str, C: float, near: bool = False):
        self.X, y = samples(data)
        self.names, self.codes = np.unique(y, return_inverse=True)
        self._y, self._machine, self._whole = y, SVC(C=C, kernel="linear", tol=1e-4), None
        low, high = self.X.min(axis=0), self.X.max(axis=0)
        room = ROOM * (high - low)
        self.whole = self.low, self.high = low - room, high + room
        if near:
            self._whole = machines(data, C)
            middle, half = self._whole.tie(), (self.high - self.low) / NEAR
            self.low, self.high = middle - half, middle + half
        self.sides = [np.linspace(self.low[k], self.high[k], CELLS[k]) for k in (0, 1)]
        self.grid = np.column_stack([g.ravel() for g in np.meshgrid(*self.sides)])

    @cached_property
    def rest(self) -> Lines:
        """One machine per class, against the rest."""
        return self._whole.rest if self._whole else \
            _lines(OneVsRest(self._machine).fit(self.X, self._y))

    @cached_property
    def pairs(self) -> Lines:
        """One machine per pair of `PAIRS`; yes is the second class of the pair."""
        return self._whole.pairs if self._whole else \
            _lines(OneVsOne(self._machine).fit(self.X, self._y))

    def place(self, u: float, v: float) -> np.ndarray:
        """Return the point of two shares of the whole map, from the left and from below."""
        low, high = self.whole
        return low + np.array([u, v]) * (high - low)

    def tie(self) -> np.ndarray:
        """Return the middle of where each class has one vote, or that of the map."""
        tied = self.grid[np.ptp(self.votes(self.grid)[0], axis=1) == 0]
        return tied.mean(axis=0) if len(tied) else (self.low + self.high) / 2

    def votes(self, P: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the votes and the sums of the values for each class at P, both (m, 3)."""
        votes, sums = np.zeros((len(P), 3), int), np.zeros((len(P), 3))
        for (no, yes), f in zip(PAIRS, self.pairs.at(P).T, strict=True):
            votes[:, yes] += f > 0
            votes[:, no] += f <= 0
            sums[:, yes] += f
            sums[:, no] -= f
        return votes, sums

    def heights(self, rule: str, P: np.ndarray) -> np.ndarray:
        """Return what a rule compares at P, shape (m, 3); a machine with w = 0 has no distance."""
        if rule == "votes of pairs":
            return self.votes(P)[0].astype(float)
        F = self.rest.at(P)
        if rule != "largest distance":
            return F
        lengths = self.rest.lengths
        return np.where(lengths > 0, F / np.where(lengths > 0, lengths, 1), np.nan)

    def answers(self, rule: str, P: np.ndarray) -> np.ndarray:
        """Return the number of the class of each point, −1 where the rule has no answer.

        Examples
        --------
        >>> machines("row of three", 10.0).answers("first yes", np.array([[-2.5, 0.0], [0, 0]]))
        array([ 0, -1])
        """
        if rule == "votes of pairs":
            votes, sums = self.votes(P)
            return (votes + sums / (3 * (np.abs(sums) + 1))).argmax(axis=1)
        F = self.heights(rule, P)
        if rule == SIGNS:
            return np.where((F > 0).sum(axis=1) == 1, F.argmax(axis=1), -1)
        if rule == "first yes":
            return np.where((F > 0).any(axis=1), (F > 0).argmax(axis=1), -1)
        return np.full(len(P), -1) if np.isnan(F).any() else F.argmax(axis=1)


@lru_cache(maxsize=64)
def machines(data: str, C: float, near: bool = False) -> Machines:
    """Return the machines of one of the names in `PLANES` at one penalty."""
    return Machines(data, C, near)


class Regions(NamedTuple):
    """What a rule makes of the map and of the samples."""

    answers: np.ndarray     # of the cells, (rows, columns)
    yeses: np.ndarray       # machines that say yes, (rows, columns); for votes 1, but 0 at a tie
    given: np.ndarray       # answers for the samples, (n,)
    right: int
    without: int            # samples without a yes; for votes, with one vote for each class
    several: int            # samples with two yeses or three


@lru_cache(maxsize=64)
def regions(data: str, C: float, rule: str, near: bool = False) -> Regions:
    """Return what a rule makes of the plane and of the samples."""
    found = machines(data, C, near)
    drawn, given = (found.answers(rule, P) for P in (found.grid, found.X))
    if rule == "votes of pairs":
        there, here = (np.where(np.ptp(found.votes(P)[0], axis=1) == 0, 0, 1)
                       for P in (found.grid, found.X))
    else:
        there, here = ((found.rest.at(P) > 0).sum(axis=1) for P in (found.grid, found.X))
    shape = CELLS[::-1]
    return Regions(drawn.reshape(shape), there.reshape(shape), given,
                   int(np.sum(given == found.codes)), int(np.sum(here == 0)),
                   int(np.sum(here > 1)))
