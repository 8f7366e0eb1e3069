"""What the exercises of lesson 07b say to answers that learners gave, right and wrong."""
from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from coursekit.exercise.registry import find


def p_value(first=lambda y, rng: y, other=lambda y, rng: rng.permutation(y),
            reaches=lambda T, T_0: T >= T_0):
    """Return a search p-value with one of its parts exchanged."""
    def search_p_value(search, y, B, rng):
        T_0 = search(first(y, rng))
        return (1 + sum(reaches(search(other(y, rng)), T_0) for _ in range(B))) / (B + 1)
    return search_p_value


@pytest.mark.parametrize("answer, cause", [
    (p_value(other=lambda y, rng: np.roll(y, rng.integers(len(y)))),
     "turned as a circle"),
    (p_value(first=lambda y, rng: sorted(y)), "other labels first"),
    (p_value(first=lambda y, rng: rng.permutation(y)), "a shuffle first"),
    (p_value(reaches=lambda T, T_0: abs(T) >= abs(T_0)), "sizes compared"),
    (p_value(reaches=lambda T, T_0: T <= T_0), "at most"),
    (p_value(reaches=lambda T, T_0: T == T_0), "equal only"),
])
def test_a_mistake_is_told_by_its_cause(answer, cause):
    assert find("search-p-value").judge(answer).matched == cause


def late(search, y, B, rng):
    values = np.array([search(rng.permutation(y)) for _ in range(B)])
    return np.float32((1 + np.sum(values >= search(y))) / (B + 1))


def fraction(search, y, B, rng):
    T_0 = search(y)
    return Fraction(int(1 + sum(search(rng.permutation(y)) >= T_0 for _ in range(B))), B + 1)


@pytest.mark.parametrize("answer", [late, p_value(), fraction])
def test_right_in_another_form(answer):
    assert find("search-p-value").judge(answer).status == "right"
