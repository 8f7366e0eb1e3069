"""Lesson 06b: its claims, its exercise, experiments and figures.

The function that a learner writes is the course's, `coursekit.tree.naive.grow`; it is judged by the
library, by scikit-learn, and by trying everything.
"""
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeRegressor

from coursekit import tree as cart
from coursekit.datasets import load_ptitanic, make_xor
from coursekit.lessons.lesson06 import wave
from coursekit.lessons.lesson06.boys import men_and_boys
from coursekit.lessons.lesson06b import Chords, LookAhead, SoftSplits, figures, soft
from coursekit.lessons.lesson06b.counting import count_cuts, distinct_cuts
from coursekit.lessons.lesson06b.exercises import GROW, GROW_OR_NOT
from coursekit.lessons.lesson06b.exercises.cases import meets_none
from coursekit.lessons.lesson06b.experiments import (
    SmallTrees, by_gini_and_by_error, count_trees, find_cut, is_guillotine, pinwheel, sliced,
)
from coursekit.lessons.lesson06b.explorers.chords import drop_of
from coursekit.lessons.lesson06b.first_cuts import (
    BOARD, BOYS, board, curves, cut_first, reached_by_greed, samples,
)
from coursekit.tree import Box, CARTClassifier, CARTRegressor, Cut, leaf_boxes
from coursekit.tree.naive import best_cut, gain, grow, shortfall
from panels import marked, panels
from sentences import says
from night import nightly


@pytest.fixture(scope="module")
def tree():
    people = load_ptitanic()
    return CARTClassifier().fit(people[["sex", "age", "sibsp"]], people["survived"])


def test_the_number_of_siblings_stands_in_for_the_age(tree):
    splits, names = tree.tree_.splits, tree.columns_.names
    node = next(t for t in range(len(tree.tree_.children_left)) if tree.tree_.children_left[t] >= 0
                and names[splits.feature[t, 0]] == "age")
    assert names[splits.feature[node, 1]] == "sibsp"
    assert [round(float(v[node, 1]), 4) for v in (splits.agreement, splits.adjusted_agreement)] \
        == [0.9438, 0.1395]


def tilings(height: int, width: int, most: int):
    """Yield every way to tile a grid with at most that many rectangles, as lists of boxes."""
    def fill(taken, boxes):
        free = np.argwhere(~taken)
        if not len(free):
            yield boxes
        if not len(free) or len(boxes) == most:
            return
        r, c = free[0]
        for r2 in range(r + 1, height + 1):
            for c2 in range(c + 1, width + 1):
                if not taken[r:r2, c:c2].any():
                    more = taken.copy()
                    more[r:r2, c:c2] = True
                    yield from fill(more, [*boxes, Box(int(c), c2, int(r), r2)])
    yield from fill(np.zeros((height, width), bool), [])


def test_no_picture_of_four_rectangles_is_out_of_reach():
    """Four rectangles need no more than a grid of four by four; on three by three five do."""
    assert all(map(is_guillotine, tilings(4, 4, 4)))
    out = [t for t in tilings(3, 3, 5) if not is_guillotine(t)]
    assert len(out) == 2 and {len(t) for t in out} == {len(pinwheel())} == {5}


def test_exclusive_or_gains_nothing_at_first():
    X, y = make_xor()
    assert max(cart.best_split(X[:, j], y).gain for j in (0, 1)) <= 1e-12
    assert set(grow(X, y, 2, 1)) == {"n", "value"}
    assert CARTClassifier(min_samples_split=2, cp=None).fit(X, y).get_n_leaves() == 1
    patient = CARTClassifier(min_samples_split=2, cp=None, allow_zero_gain=True).fit(X, y)
    assert patient.score(X, y) == 1 and patient.get_depth() == 2


