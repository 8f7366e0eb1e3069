"""Intervals and rates: golden numbers, laws, brute force, a peer."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, norm

from coursekit.datasets import load_titanic
from coursekit.statistics import (
    difference,
    rate_table,
    standardised_rate,
    upper_error_bound,
    wilson,
    wilson_interval,
)

quick = settings(deadline=None, max_examples=60)
counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
confidences = st.floats(0.5, 0.999)


@pytest.fixture(scope="module")
def titanic() -> pd.DataFrame:
    return load_titanic()


# --- intervals --------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "n", "low", "high", "digits"), [
    (10, 62, 0.090, 0.272, 3),     # more than three relatives
    (124, 305, 0.353, 0.463, 3),   # older than thirty
    (10, 15, 0.42, 0.85, 2),       # twelve to fifteen
    (4, 16, 0.102, 0.495, 3),      # three siblings or spouses
    (3, 5, 0.23, 0.88, 2),         # three parents or children
])
def test_wilson_gives_the_golden_intervals(k, n, low, high, digits):
    assert [round(float(x), digits) for x in wilson_interval(k, n)] == [low, high]


@quick
@given(counts, confidences)
def test_wilson_agrees_with_scipy(case, confidence):
    peer = binomtest(*case).proportion_ci(confidence, method="wilson")
    assert wilson_interval(*case, confidence) == pytest.approx(tuple(peer), abs=1e-12)


@quick
@given(counts, confidences)
def test_wilson_lies_in_the_unit_interval_and_holds_the_rate(case, confidence):
    low, high = wilson_interval(*case, confidence)
    assert 0 <= low <= case[0] / case[1] <= high <= 1 and low < high


def test_wilson_ends_exactly_at_nought_and_one():
    n = np.arange(1, 1000)
    assert np.all(wilson_interval(np.zeros(999), n)[0] == 0)
    assert np.all(wilson_interval(n, n)[1] == 1)
    assert np.all(wilson(0 * n, n, 1.1503)[0] == 0) and np.all(wilson(n, n, 1.1503)[1] == 1)
    for alpha in (0.05, 0.2, 0.25):
        assert np.all(upper_error_bound(n, n, alpha) == 1)


@quick
@given(counts, confidences)
def test_wilson_ends_lie_z_standard_errors_from_the_rate(case, confidence):
    (k, n), z = case, norm.ppf(0.5 + confidence / 2)
    for end in wilson_interval(k, n, confidence):
        assert abs(k / n - end) == pytest.approx(z * np.sqrt(end * (1 - end) / n), abs=1e-7)


@quick
@given(counts, st.integers(2, 20))
def test_wilson_shrinks_with_n_and_grows_with_confidence(case, times):
    k, n = case
    low, high = wilson_interval([k, times * k], [n, times * n])
    assert high[1] - low[1] < high[0] - low[0]
    wider = wilson_interval(k, n, 0.99)
    assert wider[0] <= low[0] and wider[1] >= high[0] and wider[1] - wider[0] > high[0] - low[0]


@quick
@given(counts)
def test_failures_are_successes_in_a_mirror(case):
    k, n = case
    low, high = wilson_interval(k, n)
    assert wilson_interval(n - k, n) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def wald(k, n):
    reach = 1.96 * np.sqrt(k / n * (1 - k / n) / n)
    return k / n - reach, k / n + reach


def test_wilson_keeps_its_promise_where_wald_breaks_it():
    """Mean coverage over all rates at n = 20, computed exactly."""
    n, p = 20, np.linspace(0.005, 0.995, 199)
    k = np.arange(n + 1)
    chance = binom.pmf(k[:, None], n, p)
    cover = {}
    for interval in (wilson_interval, wald):
        low, high = interval(k, n)
        cover[interval] = (chance * ((low[:, None] <= p) & (p <= high[:, None]))).sum(0).mean()
    assert abs(cover[wilson_interval] - 0.95) < 0.01
    assert cover[wald] < 0.90


def test_intervals_take_arrays_of_one_shape():
    low, high = wilson_interval(np.array([[1, 2], [3, 4]]), 10)
    assert low.shape == high.shape == (2, 2)
    assert (low[1, 0], high[1, 0]) == wilson_interval(3, 10)
    assert wilson_interval(pd.Series([1, 2]), pd.Series([5, 5]))[0].shape == (2,)
    assert wilson_interval([], [])[0].shape == (0,)


# --- differences and mixes of rates -----------------------------------------------------------


def rate(k, n):
    """The rate of k of n, with its interval, as a difference takes it."""
    return (k / n, *wilson(k, n))


def test_the_interval_of_a_difference_is_the_published_one():
    """R. G. Newcombe (1998), table II, method 10."""
    assert difference(rate(56, 70), rate(48, 80)) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert difference(rate(9, 10), rate(3, 10)) == pytest.approx((0.6, 0.1705, 0.8090), abs=5e-5)


@quick
@given(counts, counts)
def test_a_difference_turned_round_has_its_interval_turned_round(one, other):
    value, low, high = difference(rate(*one), rate(*other))
    assert difference(rate(*other), rate(*one)) == pytest.approx((-value, -high, -low), abs=1e-12)
    assert difference(rate(*one), (0.25, 0.25, 0.25)) == pytest.approx(
        np.subtract(rate(*one), 0.25), abs=1e-12)       # from a rate that is known


@quick
@given(st.lists(counts, min_size=1, max_size=4), st.floats(0.1, 10))
def test_a_mix_of_rates_is_that_of_its_parts(strata, factor):
    k, n = np.transpose(strata)
    weights = np.arange(1, len(n) + 1)
    mixed = standardised_rate(k, n, weights)
    assert mixed[1] <= mixed[0] <= mixed[2]
    assert mixed[0] == pytest.approx(np.average(k / n, weights=weights))
    assert standardised_rate(k, n, factor * weights) == pytest.approx(mixed, abs=1e-12)
    alone = np.arange(len(n)) == 0
    assert standardised_rate(k, n, alone) == pytest.approx(rate(k[0], n[0]), abs=1e-12)
    mirrored = standardised_rate(n - k, n, weights)
    assert mirrored == pytest.approx(1 - np.array(mixed)[[0, 2, 1]], abs=1e-9)


@pytest.mark.parametrize("k, n, weights, why", [
    ([1, 1], [2, 2], [1], "a weight for each stratum, got 2, 2, 1")])
def test_what_has_no_mean_of_strata_is_refused(k, n, weights, why):
    with pytest.raises(ValueError, match=why):
        standardised_rate(k, n, weights)


# --- rates ------------------------------------------------------------------------------------


def as_golden(table: pd.DataFrame) -> dict[str, list[int]]:
    """Counts in the shape of golden.json; levels of several columns are joined by a slash."""
    names = [" / ".join(map(str, g)) if isinstance(g, tuple) else str(g) for g in table.index]
    return dict(zip(names, table[["n", "successes"]].to_numpy().tolist(), strict=True))


def cut(column: str, edges: list[float], right: bool):
    return lambda frame: pd.cut(frame[column], edges, right=right)


GROUPS = {
    "sex": "Sex", "port": "Embarked", "sibsp": "SibSp", "parch": "Parch", "pclass": "Pclass",
    "pclass_sex": ["Pclass", "Sex"],
    "relatives": lambda f: f["SibSp"] + f["Parch"],
    "cabin_known": lambda f: f["Cabin"].notna(),
    "age_bands": cut("Age", [0, 12, 18, 30, 50, 100], False),
    "age_decades": cut("Age", [*range(0, 80, 10), 81], False),
    "fare_10_50": cut("Fare", [-1, 10, 50, 600], True),
    "fare_thirds": lambda f: pd.qcut(f["Fare"], 3),
    "fare_quarters": lambda f: pd.qcut(f["Fare"], 4),
    "age_sex": cut("Age", [0, 12, 30, 100], False),
    "age_sex_25_40": cut("Age", [0, 12, 25, 40, 100], False),
}


@pytest.mark.parametrize("key", GROUPS)
def test_rate_table_gives_the_golden_counts(titanic, golden, key):
    group = GROUPS[key]
    frame, by = (titanic.assign(g=group(titanic)), "g") if callable(group) else (titanic, group)
    by = ["g", "Sex"] if key.startswith("age_sex") else by
    table = rate_table(frame, by, "Survived")
    assert as_golden(table) == golden["titanic"]["count_survived"][key]


def test_rate_table_adds_rates_and_wilson_intervals(titanic):
    table = rate_table(titanic, "Parch", "Survived", confidence=0.9)
    assert list(table.columns) == ["n", "successes", "rate", "low", "high"]
    assert table["n"].dtype == table["successes"].dtype == np.int64
    for row in table.itertuples():
        assert row.rate == row.successes / row.n
        assert (row.low, row.high) == wilson_interval(row.successes, row.n, 0.9)


def test_groups_keep_the_order_of_their_levels_and_only_occurring_ones():
    levels = pd.CategoricalDtype(["low", "high", "never"])
    frame = pd.DataFrame({"g": pd.Series(["high", "low", "high"], dtype=levels), "y": [1, 0, 0],
                          "h": ["b", "b", "a"]})
    assert list(rate_table(frame, "g", "y").index) == ["low", "high"]
    assert list(rate_table(frame, ["h", "g"], "y").index) == [("a", "high"), ("b", "low"),
                                                              ("b", "high")]


def test_missing_groups_are_left_out_unless_wanted(titanic):
    assert rate_table(titanic, "Embarked", "Survived")["n"].sum() == 889
    kept = rate_table(titanic, "Embarked", "Survived", dropna=False)
    assert len(kept) == 4 and kept.iloc[-1][["n", "successes"]].tolist() == [2, 2]


def test_the_outcome_may_be_boolean_or_boxed():
    frame = pd.DataFrame({"g": list("aab"), "y": [True, False, True]})
    want = rate_table(frame.astype({"y": int}), "g", "y")
    for dtype in (bool, object, "boolean", "Int64", float):
        pd.testing.assert_frame_equal(rate_table(frame.astype({"y": dtype}), "g", "y"), want)
    assert rate_table(frame.iloc[:0], "g", "y").empty


def test_rate_table_leaves_the_frame_alone(titanic):
    before = titanic.copy()
    rate_table(titanic, ["Sex", "Pclass"], "Survived")
    pd.testing.assert_frame_equal(titanic, before)
