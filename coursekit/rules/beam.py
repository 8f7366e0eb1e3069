"""The search for one rule in a beam, as CN2 does it.

Start with the empty conjunction. In each round specialise every conjunction of the beam by every
selector, keep the best few as the next beam, and remember the best of all that pass a test. The
page of lesson 07 does the same with a loop; here all candidates of a round are counted at once.

Legend: ``S`` selectors (s, n) and ``Y`` classes (c, n), Boolean; ``m`` covered samples, ``m_k`` of
class k; ``H`` the entropy of the covered classes in bits; ``G`` twice the log-likelihood ratio
against the reference, see `g_statistic`.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import numpy as np
from scipy.special import chdtri

from coursekit.rules.measures import g_statistic, wilks_p_value
from coursekit.rules.table import Selectors
from coursekit.tree.criteria import entropy

# A p-value this much above alpha, relatively, still counts as equal to it: both are rounded.
P_TOLERANCE = 1e-8
# What is equal must tie: impurities and G are rounded to so many decimals.
DECIMALS = 9

Beam = dict[tuple[int, ...], np.ndarray]    # from conjunctions to covers, (n,) Boolean


class Candidate(NamedTuple):
    """A conjunction that was looked at, and what it covers."""

    selectors: tuple[int, ...]  # their numbers, increasing
    counts: tuple[int, ...]  # covered samples of each class
    impurity: float  # H, or 1 minus the Laplace estimate of the target class
    G: float


class BeamStep(NamedTuple):
    """One round of a search: how many candidates were scored, which stay, which is best so far."""

    line: int  # of the list that is sought
    depth: int  # selectors in each candidate
    evaluated: int
    beam: tuple[Candidate, ...]
    best: Candidate | None


# --- what a good conjunction is ------------------------------------------------------------------


class AnyClass(NamedTuple):
    """The goal of a line in a list: one class should dominate, whichever."""

    def impurity(self, counts: np.ndarray) -> np.ndarray:
        """Return H of counts (..., c)."""
        return np.round(entropy(counts), DECIMALS)

    def admits(self, counts: np.ndarray) -> np.ndarray:
        """Return whether a conjunction may become a line, by counts (..., c): here each may."""
        return np.ones(counts.shape[:-1], dtype=bool)


class OneClass(NamedTuple):
    """The goal of a rule in a set: one class should dominate, the target."""

    target: int
    share: float  # of the target class among all samples

    def impurity(self, counts: np.ndarray) -> np.ndarray:
        """Return 1 minus Laplace's estimate (m_k + 1) / (m + c) of counts (..., c)."""
        m, c = counts.sum(axis=-1), counts.shape[-1]
        return np.round(1 - (counts[..., self.target] + 1) / (m + c), DECIMALS)

    def admits(self, counts: np.ndarray) -> np.ndarray:
        """Return whether the target has a larger share of counts (..., c) than of all samples.

        So every rule covers some of the target's samples, and removing them comes to an end.
        """
        return counts[..., self.target] > self.share * counts.sum(axis=-1)


class Significance(NamedTuple):
    """The test of a conjunction: its G has a p-value of at most alpha."""

    alpha: float
    reference: np.ndarray  # (c,) samples of each class that it is compared with
    degrees: int  # of freedom

    @property
    def critical(self) -> float:
        """The smallest G that passes."""
        level = min(1.0, self.alpha * (1 + P_TOLERANCE))
        return chdtri(self.degrees, level) if self.degrees > 0 else np.inf

    def statistic(self, counts: np.ndarray) -> np.ndarray:
        """Return G of counts (..., c)."""
        return np.round(g_statistic(counts, self.reference), DECIMALS)

    def p_value(self, G: float) -> float:
        """Return the p-value of a G."""
        return wilks_p_value(G, self.degrees)


# --- the search ----------------------------------------------------------------------------------


