"""The question that C4.5 asks at a node, found again by plain loops, and by J48."""
from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from scipy.stats import entropy

from coursekit.datasets import load_zoo
from coursekit.tree.c45 import C45Node, grow_c45

from cases import some

J48 = json.loads((Path(__file__).parents[1] / "helpers/fixtures/j48.json").read_text())["tables"]


class Question(NamedTuple):
    gain: float
    split_info: float
    cut: float | None = None

    @property
    def ratio(self) -> float:
        return self.gain / self.split_info


def bits(counts) -> float:
    """Return the entropy of counts."""
    return float(entropy(list(counts), base=2)) if sum(counts) else 0.0


def worth(answers: list, y: list) -> tuple[float, float]:
    """Return gain and split info of answers, None where the value is missing."""
    known = [(a, label) for a, label in zip(answers, y) if a is not None]
    before = bits(Counter(label for _, label in known).values())
    sizes = Counter(a for a, _ in known)
    after = sum(size / len(known) * bits(Counter(label for a, label in known if a
                                                 == branch).values())
                for branch, size in sizes.items())
    sizes["missing"] = len(y) - len(known)
    return len(known) / len(y) * (before - after), bits(sizes.values())


def question(column: pd.Series, y: list) -> Question | None:
    """Return what a column has to offer, if anything."""
    values = [None if pd.isna(v) else v for v in column]
    if not pd.api.types.is_numeric_dtype(column):
        sizes = Counter(v for v in values if v is not None)
        if sum(size >= 2 for size in sizes.values()) < 2:
            return None
        found = Question(*worth(values, y))
        return found if found.gain > -1e-3 else None
    known = sorted(v for v in values if v is not None)
    least = max(2.0, min(25.0, 0.1 * len(known) / len(set(y))))
    cuts = [low for low, high in zip(known, known[1:]) if low < high
            and least <= sum(v <= low for v in known) <= len(known) - least]
    found = [Question(*worth([None if v is None else v <= cut for v in values], y), cut)
             for cut in cuts]
    found = [q._replace(gain=q.gain - np.log2(len(cuts)) / len(y)) for q in found]
    best = max(found, key=lambda q: q.gain, default=None)
    return best if best and best.gain > 0 else None


