"""Pruning: against brute force over all prunings, and by its own arithmetic."""
from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from coursekit.datasets import load_ptitanic
from coursekit.lessons.lesson06e.pruning_families import prune_pessimistic, prune_reduced_error
from coursekit.statistics import upper_error_bound
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.cross_validation import choose_cp, cross_validated_cp
from coursekit.tree.pruning import (
    bottom_up, collapse, cp_table, prune, pruning_path, weakest_link,
)


@st.composite
def small_trees(draw) -> tuple[list, list, list]:
    """A random shape of up to nine leaves; costs are whole numbers, so ties abound."""
    left, right, cost = [], [], []

    def grow(leaves: int) -> float:
        t = len(left)
        left.append(-1), right.append(-1), cost.append(0)
        if leaves > 1:
            share = draw(st.integers(1, leaves - 1))
            left[t] = len(left)
            below = grow(share)
            right[t] = len(left)
            below += grow(leaves - share)
            cost[t] = below + draw(st.integers(0, 6))      # a leaf is never better than its branch
        else:
            cost[t] = draw(st.integers(0, 5))
        return cost[t]

    grow(draw(st.integers(1, 9)))
    return left, right, cost


def all_prunings(left: list, right: list, t: int = 0) -> list[tuple[int, ...]]:
    """The leaves of every tree that pruning can leave."""
    own = [(t,)]
    if left[t] < 0:
        return own
    return own + [a + b for a, b in itertools.product(all_prunings(left, right, left[t]),
                                                      all_prunings(left, right, right[t]))]


def check_path_against_brute_force(tree: tuple[list, list, list]) -> None:
    left, right, cost = tree
    path, prunings = weakest_link(left, right, cost), all_prunings(left, right)
    assert np.all(np.diff(path.alpha) > 0) and np.all(np.diff(path.n_leaves) < 0)
    for alpha in np.unique(np.r_[path.alpha, (path.alpha[1:] + path.alpha[:-1]) / 2, 100.0]):
        worth = [sum(cost[t] for t in leaves) + alpha * len(leaves) for leaves in prunings]
        best = [p for p, w in zip(prunings, worth) if w <= min(worth) + 1e-9]
        size = min(map(len, best))
        smallest = [p for p in best if len(p) == size]
        assert len(smallest) == 1                               # unique, whatever ties
        row = np.searchsorted(path.alpha, alpha, side="right") - 1
        assert path.n_leaves[row] == size
        assert path.cost[row] == sum(cost[t] for t in smallest[0])
        for gone in (np.flatnonzero(path.breaks_at <= alpha),
                     bottom_up(left, right, np.add(cost, alpha))):
            assert leaves_after(left, right, set(gone.tolist())) == smallest[0]


def leaves_after(left: list, right: list, gone: set, t: int = 0) -> tuple[int, ...]:
    if left[t] < 0 or t in gone:
        return (t,)
    return leaves_after(left, right, gone, left[t]) + leaves_after(left, right, gone, right[t])


@settings(deadline=None, max_examples=80)
@given(small_trees())
def test_the_path_equals_brute_force_over_all_prunings(tree):
    check_path_against_brute_force(tree)


def noisy(seed: int = 0, n: int = 300) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, (X[:, 0] + X[:, 1] ** 2 + rng.normal(size=n) > 0.5).astype(int)


@pytest.fixture(scope="module")
def grown() -> CARTClassifier:
    return CARTClassifier(cp=None).fit(*noisy())


def test_the_path_is_nested_and_its_costs_are_those_of_its_trees(grown):
    for scale in ("risk", "impurity"):
        path, tree = pruning_path(grown.full_tree_, scale), grown.full_tree_
        weight = tree.risk / tree.risk[0] if scale == "risk" \
            else tree.impurity * tree.n_node_samples / tree.n_node_samples[0]
        gone = [set(np.flatnonzero(path.breaks_at <= a)) for a in path.alpha]
        assert all(a < b for a, b in itertools.pairwise(gone))
        for alpha, leaves, cost in zip(path.alpha, path.n_leaves, path.cost):
            left = prune(tree, alpha, scale)
            assert len(left.leaves) == leaves
            again = (left.risk / tree.risk[0] if scale == "risk"
                     else left.impurity * left.n_node_samples
                     / tree.n_node_samples[0])[left.leaves].sum()
            assert again == pytest.approx(cost)
        assert weight[0] == pytest.approx(path.cost[-1])


