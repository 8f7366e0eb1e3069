"""The estimators: scikit-learn's contract, frames, missing values, bad input, and what they
tell."""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.utils.estimator_checks import estimator_checks_generator

from coursekit.datasets import load_ptitanic, load_titanic, load_zoo
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.conditions import Condition, merged
from coursekit.tree.tree import Splits
from guards import SKLEARN_1_7

CHECKS = [(estimator, check) for estimator in (CARTClassifier(), CARTRegressor())
          for estimator, check in estimator_checks_generator(estimator)]


@pytest.mark.parametrize("estimator, check", CHECKS,
                         ids=[f"{type(e).__name__}-{k}" for k, (e, _) in enumerate(CHECKS)])
def test_scikit_learns_contract(estimator, check):
    check(estimator)


def test_the_contract_is_asked_in_full():
    """No tag switches checks off: text is accepted in frames, yet no tag says so of arrays."""
    assert len(CHECKS) >= 100
    tags = CARTClassifier().__sklearn_tags__().input_tags
    assert tags.allow_nan and not tags.string and not tags.categorical


# -- tables

def test_text_categories_and_booleans_without_one_hot():
    frame = load_titanic().dropna(subset="Embarked")
    X = frame[["Sex", "Embarked", "Pclass", "Age"]].assign(
        Pclass=frame["Pclass"].astype("category"), alone=frame["SibSp"] + frame["Parch"] == 0)
    model = CARTClassifier().fit(X, frame["Survived"])
    assert [v is not None for v in model.columns_.levels] == [True, True, True, False, True]
    assert model.to_text().splitlines()[1].strip().startswith("Sex = female")
    assert cross_val_score(CARTClassifier(), X, frame["Survived"], cv=5).mean() > 0.78
    grid = GridSearchCV(CARTClassifier(), {"cp": [0.1, 0.01]}, cv=3).fit(X, frame["Survived"])
    assert grid.best_params_["cp"] == 0.01


def test_text_and_its_codes_agree():
    """Two levels as text, as category, as boolean and as number: the same samples in each leaf."""
    people = load_ptitanic()
    y = people["survived"]
    as_text = people[["sex", "age"]].astype({"sex": object})
    fits = [CARTClassifier().fit(as_text.assign(sex=sex), y) for sex in (
        as_text["sex"], people["sex"], people["sex"] == "male", (people["sex"] == "male") * 1.0,
        as_text["sex"].astype("string"))]
    counts = [fit.tree_.value.tolist() for fit in fits]
    assert all(c == counts[0] for c in counts)


def test_zoo_by_booleans():
    zoo = load_zoo()
    X, y = zoo.drop(columns="type"), zoo["type"]
    model = CARTClassifier(min_samples_split=2, cp=0).fit(X, y)
    assert model.score(X, y.astype(object)) == 1.0
    assert "milk = False" in model.to_text()


def text_model() -> tuple[pd.DataFrame, CARTClassifier]:
    """Port a says 1 and b says 0; w agrees with the port in eleven samples of twelve."""
    frame = pd.DataFrame({"port": list("aaaaaabbbbbb") + [None] * 2,
                          "w": [1.0, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9, 9, np.nan, np.nan]})
    y = [1] * 6 + [0] * 6 + [1, 0]
    return frame, CARTClassifier(min_samples_split=8, cp=None).fit(frame, y)


def test_unknown_and_unseen_levels_ask_the_stand_in_then_the_majority():
    frame, model = text_model()
    assert model.tree_.splits.agreement[0, 1] == pytest.approx(11 / 12)
    assert model.tree_.splits.adjusted_agreement[0, 1] == pytest.approx(5 / 6)
    new = pd.DataFrame({"port": ["a", "b", "z", "z", None, None, "z"],
                        "w": [9.0, 1.0, 1.0, 9.0, 1.0, 9.0, np.nan]})
    leaf = model.apply(new)
    left, right = model.tree_.children_left[0], model.tree_.children_right[0]
    assert leaf.tolist() == [left, right, left, right, left, right, left]
    assert model.path(new.iloc[[6]])["by"].iloc[0] == "majority"
    assert model.path(new.iloc[[2]])["by"].iloc[0] == "surrogate"


