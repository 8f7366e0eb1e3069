"""C4.5, soft trees, bagging, boxes in the plane, and counting."""
from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.datasets import load_hypothyroid, load_iris, load_ptitanic, make_temperature_grid
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.bagging import bootstrap_trees, root_questions, vote
from coursekit.tree.c45 import grow_c45
from coursekit.tree.counting import count_cuts, count_trees, every_pruning, fewest_questions
from coursekit.tree.criteria import entropy
from coursekit.tree.partition import (
    Box, Cut, find_cut, is_guillotine, leaf_boxes, pinwheel, sliced,
)
from coursekit.tree.soft import soften

quick = settings(deadline=None, max_examples=25)


# -- C4.5

def weather() -> tuple[pd.DataFrame, list]:
    """Quinlan's golf data: outlook splits three ways."""
    rows = ["sunny 85 no", "sunny 90 no", "overcast 78 yes", "rain 96 yes", "rain 80 yes",
            "rain 70 no", "overcast 65 yes", "sunny 95 no", "sunny 70 yes", "rain 80 yes",
            "sunny 70 yes", "overcast 90 yes", "overcast 75 yes", "rain 80 no"]
    outlook, humidity, play = zip(*(row.split() for row in rows))
    return pd.DataFrame({"outlook": outlook, "humidity": [float(h) for h in humidity]}), list(play)


def test_a_nominal_question_has_a_branch_for_each_level():
    X, y = weather()
    root = grow_c45(X, y).root
    assert root.feature == "outlook" and root.levels == ("overcast", "rain", "sunny")
    assert root.gain == pytest.approx(0.2467, abs=5e-5)          # the classic figure
    assert root.split_info == pytest.approx(1.5774, abs=5e-5)
    sunny = root.children[2]
    assert sunny.feature == "humidity" and sunny.cut == 75.0     # it occurs, though not here


def test_a_fraction_of_a_sample_goes_down_each_branch():
    """Quinlan's example: one outlook lost; its sample is 5/13 sunny, 3/13 overcast, 5/13 rain."""
    X, y = weather()
    X.loc[11, "outlook"] = None
    root = grow_c45(X, y).root
    weights = dict(zip(root.levels, (child.n for child in root.children)))
    assert weights == pytest.approx({"sunny": 5 + 5 / 13, "overcast": 3 + 3 / 13,
                                     "rain": 5 + 5 / 13})
    assert round(root.gain, 3) == 0.199 and round(root.split_info, 3) == 1.809     # as in the book


def test_weights_add_up_and_shares_sum_to_one():
    frame = load_hypothyroid()
    X, y = frame.drop(columns="class"), frame["class"]
    tree = grow_c45(X, y)
    rules = tree.to_rules()
    assert rules["n"].sum() == pytest.approx(len(X))
    assert rules["wrong"].sum() == pytest.approx(tree.root.leaf_errors())
    np.testing.assert_allclose(tree.predict_proba(X).sum(axis=1), 1)
    np.testing.assert_array_equal(tree.predict(X[X.columns[::-1]]), tree.predict(X))
    test = load_hypothyroid("test")
    assert np.mean(tree.predict(test.drop(columns="class")) != test["class"].astype(object)) < 0.01


def test_c45_on_plain_data():
    iris = load_iris()
    X, y = iris.drop(columns="species"), iris["species"]
    tree = grow_c45(X, y)
    assert tree.root.feature.startswith("petal")
    assert np.mean(tree.predict(X) == y.astype(object)) > 0.97
    first = str(tree.to_rules()["conditions"].iloc[0][0])
    assert first in ("petal_width <= 0.6", "petal_length <= 1.9")
    lone = grow_c45(X.iloc[:3], y.iloc[:3])
    assert lone.root.is_leaf and lone.to_rules()["rule"].tolist() == ["always"]
    assert lone.to_text() == "setosa (3.0/0.0)"


