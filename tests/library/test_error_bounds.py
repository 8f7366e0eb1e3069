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
    (([1, 2], [1, 2, 3]), "shape"),
])
def test_bad_input(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        upper_error_bound(*arguments)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
       st.floats(0.02, 0.98))
def test_it_is_the_upper_end_of_wilsons_interval_and_without_an_error_of_clopper_and_pearsons(
        counts, alpha):
    e, n = counts
    peer = binomtest(e, n).proportion_ci(1 - alpha, method="wilson" if e else "exact").high
    assert upper_error_bound(e, n, alpha) == pytest.approx(peer, abs=1e-9)


# -- Quinlan's own

def test_quinlans_bound_is_that_of_his_book_and_program():
    """Three leaves without an error and one with, as the book prints them; the rest his program."""
    for e, n, printed in ((0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750), (1, 16, 0.157),
                          (0, 4, 0.293), (0, 3, 0.370), (0, 2, 0.500)):
        assert round(upper_error_bound(e, n, bound="quinlan"), 3) == printed
    assert upper_error_bound(0, 28, bound="quinlan") == pytest.approx(1 - 0.25 ** (1 / 28))


@pytest.mark.parametrize("e, n, alpha, told", [
    (0, 6, 0.2, 0.235276), (1, 7, 0.2, 0.367665), (1, 16, 0.2, 0.173410), (20, 100, 0.2, 0.240995),
    (120, 2164, 0.2, 0.059980), (3, 4, 0.2, 0.958717), (0.4, 5, 0.2, 0.360388),
    (2, 9, 0.2, 0.416057),
    (1, 7, 0.1, 0.455516), (20, 100, 0.1, 0.261304), (0.4, 5, 0.1, 0.454475), (2, 2, 0.1, 1)])
def test_quinlans_bound_is_that_of_j48(e, n, alpha, told):
    """J48 has exact quantiles where Quinlan interpolates; at these levels his table is close."""
    assert upper_error_bound(e, n, alpha, bound="quinlan") == pytest.approx(told, abs=5e-4)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 60), st.floats(0.01, 0.9))
def test_quinlans_bound_rises_with_errors_and_lies_above_the_rate(n, alpha):
    e = np.r_[np.linspace(0, 1, 11), np.arange(2, n)][:max(n * 11, 1)]
    e = e[e <= n]
    U = upper_error_bound(e, n, alpha, bound="quinlan")
    assert np.all(U >= e / n - 1e-12) and np.all(U <= 1) and U.shape == e.shape
    assert np.all(np.diff(upper_error_bound(np.arange(max(n - 1, 1)), n, alpha,
                                            bound="quinlan")) > 0)
    assert upper_error_bound(n, n, alpha, bound="quinlan") == 1
    assert upper_error_bound(0, 0, alpha, bound="quinlan") == 1
    assert upper_error_bound(0, n, alpha, bound="quinlan") == pytest.approx(
        min(1, upper_error_bound(0, n, min(2 * alpha, 0.999))), abs=2e-3) or alpha > 0.49


def test_two_sided_and_one_sided_differ():
    assert upper_error_bound(0, 28) > 0.07 > 0.05 > upper_error_bound(0, 28, bound="quinlan")
    with pytest.raises(ValueError, match="bound"):
        upper_error_bound(0, 28, bound="borgelt")