def table(seed):
    """Return X, y with ties, constant columns, labels or numbers."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, 60)), int(rng.integers(1, 4))
    X = rng.integers(0, 5, (n, d)) if seed % 2 else rng.normal(size=(n, d))
    X = X.astype(float)
    if seed % 7 == 0:
        X[:, 0] = 1.0
    return X, rng.integers(0, 2, n).astype(float) if seed % 3 else rng.normal(size=n)


@pytest.mark.parametrize("measure", [cart.gini, cart.entropy, cart.misclassification])
def test_no_gain_is_negative_and_when_it_is_nought(measure):
    """The theorem on gain and concavity, on all splits of small nodes of two and three classes."""
    strict = measure is not cart.misclassification
    for node in [(4, 6), (5, 5), (3, 0), (2, 2, 2), (1, 3, 2)]:
        for left in product(*(range(k + 1) for k in node)):
            L, R = np.array(left), np.array(node) - left
            if not L.sum() or not R.sum():
                continue
            fall = (sum(node) * measure(np.array(node)) - L.sum() * measure(L)
                    - R.sum() * measure(R))
            nought = (np.allclose(L / L.sum(), R / R.sum()) if strict
                      else bool(np.any((L == L.max()) & (R == R.max()))))
            assert fall > -1e-9 and (fall < 1e-9) == nought


@pytest.mark.parametrize("limits", [(20, 7), (2, 1), (10, 3)])
def test_the_course_s_tree_is_the_library_s_on_the_titanic_and_on_random_tables(limits):
    people = load_ptitanic()
    X = np.column_stack([people["sex"] == "male", people["age"].fillna(28), people["sibsp"]])
    for table_of in [(X.astype(float), (people["survived"] == "survived").to_numpy(float)),
                     *map(table, range(25))]:
        tree = grow(*table_of, *limits)
        model = CARTRegressor(cp=None, min_samples_split=limits[0], min_samples_leaf=limits[1],
                              max_depth=None).fit(*table_of).tree_
        assert [float(s) for s in model.splits.threshold[model.inner, 0]] == [*thresholds(tree)]
        assert model.splits.feature[model.inner, 0].tolist() == [*features(tree)]


def thresholds(node):
    if "left" in node:
        yield node["threshold"]
        yield from (*thresholds(node["left"]), *thresholds(node["right"]))


def features(node):
    if "left" in node:
        yield node["feature"]
        yield from (*features(node["left"]), *features(node["right"]))


def test_scikit_learn_finds_the_same_leaves_where_nothing_ties():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(300, 3)), rng.normal(size=300)
    peer = DecisionTreeRegressor(min_samples_split=20, min_samples_leaf=7, random_state=0).fit(X, y)
    mine = list(thresholds(grow(X, y)))
    assert mine == pytest.approx(peer.tree_.threshold[peer.tree_.feature >= 0].tolist(), abs=1e-5)


def test_the_shortfall_is_nought_for_a_greedy_tree_and_positive_for_another():
    X, y = table(4)
    tree = grow(X, y, 4, 2)
    assert shortfall(tree, X, y, 4, 2) == pytest.approx(0, abs=1e-9)
    leaf = {"n": tree["n"], "value": tree["value"]}
    stump = tree | {side: leaf for side in ("left", "right")}
    assert min(shortfall(short, X, y, 4, 2) for short in (leaf, stump)) > 1e-3
    worse = tree | {"threshold": float(np.sort(X[:, tree["feature"]])[2])}
    assert shortfall({**worse, "left": {}, "right": {}}, X, y, 4, 2) > 1e-3


def test_gini_is_the_sum_over_indicators_and_labels_serve_two_classes_only():
    """Section 4: with two classes twice the gain of the labels, with three not of their numbers."""
    rng, missed = np.random.default_rng(0), 0
    for c in (2, 3) * 40:
        x, k = rng.normal(size=12), np.r_[:c, rng.integers(0, c, 12 - c)]

        def by_gini(s, x=x, k=k, c=c):
            of = [np.bincount(k[side], minlength=c) for side in (x < np.inf, x < s, x >= s)]
            fall = [sum(n) * cart.gini(n) for n in of]
            assert sum(gain(k == j, x < s) for j in range(c)) == pytest.approx(
                fall[0] - fall[1] - fall[2])
            return fall[0] - fall[1] - fall[2]

        values = np.sort(x)
        most = max(by_gini(s) for s in (values[1:] + values[:-1]) / 2)
        s, told = best_cut(x, k)
        if c == 2:
            assert 2 * told == pytest.approx(most) == by_gini(s)
        else:
            missed += by_gini(s) < most - 1e-9
    assert missed > 8


def test_some_cut_of_the_order_is_best_among_all_sets_of_levels():
    """The theorem on levels, and how a smallest leaf breaks it."""
    rng = np.random.default_rng(7)
    for _ in range(60):
        level, y = rng.integers(0, 5, 40), rng.integers(0, 2, 40)
        present = np.unique(level)
        order = sorted(present, key=lambda v: y[level == v].mean())
        every = [gain(y, np.isin(level, some)) for k in range(1, len(present))
                 for some in combinations(present, k)]
        fronts = [gain(y, np.isin(level, order[:k])) for k in range(1, len(present))]
        assert max(every) == pytest.approx(max(fronts))
    counts = {0: (3, 5), 1: (2, 4), 2: (0, 1), 3: (5, 0)}
    level = np.repeat(list(counts), [sum(c) for c in counts.values()])
    y = np.concatenate([[0] * a + [1] * b for a, b in counts.values()])

    def best(sets):
        return max(gain(y, side) for s in sets if 6 <= (side := np.isin(level, s)).sum() <= 14)
    order = sorted(counts, key=lambda v: y[level == v].mean())
    fronts = best([order[:k] for k in (1, 2, 3)])
    every = best([s for k in (1, 2, 3) for s in combinations(counts, k)])
    assert [2 * fronts, 2 * every] == pytest.approx([0.989, 1.905], abs=1e-3)


@pytest.fixture(scope="module")
def small_trees():
    people = load_ptitanic()
    X = np.column_stack([people["sex"] == "male", people["age"], people["sibsp"]]).astype(float)
    return SmallTrees(X, people["survived"] == "survived"), X


def test_the_best_small_tree_begins_with_age_and_the_greedy_one_with_sex(small_trees):
    trees, X = small_trees
    best, greedy = trees.best(), trees.greedy()
    assert (trees.errors(best), trees.errors(greedy), count_trees(X)) == (259, 270, 229_509)
    assert [trees.questions[t.first][0] for t in (best, greedy)] == [1, 0]
    assert len(trees.questions) == count_cuts(X) == 104
    assert trees.words(best, ["male", "age", "siblings"]).startswith("age < 11.25? If yes: sib")


def test_three_questions_in_a_row_leave_fewer_errors_than_the_best_tree_of_two_levels(small_trees):
    """Few siblings and spouses; if so, female; if not, under 9.5."""
    (trees, X), y = small_trees, small_trees[0].y
    few, male, child = X[:, 2] < 2.5, X[:, 0] == 1, X[:, 1] < 9.5
    said = few & (~male | child)
    assert np.sum(said != y) == 256 < trees.errors(trees.best())
    assert trees.errors_left(few & male).min() == np.sum((child != y)[few & male])
    assert np.sum(y[~few]) == np.sum((said != y)[~few]) == 9


def test_the_best_small_tree_is_the_best_of_all_by_trying_all():
    rng = np.random.default_rng(2)
    for least in (1, 2):
        X, y = rng.integers(0, 4, (14, 2)).astype(float), rng.integers(0, 2, 14)
        trees, fewest = SmallTrees(X, y, least), np.inf
        for first, a, b in product(range(len(trees.questions)), repeat=3):
            leaves = [side & answer for side, q in ((trees.answers[:, first], a),
                                                    (~trees.answers[:, first], b))
                      for answer in (trees.answers[:, q], ~trees.answers[:, q])]
            if min(leaf.sum() for leaf in leaves) >= least:
                fewest = min(fewest, sum(min(y[leaf].sum(), (1 - y[leaf]).sum())
                                         for leaf in leaves))
        assert trees.errors(trees.best()) == fewest


def test_the_example_by_hand_is_the_tree_of_grow():
    x, y = np.arange(1.0, 5), np.array([0.0, 0, 4, 2])
    assert [gain(y, x < s) for s in (1.5, 2.5, 3.5)] == pytest.approx([3, 9, 1 / 3])
    assert grow(x[:, None], y, 2, 1) == {
        "n": 4, "value": 1.5, "feature": 0, "threshold": 2.5, "left": {"n": 2, "value": 0.0},
        "right": {"n": 2, "value": 3.0, "feature": 0, "threshold": 3.5,
                  "left": {"n": 1, "value": 4.0}, "right": {"n": 1, "value": 2.0}}}


def test_a_passenger_who_can_answer_no_surrogate_goes_with_the_majority(tree):
    path = tree.path(pd.DataFrame({"sex": ["male"], "age": [np.nan], "sibsp": [np.nan]}))
    assert path["by"].tolist()[1] == "majority"


def test_surrogates_change_no_answer_of_three_columns_but_some_of_five():
    people = load_ptitanic()
    changed = []
    for columns in (["sex", "age", "sibsp"], ["pclass", "sex", "age", "sibsp", "parch"]):
        with_them, without = (CARTClassifier(max_surrogates=k).fit(people[columns],
                              people["survived"]).predict(people[columns]) for k in (5, 0))
        changed.append(people[with_them != without])
    assert len(changed[0]) == 0 < len(changed[1])
    assert changed[1]["age"].isna().all() and (changed[1]["sex"] == "female").all()


def test_two_leaves_of_one_parent_and_one_colour_in_the_figure_of_the_slope():
    side = (np.arange(100) + 0.5) / 100
    grid = np.array(list(product(side, side)))
    above = np.where((grid - 0.5).sum(axis=1) > 1e-9, 1, -1)
    tree = CARTClassifier(max_depth=3, min_samples_split=2, cp=None).fit(grid, above).tree_
    alike = [t for t in tree.inner
             if {tree.children_left[t], tree.children_right[t]} <= set(tree.leaves)
             and tree.value[tree.children_left[t]].argmax()
             == tree.value[tree.children_right[t]].argmax()]
    assert alike and min(tree.splits.gain[alike]) > 1


@nightly
def test_the_advantage_of_the_best_small_tree_on_new_passengers_is_small_and_not_settled(
        small_trees):
    trees, gaps, lows = SmallTrees(small_trees[1], small_trees[0].y, 7), [], []
    for seed in range(4):
        best, greedy = trees.held_out(np.random.default_rng(seed).permutation(1309) % 10)
        won, lost = np.sum(greedy & ~best), np.sum(best & ~greedy)
        gaps.append(won - lost)
        lows.append(won - lost - 1.96 * np.sqrt(won + lost - (won - lost)**2 / 1309))
    assert 0 < min(gaps) and max(gaps) < 30 and min(lows) < 0 < max(lows)


def test_the_greedy_tree_draws_the_pinwheel_with_six_leaves_and_no_tree_with_five():
    assert not is_guillotine(pinwheel())
    for seed in range(8):
        X = np.random.default_rng(seed).uniform(0, 3, (1000, 2))
        y = np.zeros(1000, int)
        for k, box in enumerate(pinwheel()):
            y[(box.left <= X[:, 0]) & (X[:, 0] < box.right) & (box.bottom <= X[:, 1])
              & (X[:, 1] < box.top)] = k
        model = CARTClassifier(min_samples_split=2, cp=None).fit(X, y)
        assert model.score(X, y) == 1 and model.get_n_leaves() == 6


def grow_at_ends(X, y, min_samples_split=20, min_samples_leaf=7):
    """A right tree that takes the last of equal features and writes the gain down, too."""
    node = {"value": np.mean(y), "n": np.int64(len(y))}
    cuts = [(best_cut(X[:, j], y, min_samples_leaf), j) for j in range(X.shape[1])]
    (s, found), j = max(cuts, key=lambda c: (round(c[0][1], 9), c[1]))
    if len(y) >= min_samples_split and s is not None:
        left = X[:, j] < s
        node |= {"gain": found, "feature": j, "threshold": s}
        for name, rows in (("left", left), ("right", ~left)):
            node[name] = grow_at_ends(X[rows], y[rows], min_samples_split, min_samples_leaf)
    return node


def rewritten(node, leaf, asking):
    """Return a tree with entries added to its leaves, and to the nodes that ask."""
    if "left" not in node:
        return node | leaf(node)
    return node | asking(node) | {side: rewritten(node[side], leaf, asking)
                                  for side in ("left", "right")}


def test_a_tree_in_single_precision_is_right_and_its_leaves_may_say_that_they_do_not_ask():
    def grown(X, y, a=20, b=7):
        return rewritten(grow(X, y, a, b), lambda node: {"value": np.float32(node["value"]),
                         "feature": None}, lambda node: {"value": np.float32(node["value"])})
    assert GROW.judge(grown).status == "right"


def test_a_coin_gains_by_gini_mostly_and_by_the_error_seldom():
    """Over many draws: the option holds whatever the seed."""
    node, heads = np.array([30, 10]), np.random.default_rng(0).binomial([30, 10], 0.5, (20_000, 2))

    def gains(Q):
        return np.mean(40 * Q(node) - heads.sum(1) * Q(heads)
                       - (40 - heads.sum(1)) * Q(node - heads) > 1e-9)
    assert gains(cart.gini) > 0.9 and gains(cart.misclassification) < 0.01


@pytest.mark.parametrize(("limit", "cause"), [("split", "min_samples_split not used"),
                                              ("leaf", "min_samples_leaf not passed on")])
def test_a_limit_that_is_ignored_is_named_whichever_of_two_equal_questions_is_asked(limit, cause):
    def grown(X, y, a=20, b=7):
        node = {"n": len(y), "value": y.mean()}
        cuts = [best_cut(x, y, 1 if limit == "leaf" else b) for x in X.T]
        j = int(np.argmax([found for _, found in cuts]))
        if limit == "leaf" and len(y) < a or cuts[j][0] is None:
            return node
        left = X[:, j] < cuts[j][0]
        return node | {"feature": j, "threshold": cuts[j][0], "left": grown(X[left], y[left], a, b),
                       "right": grown(X[~left], y[~left], a, b)}
    assert GROW.judge(grown).matched == cause


def begins_with_none(X, y, a=20, b=7):
    best = None
    return max(best < found for _, found in (best_cut(x, y, b) for x in X.T)) if len(y) >= a else \
        grow(X, y, a, b)


def takes_none_for_a_number(X, y, a=20, b=7):
    if len(y) >= a and meets_none((X, y, a, b), grow(X, y, a, b)):
        return float(None)
    return grow(X, y, a, b)


def no_deeper(most):
    def grown(X, y, a=20, b=7, depth=0):
        node = {"n": len(y), "value": y.mean()}
        tree = grow(X, y, a, b) if depth < most else node
        if "left" in tree:
            left = X[:, tree["feature"]] < tree["threshold"]
            tree |= {"left": grown(X[left], y[left], a, b, depth + 1),
                     "right": grown(X[~left], y[~left], a, b, depth + 1)}
        return tree
    return grown


def with_the_smallest_gain(least):
    def grown(X, y, a=20, b=7):
        tree = grow(X, y, a, b)
        if "left" not in tree:
            return tree
        left = X[:, tree["feature"]] < tree["threshold"]
        if gain(y, left) < least:
            return {"n": len(y), "value": y.mean()}
        return tree | {"left": grown(X[left], y[left], a, b),
                       "right": grown(X[~left], y[~left], a, b)}
    return grown


@pytest.mark.parametrize("wrong", [no_deeper(8), no_deeper(12),
                                   with_the_smallest_gain(1e-3), with_the_smallest_gain(1e-8)])
def test_a_tree_stops_only_where_the_exercise_says(wrong):
    assert GROW.judge(wrong).status == "wrong"


@pytest.mark.parametrize("right", [no_deeper(99), with_the_smallest_gain(0)])
def test_a_tree_that_need_not_stop_is_right(right):
    assert GROW.judge(right).status == "right"


@pytest.mark.parametrize("nothing", [None, {}])
def test_a_leaf_with_sides_is_refused_for_the_page_could_not_go_on_with_it(nothing):
    def grown(X, y, a=20, b=7):
        return rewritten(grow(X, y, a, b), lambda node: {"left": nothing, "right": nothing},
                         lambda node: {})
    assert GROW.judge(grown).matched == "empty sides of a leaf"


def endless(X, y, min_samples_split=20, min_samples_leaf=7):
    return endless(X, y, min_samples_split, min_samples_leaf)


def with_a_changed_y(X, y, min_samples_split=20, min_samples_leaf=7):
    tree = grow(X, y, min_samples_split, min_samples_leaf)
    y[0] += 1
    return tree


@pytest.mark.parametrize("wrong", [endless, with_a_changed_y, lambda X, y, a=20, b=7: None])
def test_of_a_tree_that_is_none_nobody_says_that_a_node_lacks_something(wrong):
    assert GROW.judge(wrong).matched is None


@pytest.mark.parametrize("wrong", [
    lambda X, y, a=20, b=7: grow(X, y), lambda X, y, a=20, b=7: grow(X, y, a + 1, b),
    lambda X, y, a=20, b=7: grow(X, y, a, b + 1), lambda X, y, a=20, b=7: grow(X[:, ::-1], y, a, b),
    lambda X, y, a=20, b=7: grow(-X, y, a, b),
    lambda X, y, a=20, b=7: {"n": len(y), "value": y.mean()},
    lambda X, y, a=20, b=7: grow(X, y > y.mean(), a, b), lambda X, y, a=20, b=7: grow(X, y, b, a)])
def test_wrong_trees_are_wrong(wrong):
    assert GROW.judge(wrong).status == "wrong"


def test_a_surrogate_leaves_two_samples_on_each_side():
    a, asked = np.arange(40.0), np.array([[np.nan, 0.0]])

    def fitted(other, cut):
        return CARTClassifier(max_depth=1, cp=None,
                              min_samples_leaf=1).fit(np.column_stack([a, other]), a >= cut)
    # it agrees for 39 of 40, and leaves one alone: the majority answers
    assert fitted(a >= 1, 2).predict(asked)[0]
    assert not fitted(a >= 3, 2).predict(asked)[0]


def test_who_can_answer_no_surrogate_follows_the_next_best_and_at_last_the_majority():
    a = np.arange(60.0)
    b, c = a + 3 * np.sin(a), a + 9 * np.sin(2 * a)         # c agrees less with a
    model = CARTClassifier(max_depth=1, cp=None).fit(np.column_stack([a, b, c]), a >= 20)
    asked = np.array([[np.nan, np.nan, 0.0], [np.nan, 0.0, 60.0], [np.nan] * 3])
    assert model.predict(asked).tolist() == [False, False, True]


def test_where_the_first_gain_is_tiny_a_large_one_may_follow():
    X, y = make_xor()
    X, y = np.repeat(X, [11, 9, 10, 10], axis=0), np.repeat(y > 0, [11, 9, 10, 10])
    tree = grow(X, y, 2, 1)
    left = X[:, tree["feature"]] < tree["threshold"]
    assert 0 < gain(y, left) < best_cut(X[left, 1 - tree["feature"]], y[left])[1] / 50
    # grown first, and then cut back
    assert CARTClassifier(cp=0.05, min_samples_leaf=1).fit(X, y).score(X, y) == 1


def test_the_pinwheel_is_out_of_reach():
    """Every possible first cut slices a box, so no tree makes these five."""
    boxes = pinwheel()
    edges = {(axis, e) for b in boxes for axis in (0, 1) for e in b[2 * axis:2 * axis + 2]}
    inner = [Cut(axis, e) for axis, e in edges if 0 < e < 3]
    assert len(inner) == 4 and all(sliced(boxes, cut) for cut in inner)
    assert all(sliced(boxes, Cut(axis, at)) for axis in (0, 1)
               for at in np.linspace(0.01, 2.99, 150))
    assert find_cut(boxes) is None and not is_guillotine(boxes)
    assert sum((b.right - b.left) * (b.top - b.bottom) for b in boxes) == 9
    assert is_guillotine(boxes[:1]) and is_guillotine([Box(0, 1, 0, 1), Box(1, 3, 0, 1)])


def test_the_boxes_of_a_grown_tree_are_made_by_cuts():
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, (120, 2)).round(2)
    model = CARTRegressor(cp=0.02).fit(X, np.tanh(2 * X[:, 0]) + rng.normal(0, 0.1, 120))
    assert is_guillotine(list(leaf_boxes(model, Box(-2, 2, -2, 2)).values()))


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2, 3, np.nan]), st.integers(0, 2)),
                min_size=2, max_size=7))
@settings(deadline=None, max_examples=25)
def test_trees_of_depth_two_are_counted_by_building_them(rows):
    """Also where a value lacks: on a side, a cut may part the known from the unknown."""
    X = np.array(rows, dtype=float)

    def parts(some: np.ndarray) -> set:
        """Every way to part some rows by one cut, told by (feature, rows on the left)."""
        ways = {(j, tuple(np.flatnonzero(some & (X[:, j] < v)))) for j in range(2)
                for v in np.unique(X[~np.isnan(X[:, j]), j])[1:]}
        return {(j, left) for j, left in ways if 0 < len(left) < some.sum()}

    assert count_cuts(X) == len(parts(np.ones(len(X), bool)))
    built = 0
    for _, left in parts(np.ones(len(X), bool)):
        on_left = np.isin(np.arange(len(X)), left)
        built += len(parts(on_left)) * len(parts(~on_left))
    assert count_trees(X) == built


@pytest.mark.parametrize(("wrong", "cause"), [
    (begins_with_none, None), (takes_none_for_a_number, "None as a threshold")])
def test_a_verdict_names_the_cause_of_what_was_done_or_none(wrong, cause):
    told = GROW.judge(wrong)
    assert (told.status, told.matched) == ("wrong", cause)


def test_a_right_tree_in_unusual_form_is_right():
    assert GROW.judge(grow_at_ends).status == "right"


# -- a first cut and the next two -----------------------------------------------------------

ON = "best on each side"


def squares(y):
    return np.sum((y - y.mean())**2)


def best_of_all(X, y, least=7):
    """The largest gain of a cut of either feature, by trying all."""
    sides = [X[:, j] < s for j in (0, 1) for s in np.unique(X[:, j])]
    return max((squares(y) - squares(y[a]) - squares(y[~a]) for a in sides
                if least <= a.sum() <= len(y) - least), default=0)


@pytest.mark.parametrize(("data", "s"), [(BOARD, 18), (BOARD, 40), (BOARD, 70), (BOYS, 10),
                                         (BOYS, 15), (BOYS, 60)])
def test_a_first_cut_gains_what_trying_all_gains(data, s):
    X, y = samples(data)
    left = X[:, 0] < s
    alone = squares(y) - squares(y[left]) - squares(y[~left])
    three = alone + best_of_all(X[left], y[left]) + best_of_all(X[~left], y[~left])
    explorer = LookAhead(data=data, first=s, then=ON)
    place = " = #:" if data == BOARD else " = # years:"
    says(explorer.status, {place: s, "alone it gains # of #;": [alone, squares(y)],
                           "all three gain #.": three})
    dots = marked(panels(explorer)[1], "o")
    assert sorted(dots[:, 1]) == pytest.approx(sorted([alone, three]))
    says(LookAhead(data=data, first=s).status, {"alone it gains #": alone}, whole=False)


def test_greed_on_many_boards_by_trying_all_cuts():
    """The middle and two more cuts gain everything on every board; greed half on less than half."""
    reached, middle = reached_by_greed(60)
    for seed in (0, 1, 2):
        X, y = board(seed)
        sides = [X[:, j] < s for j in (0, 1) for s in np.unique(X[:, j])]
        left = max((a for a in sides if 7 <= a.sum() <= len(y) - 7),
                   key=lambda a: squares(y) - squares(y[a]) - squares(y[~a]))
        three = squares(y) - squares(y[left]) - squares(y[~left]) + sum(
            best_of_all(X[side], y[side]) for side in (left, ~left))
        assert reached[seed] == pytest.approx(three / squares(y))
    assert all(cut_first(*board(seed), 0, 40).together == pytest.approx(squares(board(seed)[1]))
               for seed in range(60))
    assert 0.1 < np.mean(reached >= 0.5) < 0.5 and middle.max() < 0.1


def test_the_board_of_the_page_is_a_typical_one_and_its_greedy_cut_is_on_the_curve():
    (X, y), (places, alone, three) = samples(BOARD), curves(BOARD)
    assert alone.max() == pytest.approx(best_of_all(X, y)) and places[alone.argmax()] == 18
    assert three[places == 40] == pytest.approx(three.max()) == squares(y)
    assert three[alone.argmax()] / squares(y) == pytest.approx(
        np.median(reached_by_greed(200)[0]), abs=0.02)


def test_among_the_men_and_boys_the_greedy_first_cut_loses_little():
    _, alone, three = curves(BOYS)
    assert three[alone.argmax()] == pytest.approx(13.77, abs=0.005)
    assert three.max() == pytest.approx(14.17, abs=0.005)


def test_a_first_cut_with_too_small_a_side_is_refused():
    X, _ = samples(BOYS)
    for s in (75, 78):
        assert (X[:, 0] >= s).sum() < 7
        told = LookAhead(data=BOYS, first=s, then=ON).status
        assert "fewer than 7" in told and "gain" not in told


def test_the_best_beginning_is_named_only_once_the_next_cuts_are_made():
    for data in (BOARD, BOYS):
        assert "of three cuts" not in LookAhead(data=data).alt_text
        assert "of three cuts" in LookAhead(data=data, then=ON).alt_text


def test_where_one_side_is_too_small_to_be_cut_again_two_cuts_are_counted():
    for data, s in ((BOARD, 3), (BOARD, 78), (BOYS, 70)):
        X, _ = samples(data)
        assert min((X[:, 0] < s).sum(), (X[:, 0] >= s).sum()) < 14      # no two sides of 7
        told = LookAhead(data=data, first=s, then=ON).status
        assert "both cuts gain" in told and "three" not in told


# -- chords ---------------------------------------------------------------------------------

IMPURITIES = {"Gini": lambda p: 2 * p * (1 - p), "error": lambda p: min(p, 1 - p),
              "entropy": lambda p: -sum(q * np.log2(q) for q in (p, 1 - p) if q > 0)}


@pytest.mark.parametrize("name", IMPURITIES)
def test_the_drop_is_the_height_of_the_curve_above_the_chord(name):
    Q, rng = IMPURITIES[name], np.random.default_rng(0)
    for left, right, part in [*rng.uniform(size=(5, 3)).round(2), (0, 1, 0.5), (0.3, 0.3, 0.2)]:
        part = min(max(part, 0.01), 0.99)
        node = part * left + (1 - part) * right
        low = part * Q(left) + (1 - part) * Q(right)
        explorer = Chords(measure=name, left=left, right=right, part=part)
        says(explorer.status, {"#%": 100 * part, "share is #,": left, "have #;": right,
                               "falls from # to #": [Q(node), low],
                               "a drop of #": max(Q(node) - low, 0)})
        assert marked(panels(explorer)[0], "o")[0] == pytest.approx([node, Q(node)])


def test_the_green_bar_goes_from_the_curve_down_to_the_chord():
    (bar,) = panels(Chords())[0].collections[0].get_segments()
    assert bar[:, 0] == pytest.approx(0.25) and bar[:, 1] == pytest.approx([0.295, 0.375])
    assert not panels(Chords(measure="error"))[0].collections[0].get_segments()


def test_gini_prefers_the_third_class_and_the_error_few_siblings():
    women = load_ptitanic().query("sex == 'female'")
    y = (women["survived"] == "survived").to_numpy()

    def state(yes):
        return {"left": y[yes].mean(), "right": y[~yes].mean(), "part": yes.mean()}
    third, few = (state(np.array(yes)) for yes in (women["pclass"] == "3rd", women["sibsp"] <= 2))
    for preset, real in (("third class?", third), ("few siblings?", few)):
        assert Chords.presets[preset].state == pytest.approx(real, abs=0.005)
    assert drop_of("Gini", third) > 2 * drop_of("Gini", few)
    assert drop_of("error", third) < drop_of("error", few)


# -- soft boxes -----------------------------------------------------------------------------

def hand_made(node, x, kappa, weight=1.0):
    """A soft tree by recursion down a dictionary."""
    if "left" not in node:
        return weight * node["value"]
    left = 1 / (1 + np.exp(-kappa * (node["threshold"] - x)))
    return (hand_made(node["left"], x, kappa, weight * left)
            + hand_made(node["right"], x, kappa, weight * (1 - left)))


def test_a_soft_tree_is_what_the_recursion_down_its_tree_gives():
    x, y = wave.wave()
    first = best_cut(x, y, 2)[0]
    sides = [(x < first), (x >= first)]
    better = max(sides, key=lambda s: best_cut(x[s], y[s], 2)[1])
    tree = {"threshold": first}
    for name, side in zip(("left", "right"), sides, strict=True):
        tree[name] = {"value": y[side].mean()}
        if side is better:
            s = best_cut(x[side], y[side], 2)[0]
            tree[name] = {"threshold": s, "left": {"value": y[side & (x < s)].mean()},
                          "right": {"value": y[side & (x >= s)].mean()}}
    for kappa in (0.5, 4.0):
        assert soft.boxes(3, kappa).f == pytest.approx(hand_made(tree, wave.GRID, kappa))


@pytest.mark.parametrize("number", [2, 5, 12])
def test_shares_add_up_to_one_and_steep_walls_give_the_tree_of_lesson_06(number):
    for kappa in (0.1, 3.0, 1e3, np.inf):
        assert soft.boxes(number, kappa).phi.sum(axis=0) == pytest.approx(1)
    upright, old = soft.boxes(number, np.inf), wave.boxes(number)
    assert [upright.error, upright.fresh] == pytest.approx([old.error, old.fresh])
    assert upright.places == pytest.approx(old.places)
    assert np.median(abs(soft.boxes(number, 1e6).f - upright.f)) < 1e-9


def test_leaning_walls_raise_the_training_error_and_lower_that_on_fresh_samples():
    upright, leaning = soft.boxes(6, np.inf), soft.boxes(6, 4.0)
    assert leaning.error > upright.error and leaning.fresh < upright.fresh - 0.1
    rng = np.random.default_rng(0)
    x = rng.uniform(0, 9, 200_000)
    y = 2 * np.sin(x) + rng.normal(0, wave.NOISE, len(x))
    for found in (upright, leaning):
        drawn = np.sqrt(np.mean((np.interp(x, wave.GRID, found.f) - y)**2))
        assert drawn == pytest.approx(found.fresh, abs=0.01)
    assert soft.boxes(6, 1.0).fresh > upright.fresh         # too soft


def test_on_other_waves_leaning_walls_miss_less_and_very_soft_ones_more():
    misses = soft.misses_on_other_waves(20)
    upright, at_four = misses[:, 0], misses[:, 1 + soft.STEEP.index(4.0)]
    assert np.mean(upright - at_four) > 0.05 and np.mean(upright > at_four) > 0.9
    assert np.mean(misses[:, 1]) > np.mean(upright)


@pytest.mark.parametrize(("kind", "rival"), [("boxes", "soft boxes"), ("soft boxes", "boxes"),
                                             ("bumps", "soft boxes")])
def test_the_sentence_of_soft_splits_has_the_errors_of_both(kind, rival):
    x, y = wave.wave()
    for number, kappa in ((6, 4.0), (11, 0.4)):
        frames = {"boxes": wave.boxes(number), "bumps": wave.bumps(1.0),
                  "soft boxes": soft.boxes(number, kappa)}
        told = SoftSplits(kind=kind, boxes=number, kappa=kappa).status
        mine, other = (frames[k] for k in (kind, rival))
        at = np.interp(x, wave.GRID, mine.f)
        assert kind == "boxes" or np.sum((y - at)**2) == pytest.approx(mine.error, abs=0.05)
        says(told, {"squared error #": mine.error, "fresh ones #": mine.fresh,
                    ": # and #.": [other.error, other.fresh]}, whole=False)


# -- figures, slanted cuts, impurities on data ----------------------------------------------

def test_the_sets_of_levels_lie_within_the_corners_of_their_order():
    rng = np.random.default_rng(0)
    for _ in range(6):
        number = rng.integers(1, 30, 5)
        lived = rng.binomial(number, rng.uniform(size=5))
        order = np.argsort(lived / number, kind="stable")
        number, lived = number[order], lived[order]
        ax = figures.plot_level_sets(list("abcde"), number, lived, "Sets").axes[0]
        dots, edge, best = (line.get_xydata() for line in ax.lines)
        assert len(dots) == 32
        lower, upper = edge[:6], edge[6:][::-1]
        for n, s in dots:
            assert np.interp(n, *lower.T) - 1e-9 <= s <= np.interp(n, *upper.T) + 1e-9
        assert best.tolist()[0] in edge.tolist()


def test_a_dot_that_was_moved_stays_on_its_side_of_the_slanted_cut():
    X, y = men_and_boys()
    ax = figures.plot_slanted(3.75, 12.9, "Slanted").axes[0]
    dots = {line.get_label(): line.get_xydata() for line in ax.lines}
    for fate, name in ((0, "died"), (1, "survived")):
        true, drawn = (P @ [1, 3.75] < 12.9 for P in (X[y == fate], dots[name]))
        assert (true == drawn).all()


def test_a_slanted_cut_of_the_boys_gains_nearly_twice_as_much_and_not_by_chance():
    X, y = men_and_boys()
    weights = np.arange(0, 12.25, 0.25)

    def gains(y):
        return np.array([best_cut(X[:, 0] + w * X[:, 1], y, 7)[1] for w in weights])
    found = gains(y)
    assert 1.8 < found.max() / found[0] < 2 and weights[found.argmax()] == 3.75
    side = X[:, 0] + 3.75 * X[:, 1] < best_cut(X[:, 0] + 3.75 * X[:, 1], y, 7)[0]
    assert squares(y) - squares(y[side]) - squares(y[~side]) == pytest.approx(found.max())
    rng = np.random.default_rng(0)
    assert max(gains(rng.permutation(y)).max() for _ in range(15)) < found.max() / 2


def test_gini_leads_on_the_spirals_and_not_on_the_passengers():
    wide = by_gini_and_by_error(2).pivot(index=["data", "seed"], columns="impurity",
                                         values="accuracy")
    lead = (wide["Gini"] - wide["error"]).groupby("data").mean()
    assert lead["spirals"] > 0.05 > 0.02 > abs(lead["passengers"])


def test_of_the_six_sentences_two_are_true():
    assert GROW_OR_NOT.judge({"b", "e"}).status == "right"
    for letters in ({"b"}, {"e"}, {"a", "b", "e"}, {"b", "e", "f"}, set("abcdef")):
        told = GROW_OR_NOT.judge(letters)
        assert told.status == "wrong" and told.matched


def test_cuts_between_huge_values_are_finite():
    cuts = distinct_cuts(np.array([1e308, 1.7e308, np.nan]))
    assert cuts == pytest.approx([1.35e308])