def table(seed: int) -> tuple[pd.DataFrame, list]:
    """Return columns of many and of few levels, lopsided ones, numbers, and missing values."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(12, 60))
    y = rng.choice(["a", "b", "c"][:rng.integers(2, 4)], n)
    y[:2] = "a", "b"
    X = pd.DataFrame({
        "many": rng.choice(list("pqrstu"), n), "two": np.where(rng.random(n) < 0.3, y, "a"),
        "rare": np.where((rng.random(n) < 0.12) & (y == "b"), "yes", "no"),
        "number": (y == "a") * rng.random() + rng.normal(size=n).round(1),
        "whole": rng.integers(0, 4, n) * 1.0})
    gone = rng.random(X.shape) < rng.choice([0, 0.15])
    return X.astype({"many": object, "two": object, "rare": object}).mask(gone), y.tolist()


@pytest.mark.parametrize("seed", some(range(40)))
def test_the_root_has_the_best_ratio_among_questions_of_average_gain(seed):
    X, y = table(seed)
    root, found = grow_c45(X, y).root, {name: question(X[name], y) for name in X}
    found = {name: q for name, q in found.items() if q}
    bar = np.mean([q.gain for q in found.values()]) - 1e-3
    fair = {name: q for name, q in found.items() if q.gain >= bar}
    if root.is_leaf:        # a question that saves no error is not asked
        return
    best = max(fair, key=lambda name: fair[name].ratio)
    assert root.feature == best and (root.cut is None) == (found[best].cut is None)
    assert (root.gain, root.split_info) == pytest.approx(found[best][:2])
    if root.cut is not None:
        assert root.cut == pytest.approx(found[best].cut)


def test_a_question_of_small_gain_stays_out_however_high_its_ratio():
    y = ["a"] * 10 + ["b"] * 10
    X = pd.DataFrame({"most": ["k"] * 7 + ["l"] * 3 + ["l"] * 8 + ["k"] * 2,
                      "rare": ["no"] * 18 + ["yes"] * 2})
    most, rare = (question(X[name], y) for name in X)
    assert rare.ratio > most.ratio and rare.gain < (most.gain + rare.gain) / 2
    assert grow_c45(X, y).root.feature == "most"


# -- release 8 as J48 has it

def rows(node: C45Node, depth: int = 0) -> list[list]:
    """Return the lines of a printed tree: depth, feature, answer; at a leaf class and weights."""
    lines = []
    for test, child in node.branches():
        op, value = ("=", test.value[0]) if test.op == "in" else (test.op, test.value)
        end = [child.label, child.n, child.errors] if child.is_leaf else []
        lines += [[depth, test.feature, op, value, *end], *rows(child, depth + 1)]
    return lines


@pytest.mark.parametrize("case", J48)
def test_the_tree_is_that_of_j48(case):
    X = pd.DataFrame({name: pd.Series(column,
                                      dtype=object if isinstance(column[0] or "", str) else float)
                      for name, column in case["columns"].items()})
    found = rows(grow_c45(X, list(case["y"])).root)
    assert len(found) == len(case["tree"])
    for line, printed in zip(found, case["tree"]):
        assert line[:3] == printed[:3] and line[4:5] == printed[4:5]
        assert line[3] == (pytest.approx(printed[3], abs=2e-6) if printed[2] != "=" else printed[3])
        assert line[5:] == pytest.approx(printed[5:], abs=0.0051)       # J48 prints two digits


def test_features_of_many_levels_do_not_raise_the_bar():
    """Of eight samples four levels are many, two are not; unless all features are such."""
    table = pd.DataFrame([row.split() for row in (
        "b q 1", "e q 0", "b q 0", "a p 1", "f q 0", "b p 0", "f p 1", "b p 1")],
                         columns=["id", "c", "y"])
    assert grow_c45(table[["id", "c"]], table["y"]).root.feature == "c"
    assert grow_c45(table[["c", "id"]], table["y"]).root.feature == "c"
    two = table.assign(c=table["c"].astype("category").cat.add_categories(["r"]))   # three: many
    gains = {name: question(table[name], table["y"].tolist()).gain for name in ("id", "c")}
    assert gains["c"] < np.mean(list(gains.values())) - 1e-3
    assert grow_c45(two[["id", "c"]], table["y"]).root.feature == "id"


@pytest.mark.parametrize("n, averaged", [(10, False), (11, True), (20, True)])
def test_three_levels_are_many_for_ten_samples(n, averaged):
    """At exactly 0.3·n a feature stays out of the average, and alone it is all there is."""
    y = (["a", "b"] * n)[:n]
    X = pd.DataFrame({"three": [f"{label}{k % 2}"[:1 + (label == "a")]
                                for k, label in enumerate(y)],
                      "x": 0.0})
    assert X["three"].nunique() in (2, 3)
    X["three"] = X["three"].astype("category").cat.set_categories(["a0", "a1", "b"])
    assert grow_c45(X, y).root.is_leaf == (not averaged)      # the number x has nothing to ask
    assert not grow_c45(X[["three"]], y).root.is_leaf


# -- rounding decides nothing

def test_of_equal_ratios_the_first_feature():
    """In the zoo three questions have the ratio 1; feathers comes before milk and backbone."""
    zoo = load_zoo()
    X, y = zoo.drop(columns="type"), zoo["type"]
    assert grow_c45(X, y).root.feature == "feathers"
    first = ["milk", *X.columns.drop("milk")]
    assert grow_c45(X[first], y).root.feature == "milk"


@pytest.mark.parametrize("seed", range(12))
def test_of_equal_questions_the_first_and_the_lowest_cut(seed):
    """A feature, its mirror image and its copy by other names tell the same."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(8, 40))
    y = rng.choice(["p", "q", "r"], n)
    a = np.where(rng.random(n) < 0.6, y, rng.choice(["p", "q", "r"], n))
    names = {"p": "z", "q": "y", "r": "x"}
    gone = rng.random(n) < 0.2
    nominal = pd.DataFrame({"a": a, "b": [names[v] for v in a], "c": a}).astype(object)
    nominal[gone] = None
    x = rng.integers(0, 9, n) / 10
    metric = pd.DataFrame({"u": x, "v": 0.1 * (10 * x), "w": 0.3 + x})
    for X in (nominal, metric):
        root = grow_c45(X, y).root
        assert root.is_leaf or root.feature == X.columns[0]


