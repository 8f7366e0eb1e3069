"""Drawn trees say what the trees say: numbers are read off the artists."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.datasets import load_iris, load_ptitanic
from coursekit.plots import style
from coursekit.lessons.lesson06.figures import draw_boxes, draw_surface
from coursekit.plots.trees import plot_nodes
from coursekit.plots.alt_text import alt_text
from coursekit.tree import CARTClassifier, CARTRegressor


def heights(ax) -> float:
    return sum(bar.get_height() for container in ax.containers for bar in container)


def test_every_node_shows_its_samples():
    people = load_ptitanic()
    X, y = people[["sex", "age", "sibsp"]], people["survived"]
    model = CARTClassifier().fit(X, y)
    figure = plot_nodes(model, X, y, "Women first")
    nodes = figure.axes[1:]
    assert len(nodes) == len(model.tree_) == 9
    reach = model.apply(X)
    for t, (ax, end) in enumerate(zip(nodes, model.tree_.end)):
        assert ax.get_title().startswith(f"{t}: ")
        here = (reach >= t) & (reach < end)
        unknown = people.loc[here, "age"].isna().sum() if "age <" in ax.get_title() else 0
        assert heights(ax) == here.sum() - unknown
        assert ax.get_xlabel() and ax.get_ylabel() == "samples"
    assert nodes[4].get_title() == "4: age < 9.5?"
    assert nodes[4].get_xlabel() == "age (185 unknown)"
    cut = next(line for line in nodes[4].lines if line.get_label() == "cut")
    assert list(cut.get_xdata()) == [9.5, 9.5]
    words = alt_text(figure)
    assert words.startswith("Women first.") and "8: died, n=796" in words


def test_yes_leads_to_the_samples_of_which_the_question_is_true():
    x, y = np.array([1.0, 2, 3, 8, 9, 10, 11]), np.array(["a", "a", "a", "b", "b", "b", "b"])
    model = CARTClassifier(min_samples_split=2).fit(x[:, None], y)
    ground, root, *below = plot_nodes(model, x[:, None], y, "One question").axes
    asked = root.get_title()
    assert "x[0] < 5.5?" in asked
    at = {text.get_text(): text.get_position()[0] for text in ground.texts}
    middle = {heights(ax): ax.get_position().x0 for ax in below}        # by the number of samples
    assert set(at) == {"yes", "no"}
    assert (at["yes"] < at["no"]) == (middle[np.sum(x < 5.5)] < middle[np.sum(x >= 5.5)])
    assert (ground.get_xlabel(), ground.get_ylabel()) == ("leaves, side by side", "questions asked")


def test_levels_stand_on_the_side_they_go_to():
    people = load_ptitanic()
    X, y = people[["pclass"]], people["survived"]
    model = CARTClassifier().fit(X, y)
    bars = plot_nodes(model, X, y, "Survival by class").axes[1]
    assert [t.get_text() for t in bars.get_xticklabels()] == ["1st", "2nd", "3rd"]
    counts = [np.sum((X["pclass"] == c) & (y == k)) for k in model.classes_
              for c in X["pclass"].cat.categories]
    assert [bar.get_height() for bar in bars.patches] == counts


def test_a_regression_tree_has_no_classes_to_draw():
    with pytest.raises(TypeError, match="classes of samples, got CARTRegressor"):
        plot_nodes(CARTRegressor().fit([[1], [2]], [1.0, 2.0]), [[1]], [1.0], "Means")


def test_a_forest_does_not_fit_on_a_page():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    y = rng.integers(0, 2, 400)
    model = CARTClassifier(cp=None).fit(X, y)
    with pytest.raises(ValueError,
                       match="leaves, at most 12 fit on a page; prune it first") as raised:
        plot_nodes(model, X, np.zeros(400), "Too much")
    advice = str(raised.value).split("for example ")[1]
    assert plot_nodes(eval(advice, {"model": model}), X, y, "Pruned as the message says").axes


def test_partition_and_surface_show_the_same_leaves():
    iris = load_iris()
    X, y = iris[["petal_length", "petal_width"]].to_numpy(), iris["species"]
    model = CARTClassifier(min_samples_split=6).fit(X, y)
    flat = style.new_figure().add_subplot()
    draw_boxes(flat, model, X, y)
    assert {t.get_text().split(":")[0] for t in flat.texts} == {f"leaf {t}"
                                                                for t in model.tree_.leaves}
    assert [len(c.get_offsets()) for c in flat.collections] == [50, 50, 50]
    high = style.new_figure().add_subplot(projection="3d")
    draw_surface(high, model, X)
    assert len(high.collections) == len(flat.patches) == model.get_n_leaves()
    assert high.get_zlabel() == "share of virginica"
