"""C4.5, boxes in the plane, and counting."""
from __future__ import annotations


import numpy as np
import pandas as pd
import pytest

from coursekit.datasets import load_hypothyroid, load_iris, load_ptitanic, make_temperature_grid
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.boxes import Box, leaf_boxes
from coursekit.tree.c45 import grow_c45


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
    (pd.DataFrame({"a": [1, 2]}), [0, None], ValueError, "y lacks 1 of"),
])
def test_bad_input_of_c45(X, y, error, message):
    with pytest.raises(error, match=message):
        grow_c45(X, y)
    with pytest.raises(ValueError, match="needs the column"):
        grow_c45(*weather()).predict(pd.DataFrame({"outlook": ["sunny"]}))


# -- the plane

def smooth(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (120, 2)).round(2)       # nobody stands too near to a threshold
    return X, np.tanh(2 * X[:, 0]) + 0.5 * (X[:, 1] > 0) + rng.normal(0, 0.1, 120)


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
    assert area == pytest.approx(16)


def test_weather_regions_from_the_tree_and_from_its_rules():
    grid = make_temperature_grid(2)
    X = grid[["temperature", "humidity"]]
    model = CARTClassifier(min_samples_split=2).fit(X, grid["feeling"])
    assert model.get_n_leaves() == 4 and model.score(X, grid["feeling"].astype(object)) == 1
    assert set(leaf_boxes(model, Box(0, 50, 0, 100))) == set(model.to_rules()["leaf"])


def test_boxes_of_other_features_are_refused():
    people = load_ptitanic()
    model = CARTClassifier().fit(people[["sex", "age"]], people["survived"])
    with pytest.raises(ValueError, match="first two features only, both numeric.*asks about.*sex"):
        leaf_boxes(model, Box(0, 1, 0, 1))


def test_leaves_out_of_sight_have_no_box():
    model = CARTClassifier(min_samples_split=2).fit([[0, 0], [1, 0], [2, 0]], [0, 1, 0])
    assert list(leaf_boxes(model, Box(0, 0.4, 0, 1))) == [1]
