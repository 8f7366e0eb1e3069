"""The optimal intercepts are those of brute force, in general position and in degenerate cases."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.linear import optimal_intercepts


def hinges(scores, y, b):
    return np.maximum(0, 1 - y * (scores + b)).sum()


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 10**6), st.booleans())
def test_the_interval_is_the_floor_of_the_sum_of_hinges(seed, ties):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    y = rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])
    scores = rng.integers(-2, 3, n).astype(float) if ties else rng.normal(size=n)
    low, high = optimal_intercepts(scores, y)
    floor = min(hinges(scores, y, b) for b in y - scores)       # a broken line is lowest at a kink
    for b in np.linspace(low, high, 5):
        assert hinges(scores, y, b) == pytest.approx(floor, abs=1e-9)
    for b in (low - 0.01, high + 0.01):
        assert hinges(scores, y, b) > floor + 1e-3


def test_two_samples_have_the_interval_that_was_worked_out_by_hand():
    for C in (0.05, 0.1, 0.2):                  # w = 2C (1, 1) for (0, 0) and (2, 2), C < 1/4
        assert optimal_intercepts([0, 8 * C], [-1, 1]) == pytest.approx((-1, 1 - 8 * C))


@pytest.mark.parametrize("scores, y, words", [
    ([0.0, 1.0], [1, 1], "both of them"), ([0.0], [1, -1], "one shape"),
    ([0.0, np.nan], [1, -1], "scores"), ([0.0, 1.0], [0, 1], "labels -1 and 1"),
])
def test_what_has_no_interval_is_refused(scores, y, words):
    with pytest.raises(ValueError, match=words):
        optimal_intercepts(scores, y)
