"""Drawn trees say what the trees say: numbers are read off the artists."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.datasets import load_iris, load_ptitanic
from coursekit.plots.trees import draw_partition, draw_surface, draw_tree
from coursekit.plots.words import describe
from coursekit.tree import CARTClassifier, CARTRegressor


def heights(ax) -> float:
    return sum(bar.get_height() for container in ax.containers for bar in container)


def test_every_node_shows_its_cases():
    people = load_ptitanic()
    X, y = people[["sex", "age", "sibsp"]], people["survived"]
    model = CARTClassifier().fit(X, y)
    figure = draw_tree(model, X, y, "Women first")
    nodes = figure.axes[1:]
    assert len(nodes) == len(model.tree_) == 9
    reach = model.apply(X)
    for t, (ax, end) in enumerate(zip(nodes, model.tree_.end)):
        assert ax.get_title().startswith(f"node {t}: ")
        here = (reach >= t) & (reach < end)
        unknown = people.loc[here, "age"].isna().sum() if "age <" in ax.get_title() else 0
        assert heights(ax) == here.sum() - unknown
        assert ax.get_xlabel() and ax.get_ylabel()
    assert nodes[4].get_title() == "node 4: age < 9.5?"
    assert nodes[4].get_xlabel() == "age (185 unknown)"
    cut = next(line for line in nodes[4].lines if line.get_label() == "cut")
    assert list(cut.get_xdata()) == [9.5, 9.5]
    words = describe(figure)
    assert words.startswith("Women first.") and "node 8: died, n=796" in words


def test_a_regression_tree_is_drawn_too():
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, (100, 2))
    y = (X[:, 0] > 0.5) + rng.normal(0, 0.1, 100)
    model = CARTRegressor(cp=0.05).fit(X, y)
    nodes = draw_tree(model, X, y, "One step").axes[1:]
    assert [heights(ax) for ax in nodes[1:]] == model.tree_.n[1:].tolist()
    means = [line.get_ydata()[0] for line in nodes[0].lines[1:3]]
    np.testing.assert_allclose(means, model.tree_.value[1:, 0])
    people = load_ptitanic()
    X, y = people[["sex", "pclass"]], people["age"].fillna(28.0)
    model = CARTRegressor().fit(X, y)
    bars = draw_tree(model, X, y, "Ages by class").axes[1]
    assert [t.get_text() for t in bars.get_xticklabels()] == ["1st", "2nd", "3rd"]
    wanted = [y[people["pclass"] == c].mean() for c in ("1st", "2nd", "3rd")]
    np.testing.assert_allclose([bar.get_height() for bar in bars.patches], wanted)


def test_a_forest_does_not_fit_on_a_page():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    model = CARTClassifier(cp=None).fit(X, rng.integers(0, 2, 400))
    with pytest.raises(ValueError, match="leaves, at most 12 fit on a page; prune it first"):
        draw_tree(model, X, np.zeros(400), "Too much")


def test_partition_and_surface_show_the_same_leaves():
    iris = load_iris()
    X, y = iris[["petal_length", "petal_width"]].to_numpy(), iris["species"]
    model = CARTClassifier(min_samples_split=6).fit(X, y)
    flat = draw_partition(model, X, y, "Boxes", ("length", "width")).axes[0]
    assert {t.get_text() for t in flat.texts} == {str(t) for t in model.tree_.leaves}
    assert [len(c.get_offsets()) for c in flat.collections] == [50, 50, 50]
    high = draw_surface(model, X, "Steps", ("length", "width")).axes[0]
    assert len(high.collections) == len(flat.patches) == model.get_n_leaves()
    assert high.get_zlabel() == "share of virginica"
    X, y = np.random.default_rng(0).uniform(size=(60, 2)), np.arange(60.0)
    figure = draw_partition(CARTRegressor().fit(X, y), X, y, "Means", ("a", "b"))
    assert figure.axes[0].get_title(loc="left") == "Means"
