"""The upper error bound that prunes trees and simplifies rules."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from coursekit.statistics import upper_error_bound


def test_the_printed_table(golden):
    """All eleven percentages of the source, to their printed digits and to ours."""
    for row in golden["error_bound"]["table"]:
        bound = upper_error_bound(row["errors"], row["n"], golden["error_bound"]["alpha"])
        digits = len(str(row["printed_percent"]).split(".")[1])
        assert round(100 * bound, digits) == row["printed_percent"]
        assert bound == pytest.approx(row["value"], rel=1e-6)


def test_no_error_seen(golden):
    for n, value in golden["error_bound"]["e0_examples"].items():
        assert upper_error_bound(0, int(n)) == pytest.approx(value, rel=1e-6)
    # With α instead of α/2 another pair of conditions would win, against the printed rule 10.
    assert upper_error_bound(0, 28) > 0.0614 > 1 - 0.25 ** (1 / 28)


def test_two_sided_not_one_sided():
    """One error in seven: 0.350; the one-sided quantile would say 0.254."""
    assert upper_error_bound(1, 7) == pytest.approx(0.350, abs=5e-4)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 400), st.floats(0.001, 1), st.floats(0.02, 0.98))
def test_it_is_where_the_rate_is_z_standard_errors_away(n, share, alpha):
    """U solves (U - e/n)² = z²·U(1 - U)/n, and lies above the rate."""
    e, z = share * n, norm.ppf(1 - alpha / 2)
    bound = upper_error_bound(e, n, alpha)
    assert e / n - 1e-12 <= bound <= 1
    assert (bound - e / n) ** 2 == pytest.approx(z ** 2 * bound * (1 - bound) / n, abs=1e-12)


def test_more_errors_fewer_cases_more_caution_raise_it():
    errors = upper_error_bound(np.arange(1, 21), 20)
    cases = upper_error_bound(2, np.arange(2, 40))
    assert np.all(np.diff(errors) > 0) and np.all(np.diff(cases) < 0)
    assert upper_error_bound(2, 9, 0.1) > upper_error_bound(2, 9, 0.3)


def test_nobody_and_everybody():
    assert upper_error_bound(0, 0) == 1.0
    assert upper_error_bound(5, 5) == pytest.approx(1.0)
    assert upper_error_bound([[0], [1]], [3, 6]).shape == (2, 2)


@pytest.mark.parametrize("arguments, message", [
    ((3, 2), "errors must lie between 0 and n, got 3 of 2"),
    ((-1, 2), "give counts, not rates"),
    ((np.nan, 2), "errors contains NaN"),
    ((1, 2, 0), "alpha must lie in"),
    ((1, 2, "a"), "alpha must be a number"),
    ((["x"], 2), "errors must be real numbers, got text"),
    (([1, 2], [1, 2, 3]), "must have one shape"),
])
def test_bad_input(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        upper_error_bound(*arguments)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
       st.floats(0.02, 0.98))
def test_it_is_the_upper_end_of_wilsons_interval_and_without_an_error_of_clopper_and_pearsons(counts, alpha):
    e, n = counts
    peer = binomtest(e, n).proportion_ci(1 - alpha, method="wilson" if e else "exact").high
    assert upper_error_bound(e, n, alpha) == pytest.approx(peer, abs=1e-9)
