"""Aq: cover a class by the most general conjunctions that exclude all negatives.

Legend: ``S`` selectors (s, n), Boolean; a *seed* is a positive not yet covered, its *star*
the most general conjunctions that cover it and no negative, limited to the best by

    q = m_pos + (n_neg - m_neg),

with ``m_pos`` uncovered positives and ``m_neg`` of the ``n_neg`` negatives covered. A conjunction
is most general if it excludes all negatives, but would not without any one of its conditions.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

Choose = Callable[[np.ndarray], int]


class Extension(NamedTuple):
    """A conjunction of a star, and its coverage."""

    selectors: tuple[int, ...]  # in the order of addition
    m_pos: int
    m_neg: int
    q: int


class StarStep(NamedTuple):
    """One round of a star: a covered negative, all conjunctions that exclude it, and those kept."""

    seed: int
    negative: int
    candidates: tuple[Extension, ...]
    kept: tuple[Extension, ...]  # the best q first


def star(S: np.ndarray, positive: np.ndarray, negative: np.ndarray, seed: int, beam_width: int,
         choose: Choose) -> Iterator[StarStep]:
    """Yield the rounds that grow the star of a seed, until it covers no negative.

    S has shape (s, n); ``positive`` (n,) marks the positives to cover, ``negative`` those to
    exclude; ``choose`` picks one of the covered negatives. After a round no conjunction covers
    that negative, and covers only shrink, so there are at most as many rounds as negatives. A
    negative that satisfies all selectors of the seed raises a ValueError.
    """
    kept, covers = (_extension((), positive, negative, np.ones_like(negative)),), {}
    covers[()] = np.ones_like(negative)
    while (wrong := np.logical_or.reduce([covers[e.selectors] for e in kept]) & negative).any():
        against = choose(np.flatnonzero(wrong))
        tells = np.flatnonzero(S[:, seed] & ~S[:, against])
        if not tells.size:
            raise ValueError(f"the data contradict themselves: sample {against} has another class "
                             f"than sample {seed}, and satisfies every condition that sample "
                             f"{seed} satisfies; no rule can separate them, drop one of them")
        grown = {}
        for old in kept:
            cover = covers[old.selectors]
            ways = [(*old.selectors, int(j)) for j in tells] if cover[against] else [old.selectors]
            grown.update((w, cover & S[w[-1]] if cover[against] else cover) for w in ways)
        candidates = tuple(_extension(w, positive, negative, c) for w, c in grown.items())
        general = _most_general(candidates) if len(kept) > 1 else candidates
        kept = tuple(sorted(general, key=lambda e: (-e.q, len(e.selectors)))[:beam_width])
        covers = grown
        yield StarStep(seed, int(against), candidates, kept)


def _extension(selectors: tuple, positive: np.ndarray, negative: np.ndarray,
               cover: np.ndarray) -> Extension:
    m_pos, m_neg = int((cover & positive).sum()), int((cover & negative).sum())
    return Extension(selectors, m_pos, m_neg, m_pos + int(negative.sum()) - m_neg)


def _most_general(candidates: tuple[Extension, ...]) -> list[Extension]:
    """Return the distinct candidates that contain no other."""
    by_size = sorted({frozenset(e.selectors): e for e in candidates}.items(),
                     key=lambda item: len(item[0]))
    kept: dict[frozenset, Extension] = {}
    for selectors, extension in by_size:
        if not any(other <= selectors for other in kept):
            kept[selectors] = extension
    return list(kept.values())


def cover_class(S: np.ndarray, positive: np.ndarray, beam_width: int = 1,
                choose: Choose | None = None) -> tuple[list[tuple[int, ...]], list[StarStep]]:
    """Return conjunctions that cover all positives and no negative, and the steps.

    S (s, n) and ``positive`` (n,) are Boolean. Each star's best conjunction covers its seed, so
    there are at most as many stars as positives. As a star is limited, a later condition may make
    an earlier one superfluous; such conditions are removed at the end. ``choose`` picks seeds and
    negatives from arrays of sample numbers, by default the first. Every label is explained, even
    noise; samples of two classes that no selector separates raise a ValueError.

    Source: R. S. Michalski (1969), *On the quasi-minimal solution of the general covering problem*.

    >>> S = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [0, 0, 1, 1]], bool)
    >>> cover_class(S, np.array([True, False, True, False]))[0]
    [(1,)]
    """
    choose = choose or (lambda candidates: int(candidates[0]))
    left, rules, steps = positive.copy(), [], []
    while left.any():
        seed = choose(np.flatnonzero(left))
        rounds = list(star(S, left, ~positive, seed, beam_width, choose))
        best = _needed(S, rounds[-1].kept[0].selectors, ~positive) if rounds else ()
        rules.append(best)
        steps += rounds
        left &= ~S[list(best)].all(axis=0)
    return rules, steps


def _needed(S: np.ndarray, selectors: tuple[int, ...], negative: np.ndarray) -> tuple[int, ...]:
    """Return the selectors without those whose negatives the others exclude as well.

    One pass is enough: the fewer are left, the more each of them is needed.
    """
    for j in selectors:
        others = tuple(i for i in selectors if i != j)
        if not (S[list(others)].all(axis=0) & negative).any():
            selectors = others
    return selectors