def test_the_two_scales_are_two_things(grown):
    risk, impurity = grown.pruning_path("risk"), grown.pruning_path("impurity")
    assert len(risk.alpha) != len(impurity.alpha) or not np.allclose(risk.alpha, impurity.alpha)
    with pytest.raises(ValueError, match=r"scale must be one of \['risk', 'impurity'\]"):
        grown.pruning_path("gini")
    with pytest.raises(ValueError, match="two scales.*set cp=None"):
        CARTClassifier(ccp_alpha=0.01).fit(*noisy())


def test_for_numbers_the_scales_differ_by_a_factor():
    X, _ = noisy()
    y = X[:, 0] * X[:, 1] + np.random.default_rng(1).normal(size=len(X))
    tree = CARTRegressor(cp=None).fit(X, y).full_tree_
    risk, impurity = pruning_path(tree, "risk"), pruning_path(tree, "impurity")
    np.testing.assert_allclose(impurity.alpha, risk.alpha * y.var(), rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(impurity.n_leaves, risk.n_leaves)


def test_pruning_again_changes_nothing(grown):
    once = prune(grown.full_tree_, 0.02, "risk")
    assert len(prune(once, 0.02, "risk")) == len(once) < len(grown.full_tree_)
    assert len(prune(grown.full_tree_, 1.1, "risk")) == 1


def test_pruned_predicts_as_a_tree_fitted_with_that_price(grown):
    X, y = noisy()
    for cp in (0.0, 0.005, 0.05):
        other = CARTClassifier(cp=cp).fit(X, y)
        assert grown.pruned(cp=cp).to_text() == other.to_text()
        assert grown.pruned(cp=cp).get_params()["cp"] == cp
    assert grown.cp is None


def test_cp_table_rows_are_the_trees_between_their_prices(grown):
    table = cp_table(grown.full_tree_)
    assert table["CP"].is_monotonic_decreasing and table["rel_error"].iloc[0] == 1.0
    for row, above in zip(table.itertuples(), [np.inf, *table["CP"]]):
        for cp in (row.CP, (row.CP + min(above, 2.0)) / 2):
            tree = prune(grown.full_tree_, cp, "risk")
            assert len(tree.leaves) == row.nsplit + 1
            assert tree.risk[tree.leaves].sum() / tree.risk[0] == pytest.approx(row.rel_error)


def test_a_cp_as_it_is_printed_gives_the_table_down_to_its_own_row(grown):
    """What is printed is off by rounding, to one side or the other."""
    whole = cp_table(grown.full_tree_)
    assert len(whole) > 4
    for row, cp in enumerate(whole["CP"].iloc[:-1]):
        for printed in (f"{cp:.13f}", np.nextafter(cp, 0), np.nextafter(cp, 1)):
            assert len(cp_table(grown.full_tree_, float(printed))) == row + 1


def test_a_tree_without_splits_has_a_table_of_one_row():
    model = CARTClassifier().fit([[1], [2]], ["a", "a"])
    assert cp_table(model.full_tree_, model.cp).to_numpy().tolist() == [[0.01, 0, 0.0]]


# -- choosing

def test_cross_validation_by_hand(grown):
    """The same folds, fitted afresh at each price, make the same errors."""
    X, y = noisy()
    table = cross_validated_cp(CARTClassifier(cp=0.0), X, y, folds=5, random_state=3)
    fold = np.random.default_rng(3).permutation(np.arange(len(y)) % 5)
    root = grown.full_tree_.risk[0]
    prices = np.r_[10.0, np.sqrt(table["CP"].to_numpy()[1:] * table["CP"].to_numpy()[:-1])]
    for price, row in zip(prices, table.itertuples()):
        wrong = np.zeros(len(y))
        for v in range(5):
            part = fold != v
            own = min(np.mean(y[part] == k) for k in (0, 1)) * part.sum()
            cp = price * root * part.mean() / own
            model = CARTClassifier(cp=cp).fit(X[part], y[part])
            wrong[~part] = model.predict(X[~part]) != y[~part]
        assert row.xerror == pytest.approx(wrong.sum() / root)
        assert row.xstd == pytest.approx(np.sqrt(len(y)) * wrong.std() / root)


@pytest.mark.parametrize("seed", range(12))
def test_a_price_is_a_share_of_the_errors_of_each_fold_s_own_root(seed):
    """Where a class is rare its share differs from fold to fold."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(36, 3)).round(1)
    y = (X[:, 0] + rng.normal(size=36) > 1).astype(int)
    model = CARTClassifier(cp=0.0, min_samples_split=4, min_samples_leaf=1)
    table = cross_validated_cp(model, X, y, folds=4, random_state=seed)
    fold = np.random.default_rng(seed).permutation(np.arange(36) % 4)
    whole = min(y.sum(), 36 - y.sum())
    prices = np.r_[10.0, np.sqrt(table["CP"].to_numpy()[1:] * table["CP"].to_numpy()[:-1])]
    for price, row in zip(prices, table.itertuples()):
        wrong = 0
        for v in range(4):
            part = fold != v
            own = min(y[part].sum(), part.sum() - y[part].sum())
            tree = clone(model).set_params(cp=price * whole * part.mean() / own if own else 10.0)
            wrong += np.sum(tree.fit(X[part], y[part]).predict(X[~part]) != y[~part])
        assert row.xerror == pytest.approx(wrong / whole)


def test_cross_validation_on_ptitanic_keeps_its_seed():
    people = load_ptitanic()
    X, y = people[["sex", "age", "sibsp"]], people["survived"]
    table = cross_validated_cp(CARTClassifier(), X, y)
    pd.testing.assert_frame_equal(table, cross_validated_cp(CARTClassifier(), X, y))
    assert not table["xerror"].equals(cross_validated_cp(CARTClassifier(), X, y,
                                                         random_state=1)["xerror"])
    assert table["xerror"].iloc[0] == 1.0        # everybody died, in every fold
    assert table["xerror"].iloc[1] == pytest.approx(table["rel_error"].iloc[1])    # sex, always
    assert 0.45 < table["xerror"].min() < 0.6


def check_one_se_rule() -> None:
    table = pd.DataFrame({"CP": [0.4, 0.03, 0.02, 0.01], "xerror": [1.0, 0.60, 0.56, 0.55],
                          "xstd": [0.03, 0.02, 0.02, 0.02]})
    assert (choose_cp(table), choose_cp(table, "min")) == (0.02, 0.01)


def test_the_one_se_rule_takes_the_smallest_tree_that_will_do():
    check_one_se_rule()


def test_cross_validated_cp_of_numbers():
    X, _ = noisy()
    y = np.where(X[:, 0] > 0, 3.0, 0.0) + np.random.default_rng(0).normal(size=len(X))
    table = cross_validated_cp(CARTRegressor(), X, y)
    best = CARTRegressor(cp=choose_cp(table)).fit(X, y)
    assert best.get_n_leaves() == 2 \
        and best.columns_.names[best.tree_.splits.feature[0, 0]] == "x[0]"


def test_as_many_folds_as_samples_leave_out_each_once():
    X, y = (part[:30] for part in noisy())
    table = cross_validated_cp(CARTClassifier(), X, y, folds=len(y))
    wrong = [CARTClassifier(cp=1.0).fit(np.delete(X, k, 0), np.delete(y, k)).predict(X[k:k + 1])[0]
             != y[k]
             for k in range(len(y))]
    assert table["xerror"].iloc[0] \
        == pytest.approx(np.sum(wrong) / min(np.sum(y == c) for c in np.unique(y)))


# -- the other prunings

def check_no_pruning_is_cheaper(model: CARTClassifier, pruned: CARTClassifier,
                                cost: np.ndarray) -> None:
    tree = model.tree_
    left, right = tree.children_left.tolist(), tree.children_right.tolist()
    cheapest = min(cost[list(leaves)].sum() for leaves in all_prunings(left, right))
    # A leaf of the pruned tree is known by its samples: the first node that holds them all.
    reach, now = model.apply(noisy(0, 120)[0]), pruned.apply(noisy(0, 120)[0])
    kept = set()
    for leaf in np.unique(now):
        some = reach[now == leaf]
        holds = (np.arange(len(tree)) <= some.min()) & (tree.end > some.max())
        same = tree.n_node_samples == pruned.tree_.n_node_samples[leaf]
        kept.add(int(np.flatnonzero(holds & same)[0]))
    assert cost[list(kept)].sum() == pytest.approx(cheapest)


def test_prunings_leave_the_cheapest_tree():
    """Bottom up is not greedy: it finds the best of all prunings by its own measure."""
    X, y = noisy(0, 120)
    model = CARTClassifier(cp=None, min_samples_split=15).fit(X, y)
    tree, (X_new, y_new) = model.tree_, noisy(50, 200)
    check_no_pruning_is_cheaper(model, prune_pessimistic(model, 0.5), tree.risk + 0.5)
    bound = tree.n_node_samples * upper_error_bound(tree.risk, tree.n_node_samples, 0.25)
    check_no_pruning_is_cheaper(
        model, collapse(model, bottom_up(tree.children_left, tree.children_right, bound)), bound)
    leaf = model.apply(X_new)
    errors = np.array([np.sum((leaf >= t) & (leaf < e) & (y_new != tree.value[t].argmax()))
                       for t, e in enumerate(tree.end)])
    reduced = prune_reduced_error(model, X_new, y_new)
    check_no_pruning_is_cheaper(model, reduced, errors)
    assert reduced.score(X_new, y_new) >= model.score(X_new, y_new)


def test_more_caution_prunes_more():
    model = CARTClassifier(cp=None).fit(*noisy())
    sizes = [prune_pessimistic(model, r).get_n_leaves() for r in (0, 0.5, 1, 2, 99)]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > sizes[-1] == 1


def test_collapse_makes_leaves_and_keeps_the_rest():
    model = CARTClassifier(cp=None).fit(*noisy())
    tree = model.tree_
    node = int(tree.children_right[0])
    small = tree.collapse([node, node + 1])      # nested: the upper one counts
    assert len(small) == len(tree) - (tree.end[node] - node - 1)
    assert small.children_left[node] == -1 and small.splits.feature[node, 0] == -1
    np.testing.assert_array_equal(small.value[:node + 1], tree.value[:node + 1])
    assert tree.children_left[node] != -1                 # the grown tree is unharmed


@pytest.mark.parametrize("call, error, message", [
    (lambda m: prune_pessimistic(m, -1), ValueError, "r must lie in"),
    (lambda m: prune_reduced_error(m, [[0, 0, 0]], [1, 2]), ValueError, "length"),
    (lambda m: prune_reduced_error(m, [[0, 0, 0]], [[1, 0]]), ValueError, "1d array"),
    (lambda m: prune_reduced_error(m, [[0, 0, 0]], [np.nan]), ValueError, "y lacks 1 of"),
    (lambda m: collapse(m, [-1]), ValueError, "nodes must be whole numbers from 0 to"),
    (lambda m: choose_cp(pd.DataFrame({"CP": [1.0], "xerror": [np.nan], "xstd": [0.1]})),
     ValueError, "xerror contains NaN"),
    (lambda m: weakest_link([1, -1], [2, -1, -1], [3, 1, 1]), ValueError, "one entry for each"),
    (lambda m: weakest_link([1, -1, -1], [2, -1, -1], [3, np.nan, 1]), ValueError, "cost contains"),
    (lambda m: CARTClassifier(cp=-0.1).fit(*noisy()), ValueError, r"cp must lie in \[0, inf\]"),
    (lambda m: CARTClassifier(ccp_alpha=None).fit(*noisy()), TypeError, "ccp_alpha must be"),
])
def test_bad_input_of_pruning(grown, call, error, message):
    with pytest.raises(error, match=message):
        call(grown)


def test_bottom_up_takes_the_leaf_of_equals(grown):
    stump = [1, -1, -1], [2, -1, -1]
    assert bottom_up(*stump, [2.0, 1.0, 1.0]).tolist() == [0]
    assert bottom_up(*stump, [2.0, 1.0, 0.9]).tolist() == []
