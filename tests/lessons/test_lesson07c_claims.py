"""What sitting 07c says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from coursekit import rules as library
from coursekit.datasets import load_hypothyroid
from coursekit.exercise import grade
from coursekit.rules import (
    Table, rules_of_tree,
)
from coursekit.statistics import upper_error_bound, wilson
from coursekit.tree import CARTClassifier
from coursekit.tree.c45 import grow_c45
from page_code import page_functions

frame = load_hypothyroid()
X, y = frame.drop(columns="class"), frame["class"].astype(str).to_numpy()
TABLE, RULES = Table.of(X), rules_of_tree(grow_c45(X, frame["class"].astype(str)))
BEST = [library.simplify(rule, TABLE, y, method="subsets")[0] for rule in RULES]
COVERS = np.array([TABLE.covers(short.conditions) for short in BEST])
PAGE = page_functions("07c_rules_from_trees", wilson=wilson, table=TABLE, y=y, best=BEST,
                      short_covers=COVERS, permutations=permutations, product=product)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 60), st.integers(1, 2600))
def test_the_bounds_of_the_page(e, n):
    """Those of the library; they rise with the errors and fall with the cover."""
    e = min(e, n)
    for own, alpha in ((PAGE["bound"], 0.25), (PAGE["careful"], 0.2)):
        assert own(e, n) == pytest.approx(upper_error_bound(e, n, alpha), abs=2e-5)
        assert own(0, 0) == own(n, n) == 1      # exactly: these are ties
        assert e == n or own(e + 1, n) > own(e, n)
        assert own(e, n + 1) < own(e, n) or e == n
    assert e in (0, n) or PAGE["careful"](e, n) > PAGE["bound"](e, n)


def test_the_rules_of_the_learner_are_the_greedy_ones_of_the_library():
    for rule in RULES:      # rule 7, which covers nobody, begins with ties
        own = PAGE["simplify"](rule.conditions, PAGE["counter"](rule.label), PAGE["bound"])
        assert set(own) == set(library.simplify(rule, TABLE, y)[0].conditions)


def test_the_last_deletion_of_rule_5_is_a_tie_and_its_level_a_thread():
    rule = RULES[4]
    steps = library.simplify(rule, TABLE, y)[1]
    assert steps[-1].now[1:] == steps[-2].now[1:]
    assert library.simplify(rule, TABLE, y, 0.239)[0].conditions == ()
    assert len(library.simplify(rule, TABLE, y, 0.2392)[0].conditions) == 1


def test_observed_rates_praise_small_covers_and_not_long_rules():
    """Rule 5 as it stands is worse than shortened; of one sample covered rightly none is wrong."""
    long, short = (library.simplify(RULES[4], TABLE, y)[1][k].now for k in (0, -1))
    assert long.wrong / (long.right + long.wrong) > 10 * short.wrong / (short.right + short.wrong)
    assert PAGE["bound"](0, 1) > PAGE["bound"](short.wrong, short.right + short.wrong)


def test_the_function_of_the_learner_works_for_any_bound():
    """One that brings its own is refused, by cause."""
    def own(conditions, count, bound):
        return PAGE["simplify"](conditions, count, PAGE["bound"])

    assert grade("simplify", own).matched == "another bound"


def test_a_tree_for_two_pairs_has_three_leaves_that_say_yes():
    """Seven of sixteen rows are true; no one or two powers of two make seven."""
    true = sum(a * b or c * d for a, b, c, d in product((0, 1), repeat=4))
    powers = [2 ** k for k in range(5)]
    assert true == 7 and 7 not in powers and 4 + 2 + 1 == 7
    assert 7 not in {a + b for a in powers for b in powers}
    grid = np.array(list(product((0, 1), repeat=4)))
    labels = grid[:, 0] & grid[:, 1] | grid[:, 2] & grid[:, 3]
    model = CARTClassifier(min_samples_split=2, min_samples_leaf=1, cp=0).fit(grid, labels)
    assert (model.predict(grid) == labels).all()
    assert sum(model.to_rules()["prediction"] == 1) >= 3


def test_rules_3_and_10_spoil_the_rest():
    labels = np.array([rule.label for rule in RULES])

    def errors(order):
        said = [next((labels[j] for j in order if COVERS[j, i]), "negative")
                for i in range(len(y))]
        return np.sum(said != y)

    weak, strong = range(11), [j for j in range(11) if j + 1 not in (3, 10)]
    assert errors(strong) == errors(strong[::-1]) < min(errors(weak), errors(weak[::-1])) / 5
    assert max(errors([j for j in order if j + 1 != gone])
               for gone in (3, 10) for order in (weak, weak[::-1])) > 100


@pytest.mark.parametrize("right", [
    lambda conditions, count, bound: tuple(reversed(PAGE["simplify"](conditions, count, bound))),
    lambda conditions, count, bound: set(PAGE["simplify"](conditions, count, bound))])
def test_unusual_right_rules_are_taken(right):
    assert grade("simplify", right).status == "right"


@pytest.mark.parametrize("U, cause", [
    ("round(bound(wrong, right + wrong), 2)", "rounded bounds"),
    ("bound(wrong, right)", "n without the errors")])
def test_a_wrong_bound_is_recognised_by_its_cause(U, cause):
    names = {}
    exec(f"""
def simplify(conditions, count, bound):
    def worth(some):
        right, wrong = count(some)
        return {U}
    kept = list(conditions)
    while kept:
        best = min((kept[:j] + kept[j + 1:] for j in range(len(kept))), key=worth)
        if worth(best) > worth(kept):
            return kept
        kept = best
    return kept
""", names)
    assert grade("simplify", names["simplify"]).matched == cause


# -- conditions without which a theorem fails, and general claims ------------------------


def test_the_bound_is_a_promise_for_one_rule_and_a_mere_charge_after_a_search():
    U = upper_error_bound(np.random.default_rng(0).binomial(60, 0.2, (3000, 40)), 60)
    assert np.mean(U[:, 0] >= 0.2) == pytest.approx(0.875, abs=0.05) \
        and np.mean(U.min(axis=1) >= 0.2) < 0.1


def test_the_bound_rises_with_the_errors_and_falls_with_the_cover():
    U = np.array([[upper_error_bound(e, n, 0.25) for n in range(6, 12)] for e in range(6)])
    assert (np.diff(U, axis=0) > 0).all() and (np.diff(U, axis=1) < 0).all()
    stricter = {n: upper_error_bound(0, n, 0.2) - upper_error_bound(0, n, 0.25) for n in (4, 400)}
    # a stricter level charges small covers more
    assert stricter[4] > stricter[400] > 0
