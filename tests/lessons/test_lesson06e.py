"""Lesson 06e: its bound, its prunings, its explorer and its figures, computed another way."""
from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import beta, binom, binomtest

from coursekit import tree as cart
from coursekit.exercise import grade
from coursekit.lessons.lesson06c.titanic import passengers
from coursekit.lessons.lesson06e import HowBad, experiments, figures
from coursekit.lessons.lesson06e.bounds import upper_bound
from coursekit.statistics import upper_error_bound, wilson_interval
from coursekit.tree import CARTClassifier
from coursekit.tree.pruning import bottom_up
from page_code import page_functions
from panels import panels, strokes, texts_in
from night import nightly

PAGE = page_functions("06e_other_prunings")


def test_one_error_of_seven_is_bounded_between_0_3_and_0_4():
    assert 0.3 < upper_bound(1, 7) < 0.4 and 0.1 < upper_bound(0, 7) < 0.2


def test_the_bound_is_clopper_and_pearson_s_one_sided_one():
    for n in (1, 2, 7, 70, 400):
        for e in {0, 1, n // 2, n - 1}:
            for chance in (0.01, 0.25, 0.45):
                bound = upper_bound(e, n, chance)
                right = beta.ppf(1 - chance, e + 1, n - e) if e < n else 1.0
                assert bound == pytest.approx(right, abs=1e-9)
                if e < n:
                    assert binom.cdf(e, n, bound) == pytest.approx(chance)
    assert upper_bound(0, 7) == pytest.approx(1 - 0.25 ** (1 / 7))
    assert upper_bound(7, 7) == upper_bound(0, 0) == 1


@pytest.mark.parametrize("n", [1, 5, 10, 50])
def test_the_exact_bound_keeps_its_promise_and_the_normal_ones_do_not(n):
    rates = np.linspace(0.001, 0.999, 400)
    assert experiments.coverage(upper_bound, n, rates).min() >= 0.75 - 1e-9
    assert experiments.coverage(PAGE["wilson"], n, rates).min() < 0.5
    z = 0.6744898
    assert PAGE["wilson"](3, 10) == pytest.approx(wilson_interval(3, 10, 0.5)[1], abs=1e-5) \
        if n == 10 else z


@pytest.mark.parametrize("e, n", [(0, 1), (1, 2), (1, 3), (2, 3), (3, 10), (9, 10)])
def test_the_bound_adds_less_to_the_same_rate_if_n_is_larger_but_charges_more_errors(e, n):
    bound = np.array([upper_bound(k * e, k * n) for k in range(1, 12)])
    assert (np.diff(bound - e / n) < 0).all()
    assert (np.diff(n * np.arange(1, 12) * (bound - e / n)) > 0).all()


def test_the_two_sided_bound_is_reached_one_time_in_eight():
    for e, n in ((0, 7), (1, 7), (1, 70)):
        two_sided = binomtest(e, n).proportion_ci(0.75, method="exact").high
        assert upper_bound(e, n, 0.125) == pytest.approx(two_sided)


def test_the_bound_of_a_leaf_that_a_search_has_chosen_promises_nothing():
    # thirty leaves, one is chosen
    errors = np.random.default_rng(0).binomial(20, 0.3, (2000, 30))
    table = np.array([upper_bound(e, 20) for e in range(21)])
    assert np.mean(table[errors[:, 0]] >= 0.3) > 0.75 \
        and np.mean(table[errors.min(axis=1)] >= 0.3) < 0.1


@nightly
def test_every_pruning_helps_on_average_and_they_differ_less_than_partitions_do():
    X, y = passengers()
    table = experiments.prunings_compared(X, y, upper_bound, seeds=8)
    error = table.assign(seed=table.groupby("method").cumcount()).pivot(
        index="seed", columns="method", values="error")
    gained = error.drop(columns="as grown").sub(error["as grown"], axis=0)
    assert (gained.mean() < 0).all() and np.ptp(gained.mean()) < gained.std().min()
    assert gained.idxmin(axis=1).nunique() > 1                      # who wins is luck
    sizes = table.groupby("method")["leaves"].median()
    assert sizes["as grown"] > 10 * sizes["cost-complexity, smallest error"]


def test_confidence_pruning_by_hand_is_the_library_s():
    X, y = passengers()
    table = experiments.prunings_compared(X, y, upper_error_bound, seeds=1).set_index("method")
    old, new = experiments.partition(len(y), 0)
    model = CARTClassifier(cp=None, min_samples_split=4, max_surrogates=0).fit(X[old], y[old])
    tree = model.tree_
    cost = tree.n_node_samples * upper_error_bound(tree.risk, tree.n_node_samples)
    nodes = bottom_up(tree.children_left, tree.children_right, cost)
    pruned, found = cart.collapse(model, nodes), table.loc["confidence level"]
    assert pruned.get_n_leaves() == found["leaves"] < 60
    assert 1 - pruned.score(X[new], y[new]) == pytest.approx(found["error"])


def test_a_branch_that_saves_an_error_is_cut_and_one_with_larger_leaves_is_kept():
    leaf = 11 * upper_bound(1, 11)
    assert 7 * upper_bound(0, 7) + 4 * upper_bound(0, 4) < leaf
    assert leaf < 7 * upper_bound(0, 7) + 4 * upper_bound(0, 2)


# -- answers ----------------------------------------------------------------------------------


def test_right_answers_in_unusual_form():
    assert grade("upper-bound", lambda errors, n, chance=0.25: np.float64(
        beta.ppf(1 - chance, errors + 1, n - errors)) if errors < n else 1).status == "right"

    def rate(errors, n, chance=0.25):
        return brentq(lambda p: sum(math.comb(n, k) * p ** k * (1 - p) ** (n - k)
                                    for k in range(errors + 1)) - chance, 0, 1)

    assert grade("upper-bound", lambda errors, n, chance=0.25: rate(errors, n, chance)
                 if errors < n else 1).status == "right"
    assert grade("upper-bound", lambda errors, n, chance=0.25: round(
        upper_bound(errors, n, chance), 4)).status == "right"


def search(too_likely):
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if too_likely(middle) else (low, middle)
    return low


def from_the_rate_seen(errors, n, chance=0.25):
    return max(errors / n, upper_bound(errors, n, chance)) if errors < n else 1.0


@pytest.mark.parametrize("wrong, mistake", [
    (lambda errors, n, chance=0.25: upper_bound(errors, n), "chance not used"),
    (lambda errors, n, chance=0.25: upper_bound(errors, n, chance) if n else 0.0, "all wrong"),
    (lambda errors, n, chance=0.25: n * upper_bound(errors, n, chance), "a count"),
    (lambda errors, n, chance=0.25: 100 * upper_bound(errors, n, chance), "a count"),
    (lambda errors, n, chance=0.25: search(
        lambda p: binom.pmf(errors, n, p) > chance) if errors < n else 1.0, "exactly e"),
    (lambda errors, n, chance=0.25: upper_bound(errors, n, 1 - chance), "the complement"),
    (lambda errors, n, chance=0.25: wilson_interval(errors, n, 1 - 2 * chance)[1]
     if errors < n and chance < 0.5 else upper_bound(errors, n, chance), "Wilson"),
    (from_the_rate_seen, "never below the rate seen"),
])
def test_wrong_answers_are_recognised(wrong, mistake):
    verdict = grade("upper-bound", wrong)
    assert verdict.status == "wrong" and verdict.matched == mistake


@pytest.mark.parametrize("wrong", [
    lambda errors, n, chance=0.25: (errors + 1) / (n + 2),
    lambda errors, n, chance=0.25: 1 - chance ** (1 / n) if n else 1,
    lambda errors, n, chance=0.25: upper_bound(errors, n),
    lambda errors, n, chance=0.25: round(upper_bound(errors, n, chance), 2),
    lambda errors, n, chance=0.25: upper_bound(errors, n, 1 - chance),
    lambda errors, n, chance=0.25: 1 - upper_bound(errors, n, chance),
    lambda errors, n, chance=0.25: math.nan,
    lambda errors, n, chance=0.25: (0.0, upper_bound(errors, n, chance)),
    lambda errors, n, chance=0.25: min(upper_bound(errors, n, chance), 0.99) if errors < n else 1,
    lambda errors, n, chance=0.25: errors / n if n else 1.0,
])
def test_wrong_answers_are_wrong(wrong):
    assert grade("upper-bound", wrong).status == "wrong"


# -- explorer and figures ---------------------------------------------------------------------


@pytest.mark.parametrize("errors", [0, 1, 2])
@pytest.mark.parametrize("p", [0, 0.1, 0.35, 0.5, 0.9, 1])
def test_the_explorer_says_each_chance_and_the_rates_that_are_ruled_out(p, errors):
    explorer = HowBad(p=p, errors=("none", "one", "two")[errors], chance=0.25)
    for n in (2, 7, 70):
        chance = sum(math.comb(n, k) * p**k * (1 - p)**(n - k) for k in range(errors + 1))
        told = "under 1%" if 0 < chance < 0.005 else f"{chance:.0%}"
        assert f"among {n} samples: {told}" in explorer.status
        assert f"{n} samples: {told}" in texts_in(panels(explorer)[1])
        crossed = errors < n and p >= beta.ppf(0.75, errors + 1, n - errors)
        if crossed:
            bound = beta.ppf(0.75, errors + 1, n - errors)
            assert f"{n} samples: {told}, not ruled out up to {bound:.0%}" in explorer.status
    drawn = strokes(panels(explorer)[0], wide=3)
    assert [line[-1, 0] for line in drawn] == [p] * 3


def test_the_figures_plot_the_numbers_that_they_are_given():
    rng = np.random.default_rng(0)
    draws = {"one": rng.normal(size=6), "two": rng.normal(size=6)}
    last = {"three": rng.normal(size=6)}
    ax = figures.plot_families({"first": draws, "last": last}, "families").axes[0]
    means = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "D"]
    assert means == pytest.approx([d.mean() for d in (draws | last).values()])
