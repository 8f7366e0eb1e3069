"""Classic bugs, planted one at a time: each must be seen by the test that is named for it.

A bug is planted by putting another function in the place of one of the library's; nothing here
knows how the library is written, only what its functions take and return.
"""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.datasets import load_hypothyroid, load_ptitanic
from coursekit.tree import CARTClassifier, c45, level_sets, pruning, splitter, surrogates
from coursekit.tree.criteria import Criterion
from coursekit.tree.tree import Splits
import tree_checks
from naive_tree import best_subset


def rpart_tree() -> CARTClassifier:
    people = load_ptitanic()
    return CARTClassifier().fit(people[["sex", "age", "sibsp"]], people["survived"])


def printed_tree(golden: dict) -> None:
    tree_checks.check_ptitanic(rpart_tree(), golden)


def printed_predictions(golden: dict) -> None:
    tree_checks.check_predictions(rpart_tree(), golden)


def printed_cp_table(golden: dict) -> None:
    model = rpart_tree()
    tree_checks.check_cp_table(pruning.cp_table(model.full_tree_, model.cp),
                               golden["cart_ptitanic"]["cptable"])


def printed_c45(golden: dict) -> None:
    frame = load_hypothyroid()
    target = frame["class"].cat.add_categories(["hyperthyroid"])
    tree_checks.compare_c45(c45.grow_c45(frame.drop(columns="class"), target).root,
                             golden["hypothyroid"]["c45_tree"]["tree"])


def naive_grower(golden: dict) -> None:
    for seed in range(2):
        tree_checks.check_against_the_naive_grower("gini", 2, seed)
        tree_checks.check_against_the_naive_grower("squared_error", 0, seed)


def sets_by_brute_force(golden: dict) -> None:
    x, y = np.array(list("aabbccdd")), np.array([0, 1, 1, 1, 0, 0, 1, 1])
    best = tree_checks.best_set_by_force(x, y, "gini", 1)
    assert best_subset(x, y).gain == pytest.approx(best)


def exercise_four(golden: dict) -> None:
    tree_checks.check_pruning_exercise()


def one_sided(plant) -> None:
    """Only the left side counts: the sides are not weighed against each other."""
    plant(Criterion, "score", lambda plain: lambda self, S, N, T, M: self.proxy(S, N))


def equal_goes_left(plant) -> None:
    def put_on_edge(plain):
        def answer(self, X, sample, node, k=0):
            at_threshold = X[sample, self.feature[node, k]] == self.threshold[node, k]
            return np.where(at_threshold, 1, plain(self, X, sample, node, k)).astype(np.int8)
        return answer
    plant(Splits, "answer", put_on_edge)


def unknown_goes_left(plant) -> None:
    def everybody(plain):
        def goes_left(self, X, sample, node, answer=None):
            return self.answer(X, sample, node) != 0
        return goes_left
    plant(Splits, "goes_left", everybody)


def smallest_leaf_off_by_one(plant) -> None:
    plant(splitter, "search_thresholds", lambda plain: (
        lambda level, rows, score, least, ties: plain(level, rows, score, least + 1, ties)))


def threshold_at_the_sample(plant) -> None:
    plant(splitter, "midpoint", lambda plain: lambda below, above: np.asarray(above))


def levels_in_the_order_of_the_alphabet(plant) -> None:
    def alphabetical(plain):
        def pieces(S, N):
            place = np.broadcast_to(np.arange(N.shape[1]), N.shape)
            return (lambda p: place <= p[:, None]), S.cumsum(axis=-1), N.cumsum(axis=1)
        return pieces
    plant(level_sets, "_front_pieces", alphabetical)


def any_surrogate_is_kept(plant) -> None:
    """Even one that agrees less often than the majority does."""
    def kept(plain):
        def vote(S, N, T, M):
            return plain(S, N, T, M) + 0.01 * (S[0] + T[0] + N + M)
        return vote
    plant(surrogates, "agreement", kept)


def divided_by_all_leaves(plant) -> None:
    """g(t) = (R(t) - R(T_t)) / |T_t|, with one leaf too many."""
    def one_more(plain):
        def branches(cost, inner, end):
            total, leaves = plain(cost, inner, end)
            return total, leaves + inner
        return branches
    plant(pruning, "_branches", one_more)


def risk_not_divided_by_that_of_the_root(plant) -> None:
    plant(pruning, "_cost", lambda plain: lambda tree, scale: tree.risk)


def natural_logarithm(plant) -> None:
    plant(c45, "_information", lambda plain: lambda weights: plain(weights) * np.log(2))


BUGS = {
    one_sided: naive_grower, equal_goes_left: printed_predictions, unknown_goes_left: naive_grower,
    smallest_leaf_off_by_one: naive_grower, threshold_at_the_sample: printed_tree,
    levels_in_the_order_of_the_alphabet: sets_by_brute_force, any_surrogate_is_kept: printed_tree,
    divided_by_all_leaves: exercise_four, risk_not_divided_by_that_of_the_root: printed_cp_table,
    natural_logarithm: printed_c45,
}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_classic_bug_is_seen(bug, monkeypatch, golden):
    check = BUGS[bug]

    def plant(owner, name: str, mutate) -> None:
        monkeypatch.setattr(owner, name, mutate(getattr(owner, name)))

    bug(plant)
    with np.errstate(all="ignore"), pytest.raises((AssertionError, ValueError, IndexError)):
        check(golden)


@pytest.mark.parametrize("check", dict.fromkeys(BUGS.values()), ids=lambda check: check.__name__)
def test_without_a_bug_nothing_is_seen(check, golden):
    check(golden)