@pytest.mark.parametrize("X, y, error, message", [
    ([[1]], [0], TypeError, "grow_c45 needs a pandas DataFrame"),
    (pd.DataFrame({"a": [1, 2]}), [0], ValueError, "one class for each of the 2 rows"),
    (pd.DataFrame({"a": [1, 2]}), [0, None], ValueError, "1 are missing"),
])
def test_bad_input_of_c45(X, y, error, message):
    with pytest.raises(error, match=message):
        grow_c45(X, y)
    with pytest.raises(ValueError, match="needs the column"):
        grow_c45(*weather()).predict(pd.DataFrame({"outlook": ["sunny"]}))


# -- soft trees

def smooth(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (120, 2)).round(2)       # nobody stands too near to a threshold
    return X, np.tanh(2 * X[:, 0]) + 0.5 * (X[:, 1] > 0) + rng.normal(0, 0.1, 120)


@quick
@given(st.integers(0, 1000))
def test_the_hard_tree_is_the_limit(seed):
    """β → ∞ gives the tree, and leaf weights always sum to 1."""
    X, y = smooth(seed)
    for model in (CARTRegressor().fit(X, y), CARTClassifier().fit(X, (y > 0).astype(int))):
        np.testing.assert_allclose(soften(model, 3.0).leaf_weights(X).sum(axis=1), 1)
        hard = soften(model, 1e7)
        np.testing.assert_allclose(hard.leaf_weights(X).max(axis=1), 1, atol=1e-6)
        np.testing.assert_array_equal(hard.tree.leaves[hard.leaf_weights(X).argmax(axis=1)], model.apply(X))
        np.testing.assert_allclose(hard.predict(X), model.predict(X), atol=1e-6)


def test_the_softer_the_flatter():
    X, y = smooth()
    model = CARTRegressor().fit(X, y)
    steps = [np.abs(np.diff(soften(model, b).predict(np.column_stack(
        [np.linspace(-2, 2, 200), np.zeros(200)])))).max() for b in (1, 4, 16, 64, 256)]
    assert steps == sorted(steps)


def test_total_probability_and_bayes_by_hand():
    """One gate at 0, leaves say 0 and 1 with variance 1: everything fits on a line."""
    model = CARTRegressor(min_samples_split=2, cp=None).fit([[-1.0], [1.0]], [0.0, 1.0])
    soft = soften(model, 1.0)
    object.__setattr__(soft, "variance", 1.0)
    left = 1 / (1 + np.exp(0.5))                            # σ(β(s - x)) at x = 0.5
    np.testing.assert_allclose(soft.leaf_weights([[0.5]]), [[left, 1 - left]])
    np.testing.assert_allclose(soft.predict([[0.5]]), [1 - left])
    joint = np.array([left * np.exp(-0.5), 1 - left]) / np.sqrt(2 * np.pi)     # y = 1
    np.testing.assert_allclose(soft.responsibilities([[0.5]], [1.0]), [joint / joint.sum()])


@pytest.mark.parametrize("call, error, message", [
    (lambda m, X, y: soften(m, 0), ValueError, "beta must lie in"),
    (lambda m, X, y: soften(m, 1.0).predict(X[:, :1]), ValueError, r"X must have shape \(n, 2\)"),
    (lambda m, X, y: soften(m, 1.0).predict([[np.nan, 0]]), ValueError, "X contains NaN"),
    (lambda m, X, y: soften(m, 1.0).predict_proba(X), TypeError, "predicts numbers; use predict"),
    (lambda m, X, y: soften(CARTClassifier().fit(pd.DataFrame({"a": list("uv") * 20}), [0, 1] * 20), 1),
     ValueError, "asks about 'a', which is nominal"),
])
def test_bad_input_of_soft_trees(call, error, message):
    X, y = smooth()
    with pytest.raises(error, match=message):
        call(CARTRegressor().fit(X, y), X, y)


