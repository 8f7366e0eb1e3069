"""What is said to functions of lesson 01c that are nearly right."""
import numpy as np
import pytest

from coursekit.exercise.registry import find
from coursekit.statistics import wilson


def rate_in_place(k, n, weights, z=1.96):
    weights = np.asarray(weights, dtype=float)
    weights /= weights.sum()
    return find("standardised-rate").reference(k, n, weights, z)


def test_weights_that_are_divided_in_place_are_missed_by_their_caller():
    told = find("standardised-rate").judge(rate_in_place)
    assert told.status == "wrong" and "changes its argument `weights`" in told.message


def test_a_root_of_one_square_is_not_called_an_average_that_was_taken():
    """The root of (Σ w (r − low))² takes no mean of ends, and gives it."""
    def one_square(k, n, weights, z=1.96):
        w, r, (low, high) = np.divide(weights, np.sum(weights)), k / n, wilson(k, n, z)
        rate = np.sum(w * r)
        return (rate, rate - np.sqrt(np.sum(w * (r - low))**2),
                rate + np.sqrt(np.sum(w * (high - r))**2))

    told = find("standardised-rate").judge(one_square)
    assert told.matched == "ends averaged" and "You averaged" not in told.message


def test_upper_end_before_lower_is_told_for_a_rate_at_one_mix():
    right = find("standardised-rate").reference
    told = find("standardised-rate").judge(lambda *case: np.take(right(*case), [0, 2, 1]))
    assert told.matched == "swapped"


@pytest.mark.parametrize("default", [None, 2.0, 1.645])
def test_z_can_be_left_out_and_is_then_as_given(default):
    right = find("standardised-rate").reference

    def mine(*case):
        if isinstance(case[-1], float):
            return right(*case)
        if default is None:
            raise TypeError("missing 1 required positional argument: 'z'")
        return right(*case, default)

    told = find("standardised-rate").judge(mine)
    assert (told.status, told.matched) == ("wrong", "no such default")
    assert "formula" not in told.message


def test_weights_with_a_sum_below_one_are_divided_by_it_too():
    def shares_are_let_be(k, n, weights, z=1.96):
        w, r, (low, high) = np.divide(weights, max(np.sum(weights), 1)), k / n, wilson(k, n, z)
        rate = np.sum(w * r)
        return (rate, rate - np.sqrt(np.sum((w * (r - low))**2)),
                rate + np.sqrt(np.sum((w * (high - r))**2)))

    told = find("standardised-rate").judge(shares_are_let_be)
    assert told.status == "wrong" and "exceed 1" not in told.message