def test_a_level_the_node_has_not_seen_counts_as_missing_there():
    """Level c never comes to the inner split on port, so that split cannot place it."""
    frame = pd.DataFrame({"x": [0.0] * 8 + [1.0] * 8,
                          "port": list("aaaabbbb") + list("ccccdddd")})
    y = [0] * 4 + [1] * 4 + [2] * 8
    model = CARTClassifier(min_samples_split=2, max_surrogates=0, cp=None).fit(frame, y)
    inner = next(t for t in range(1, len(model.tree_)) if model.tree_.children_left[t] >= 0)
    assert model.tree_.splits.level_goes_left[inner, 0].tolist() == [1, 0, -1, -1]
    steps = model.path(pd.DataFrame({"x": [0.0], "port": ["c"]}))
    assert steps["by"].tolist() == ["split", "majority", ""]


def naive_surrogate(x: np.ndarray, z: np.ndarray) -> float:
    """Best agreement of any threshold either way round, at least two known samples a side."""
    known, best = ~np.isnan(x) & (z >= 0), -np.inf
    values = np.unique(x[~np.isnan(x)])
    for m in (values[1:] + values[:-1]) / 2:
        below = x[known] < m
        if min(below.sum(), (~below).sum()) >= 2:
            same = np.sum(below == (z[known] == 1))
            best = max(best, same, known.sum() - same)
    return best


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000), st.booleans())
def test_surrogates_equal_brute_force(seed, gaps):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 7, (30, 4)).astype(float)
    if gaps:
        X[rng.random(X.shape) < 0.2] = np.nan
    y = (np.nan_to_num(X[:, 0]) + rng.normal(size=30) > 3).astype(int)
    model = CARTClassifier(min_samples_split=12, cp=None).fit(X, y)
    splits, reach = model.tree_.splits, model.tree_.apply(X)
    for t, end in enumerate(model.tree_.end):
        if model.tree_.children_left[t] < 0:
            continue
        here = X[(reach >= t) & (reach < end)]
        sample = np.arange(len(here))
        z = splits.answer(here, sample, np.full(len(here), t))
        known, majority = np.sum(z >= 0), max(np.sum(z == 0), np.sum(z == 1))
        assert splits.n_known[t] == known
        agreeing = {j: naive_surrogate(here[:, j], z) for j in range(4) if j
                    != splits.feature[t, 0]}
        wanted = sorted((c for c in agreeing.values() if c > majority), reverse=True)
        found = [k for k in range(1, 6) if splits.feature[t, k] >= 0]
        assert [splits.agreement[t, k] * known for k in found] == pytest.approx(wanted)
        for k in found:
            assert agreeing[splits.feature[t, k]] == pytest.approx(splits.agreement[t, k] * known)
            said = splits.answer(here, sample, np.full(len(here), t), k)
            assert np.sum((said == z) & (z >= 0)) == pytest.approx(splits.agreement[t, k] * known)
            adj = (splits.agreement[t, k] * known - majority) / (known - majority)
            assert splits.adjusted_agreement[t, k] == pytest.approx(adj)


@pytest.mark.parametrize("left, right", [(6, 5), (5, 6)])
def test_a_level_that_tells_nothing_goes_with_the_majority(left, right):
    """Two samples of level c go either way; who has it and no x follows the larger side."""
    y = [0] * left + [1] * right
    port = ["a"] * (left - 2) + ["c"] * 4 + ["b"] * (right - 2)
    frame = pd.DataFrame({"x": np.array(y, float), "port": pd.Categorical(port)})
    model = CARTClassifier(min_samples_split=2, cp=None).fit(frame, y)
    unknown = pd.DataFrame({"x": [np.nan] * 3,
                            "port": pd.Categorical(["a", "b", "c"], categories=["a", "b", "c"])})
    assert model.predict(unknown).tolist() == [0, 1, int(right > left)]


