"""Printed trees: ptitanic as rpart grows it, hypothyroid as C4.5 does, and the exercises."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit.datasets import load_hypothyroid, load_ptitanic
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.c45 import grow_c45
from coursekit.tree.criteria import gini, misclassification
from coursekit.tree.pruning import bottom_up, cp_table
from coursekit.tree.one_feature import split_curve
from tree_checks import (
    check_cp_table, check_predictions, check_pruning_exercise, check_ptitanic, compare_c45,
)


@pytest.fixture(scope="module")
def people() -> pd.DataFrame:
    return load_ptitanic()


@pytest.fixture(scope="module")
def model(people) -> CARTClassifier:
    return CARTClassifier(trace=True).fit(people[["sex", "age", "sibsp"]], people["survived"])


def test_ptitanic_to_every_digit(model, golden):
    check_ptitanic(model, golden)


def test_information_gives_the_same_tree(people, model):
    X, y = people[["sex", "age", "sibsp"]], people["survived"]
    assert CARTClassifier("entropy").fit(X, y).to_text() == model.to_text()


def test_numeric_sex_gives_the_same_tree(people, model, golden):
    X = people[["sex", "age", "sibsp"]].assign(sex=(people["sex"] == "male").astype(int))
    numeric = CARTClassifier().fit(X.to_numpy(dtype=float), people["survived"])
    assert numeric.tree_.value.tolist() == model.tree_.value.tolist()
    assert numeric.tree_.splits.threshold[0, 0] == 0.5


def test_competitors_as_rpart_prints_them(model):
    """At the root: age gains 8.228 on 1046 samples, sibsp 6.903 on all."""
    found = {c.feature: (round(c.gain, 3), c.n_known) for c in model.trace_[0].candidates}
    assert found == {"sex": (172.749, 1309), "age": (8.228, 1046), "sibsp": (6.903, 1309)}


def test_cp_tables(model, golden):
    check_cp_table(cp_table(model.full_tree_, model.cp), golden["cart_ptitanic"]["cptable"])
    check_cp_table(cp_table(model.full_tree_, 0.0), golden["cart_ptitanic"]["cptable_cp0"])


def test_accuracy_and_confusion(model, people, golden):
    wanted = golden["cart_ptitanic"]
    said, truth = model.predict(people[["sex", "age", "sibsp"]]), people["survived"].astype(object)
    for key, count in wanted["confusion"].items():
        was, now = key.split("_as_")
        assert np.sum((truth == was) & (said == now)) == count
    assert round(float(np.mean(said == truth)), 7) == wanted["accuracy"]


def test_predictions_for_the_boundary_and_the_unknown(model, golden):
    """A boy of exactly 9.5 is no longer a boy; an unknown age asks the siblings."""
    check_predictions(model, golden)


def test_the_way_of_a_boy_of_unknown_age(model):
    steps = model.path(pd.DataFrame({"sex": ["male"], "age": [np.nan], "sibsp": [5]}))
    assert steps["by"].tolist() == ["split", "surrogate", "split", ""]
    assert steps["question"].tolist() == ["sex = female", "sibsp >= 3.5", "sibsp < 2.5", ""]
    assert steps["answer"].tolist() == ["no", "yes", "no", ""]
    assert steps["prediction"].iloc[-1] == "died"


def test_women_and_children_first_read_on(people):
    """Erratum: 110 of 615 men of known age >= 9.5 survived, 1 of 16 boys with >= 3 siblings."""
    males = people[people["sex"] == "male"]
    lived = males["survived"] == "survived"
    young = males["age"] < 9.5
    assert (lived[males["age"] >= 9.5].sum(), (males["age"] >= 9.5).sum()) == (110, 615)
    assert (lived[young & (males["sibsp"] >= 3)].sum(),
            (young & (males["sibsp"] >= 3)).sum()) == (1, 16)
    assert (lived[young & (males["sibsp"] <= 2)].sum(),
            (young & (males["sibsp"] <= 2)).sum()) == (24, 27)


# -- hypothyroid

@pytest.fixture(scope="module")
def thyroid() -> tuple:
    frame = load_hypothyroid()
    # The distributed names file declares a fifth class that has no sample.
    return (frame.drop(columns="class"),
            frame["class"].cat.add_categories(["hyperthyroid"]))


def test_hypothyroid_to_every_digit(thyroid, golden):
    wanted = golden["hypothyroid"]["c45_tree"]
    tree = grow_c45(*thyroid)
    assert compare_c45(tree.root, wanted["tree"]) == wanted["leaves"]
    errors = np.sum(tree.predict(thyroid[0]) != thyroid[1].astype(object))
    assert errors == wanted["train_errors"]


def test_hypothyroid_without_the_undeclared_class(golden):
    """The class without a sample changes margins a little, and no question."""
    frame = load_hypothyroid()
    rules = grow_c45(frame.drop(columns="class"), frame["class"]).to_rules()
    assert len(rules) == golden["hypothyroid"]["c45_tree"]["leaves"]


# -- the exercises of the lesson

def test_e1_three_gaps_but_two_usable_splits():
    """{1, 3, -1, 3}: the largest value leaves nobody on its right."""
    curve = split_curve([1, 3, -1, 3], [0, 1, 0, 1])
    assert curve.threshold.tolist() == [0.0, 2.0]


def check_leaf_is_a_mean() -> None:
    model = CARTRegressor().fit([[0], [0]], [2.0, 1.0])
    assert model.predict([[0]])[0] == 1.5


def test_e2_the_leaf_value_is_the_mean():
    """Not the count 2, not the sum 3."""
    check_leaf_is_a_mean()


def test_e3_same_error_different_gini():
    first, second = ([300, 100], [100, 300]), ([200, 400], [200, 0])
    weigh = [sum(sum(c) * measure(c) for c in split) / 800 for split in (first, second)
             for measure in (gini, misclassification)]
    assert [round(w, 3) for w in weigh] == [0.375, 0.25, 0.333, 0.25]

     # the right branch goes first


def test_e4_the_pruning_path():
    """Division by |T_t| instead of |T_t| - 1 would give 1.5, 10, 20."""
    check_pruning_exercise()


def test_e5_pessimistic_pruning(golden):
    """A leaf of 7 errors, or a branch whose three leaves make 2 each."""
    errors = np.array([7, 2, 6, 2, 2])
    for r, wanted in golden["pessimistic_pruning"].items():
        cost = errors + float(r)
        assert (round(cost[0], 10), round(cost[[1, 3, 4]].sum(), 10)) == (
            wanted["leaf"], wanted["subtree"])
        gone = bottom_up([1, -1, 3, -1, -1], [2, -1, 4, -1, -1], cost)
        assert wanted["action"] == ("prune" if 0 in gone else "keep")
