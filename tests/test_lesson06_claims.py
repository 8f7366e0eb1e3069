"""What lesson 06 says in words and cannot compute into its sentences, asserted here."""
import numpy as np
import pytest

from coursekit.datasets import load_ptitanic
from coursekit.explorers.tree_depth import grown
from coursekit.explorers.tree_prune import PRICES, cross_validated, large_tree
from coursekit.explorers.tree_resample import first_questions
from coursekit.plots.partition import leaf_boxes, plot_pinwheel, plot_three_views
from coursekit.tree import CARTClassifier, CARTRegressor


@pytest.fixture(scope="module")
def tree():
    people = load_ptitanic()
    return CARTClassifier().fit(people[["sex", "age", "sibsp"]], people["survived"])


def test_the_tree_on_the_page_is_the_tree_of_rpart(tree, golden):
    """Every split, count and cost, down the golden tree and ours side by side."""
    def compare(node, ours):
        assert [node["died"], node["survived"]] == tree.tree_.value[ours].tolist()
        if "split" in node:
            assert tree.tree_.splits.gain[ours] == pytest.approx(node["improve"], rel=1e-5)
            children = sorted((tree.tree_.left[ours], tree.tree_.right[ours]),
                              key=lambda t: -tree.tree_.n[t])
            for below, child in zip(sorted((node["left"], node["right"]), key=lambda t: -t["n"]),
                                    children, strict=True):
                compare(below, child)
    compare(golden["cart_ptitanic"]["tree"], 0)
    assert tree.cp_table()["rel_error"].round(3).tolist() == [1.0, 0.576, 0.554, 0.512]
    people = load_ptitanic()
    assert round(tree.score(people[["sex", "age", "sibsp"]], people["survived"]), 4) == 0.8044


def test_boys_with_many_siblings_died_like_the_men(tree):
    rules = tree.to_rules()
    boys = rules[rules["rule"].str.contains("age < 9.5")]
    assert boys.iloc[0]["n"] == 27 and boys.iloc[1]["n"] == 20


def test_the_number_of_siblings_stands_in_for_the_age(tree):
    splits, names = tree.tree_.splits, tree.columns_.names
    node = next(t for t in range(len(tree.tree_.left)) if tree.tree_.left[t] >= 0
                and names[splits.feature[t, 0]] == "age")
    assert names[splits.feature[node, 1]] == "sibsp"
    assert [round(float(v[node, 1]), 4) for v in (splits.agree, splits.adj)] == [0.9438, 0.1395]


def test_with_sex_the_first_question_never_changes_and_without_it_does():
    assert len(set(first_questions("with sex", 1.0))) == 1
    assert len(set(first_questions("without sex", 1.0))) > 1
    assert len(set(first_questions("without sex", 0.1))) > len(set(first_questions("without sex", 1.0)))


def test_a_deep_tree_learns_the_noise_and_large_leaves_tame_it():
    assert grown(14, 1)[1] == 1.0 and grown(14, 1)[2] < 0.9
    assert grown(14, 8)[1] < 1.0


def test_the_price_empties_the_tree_and_the_best_price_lies_between():
    path = large_tree().pruning_path("impurity")
    assert np.all(np.diff(path.n_leaves) < 0) and path.n_leaves[-1] == 1
    assert 0 < np.argmin(cross_validated()) < len(PRICES) - 1


def test_three_views_of_one_tree_share_their_boxes():
    rng = np.random.default_rng(0)
    X = rng.uniform(size=(80, 2))
    y = np.floor(3 * X[:, 0]) + (X[:, 1] > 0.5)
    model = CARTRegressor(min_samples_split=2, cp=None, max_depth=3).fit(X, y)
    boxes = leaf_boxes(model, (0, 0), (1, 1))
    assert sum((b.x1 - b.x0) * (b.y1 - b.y0) for b in boxes) == pytest.approx(1)
    for b in boxes:
        middle = [[(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2]]
        assert model.apply(middle)[0] == b.node
    values = sorted(f"{model.tree_.value[b.node, 0]:.3g}" for b in boxes)
    figure = plot_three_views(model, X, "One tree", ("x1", "x2"))
    assert sorted(t.get_text() for t in figure.axes[1].texts) == values


def test_every_line_through_the_pinwheel_slices_a_rectangle():
    blocks = [p.get_bbox() for p in plot_pinwheel("Out of reach").axes[0].patches]
    cuts = {v for b in blocks for v in (("x", b.x0), ("x", b.x1), ("y", b.y0), ("y", b.y1))}
    inner = [(axis, v) for axis, v in cuts if 0 < v < 3]
    assert len(inner) == 4
    for axis, v in inner:
        assert any((b.x0 < v < b.x1) if axis == "x" else (b.y0 < v < b.y1) for b in blocks)