def test_features_that_cannot_split():
    """All missing and constant features are never asked about and never raise."""
    n = 40
    X = pd.DataFrame({"gone": np.full(n, np.nan), "same": np.ones(n), "x": np.arange(n),
                      "no_text": [None] * n, "one": ["a"] * n})
    y = (np.arange(n) >= 25).astype(int)
    model = CARTClassifier().fit(X, y)
    assert model.to_rules()["rule"].tolist() == ["x < 24.5", "x >= 24.5"]
    alone = CARTClassifier(trace=True).fit(X[["gone", "same", "no_text", "one"]], y)
    assert alone.get_n_leaves() == 1 and alone.trace_[0].why == "no usable split"
    assert alone.predict(X[["gone", "same", "no_text", "one"]]).tolist() == [0] * n


def test_known_share_decides_between_equals():
    """A feature with gaps gains less: it is judged on the samples it knows."""
    x = np.repeat([0.0, 1.0], 20)
    gappy = x.copy()
    gappy[::4] = np.nan
    model = CARTClassifier(trace=True).fit(np.column_stack([gappy, x]), x)
    assert model.tree_.splits.feature[0, 0] == 1
    found = {c.feature: (c.gain, c.n_known) for c in model.trace_[0].candidates}
    assert found == {"x[0]": (15.0, 30), "x[1]": (20.0, 40)}


# -- bad input

@pytest.mark.parametrize("parameters, message", [
    ({"criterion": "Gini"}, r"criterion must be one of \['gini', .*got 'Gini'"),
    ({"min_samples_split": 1}, "min_samples_split must be a whole number of at least 2, got 1"),
    ({"min_samples_leaf": 0}, "min_samples_leaf must be a whole number of at least 1"),
    ({"max_depth": -1}, "max_depth must be a whole number of at least 1"),
    ({"max_surrogates": True}, "max_surrogates must be a whole number"),
])
def test_wrong_parameters(parameters, message):
    with pytest.raises(ValueError, match=message):
        CARTClassifier(**parameters).fit([[1], [2]], [0, 1])


def frame(**columns) -> pd.DataFrame:
    return pd.DataFrame(columns)


@pytest.mark.parametrize("X, y, error, message", [
    ([[1.0], [2.0]], [0, np.nan], ValueError, "y lacks 1 of"),
    ([[1.0], [np.inf]], [0, 1], ValueError, "infinity"),
    (frame(a=["u", "v"], b=[1.0, np.inf]), [0, 1], ValueError, "'b' contains infinity"),
    (frame(a=pd.to_datetime(["2020", "2021"])), [0, 1], TypeError, "'a' holds dates"),
])
def test_wrong_tables(X, y, error, message):
    with pytest.raises(error, match=message):
        CARTClassifier().fit(X, y)


@pytest.mark.parametrize("new, error, message", [
    (np.array([[1.0, 2.0]]), TypeError,
     r"nominal columns \['port'\], got ndarray; pass a DataFrame"),
    (pd.DataFrame({"w": [1.0], "port": ["a"]}), ValueError, "feature names should match"),
    (pd.DataFrame({"port": ["a"], "w": ["many"]}), ValueError,
     "column 'w' was numeric at fit, got 'many'"),
])
def test_wrong_new_samples(new, error, message):
    _, model = text_model()
    with pytest.raises(error, match=message):
        model.predict(new)


def test_a_class_without_a_sample_is_no_class():
    y = pd.Categorical(["a", "b", "a"], categories=["a", "b", "c"])
    model = CARTClassifier(min_samples_split=2).fit([[1], [2], [1]], y)
    assert model.classes_.tolist() == ["a", "b"] and model.predict_proba([[1]]).shape == (1, 2)
    one = CARTClassifier().fit([[1], [2]], ["a", "a"])
    assert one.predict([[5]]).tolist() == ["a"] and one.get_depth() == 0


def test_limits_are_kept_exactly():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 2)), rng.integers(0, 2, 300)
    for depth in (1, 2, 3):
        assert CARTClassifier(max_depth=depth, cp=None).fit(X, y).get_depth() == depth
    x = np.arange(40.0)[:, None]
    for few, leaf in ((6, 7), (7, 7), (8, 8)):      # rpart: minbucket = round(minsplit / 3) = 7
        model = CARTClassifier(max_depth=1).fit(x, (x[:, 0] < few).astype(int))
        assert model.tree_.n_node_samples[1] == leaf
    nineteen = CARTClassifier(cp=None).fit(x[:19], np.arange(19) < 9)
    twenty = CARTClassifier(cp=None).fit(x[:20], np.arange(20) < 9)
    assert (nineteen.get_n_leaves(), twenty.get_n_leaves()) == (1, 2)


