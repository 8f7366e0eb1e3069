"""Classic bugs, planted one at a time: each must be seen by the test that is named for it.

A mutant is a piece of the library's own source with one expression changed. If the source no
longer holds the expression, the mutant says so, and must be planted anew.
"""
from __future__ import annotations

import inspect
import textwrap

import numpy as np
import pytest
import test_tree_golden as golden_tests
import test_tree_pruning as pruning_tests
import test_tree_search as search_tests

from coursekit.statistics import upper_error_bound
from coursekit.datasets import load_hypothyroid, load_ptitanic
from coursekit.tree import CARTClassifier, book, c45, choose, grow, level, offers, structure, subset
from coursekit.tree import surrogate, weakest_link


def rpart_tree() -> CARTClassifier:
    people = load_ptitanic()
    return CARTClassifier().fit(people[["sex", "age", "sibsp"]], people["survived"])


def printed_tree(golden: dict) -> None:
    golden_tests.check_ptitanic(rpart_tree(), golden)


def printed_predictions(golden: dict) -> None:
    golden_tests.check_predictions(rpart_tree(), golden)


def printed_cp_table(golden: dict) -> None:
    golden_tests.check_cp_table(rpart_tree().cp_table(), golden["cart_ptitanic"]["cptable"])


def printed_c45(golden: dict) -> None:
    frame = load_hypothyroid()
    target = frame["class"].cat.add_categories(["hyperthyroid"])
    golden_tests.compare_c45(c45.grow_c45(frame.drop(columns="class"), target).root,
                             golden["hypothyroid"]["c45_tree"]["tree"])


def naive_grower(golden: dict) -> None:
    for seed in range(2):
        search_tests.check_against_the_naive_grower("gini", 3, seed)
        search_tests.check_against_the_naive_grower("gini", 2, seed)
        search_tests.check_against_the_naive_grower("squared_error", 0, seed)


def exercise_four(golden: dict) -> None:
    pruning_tests.check_path_against_brute_force(
        ([1, 2, -1, -1, 5, -1, -1], [4, 3, -1, -1, 6, -1, -1], [100, 40, 10, 10, 20, 15, 2]))