@pytest.mark.parametrize("step", [0.1, 0.3, 0.7])
def test_of_equal_cuts_the_lowest(step):
    root = grow_c45(pd.DataFrame({"x": np.arange(24) * step}),
                    ["p"] * 8 + ["q"] * 8 + ["p"] * 8).root
    assert root.cut == 7 * step


@pytest.mark.parametrize("below, above, between", [
    (0.557, 0.565, 0.561), (0.1, 0.5, 0.3), (0.7, 0.9, 0.8), (1.1, 1.3, 1.2), (-0.7, -0.1, -0.4),
    (1e7 + 0.1, 1e7 + 0.3, 1e7 + 0.2)])
def test_a_value_in_the_middle_is_the_cut(below, above, between):
    """The cut is the largest value of the table that is not above the middle, however rounded."""
    X = pd.DataFrame({"kind": ["k"] * 8 + ["l"] * 4,
                      "x": [below] * 4 + [above] * 4 + [between] * 4})
    y = ["p"] * 4 + ["q"] * 4 + ["r"] * 4
    assert grow_c45(X, y).root.children[0].cut == between


def test_a_cut_lies_below_the_upper_value_even_of_neighbouring_floats():
    for low in (2.0 ** 53, 2.0 ** 53 + 2, 1e16):
        X = pd.DataFrame({"x": [low] * 4 + [np.nextafter(low, np.inf)] * 4})
        assert grow_c45(X, ["p"] * 4 + ["q"] * 4).root.cut == low


def test_steps_of_exactly_a_hundred_thousandth_are_no_steps():
    for start in (0.0, 0.3, 7.0, 1000.0):
        values = start + np.arange(20) * 1e-5
        root = grow_c45(pd.DataFrame({"x": values}), ["p"] * 10 + ["q"] * 10).root
        assert root.is_leaf


def test_a_side_of_weight_two_up_to_rounding_is_wide_enough():
    """Of six samples that lack a value a third goes down each branch, and six thirds are 2."""
    X = pd.DataFrame({"a": ["u"] * 4 + ["v"] * 4 + ["w"] * 4 + [None] * 6,
                      "x": [2.0] * 12 + [1.0] * 6})
    root = grow_c45(X, ["p"] * 4 + ["q"] * 4 + ["r"] * 4 + ["s"] * 6).root
    assert root.feature == "a"
    for branch in root.children:
        assert branch.cut == 1.0 and [child.n for child in branch.children] == pytest.approx([2, 4])


def test_equal_shares_give_the_first_class():
    """A sample without the value is in all leaves; both classes are as frequent in them."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        a = np.repeat(list("uvw"), rng.integers(4, 12, 3))
        y = rng.permutation(np.resize(["p", "q"], len(a) - len(a) % 2))
        tree = grow_c45(pd.DataFrame({"a": a[:len(y)]}), y)
        missing = pd.DataFrame({"a": [None]}, dtype=object)
        np.testing.assert_allclose(tree.predict_proba(missing), 0.5)
        assert tree.predict(missing).tolist() == ["p"]


def test_a_gain_of_zero_may_be_asked():
    """Release 8 finds the exclusive or of two nominal features; J48 does not even begin."""
    X = pd.DataFrame([(a, b) for a in "ft" for b in "ft"] * 3, columns=["a", "b"])
    tree = grow_c45(X, X["a"] != X["b"])
    assert tree.root.feature == "a" and (tree.predict(X) == (X["a"] != X["b"])).all()