def test_a_constant_is_predicted_to_the_last_bit():
    model = CARTRegressor(min_samples_split=2).fit(np.arange(13.0)[:, None], [0.1] * 6 + [0.7] * 7)
    assert model.predict([[0.0], [12.0]]).tolist() == [0.1, 0.7]


def test_a_level_torn_both_ways_goes_with_the_majority():
    """Of the surrogate's levels, u agrees, v is torn; most known samples go right."""
    frame = pd.DataFrame({"x": [0.0] * 4 + [1.0] * 6, "level": list("uuuv") + list("vwwwww")})
    y = [1] * 4 + [0] * 6
    model = CARTClassifier(min_samples_split=5, min_samples_leaf=2, cp=None).fit(frame, y)
    assert model.tree_.splits.feature[0].tolist()[:2] == [0, 1]
    assert model.tree_.splits.level_goes_left[0, 1].tolist() == [1, 0, 0]
    assert model.tree_.splits.agreement[0, 1] == pytest.approx(0.9)


def test_ties_of_counts_go_to_the_first_class():
    assert CARTClassifier().fit([[1], [1]], ["b", "a"]).predict([[1]]).tolist() == ["a"]


def test_nothing_is_changed_behind_the_back():
    people = load_ptitanic()
    before = people.copy()
    model = CARTClassifier(trace=True)
    model.fit(people[["sex", "age"]], people["survived"])
    pd.testing.assert_frame_equal(people, before)
    other = copy.deepcopy(model).pruned(cp=0.5)
    assert other.get_n_leaves() == 1 < model.get_n_leaves()
    again = pickle.loads(pickle.dumps(model))
    assert again.to_text() == model.to_text() and again.trace_ == model.trace_
    assert clone(model).get_params() == model.get_params()


# -- prediction

def test_a_hundred_thousand_rows_step_down_together(monkeypatch):
    """As many array steps as the tree is deep, whatever the number of rows."""
    X = np.random.default_rng(0).normal(size=(2000, 4))
    model = CARTClassifier(cp=None).fit(X, (X[:, 0] * X[:, 1] > 0).astype(int))
    steps = []
    plain = Splits.goes_left
    monkeypatch.setattr(Splits, "goes_left", lambda *a: steps.append(len(a[2])) or plain(*a))
    many = np.random.default_rng(1).normal(size=(100_000, 4))
    assert len(model.predict(many)) == 100_000 == steps[0]
    assert len(steps) == model.get_depth()


def test_shares_sum_to_one_and_agree_with_the_prediction():
    X = np.random.default_rng(0).normal(size=(300, 3))
    y = np.digitize(X[:, 0] + X[:, 1], [-1, 0, 1])
    model = CARTClassifier().fit(X, y)
    share = model.predict_proba(X)
    np.testing.assert_allclose(share.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[share.argmax(axis=1)], model.predict(X))
    counts = np.bincount(model.apply(X), minlength=len(model.tree_))
    np.testing.assert_array_equal(counts[model.tree_.leaves],
                                  model.tree_.n_node_samples[model.tree_.leaves])


def test_a_tree_is_a_basis_expansion():
    """f = Z w: indicator columns of the leaves have row sums 1, w are the leaf means."""
    X = np.random.default_rng(0).normal(size=(200, 2))
    y = X[:, 0] ** 2
    model = CARTRegressor().fit(X, y)
    leaves = model.tree_.leaves
    Z = (model.apply(X)[:, None] == leaves).astype(float)
    np.testing.assert_array_equal(Z.sum(axis=1), 1)
    w = np.linalg.lstsq(Z, y, rcond=None)[0]
    np.testing.assert_allclose(Z @ w, model.predict(X))
    np.testing.assert_allclose(w, model.tree_.value[leaves, 0])


# -- what it tells

