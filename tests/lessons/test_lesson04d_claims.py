"""What sitting 04d says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import json
import pathlib
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import (
    load_iris, load_owls, make_row_of_three,
)
from coursekit.exercise import grade
from coursekit.exercises.lesson04d import one_vs_rest_predict
from coursekit.kernels import Kernel, is_psd, laplace_l1, laplace_l2, rbf
from coursekit.svm import SVC, OneVsOne, OneVsRest
from fixtures import owl_report
from page_code import page_functions

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden.json").read_text("utf-8"))
NOTEBOOK = pathlib.Path(__file__).parents[2] / "notebooks" / "04d_many_classes.ipynb"
OWLS, USPS = GOLDEN["owls"], GOLDEN["usps"]
PAGE = page_functions("04d_many_classes", family=("b", 2**0.5), claim="c", SVC=SVC,
                      OneVsRest=OneVsRest)
ROOT = np.sqrt(2)


# ------------------------------------------------------------------------------- 1: ten scores

@pytest.fixture(scope="module")
def owls():
    table = load_owls()
    return table.iloc[:, :4].to_numpy(float), table["species"].to_numpy()


@pytest.fixture(scope="module")
def splits(owls):
    order, index, found = np.random.RandomState(OWLS["splits_seed"]), np.arange(135), []
    for _ in OWLS["scores"]:
        order.shuffle(index)
        found.append((index[:OWLS["n_train"]].copy(), index[OWLS["n_train"]:].copy()))
    return found


def owl_machine(kernel, C=np.inf):
    return OneVsRest(SVC(C=C, kernel=kernel, tol=1e-6))


def scores(machine, owls, splits):
    X, y = owls
    return np.array([machine.fit(X[a], y[a]).score(X[b], y[b]) for a, b in splits])


def agreeing(found) -> int:
    return int(np.sum(np.round(found, 2) == OWLS["scores"]))


@pytest.mark.parametrize("rate, agree", [(1.0, 8), (1.2, 10), (ROOT, 10), (2.0, 10), (3.0, 10),
                                         (4.0, 7)])
def test_laplace_gives_all_ten_scores_for_rates_from_1_2_to_3(owls, splits, rate, agree):
    found = scores(owl_machine(Kernel(laplace_l2, {"rate": rate})), owls, splits)
    assert agreeing(found) == agree
    if agree == 10:
        assert found.mean() == pytest.approx(OWLS["mean"], abs=1e-5)
        assert round(found.mean(), 3) == OWLS["mean_printed"]


def test_the_five_folds_too_and_the_same_for_every_large_c(owls, splits):
    X, y = owls
    kernel = Kernel(laplace_l2, {"rate": ROOT})
    for folds in (5, StratifiedKFold(5)):
        found = cross_val_score(owl_machine(kernel), X, y, cv=folds).mean()
        assert found == pytest.approx(OWLS["cv5"], abs=1e-5)
        assert round(found, 3) == OWLS["cv5_printed"]
    for C in OWLS["same_for_C"]:
        assert agreeing(scores(owl_machine(kernel, float(C)), owls, splits)) == 10


def test_so_does_a_kernel_that_is_no_laplace_kernel(owls, splits):
    def kernel(X, Z):
        return np.exp(-np.linalg.norm(X[:, None] - Z[None], axis=2)**0.9)
    assert is_psd(kernel(owls[0], owls[0])).psd
    assert agreeing(scores(owl_machine(kernel), owls, splits)) == 10


@pytest.mark.parametrize("gamma", [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8])
def test_no_gaussian_gives_more_than_four_of_the_scores(owls, splits, gamma):
    assert agreeing(scores(owl_machine(Kernel("rbf", {"gamma": gamma})), owls, splits)) <= 4


def test_nor_does_the_laplace_kernel_of_the_other_norm(owls, splits):
    assert agreeing(scores(owl_machine(Kernel(laplace_l1, {"rate": ROOT})), owls, splits)) == 7


def test_the_three_values_of_the_exercise_tell_the_kernels_apart(owls):
    origin, others = np.zeros((1, 2)), np.array([[1.0, 0], [2, 0], [0.6, 0.8]])
    report = owl_report.kernel(origin, others)
    assert report.round(4).tolist() == [[0.2431, 0.0591, 0.2431]]
    assert laplace_l2(origin, others, rate=ROOT) == pytest.approx(report)
    assert laplace_l1(origin, others, rate=ROOT)[0].round(4).tolist() == [0.2431, 0.0591, 0.1381]
    assert rbf(origin, others, gamma=2.0)[0].round(4).tolist() == [0.1353, 0.0003, 0.1353]
    assert is_psd(owl_report.kernel(owls[0], owls[0])).psd


def test_each_mistake_of_the_report_fails_by_itself(owls, splits):
    (X, y), (a, b) = owls, splits[1]
    all_but = {name: tuple(d for d in owl_report.DEFECTS if d != name)
               for name in owl_report.DEFECTS}
    # root: the name says Gaussian
    assert owl_report.kernel(X[:9], X[:9], owl_report.DEFECTS) == pytest.approx(
        rbf(X[:9], gamma=2.0))
    assert np.abs(owl_report.kernel(X[:9], X[:9]) - rbf(X[:9], gamma=2.0)).max() > 0.1
    # ones: Σ α = 0 with α ≥ 0 leaves nothing but 0
    signs = np.where(y[a] == "BarnOwl", 1.0, -1.0)
    assert owl_report.multipliers(X[a], signs, all_but["ones"]) == pytest.approx(0, abs=1e-6)
    assert owl_report.multipliers(X[a], signs, owl_report.DEFECTS).max() > 1
    # loop: in this split the Gaussian has three birds that nobody claims
    decision, classes = owl_report.values(X[a], y[a], X[b], owl_report.DEFECTS)
    nobody = int((decision <= 0).all(axis=1).sum())
    assert nobody == 3 and len(owl_report.predict(decision, classes)) < len(b)
    right = owl_report.predict(decision, classes, owl_report.DEFECTS)
    assert right == one_vs_rest_predict(decision, classes) and len(right) == len(b)
    assert PAGE["first_yes"]([[1.0, 2.0], [-1.0, -1.0]], ["a", "b"]) == ["a"]


def test_what_the_author_did_right(owls, splits):
    """With the right constraint and the loop that the program has, every score comes back."""
    (X, y), found = owls, []
    for a, b in splits:
        decision, classes = owl_report.values(X[a], y[a], X[b], ("ones", "loop"))
        machine = owl_machine(Kernel(laplace_l2, {"rate": ROOT})).fit(X[a], y[a])
        assert decision == pytest.approx(machine.decision_function(X[b]), abs=2e-4)
        labels = PAGE["first_yes"](decision, classes)
        # no bird lost, none claimed twice
        assert labels == one_vs_rest_predict(decision, classes)
        found.append(np.mean(np.array(labels) == y[b]))
    assert agreeing(found) == 10


def test_birds_lost_by_the_gaussian(owls, splits):
    X, y = owls
    lost = [int((owl_machine(Kernel("rbf", {"gamma": 2.0})).fit(X[a], y[a])
                 .decision_function(X[b]) <= 0).all(axis=1).sum()) for a, b in splits]
    assert lost == [0, 3, 0, 1, 1, 1, 1, 1, 0, 0]


def test_linear_machines_for_pairs_are_no_worse(owls):
    found = cross_val_score(OneVsOne(SVC(kernel="linear")), *owls, cv=5).mean()
    assert found == pytest.approx(0.978, abs=5e-4)
    assert cross_val_score(LibSVC(), *owls, cv=5).mean() == pytest.approx(0.948, abs=5e-4)


def test_every_owl_is_an_iris():
    owls, iris = load_owls(), load_iris()
    assert owls["species"].value_counts().tolist() == [45, 45, 45]
    rows = owls[["wing_length", "body_length", "body_width", "wing_width"]].to_numpy()
    assert len(rows) - len(np.unique(rows, axis=0)) == 2
    left = Counter(map(tuple, rows)) - Counter(map(tuple, iris.iloc[:, :4].to_numpy()))
    assert left == {(4.9, 3.1, 1.5, 0.1): 1}


# -------------------------------------------------------------------------- 2 and 3: many classes

@pytest.mark.parametrize("C", [1.0, 10.0, 100.0])
def test_the_row_of_three_by_hand(C):
    X, y = make_row_of_three()
    model = OneVsRest(SVC(C=C, kernel="linear", tol=1e-8)).fit(X, y)
    w = np.vstack([m.coef_ for m in model.estimators_])
    assert w == pytest.approx(np.array([[-4 / 3, 0], [0, 0], [4 / 3, 0]]), abs=1e-5)
    assert model.intercept_ == pytest.approx([-5 / 3, -1, -5 / 3], abs=1e-5)
    F = model.decision_function(X)
    tied = np.diff(np.sort(F, axis=1))[:, -1] < 1e-4
    assert tied.sum() == 4 and set(np.abs(X[tied, 0])) == {0.5}
    assert (model.predict(X) == y)[~tied].all()
    assert (OneVsOne(SVC(C=C, kernel="linear")).fit(X, y).predict(X) == y).all()


def test_the_slacks_of_three_in_a_row_sum_to_two_at_least():
    """Each middle sample has a left and a right one of its own about it, whatever f is there."""
    X, y = make_row_of_three()
    left, middle, right = (X[y == name] for name in ("left", "middle", "right"))
    assert (left + right) / 2 == pytest.approx(middle)
    f = np.random.default_rng(0).normal(size=(2, 10_000), scale=2) - 1       # left, right
    slack = np.maximum(0, 1 - f.mean(axis=0)) + np.maximum(0, 1 + f).sum(axis=0)
    assert 2 - 1e-12 <= slack.min() < 2.01


@pytest.mark.parametrize("C, nobody, several, differ", [(1, 29, 4, 9), (10, 24, 7, 7),
                                                        (100, 29, 7, 1)])
def test_distance_and_value_on_sepals(C, nobody, several, differ):
    iris = load_iris()
    X, y = iris[["sepal_length", "sepal_width"]].to_numpy(), iris["species"].to_numpy()
    model = OneVsRest(SVC(C=C, kernel="linear", tol=1e-6)).fit(X, y)
    F = model.decision_function(X)
    surely, perhaps = (F <= -1e-3).all(axis=1).sum(), (F <= 1e-3).all(axis=1).sum()
    assert surely <= nobody <= perhaps <= surely + 4        # a few samples lie on f = 0 exactly
    surely, perhaps = (np.sum(np.sum(F > e, axis=1) > 1) for e in (1e-3, -1e-3))
    assert surely <= several <= perhaps <= surely + 4
    w = np.array([np.linalg.norm(m.coef_) for m in model.estimators_])
    assert np.sum(F.argmax(axis=1) != (F / w).argmax(axis=1)) == differ


def test_a_machine_with_w_0_has_no_distance():
    iris = load_iris()
    X, y = iris[["petal_length", "petal_width"]].to_numpy(), iris["species"].to_numpy()
    model = OneVsRest(SVC(C=1, kernel="linear", tol=1e-6)).fit(X, y)
    assert np.linalg.norm(model.estimators_[1].coef_) < 1e-3 < 1 < np.linalg.norm(
        model.estimators_[0].coef_)
    assert model.score(X, y) > 0.9


@pytest.mark.parametrize("c", range(2, 12))
def test_the_cost_of_pairs(c):
    n = c * 60
    assert c * (c - 1) / 2 * (2 * n / c)**2 == pytest.approx(2 * (c - 1) / c * n**2)
    assert c < 3 or 2 * (c - 1) / c < c


def test_the_ninth_digit():
    five = {"0": 0.04257473, "1": 0.21475787, "2": 0.01911578, "3": 0.77776091, "4": 0.03457997,
            "6": -0.28087561, "7": 0.08408199, "8": 0.25468632, "9": 0.15987355}
    six = {"0": 0.08472909, "1": 0.26445613, "2": 0.37370402, "3": 0.19366219, "4": 0.16418205,
           "5": 0.28087561, "7": 0.15263579, "8": 0.29240588, "9": 0.06712401}
    assert sum(v > 0 for v in five.values()) == 8 and sum(v > 0 for v in six.values()) == 9
    assert sum(five.values()) == pytest.approx(1.3066, abs=5e-5)
    assert sum(six.values()) == pytest.approx(1.8738, abs=5e-5)
    assert sum(five.values()) - five["6"] == pytest.approx(1.587, abs=6e-4)
    assert sum(six.values()) - six["5"] == pytest.approx(1.593, abs=6e-4)
    assert max(five.values()) > max(six.values())


# ------------------------------------------------------------------------------- 4: the sigmoid


# ---------------------------------------------------------------------------- 5: virtual samples


# ----------------------------------------------------------------------- exercises in other forms

@pytest.mark.parametrize("answer", [
    ("b", 1.414), ["B", 2**0.5], ("b", np.float32(1.4142)), {"family": "b", "s": 1.4142},
    (" b ", -np.log(0.2431)), ("b", 1.41), pd.Series(["b", 1.414]),
    np.array(["b", 1.414], dtype=object)])
def test_right_names_of_the_kernel_in_other_forms(answer):
    assert grade("name-the-kernel", answer).status == "right"


@pytest.mark.parametrize("answer, mistake", [
    (("a", 1.414), "Gaussian through the first value"), (("a", 2), "Gaussian of this width"),
    (("c", 1.414), "absolute differences"), (("b", 0.5), "sigma for the rate"),
    (("b", 2), "one over sigma"), (("b", -1.414), "sign"), (("b", 0.243), "a value for the rate"),
    (("a", 3), "Gaussian"), (("b", 7), "another rate"), (("c", 1), "absolute differences"),
    (("b", 1.4), "rounded"), (("b", 1.42), "rounded")])
def test_wrong_names_of_the_kernel(answer, mistake):
    assert grade("name-the-kernel", answer).matched == mistake


@pytest.mark.parametrize("answer", ["b", 1.414, ("b",), ("d", 1.4), ("b", "wide"), (1.414, "b")])
def test_what_is_no_name_is_told_so(answer):
    assert grade("name-the-kernel", answer).status == "unreadable"


def test_right_largest_values_in_other_forms():
    for f in (lambda decision, classes: np.array(classes)[np.argmax(decision, axis=1)],
              lambda decision, classes: tuple(
                  classes[max(range(len(row)), key=row.__getitem__)] for row in decision),
              lambda decision, classes: [classes[list(row).index(max(row))]
                                         for row in np.asarray(decision).tolist()],
              lambda decision, classes: [classes[k] for k in np.argsort(decision, axis=1)[:, -1]]):
        assert grade("one-vs-rest-predict", f).status == "right", f


def test_wrong_largest_values():
    def softmax_threshold(decision, classes):
        best = np.argmax(decision, axis=1)
        return [classes[k] if row[k] > 0 else None for row, k in zip(decision, best, strict=True)]

    def one_label(decision, classes):
        return classes[int(np.argmax(decision)) % len(classes)]

    def last_yes(decision, classes):
        return [classes[np.flatnonzero(row > 0)[-1]] if (row > 0).any() else classes[0]
                for row in decision]

    def standardised(decision, classes):
        scaled = (decision - decision.mean(axis=0)) / decision.std(axis=0)
        return [classes[k] for k in np.argmax(scaled, axis=1)]

    def booleans(decision, classes):
        return (np.argmax(decision, axis=1) > 0).tolist()
    for f in (softmax_threshold, one_label, last_yes, standardised, booleans,
              lambda decision, classes: list(np.argmax(decision, axis=1)),
              lambda decision, classes: [classes[0]] * len(decision),
              lambda decision, classes: [[classes[k]] for k in np.argmax(decision, axis=1)]):
        assert grade("one-vs-rest-predict", f).status == "wrong", f


def test_the_first_yes_and_else_the_largest_is_told_from_a_case_that_can_be_read():
    def first_yes_else_largest(decision, classes):
        return [next((c for c, f in zip(classes, row, strict=True) if f > 0),
                     classes[int(np.argmax(row))]) for row in decision]
    found = grade("one-vs-rest-predict", first_yes_else_largest)
    assert found.matched == "first yes, else the largest" and "of shape" not in found.message


@pytest.mark.parametrize("once", [
    lambda decision, classes: map(classes.__getitem__, np.argmax(decision, axis=1)),
    lambda decision, classes: (classes[k] for k in np.argmax(decision, axis=1))])
def test_labels_that_can_be_read_once_only_are_no_answer(once):
    """The page counts them, and makes an array of them."""
    assert grade("one-vs-rest-predict", once).matched == "a generator"


@pytest.mark.parametrize("answer", ["c", {"c"}, ["C"], "(c)"[1]])
def test_right_claims_about_the_ninth_digit(answer):
    assert grade("ninth-digit", answer).status == "right"


def test_wrong_claims_have_a_verdict_each():
    found = {answer: grade("ninth-digit", answer).matched for answer in
             ("a", "b", "d", "e", "ac", "bd", "abcde", "ce")}
    assert None not in found.values() and len(set(found.values())) == 6


def test_a_radial_kernel_sees_distances_only_and_need_not_be_gaussian():
    rng = np.random.default_rng(0)
    x, z, c = rng.normal(size=(3, 1, 4))
    turn = np.linalg.qr(rng.normal(size=(4, 4)))[0]
    for kernel, radial in ((laplace_l2, True), (laplace_l1, False)):
        assert (kernel((x + c) @ turn, (z + c) @ turn) == pytest.approx(kernel(x, z))) == radial
