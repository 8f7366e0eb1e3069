"""What the exercises of sitting 07 say to answers that learners gave, right and wrong."""
from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from coursekit.exercises.lesson07 import g_statistic, specialise
from coursekit.exercise.registry import find


def one_a_cover(beam, S):
    found = {}
    for conjunction, cover in specialise(beam, S).items():
        found.setdefault(cover.tobytes(), (conjunction, cover))
    return dict(found.values())


def p_value(first=lambda y, rng: y, other=lambda y, rng: rng.permutation(y),
            reaches=lambda T, T_0: T >= T_0):
    """Return a search p-value with one of its parts exchanged."""
    def search_p_value(search, y, B, rng):
        T_0 = search(first(y, rng))
        return (1 + sum(reaches(search(other(y, rng)), T_0) for _ in range(B))) / (B + 1)
    return search_p_value


@pytest.mark.parametrize("key, answer, cause", [
    ("specialise", one_a_cover, "one a cover"),
    ("specialise",
     lambda beam, S: {c | {j}: S[j] for c in beam for j in range(len(S)) if j not in c},
     "covers not joined"),
    ("specialise", lambda beam, S: {c | {j}: S[j] for c in beam for j in range(len(S))
                                    if 0 < S[j].sum() < beam[c].sum()}, "covers not joined"),
    ("g-statistic", lambda m, n: g_statistic(m, n) / len(m), "mean for the sum"),
    ("g-statistic", lambda m, n: g_statistic(m, n) / max(np.count_nonzero(m), 1),
     "mean for the sum"),
    ("specialise", lambda beam, S: {c: 1 * v for c, v in specialise(beam, S).items()},
     "no Boolean arrays"),
    ("specialise", lambda beam, S: {c: v.tolist() for c, v in specialise(beam, S).items()},
     "no Boolean arrays"),
    ("specialise", lambda beam, S: {c: v for c, v in specialise(beam, S).items() if not any(
        p < c and parent.sum() == v.sum() for p, parent in beam.items())}, "one of two parents"),
    ("specialise", lambda beam, S: {frozenset({j}): row for j, row in enumerate(S)
                                    if row.any() and not row.all()}, "beam ignored"),
    ("g-statistic", lambda m, r: min(g_statistic(m, r), 1e6), "finite"),
    ("g-statistic", lambda m, r: round(g_statistic(m, r), 3), "rounded"),
    ("g-statistic", lambda m, r: g_statistic(m, r) / 2, "factor 2 forgotten"),
    ("search-p-value", p_value(other=lambda y, rng: np.roll(y, rng.integers(len(y)))),
     "turned as a circle"),
    ("search-p-value", p_value(first=lambda y, rng: sorted(y)), "other labels first"),
    ("search-p-value", p_value(first=lambda y, rng: rng.permutation(y)), "a shuffle first"),
    ("search-p-value", p_value(reaches=lambda T, T_0: abs(T) >= abs(T_0)), "sizes compared"),
    ("search-p-value", p_value(reaches=lambda T, T_0: T <= T_0), "at most"),
    ("search-p-value", p_value(reaches=lambda T, T_0: T == T_0), "equal only"),
])
def test_a_mistake_is_told_by_its_cause(key, answer, cause):
    assert find(key).judge(answer).matched == cause


def from_the_selectors(beam, S):
    """Compute each cover anew from its conjunction."""
    found = {}
    for conjunction in beam:
        for j in set(range(len(S))) - conjunction:
            cover = S[[*conjunction, j]].all(axis=0)
            if 0 < cover.sum() < S[[*conjunction]].all(axis=0).sum():
                found[conjunction | {np.int64(j)}] = cover
    return found


def late(search, y, B, rng):
    values = np.array([search(rng.permutation(y)) for _ in range(B)])
    return np.float32((1 + np.sum(values >= search(y))) / (B + 1))


def fraction(search, y, B, rng):
    T_0 = search(y)
    return Fraction(int(1 + sum(search(rng.permutation(y)) >= T_0 for _ in range(B))), B + 1)


@pytest.mark.parametrize("key, answer", [
    ("search-p-value", late), ("search-p-value", p_value()), ("search-p-value", fraction),
    ("g-statistic", lambda m, r: np.float64(round(g_statistic(m, r), 6))),
    ("specialise", from_the_selectors),
    ("specialise", lambda beam, S: dict(reversed(specialise(beam, S).items()))),
])
def test_right_in_another_form(key, answer):
    assert find(key).judge(answer).status == "right"
