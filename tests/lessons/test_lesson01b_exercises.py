"""What is said to functions of sitting 01b that are nearly right."""
import math

import numpy as np
import pytest

from coursekit.exercise.registry import find
from coursekit.statistics import wilson
from pages import NOTEBOOKS, code_cells, read


def ends(k, n, z, root=np.sqrt):
    p = k / n
    reach = z * root(p * (1 - p) / n + z**2 / (4 * n**2))
    middle, below = p + z**2 / (2 * n), 1 + z**2 / n
    return (middle - reach) / below, (middle + reach) / below


def with_if(k, n, z=1.96):
    return (0.0, ends(k, n, z)[1]) if k == 0 else ends(k, n, z)


def with_max(k, n, z=1.96):
    low, high = ends(k, n, z)
    return max(low, 0), min(high, 1)


def with_float(k, n, z=1.96):
    return ends(float(k), float(n), z)


def with_math(k, n, z=1.96):
    return ends(k, n, z, math.sqrt)


@pytest.mark.parametrize("function", [with_if, with_max, with_float, with_math])
def test_a_function_for_numbers_is_told_what_takes_no_array(function):
    told = find("wilson").judge(function)
    assert (told.status, told.matched) == ("wrong", "numbers only")
    assert "ten thousand" not in told.message


def test_a_function_that_is_wrong_for_numbers_is_not_called_right_for_them():
    told = find("wilson").judge(lambda k, n, z=1.96: with_max(k, n + 1, z))
    assert told.matched != "numbers only" and "Right for numbers" not in told.message


def wilson_in_place(k, n, z=1.96):
    k = np.asarray(k, dtype=float)
    k /= n
    return wilson(k * n, n, z)


def rate_in_place(k, n, weights, z=1.96):
    weights = np.asarray(weights, dtype=float)
    weights /= weights.sum()
    return find("standardised-rate").reference(k, n, weights, z)


@pytest.mark.parametrize("key, function, argument", [
    ("wilson", wilson_in_place, "k"), ("standardised-rate", rate_in_place, "weights")])
def test_an_array_that_is_divided_in_place_is_missed_by_its_caller(key, function, argument):
    told = find(key).judge(function)
    assert told.status == "wrong" and f"changes its argument `{argument}`" in told.message


def in_pairs(k, n, z=1.96):
    return [ends(*one, z) for one in zip(k, n, strict=True)] if np.ndim(k) else ends(k, n, z)


@pytest.mark.parametrize("function", [
    in_pairs, lambda k, n, z=1.96: np.transpose(ends(k, n, z))])
def test_right_numbers_in_pairs_are_not_sent_back_to_the_formula(function):
    told = find("wilson").judge(function)
    assert told.matched == "pairs" and "formula" not in told.message


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


@pytest.mark.parametrize("key", ["wilson", "standardised-rate"])
@pytest.mark.parametrize("default", [None, 2.0, 1.645])
def test_z_can_be_left_out_and_is_then_as_given(key, default):
    right = find(key).reference

    def mine(*case):
        if isinstance(case[-1], float):
            return right(*case)
        if default is None:
            raise TypeError("missing 1 required positional argument: 'z'")
        return right(*case, default)

    told = find(key).judge(mine)
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


def entry_by_entry(k, n, z=1.96):
    if np.ndim(k) == 0 and np.ndim(n) == 0:
        return wilson(k, n, z)
    assert np.shape(k) == np.shape(n), "arrays of one length were promised"
    low, high = np.zeros(len(k)), np.zeros(len(k))
    for i in range(len(k)):
        low[i], high[i] = wilson(k[i], n[i], z)
    return low, high


def test_the_page_gives_a_loop_over_entries_what_its_docstring_promises():
    """Such a function is called right, so every cell of the page has to run with it."""
    assert find("wilson").judge(entry_by_entry).status == "right"
    mine = {"wilson": entry_by_entry, "standardised-rate": find("standardised-rate").reference}
    page = next(path for path in NOTEBOOKS if path.stem == "01b_titanic_rates")
    space: dict = {}
    for cell in code_cells(read(page)):
        exec(cell.source, space)
        space["check"] = lambda key, _: mine.get(key)