# -- bagging

def test_resamples_and_their_votes():
    people = load_ptitanic()
    X, y = people[["sex", "age", "sibsp", "pclass"]], people["survived"]
    trees = bootstrap_trees(CARTClassifier(cp=0.005), X, y, n_trees=25)
    roots = root_questions(trees)
    assert (roots["feature"] == "sex").all() and roots["threshold"].isna().all()
    assert roots["leaves"].nunique() > 3                    # one question in common, little else
    assert np.mean(vote(trees, X) == y.astype(object)) > 0.8
    again = bootstrap_trees(CARTClassifier(cp=0.005), X, y, n_trees=3)
    assert [t.to_text() for t in again] == [t.to_text() for t in trees[:3]]
    assert 0.6 < np.mean([len(np.unique(t.drawn_)) / len(y) for t in trees]) < 0.66     # 1 - 1/e


def test_votes_of_trees_that_never_saw_a_class():
    trees = bootstrap_trees(CARTClassifier(min_samples_split=2), [[0], [1], [2]], ["a", "b", "c"], 20)
    assert any(len(t.classes_) < 3 for t in trees)
    assert vote(trees, [[0], [1], [2]]).tolist() == ["a", "b", "c"]


def test_averaging_smooths_a_staircase():
    """A line by one tree is a staircase; by a hundred it is nearly a line."""
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(0, 1, 150))[:, None]
    y = x[:, 0] + rng.normal(0, 0.05, 150)
    trees = bootstrap_trees(CARTRegressor(), x, y, 100)
    grid = np.linspace(0.05, 0.95, 100)[:, None]
    one, many = np.abs(trees[0].predict(grid) - grid[:, 0]), np.abs(vote(trees, grid) - grid[:, 0])
    assert many.mean() < one.mean() / 1.5
    assert root_questions(trees)["threshold"].nunique() > 20


