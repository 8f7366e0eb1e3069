"""Select the rules of a class by description length: three search methods.

Legend: ``r`` rules, a set is a Boolean array (r,); ``L`` its length in bits, ``T`` temperature.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from coursekit.checks import require_between
from coursekit.rules.description import description_length

Length = Callable[[np.ndarray], float]
#: Up to this many rules all sets are searched.
MAX_RULES_EXHAUSTIVE = 10


class Coded(NamedTuple):
    """The rules of one class with what their length needs: covers, classes and bits."""

    covers: np.ndarray  # (r, n)
    positive: np.ndarray  # (n,)
    bits: tuple[tuple[float, ...], ...]  # of the conditions of each rule
    w: float = 0.5
    exceptions: str = "1993"

    def counts(self, chosen: np.ndarray) -> tuple[int, int, int]:
        """Return the numbers of covered samples, false positives and false negatives of a set."""
        cover = self.covers[chosen].any(axis=0)
        return (int(cover.sum()), int((cover & ~self.positive).sum()),
                int((~cover & self.positive).sum()))

    def length(self, chosen: np.ndarray) -> float:
        """Return the description length of a set."""
        chosen = np.asarray(chosen, dtype=bool)
        return description_length([self.bits[j] for j in np.flatnonzero(chosen)],
                                  self.covers.shape[1], *self.counts(chosen), w=self.w,
                                  exceptions=self.exceptions)


class Flip(NamedTuple):
    """One step of annealing: a rule added or removed, and whether that was accepted."""

    temperature: float
    rule: int
    length: float  # of the proposed set
    accepted: bool
    current: float  # length after the step
    best: float  # smallest length so far


def all_lengths(length: Length, r: int) -> np.ndarray:
    """Return L of all 2^r sets; the bits of an index say which rules are in the set.

    >>> all_lengths(lambda chosen: float(chosen.sum()), 2)
    array([0., 1., 1., 2.])
    """
    return np.array([length(_members(code, r)) for code in range(2 ** r)])


def _members(code: int, r: int) -> np.ndarray:
    return np.array([code >> j & 1 for j in range(r)], dtype=bool)


def choose_exhaustively(length: Length, r: int) -> np.ndarray:
    """Return the set of smallest length, in a tie the one with fewest rules."""
    sizes = np.array([code.bit_count() for code in range(2 ** r)])
    return _members(int(np.lexsort((sizes, all_lengths(length, r).round(9)))[0]), r)


def choose_greedily(length: Length, r: int, start: Sequence[bool] | None = None) -> np.ndarray:
    """Return the end of steepest descent: flip the best rule as long as that shortens.

    By default it starts from all rules. L falls in every step, so it ends.
    """
    chosen = np.ones(r, dtype=bool) if start is None else np.array(start, dtype=bool)
    now = length(chosen)
    while r:
        lengths = [length(chosen ^ (np.arange(r) == j)) for j in range(r)]
        best = int(np.argmin(lengths))
        if lengths[best] >= now - 1e-9:
            break
        chosen[best], now = not chosen[best], lengths[best]
    return chosen


def anneal(length: Length, r: int, temperatures: Sequence[float], rng: np.random.Generator,
           start: Sequence[bool] | None = None) -> tuple[np.ndarray, list[Flip]]:
    """Return the best set visited by simulated annealing (start included), and all steps.

    At each temperature T one of the r rules is drawn and flipped; the new set is accepted with
    probability min(1, exp(-ΔL / T)) (Metropolis). At T = 0 longer sets are never accepted.

    Source: S. Kirkpatrick, C. Gelatt, M. Vecchi (1983), *Optimization by simulated annealing*.

    >>> best, steps = anneal(lambda chosen: -float(chosen.sum()), 3, [1.0] * 50,
    ...                      np.random.default_rng(0))
    >>> best.tolist(), steps[-1].best
    ([True, True, True], -3.0)
    """
    chosen = np.zeros(r, dtype=bool) if start is None else np.array(start, dtype=bool)
    best, now, steps = chosen.copy(), length(chosen), []
    least = now
    for T in temperatures if r else ():
        T = require_between("temperatures", T, 0, np.inf)
        j = int(rng.integers(r))
        proposed = chosen ^ (np.arange(r) == j)
        L = length(proposed)
        # An exponential variable exceeds ΔL / T with probability exp(-ΔL / T).
        accepted = L - now <= T * rng.exponential()
        if accepted:
            chosen, now = proposed, L
        if now < least:
            best, least = chosen.copy(), now
        steps.append(Flip(T, j, L, accepted, now, least))
    return best, steps
