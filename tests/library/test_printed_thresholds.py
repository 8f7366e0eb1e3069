"""What is printed of a threshold sends every training value to the side it went to."""
from __future__ import annotations

import copy
import operator
import pickle
import re

import numpy as np
import pandas as pd
import pytest

from coursekit.rules import (
    CN2, C45Rules, Table, conjunction_text, cover_class, make_selectors, rules_of_tree, simplify,
)
from coursekit.titanic import AgeBands
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.c45 import grow_c45
from coursekit.tree.conditions import Condition, Threshold, sides, threshold_text
from coursekit.lessons.lesson06b.experiments import SmallTrees

COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
TEST = re.compile(r"(?:(\S+) (<=?) )?(x\[\d+\]) (<=?|>=?) ([^\s?]+)")
N = 60


def tables(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Columns of many scales, and values that differ in late digits or by one float only."""
    near = np.cumsum(np.r_[0.1, np.full(5, np.spacing(0.1))])
    return {"normal": rng.normal(size=(N, 3)),
            "incomes": rng.integers(123_450, 123_470, (N, 2)).astype(float),
            "years": rng.integers(1905, 1925, (N, 2)).astype(float),
            "millions": -rng.integers(10**7, 10**7 + 30, (N, 2)).astype(float),
            "tiny": rng.integers(1, 9, (N, 2)) * 1e-9,
            "huge": 1e15 + rng.integers(0, 9, (N, 2)),
            "floats": rng.choice(near, (N, 2)),
            "float32": rng.normal(size=(N, 2)).astype(np.float32).astype(float),
            "clusters": rng.integers(0, 3, (N, 2)) + rng.integers(0, 4, (N, 2)) * 1e-8,
            "about 0": rng.integers(-3, 3, (N, 2)) * 5e-324,
            "largest": rng.choice([1.7e308, 1.79769e308, np.finfo(float).max], (N, 2))}


RNG = np.random.default_rng(0)
CASES = [pytest.param(X, RNG.integers(0, 2, N), id=name) for name, X in tables(RNG).items()]


def read(text: str, X: np.ndarray) -> np.ndarray:
    """Return for which rows a printed conjunction holds."""
    cover = np.ones(len(X), bool)
    if text == "always":
        return cover
    for test in text.split(" and "):
        low, turned, name, op, value = TEST.fullmatch(test).groups()
        x = X[:, int(name[2:-1])]
        cover &= COMPARE[op](x, float(value))
        if low:
            cover &= COMPARE[turned](float(low), x)
    return cover


@pytest.mark.parametrize("X, y", CASES)
def test_the_rules_text_and_picture_of_cart(X, y):
    for model in (CARTClassifier(min_samples_split=2, cp=0, max_depth=3, allow_zero_gain=True),
                  CARTRegressor(min_samples_split=2, cp=0, max_depth=3)):
        model.fit(X, y)
        leaf = model.apply(X)
        for merge in (False, True):
            for row in model.to_rules(merge=merge).itertuples():
                np.testing.assert_array_equal(read(row.rule, X), leaf == row.leaf)
        lines = [line.strip().partition(":")[0] for line in model.to_text().splitlines()]
        for t in model.tree_.inner:
            yes = X[:, model.tree_.feature[t]] < model.tree_.threshold[t]
            asked = sides(model.tree_.splits, t, model.columns_)[0].text(digits=4)  # in pictures
            np.testing.assert_array_equal(read(asked, X), yes)
            np.testing.assert_array_equal(read(lines[t + 1], X), yes)


@pytest.mark.parametrize("X, y", CASES)
def test_surrogates_the_way_and_the_trace_of_cart(X, y):
    X = X.copy()
    X[::7, 0] = np.nan
    model = CARTClassifier(min_samples_split=2, cp=0, max_depth=3, trace=True).fit(X, y)
    for row in X[:10]:
        for step in model.path(row).itertuples():
            if step.by in ("split", "surrogate"):
                assert read(step.question, row[None])[0] == (step.answer == "yes")
    for step in model.trace_:
        if step.chosen is not None:
            j, cut = model.full_tree_.feature[step.node], model.full_tree_.threshold[step.node]
            np.testing.assert_array_equal(read(step.chosen.question, X), X[:, j] < cut)


@pytest.mark.parametrize("X, y", CASES)
def test_the_rules_of_c45_and_what_is_left_of_them(X, y):
    if X.max() > 1e300:
        return          # C4.5 takes the middle as half a sum
    frame = pd.DataFrame(X, columns=[f"x[{j}]" for j in range(X.shape[1])])
    table, tree = Table.of(frame), grow_c45(frame, y)
    for row in tree.to_rules().itertuples():
        np.testing.assert_array_equal(read(row.rule, X), table.covers(row.conditions))
    cart = CARTClassifier(min_samples_split=2, cp=0).fit(X, y)
    for rule in rules_of_tree(tree) + rules_of_tree(cart):
        short = simplify(rule, X, y)[0].conditions
        for some in (rule.conditions, short):
            np.testing.assert_array_equal(read(conjunction_text(some), X), table.covers(some))
    rules = C45Rules().fit(X, y).rules_
    for text, covered in zip(rules.to_frame()["rule"], rules.covers(X)):
        np.testing.assert_array_equal(read(text, X), covered)


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("X, y", CASES)
def test_the_rules_of_cn2(X, y, ordered):
    rules = CN2(alpha=0.5, ordered=ordered).fit(X, y).rules_
    for text, covered in zip(rules.to_frame()["rule"], rules.covers(X)):
        np.testing.assert_array_equal(read(text, X), covered)


@pytest.mark.parametrize("X, y", CASES)
def test_the_rules_of_aq_and_all_conditions(X, y):
    high = X > np.sort(X, axis=0)[N // 2]
    y = high[:, 0] != high[:, 1]
    selectors = make_selectors(X)
    for condition, holds in zip(selectors.conditions, selectors.S):
        np.testing.assert_array_equal(read(str(condition), X), holds)
    for rule in cover_class(selectors.S, y)[0]:
        told = conjunction_text(selectors.names(rule))
        np.testing.assert_array_equal(read(told, X), selectors.S[list(rule)].all(axis=0))


@pytest.mark.parametrize("X, y", CASES)
def test_the_words_of_small_trees(X, y):
    trees = SmallTrees(X, y)
    tree = trees.best()
    told = re.findall(r"(x\[\d\] < \S+)\?",
                      trees.words(tree, [f"x[{j}]" for j in range(X.shape[1])]))
    for text, question in zip(told, tree, strict=True):
        np.testing.assert_array_equal(read(text, X), trees.answers[:, question])


def test_a_condition_made_by_hand_prints_its_very_number():
    rng = np.random.default_rng(0)
    values = [*rng.normal(size=200), *rng.integers(0, 2**60, 50), 0.1 + 0.2, 1e-9 / 3, 5e-324,
              np.float64(123456.5), np.float32(0.1), 1912.5, 20, -0.0, np.inf]
    for value in values:
        assert float(str(Condition("x", "<", value)).split()[-1]) == float(value)
        low, high = Condition("x", ">", value), Condition("x", "<=", np.inf)
        assert float(conjunction_text([low, high]).split()[0]) == float(value)
    assert str(Condition("x", "<", np.nan)).endswith("nan")
    for value, text in ((20, "20"), (9.5, "9.5"), (0.561, "0.561"), (-0.0, "0"), (123456, "123456"),
                        (1234567, "1234567"), (1e-9, "1e-09")):
        assert str(Condition("x", "<", value)) == f"x < {text}"


def test_as_few_digits_as_are_true():
    """At least six, in pictures four; the middle of two short numbers is short."""
    for below, above, text in ((1912, 1913, "1912.5"), (6, 7, "6.5"), (0.557, 0.565, "0.561"),
                               (0, 1 / 3, "0.166667"), (123456.5, 123457.5, "123457"),
                               (-2e-9, -1e-9, "-1.5e-09")):
        assert threshold_text(Threshold(below / 2 + above / 2, below, above)) == text
    assert threshold_text(Threshold(1 / 6, 0, 1 / 3), digits=4) == "0.1667"
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(N, 3)), rng.integers(0, 2, N)
    told = CARTClassifier(cp=0).fit(X, y).to_text() + str(CN2().fit(X, y).rules_)
    assert max(len(re.sub(r"\D", "", value)) for value in re.findall(r"[<>]=? (\S+)", told)) <= 8


def test_a_threshold_stays_a_number_when_copied_or_stored():
    threshold = Threshold(1.5, 1, 2)
    for other in (copy.deepcopy(threshold), pickle.loads(pickle.dumps(threshold))):
        assert (other, other.below, other.above, repr(other)) == (1.5, 1, 2, "1.5")
    assert hash(threshold) == hash(1.5) and threshold + 1 == 2.5


def test_the_edges_of_bands_are_told_apart():
    bands = AgeBands(edges=(12.5, 30.0000001, 30.0000002)).fit_transform(
        pd.DataFrame({"Age": [1, 20, 30.00000015, 80]}))["Age"]
    assert bands.nunique() == 4 and "30.0000001 to 30.0000002" in bands.tolist()