MUTANTS = {
    "g(t) divided by |T_t| instead of |T_t| - 1":
        (weakest_link, "weakest_link", "(leaves[inner] - 1)", "leaves[inner]", exercise_four),
    "weakest link is the strongest":
        (weakest_link, "weakest_link", "alpha = g.min()", "alpha = g[inner].max()", exercise_four),
    "a branch that ties stays":
        (weakest_link, "smallest_minimiser", "<= branch + hair", "< branch - hair", exercise_four),
    "leaves counted instead of splits":
        (weakest_link, "cp_table", "[::-1] - 1", "[::-1]", printed_cp_table),
    "R not divided by that of the root":
        (weakest_link, "_cost", "(tree.risk[0] if tree.risk[0] > 0 else 1.0)", "1.0",
         printed_cp_table),
    "leaf value is a sum, not a mean":
        (book.Book, "_tell", "np.add.reduceat(y, start) / size", "np.add.reduceat(y, start)",
         lambda golden: golden_tests.check_leaf_is_a_mean()),
    "risk counts the majority":
        (book.Book, "_tell", "size - value.max(axis=1)", "value.max(axis=1)", printed_cp_table),
    "x <= s goes left":
        (structure.Splits, "answer", "x < threshold", "x <= threshold", printed_predictions),
    "the unknown all go left":
        (structure.Splits, "goes_left", "self.majority_left[node]", "True", naive_grower),
    "N counted from 0":
        (level, "scan", "np.arange(1, len(node) + 1)", "np.arange(len(node))", naive_grower),
    "cases without the value count as on the right":
        (level, "scan", "known[:, node] - N_left", "level.size[node] - N_left", printed_tree),
    "a cut between equal values":
        (level, "scan", "level.rank[:, :-1] == level.rank[:, 1:]", "False", naive_grower),
    "the last of equals wins":
        (level, "scan", "np.searchsorted(node[hit], at)",
         "np.searchsorted(node[hit], at, side='right') - 1", naive_grower),
    "left cases of one node leak into the next":
        (level, "_running_sums", "S -= before[:, None, node]", "pass", naive_grower),
    "right child before left child":
        (level.Level, "divide", "for k in (1, 0)", "for k in (0, 1)", naive_grower),
    "gain without the node's own impurity":
        (offers, "make_offers", "cuts.price - before", "cuts.price", printed_tree),
    "smallest leaf off by one":
        (offers, "make_offers", "rows, price, least, noise", "rows, price, least + 1, noise",
         naive_grower),
    "majority is the minority":
        (grow, "_send", "left >= right", "left < right", naive_grower),
    "levels in the order of the alphabet":
        (subset, "_front_pieces", "np.argsort(mean, axis=1, kind=\"stable\")",
         "np.argsort(0 * mean, axis=1, kind=\"stable\")", naive_grower),
    "one set of levels forgotten":
        (subset, "_all_sets", "np.arange(2 ** (L - 1))", "np.arange(2 ** (L - 2))", naive_grower),
    "a stand-in may be as bad as the majority":
        (surrogate, "add_surrogates", "count > majority", "count >= majority - 1", printed_tree),
    "adj divided by all cases":
        (surrogate, "add_surrogates", "/ (known - majority)[at]", "/ known[at]", printed_tree),
    "stand-ins are never reversed":
        (surrogate, "add_surrogates", "< count[at]", "< 0", printed_tree),
    "one-SE rule takes the best row":
        (choose, "choose_cp", "np.argmax(table[\"xerror\"].to_numpy() <= bar)",
         "table[\"xerror\"].to_numpy().argmin()",
         lambda golden: pruning_tests.check_one_se_rule()),
    "C4.5: no share of the cases that know":
        (c45._Grower, "worth", "gain = gain * known / total", "pass", printed_c45),
    "C4.5: natural logarithm":
        (c45, "_information", "np.log2", "np.log", printed_c45),
    "C4.5: cut at the midpoint":
        (c45._Grower, "metric", "float(values[values <= middle].max())", "float(middle)", printed_c45),
    "C4.5: whole cases everywhere":
        (c45, "_branch_shares", "weight / weight.sum()", "np.ones(n_branches)", printed_c45),
}


SOURCES: dict[tuple, str] = {}


def plant(monkeypatch: pytest.MonkeyPatch, owner, name: str, old: str, new: str) -> None:
    module = inspect.getmodule(owner)
    if (owner, name) not in SOURCES:        # what was planted has no source of its own
        SOURCES[owner, name] = textwrap.dedent(inspect.getsource(getattr(owner, name)))
    source = SOURCES[owner, name]
    assert source.count(old) >= 1, f"{name} no longer holds {old!r}; plant this mutant anew"
    space = dict(vars(module))
    exec("from __future__ import annotations\n" + source.replace(old, new), space)
    monkeypatch.setattr(owner, name, space[name])
    if owner is module:         # other modules imported the function by name
        for other in (book, c45, choose, grow, level, offers, structure, subset, surrogate,
                      weakest_link, __import__("coursekit.tree.cart", fromlist=["x"]),
                      pruning_tests, golden_tests):
            if getattr(other, name, None) is not None and other is not module:
                monkeypatch.setattr(other, name, space[name])


@pytest.mark.parametrize("bug", MUTANTS)
def test_a_classic_bug_is_seen(bug, monkeypatch, golden):
    owner, name, old, new, check = MUTANTS[bug]
    plant(monkeypatch, owner, name, old, old)            # planting alone harms nobody
    check(golden)
    plant(monkeypatch, owner, name, old, new)
    with np.errstate(all="ignore"), pytest.raises((AssertionError, ValueError, IndexError)):
        check(golden)


def test_the_one_sided_bound_is_another_bound(golden):
    """Q(1 - α) instead of Q(1 - α/2) fits none of the printed percentages."""
    for row in golden["error_bound"]["table"]:
        assert abs(upper_error_bound(row["errors"], row["n"], 0.5) - row["value"]) > 5e-4