@pytest.mark.parametrize("call, message", [
    (lambda: bootstrap_trees(CARTClassifier(), [[1]], [1], 0), "n_trees must be a whole number of at least 1"),
    (lambda: vote([], [[1]]), "trees must not be empty"),
    (lambda: count_cuts([1, 2]), "Expected 2D array, got 1D array"),
    (lambda: fewest_questions([np.inf, 1]), "counts contains NaN or infinity"),
])
def test_bad_input_of_bagging(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# -- the plane

def test_tree_partition_and_surface_are_one_object():
    """A point lies in the box of its leaf, and the surface has the leaf's height there."""
    X, y = smooth()
    model = CARTRegressor(cp=0.02).fit(X, y)
    boxes = leaf_boxes(model, Box(-2, 2, -2, 2))
    assert sorted(boxes) == model.tree_.leaves.tolist()
    points = np.random.default_rng(1).uniform(-2, 2, (500, 2))
    leaf = model.apply(points)
    for t, box in boxes.items():
        inside = ((points[:, 0] >= box.left) & (points[:, 0] < box.right)
                  & (points[:, 1] >= box.bottom) & (points[:, 1] < box.top))
        np.testing.assert_array_equal(inside, leaf == t)
        np.testing.assert_array_equal(model.predict(points[inside]), model.tree_.value[t, 0])
    area = sum((b.right - b.left) * (b.top - b.bottom) for b in boxes.values())
    assert area == pytest.approx(16) and is_guillotine(list(boxes.values()))


def test_weather_regions_from_the_tree_and_from_its_rules():
    grid = make_temperature_grid(2)
    X = grid[["temperature", "humidity"]]
    model = CARTClassifier(min_samples_split=2).fit(X, grid["feeling"])
    assert model.get_n_leaves() == 4 and model.score(X, grid["feeling"].astype(object)) == 1
    assert set(leaf_boxes(model, Box(0, 50, 0, 100))) == set(model.to_rules()["leaf"])


def test_the_pinwheel_is_out_of_reach():
    """Every possible first cut slices a box, so no tree makes these five."""
    boxes = pinwheel()
    edges = {(axis, e) for b in boxes for axis in (0, 1) for e in b[2 * axis:2 * axis + 2]}
    inner = [Cut(axis, e) for axis, e in edges if 0 < e < 3]
    assert len(inner) == 4 and all(sliced(boxes, cut) for cut in inner)
    assert all(sliced(boxes, Cut(axis, at)) for axis in (0, 1) for at in np.linspace(0.01, 2.99, 150))
    assert find_cut(boxes) is None and not is_guillotine(boxes)
    assert sum((b.right - b.left) * (b.top - b.bottom) for b in boxes) == 9
    assert is_guillotine(boxes[:1]) and is_guillotine([Box(0, 1, 0, 1), Box(1, 3, 0, 1)])


def test_boxes_of_other_features_are_refused():
    people = load_ptitanic()
    model = CARTClassifier().fit(people[["sex", "age"]], people["survived"])
    with pytest.raises(ValueError, match="first two features only, both numeric.*asks about.*sex"):
        leaf_boxes(model, Box(0, 1, 0, 1))


def test_leaves_out_of_sight_have_no_box():
    model = CARTClassifier(min_samples_split=2).fit([[0, 0], [1, 0], [2, 0]], [0, 1, 0])
    assert list(leaf_boxes(model, Box(0, 0.4, 0, 1))) == [1]


# -- counting

@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=2, max_size=7))
@quick
def test_trees_of_depth_two_are_counted_by_building_them(rows):
    X = np.array(rows, dtype=float)

    def parts(some: np.ndarray) -> list:
        """Every way to part some rows by one cut, told by (feature, rows on the left)."""
        return [(j, tuple(np.flatnonzero(some & (X[:, j] < v)))) for j in range(2)
                for v in np.unique(X[some, j])[1:]]

    assert count_cuts(X) == len(parts(np.ones(len(X), bool)))
    built = 0
    for _, left in parts(np.ones(len(X), bool)):
        on_left = np.isin(np.arange(len(X)), left)
        built += len(parts(on_left)) * len(parts(~on_left))
    assert count_trees(X) == built


def test_every_pruning_is_there_once():
    left, right = [1, 2, -1, -1, 5, -1, -1], [4, 3, -1, -1, 6, -1, -1]
    cost = [100.0, 40, 10, 10, 20, 15, 2]
    found = sorted(map(tuple, every_pruning(left, right, cost).tolist()))
    assert found == [(37, 4), (40, 3), (57, 3), (60, 2), (100, 1)]
    assert sorted(map(tuple, every_pruning(left, right, cost, 4).tolist())) == [(17, 2), (20, 1)]


def test_a_tree_with_too_many_prunings_is_refused():
    comb = np.arange(0, 34, 2)
    left, right = np.full((2, 35), -1)
    left[comb], right[comb] = comb + 1, comb + 2
    with pytest.raises(ValueError, match="the tree has 18 leaves, and prunings multiply; give one"):
        every_pruning(left, right, np.ones(35))


def code_lengths(k: int) -> set[tuple[int, ...]]:
    """Depths of the leaves of every way to ask k classes apart."""
    if k == 1:
        return {(0,)}
    return {tuple(d + 1 for d in a + b) for i in range(1, k) for a in code_lengths(i)
            for b in code_lengths(k - i)}


@given(st.lists(st.integers(1, 50), min_size=1, max_size=5))
@quick
def test_no_way_to_ask_needs_fewer_questions(counts):
    p = np.array(counts) / sum(counts)
    best = min(p @ order for depths in code_lengths(len(p))
               for order in itertools.permutations(depths))
    assert fewest_questions(counts) == pytest.approx(best)
    H = entropy(counts)
    assert H - 1e-12 <= best < H + 1
    assert fewest_questions(np.kron(p, p)) / 2 <= best + 1e-12