class BeamSearch(NamedTuple):
    """A search for the best conjunction: of which selectors, for which goal, by which test."""

    selectors: Selectors
    goal: AnyClass | OneClass
    test: Significance
    width: int = 5  # of the beam
    distinct_covers: bool = False  # one place of the beam for each cover, not each conjunction

    def rounds(self, alive: np.ndarray, Y: np.ndarray, line: int = 0) -> Iterator[BeamStep]:
        """Yield the rounds of the search among the samples that are alive, (n,) Boolean.

        There are none if those samples are of one class.
        """
        S, Y = self.selectors.S[:, alive], Y[:, alive]
        if np.count_nonzero(Y.any(axis=1)) < 2:
            return
        beam: Beam = {(): np.ones(S.shape[1], dtype=bool)}
        best, most_mixed = None, self.goal.impurity(Y.sum(axis=1))
        for depth in count(1):
            found = specialise(beam, S, Y, self.goal, self.test)
            passes = (found.G >= self.test.critical) & (found.impurity <= most_mixed) \
                & self.goal.admits(found.counts)
            best = self._best(found, np.flatnonzero(passes), best)
            beam, kept = self._next_beam(found, beam, S)
            yield BeamStep(line, depth, len(found.G), kept, best)
            # What is pure stays pure with less cover, so nothing better can follow.
            if all(sum(one.counts) == max(one.counts) for one in kept):
                return

    def _best(self, found: Specialised, passing: np.ndarray,
              best: Candidate | None) -> Candidate | None:
        """Return the purest candidate, of equally pure ones that of the largest G.

        The best of earlier rounds, which has fewer conditions, stays if the new ones only equal it.
        """
        if not passing.size:
            return best
        purest = passing[found.impurity[passing] == found.impurity[passing].min()]
        equal = purest[found.G[purest] == found.G[purest].max()]
        if best and (best.impurity, -best.G) <= (found.impurity[equal[0]], -found.G[equal[0]]):
            return best
        return middle_of_the_last([found.candidate(i) for i in equal], self.selectors)

    def _next_beam(self, found: Specialised, beam: Beam,
                   S: np.ndarray) -> tuple[Beam, tuple[Candidate, ...]]:
        """Return the best candidates and their covers, each conjunction or cover only once."""
        kept, covers, seen = [], {}, set()
        for i in np.lexsort((-found.G, found.impurity)):
            conjunction, cover = found.conjunction(i), found.cover(i, beam, S)
            key = cover.tobytes() if self.distinct_covers else conjunction
            if key not in seen:
                seen.add(key)
                kept.append(found.candidate(i))
                covers[conjunction] = cover
            if len(kept) == self.width:
                break
        return covers, tuple(kept)


class Specialised(NamedTuple):
    """The candidates of a round, one entry each; the few that matter are made `Candidate`."""

    parents: list[tuple[int, ...]]  # the conjunctions of the beam
    parent: np.ndarray  # number of the one that was specialised
    added: np.ndarray  # number of the selector that was added
    counts: np.ndarray  # (candidates, c)
    impurity: np.ndarray
    G: np.ndarray

    def conjunction(self, i: int) -> tuple[int, ...]:
        """Return the numbers of its selectors, increasing."""
        return tuple(sorted((*self.parents[self.parent[i]], int(self.added[i]))))

    def cover(self, i: int, beam: Beam, S: np.ndarray) -> np.ndarray:
        """Return which samples it covers, (n,) Boolean."""
        return beam[self.parents[self.parent[i]]] & S[self.added[i]]

    def candidate(self, i: int) -> Candidate:
        """Return the candidate itself."""
        return Candidate(self.conjunction(i), tuple(self.counts[i].astype(int).tolist()),
                         float(self.impurity[i]), float(self.G[i]))


def specialise(beam: Beam, S: np.ndarray, Y: np.ndarray, goal: AnyClass | OneClass,
               test: Significance) -> Specialised:
    """Add every selector to every conjunction of the beam, and score what covers less than before.

    A conjunction of two members of the beam comes up once for each of them.
    """
    covers = np.array(list(beam.values()))
    b, (c, n) = len(covers), Y.shape
    # counts[i, k, j]: samples of class k that conjunction i and selector j cover, in one product
    inside = (covers[:, None, :] & Y).reshape(b * c, n)
    counts = (inside.astype(np.float32) @ S.T.astype(np.float32)).reshape(b, c, -1)
    m = counts.sum(axis=1)
    parent, added = np.nonzero((m > 0) & (m < covers.sum(axis=1)[:, None]))
    counts = counts[parent, :, added].astype(float)
    return Specialised(list(beam), parent, added, counts, goal.impurity(counts),
                       test.statistic(counts))


def middle_of_the_last(equal: list[Candidate], selectors: Selectors) -> Candidate:
    """Return one of several equally good candidates, the one that Borgelt's printed lists have.

    It asks about the last features of the table. If several ask about the same features, and differ
    in thresholds or levels alone, it is the middle one of them.
    """
    def questions(one: Candidate) -> list[tuple[int, str]]:
        return sorted(((int(selectors.feature[j]), selectors.conditions[j].op)
                       for j in one.selectors), reverse=True)

    last = max(map(questions, equal))
    alike = sorted(one for one in equal if questions(one) == last)
    return alike[len(alike) // 2]