@pytest.mark.skipif(not SKLEARN_1_7, reason="older ones show a diagram alone")
def test_what_is_shown_of_a_tree_is_escaped():
    model = CARTClassifier(cp=0.02).fit([[0], [1]] * 20, [0, 1] * 20)
    assert "x[0] &lt; 0.5" in model._repr_mimebundle_()["text/html"]


def test_rules_say_what_the_tree_says():
    people = load_ptitanic().dropna()
    X = people[["sex", "age", "sibsp", "pclass"]]
    model = CARTClassifier(cp=0.001).fit(X, people["survived"])
    for merge in (False, True):
        rules = model.to_rules(merge=merge)
        hits = np.column_stack([holds(X, tests) for tests in rules["conditions"]])
        np.testing.assert_array_equal(hits.sum(axis=1), 1)
        said = rules["prediction"].to_numpy()[hits.argmax(axis=1)]
        np.testing.assert_array_equal(said, model.predict(X))
        np.testing.assert_array_equal(hits.sum(axis=0), rules["n"])
        wrong = [(people["survived"].astype(object)[hit] != p).sum()
                 for hit, p in zip(hits.T, rules["prediction"])]
        assert wrong == rules["wrong"].tolist()
    used = rules["conditions"].map(lambda tests: [(t.feature, t.op) for t in tests])
    assert all(len(set(u)) == len(u) for u in used)
    plain = model.to_rules()["conditions"].map(lambda tests: [(t.feature, t.op) for t in tests])
    assert [len(u) for u in plain] == model.tree_.depth[model.to_rules()["leaf"]].tolist()
    assert any(len(set(u)) < len(u) for u in plain)


def holds(X: pd.DataFrame, tests: tuple[Condition, ...]) -> np.ndarray:
    true = np.ones(len(X), bool)
    for feature, op, value in tests:
        x = X[feature]
        true &= (x < value if op == "<" else x >= value if op == ">=" else x.isin(value)).to_numpy()
    return true


def test_merging_keeps_the_tightest_condition():
    a = (Condition("x", ">=", 1.0), Condition("c", "in", ("a", "b")), Condition("x", ">=", 2.0),
         Condition("c", "in", ("b", "d")))
    assert [str(c) for c in merged(a)] == ["x >= 2", "c = b"]


def test_a_lone_leaf_is_the_rule_always():
    rules = CARTRegressor().fit([[1], [1]], [1.0, 3.0]).to_rules()
    assert rules[["rule", "prediction", "n", "mse"]].to_numpy().tolist() \
        == [["always", 2.0, 2, 1.0]]


def test_the_path_of_a_sample_ends_where_apply_says():
    X = np.random.default_rng(0).normal(size=(100, 3))
    X[::5, 1] = np.nan
    model = CARTClassifier(cp=None).fit(X, (X[:, 0] > 0).astype(int))
    for i in range(0, 100, 7):
        assert model.path(X[i])["node"].iloc[-1] == model.apply(X[[i]])[0]
    with pytest.raises(ValueError, match="path follows one sample, got 2"):
        model.path(X[:2])


def test_the_trace_tells_the_growth():
    people = load_ptitanic()
    model = CARTClassifier(cp=None, trace=True).fit(people[["sex", "age", "sibsp"]],
                                                    people["survived"])
    tree = model.full_tree_
    assert sorted(step.node for step in model.trace_) == list(range(len(tree)))
    depth = [tree.depth[step.node] for step in model.trace_]
    assert depth == sorted(depth)       # breadth first
    for step in model.trace_:
        assert (step.why == "split") == (tree.children_left[step.node] >= 0) \
            == (step.chosen is not None)
        if step.chosen:
            assert step.chosen.gain == pytest.approx(tree.splits.gain[step.node])
            assert step.chosen.gain >= step.candidates[0].gain - 1e-9
    assert {s.why for s in model.trace_} == {"split", "pure", "too few samples", "no usable split"}
    with pytest.raises(AttributeError):
        model.trace_[0].node = 3
    stump = CARTClassifier(max_depth=1, trace=True).fit(people[["age"]], people["survived"])
    assert {s.why for s in stump.trace_} == {"split", "depth"}
