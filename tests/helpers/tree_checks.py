"""Checks of trees that several tests make: printed trees, searches by brute force, the naive
grower."""
from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest

from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.conditions import sides
from coursekit.tree.criteria import CRITERIA
from coursekit.tree.pruning import weakest_link
from naive_tree import grow_naively


def compare(model: CARTClassifier, node: int, wanted: dict) -> int:
    """Compare a branch with the golden one, node by node; return how many nodes there were."""
    tree, splits = model.tree_, model.tree_.splits
    assert (tree.n_node_samples[node], *tree.value[node]) == (wanted["n"], wanted["died"],
                                                              wanted["survived"])
    assert model.classes_[tree.value[node].argmax()] == wanted["predict"]
    assert tree.value[node, 1] / tree.n_node_samples[node] \
        == pytest.approx(wanted["p_survived"], rel=1e-6)
    if "split" not in wanted:
        assert tree.children_left[node] == -1
        return 1
    asked = str(sides(splits, node, model.columns_)[0])
    assert asked == wanted["split"].replace("sex(male=1) < 0.5", "sex = female")
    assert splits.gain[node] == pytest.approx(wanted["improve"], rel=1e-6)
    assert splits.n_known[node] == wanted["available"]
    surrogates = [k for k in range(1, 6) if splits.feature[node, k] >= 0]
    assert len(surrogates) == len(wanted["surrogates"])
    for k, (name, threshold, way, agree, adj) in zip(surrogates, wanted["surrogates"]):
        assert model.columns_.names[splits.feature[node, k]] == name
        assert splits.threshold[node, k] == threshold
        assert splits.reversed[node, k] == (way == "reversed")
        assert round(splits.agreement[node, k], 4) == agree
        assert round(splits.adjusted_agreement[node, k], 4) == adj
    return (1 + compare(model, tree.children_left[node], wanted["left"])
            + compare(model, tree.children_right[node], wanted["right"]))


def check_ptitanic(model: CARTClassifier, golden: dict) -> None:
    assert compare(model, 0, golden["cart_ptitanic"]["tree"]) == len(model.tree_) == 9


def check_cp_table(table: pd.DataFrame, wanted: list) -> None:
    assert table["nsplit"].tolist() == [row[1] for row in wanted]
    for column, k in (("CP", 0), ("rel_error", 2)):
        assert table[column].round(3).tolist() == [row[k] for row in wanted]


def check_predictions(model: CARTClassifier, golden: dict) -> None:
    for row in golden["cart_ptitanic"]["predict"]:
        new = pd.DataFrame([{k: row[k] for k in ("sex", "age", "sibsp")}]).astype({"age": float})
        assert model.predict_proba(new)[0, 1] == pytest.approx(row["p_survived"], abs=5e-7)


def compare_c45(node, wanted: dict) -> int:
    if "leaf" in wanted:
        assert node.is_leaf and node.label == wanted["leaf"]
        assert (round(node.n, 2), round(node.errors, 2)) == (wanted["n"], wanted["err"])
        return 1
    assert node.feature == wanted["att"].replace(" ", "_") and node.cut == wanted.get("cut")
    assert node.gain == pytest.approx(wanted["gain"], rel=1e-6)
    assert node.split_info == pytest.approx(wanted["split_info"], rel=1e-6)
    assert node.gain / node.split_info == pytest.approx(wanted["ratio"], rel=1e-6)
    names = {"<=": 0, ">": 1} if "cut" in wanted else {v: k for k, v in enumerate(node.levels)}
    return sum(compare_c45(node.children[names[answer]], branch)
               for answer, branch in wanted["children"].items())


def check_pruning_exercise() -> None:
    path = weakest_link([1, 2, -1, -1, 5, -1, -1], [4, 3, -1, -1, 6, -1, -1],
                        [100, 40, 10, 10, 20, 15, 2])
    assert path.alpha.tolist() == [0, 3, 20, 40]
    assert path.n_leaves.tolist() == [4, 3, 2, 1]
    assert path.breaks_at[[0, 1, 4]].tolist() == [40, 20, 3]


def total_impurity(y: np.ndarray, name: str) -> float:
    """N·Q by the definition, without any running sum."""
    if not len(y):
        return 0.0
    criterion = CRITERIA[name]
    return len(y) * criterion.impurity(
        np.unique(y, return_counts=True)[1] if criterion.counts_classes else y)


def gain(y: np.ndarray, left: np.ndarray, name: str) -> float:
    return (total_impurity(y, name) - total_impurity(y[left], name)
            - total_impurity(y[~left], name))


def best_set_by_force(x: np.ndarray, y: np.ndarray, name: str, least: int) -> float:
    """Largest gain over all sets of levels, -inf if none is allowed."""
    levels, best = np.unique(x), -np.inf
    for size in range(1, len(levels)):
        for some in itertools.combinations(levels, size):
            left = np.isin(x, some)
            if min(left.sum(), (~left).sum()) >= least:
                best = max(best, gain(y, left, name))
    return best


def as_dictionary(model, node: int = 0) -> dict:
    """A fitted tree in the form of `grow_naively`."""
    tree, splits, columns = model.tree_, model.tree_.splits, model.columns_
    value = tree.value[node]
    here = {"n": int(tree.n_node_samples[node]),
            "value": (model.classes_[value.argmax()].item() if hasattr(model, "classes_")
                      else pytest.approx(value[0]))}
    if node in tree.leaves:
        return here
    j = splits.feature[node, 0]
    levels = columns.levels[j]
    asked = ({"threshold": splits.threshold[node, 0]} if levels is None else
             {"levels": tuple(levels[splits.level_goes_left[node, 0, :len(levels)] == 1])})
    return {**here, "feature": columns.names[j], **asked,
            "gain": pytest.approx(splits.gain[node], abs=1e-6),
            "left": as_dictionary(model, tree.children_left[node]),
            "right": as_dictionary(model, tree.children_right[node])}


def mixed_table(seed: int, n: int = 90) -> tuple[pd.DataFrame, np.random.Generator]:
    rng = np.random.default_rng(seed)
    gaps = rng.normal(size=n)
    gaps[rng.random(n) < 0.25] = np.nan
    frame = pd.DataFrame({"a": rng.normal(size=n), "level": rng.choice(list("uvwxyz"), n),
                          "gaps": gaps, "few": rng.integers(0, 4, n).astype(float)})
    return frame.astype({"level": object}), rng


def check_against_the_naive_grower(name: str, classes: int, seed: int, columns=None) -> None:
    whole, rng = mixed_table(seed)
    n = len(whole)
    # With a smallest leaf, sorted levels and all sets may differ; which of the two it is would
    # depend here on the classes left in a node, in the builder on those of the table.
    leaf = 3 if classes <= 2 else 1
    settings = {"min_samples_split": 8, "min_samples_leaf": leaf, "cp": None,
                "max_surrogates": 0}
    score = (whole["a"] + whole["level"].isin(["u", "v"]) + whole["gaps"].fillna(0)
             + rng.normal(size=n))
    if CRITERIA[name].counts_classes:
        y, model = pd.qcut(score, classes,
                           labels=False).to_numpy(), CARTClassifier(name, **settings)
    else:
        y, model = score.to_numpy().round(2), CARTRegressor(name, **settings)
    part = whole[columns] if columns else whole
    part = part.assign(twin=part.iloc[:, -1])       # gains as much as its twin, and loses to it
    assert grow_naively(part, y, name, 8, leaf) == as_dictionary(model.fit(part, y))
