"""Perceptrons make the mistakes that were printed, in both forms; lines exist or they do not."""
from __future__ import annotations

from itertools import permutations, product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_and, make_linear_40, make_xor
from coursekit.linear import (
    extended, least_squares, margin, perceptron, perceptron_dual, perceptron_margin,
    separating_line, signed_distance,
)

CORNERS = make_and()[0]
TABLES = {"and": (0, 0, 0, 1), "or": (0, 1, 1, 1), "implication x1->x2": (1, 1, 0, 1),
          "nand": (1, 1, 1, 0), "nor": (1, 0, 0, 0), "x1 and not x2": (0, 0, 1, 0),
          "not x1 and x2": (0, 1, 0, 0), "x2->x1": (1, 0, 1, 1)}


@pytest.mark.parametrize("name", TABLES)
def test_boolean_functions_are_learned_as_printed(name, golden):
    """GOLDEN §f: weights, epochs, updates and mistake counts exactly; margins to seven digits."""
    wanted, y = golden["perceptron"]["results"][name], 2 * np.array(TABLES[name]) - 1
    found = perceptron(CORNERS, y)
    assert found.a.tolist() == wanted["a"]
    assert (found.epochs, found.updates) == (wanted["epochs"], wanted["updates"])
    assert found.mistakes.tolist() == wanted["dual_b"] and found.converged
    assert perceptron_margin(CORNERS, y, found.a) == pytest.approx(wanted["margin"], abs=1e-7)


@pytest.mark.parametrize("name, margins", [("and", {1 / 13**.5}),
                                           ("implication x1->x2", {1 / 13**.5, 1 / 8**.5})])
def test_the_order_of_the_data_decides_the_line(name, margins):
    y = 2 * np.array(TABLES[name]) - 1
    found = {round(perceptron_margin(CORNERS, y, perceptron(CORNERS, y, order=order).a), 9)
             for order in permutations(range(4))}
    assert found == {round(m, 9) for m in margins}


def separable(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(15, 2))
    f = X @ rng.normal(size=2) + 0.3
    return X[np.abs(f) > 0.2], np.where(f[np.abs(f) > 0.2] > 0, 1, -1)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_both_forms_make_the_same_mistakes(seed):
    X, y = separable(seed)
    X1, order = extended(X), np.random.default_rng(seed).permutation(len(y))
    primal = perceptron(X, y, order=order, trace=True)
    dual = perceptron_dual(X1 @ X1.T, y, order=order, trace=True)
    assert primal.converged and (y * (X1 @ primal.a) > 0).all()
    np.testing.assert_array_equal(primal.mistakes, dual.mistakes)
    assert len(primal.trace) == len(dual.trace) == primal.updates == np.abs(dual.mistakes).sum()
    for one, other in zip(primal.trace, dual.trace):
        assert (one.epoch, one.i) == (other.epoch, other.i) and one.value <= 0
        np.testing.assert_allclose(np.array(other.a) @ X1, one.a, atol=1e-9)


def test_a_point_on_the_line_counts_as_a_mistake():
    """From a = 0 every value is 0: were that right, nothing would ever happen."""
    found = perceptron(*make_and(), trace=True)
    assert found.trace[0].value == 0 and found.updates == 18


def test_without_a_line_it_ends_and_says_so():
    with pytest.warns(ConvergenceWarning, match="after 50 passes, the last with 4 mistakes"):
        found = perceptron(*make_xor(), max_epochs=50)
    assert not found.converged and found.epochs == 50


@pytest.mark.parametrize("inputs", [1, 2, 3])
def test_separable_boolean_functions_are_counted(inputs, golden):
    corners = np.array(list(product((0.0, 1.0), repeat=inputs)))
    wanted, of = golden["linearly_separable"][str(inputs)]
    tables = list(product((-1, 1), repeat=2**inputs))
    found = [separating_line(corners, np.array(t)) for t in tables]
    assert (sum(a is not None for a in found), len(tables)) == (wanted, of)
    assert all((np.array(t) * (extended(corners) @ a) > 0).all()
               for t, a in zip(tables, found) if a is not None)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([1e-12, 1.0, 1e9]), st.sampled_from([0.0, 1e4]))
def test_units_decide_nothing(seed, unit, origin):
    """A line between the classes is found whatever the features are measured in, and from where."""
    X, y = separable(seed)
    for labels, there in ((y, True), (np.where(np.arange(len(y)) % 2, 1, -1), None)):
        line, plain = separating_line(unit * (X + origin), labels), separating_line(X, labels)
        assert (line is None) == (plain is None) and (there is None or line is not None)
        if line is not None:
            assert (labels * (extended(unit * (X + origin)) @ line) > 0).all()


def test_a_tiny_gap_far_out_is_a_gap():
    for X in ([[0.0], [1e-9]], [[1e12], [1e12 + 1]]):
        assert (np.array([-1, 1]) * (extended(X) @ separating_line(X, [-1, 1])) > 0).all()
    assert separating_line([[1.0], [1.0]], [-1, 1]) is None
    assert separating_line([[1.0, 5.0], [2.0, 5.0]], [1, 1]) is not None    # a constant feature


def test_a_linear_program_left_undecided_is_not_taken_for_a_no(monkeypatch):
    tired = lambda *_, **__: SimpleNamespace(status=1, message="iteration limit")   # noqa: E731
    monkeypatch.setattr("scipy.optimize.linprog", tired)
    with pytest.raises(RuntimeError, match="not decided: iteration limit"):
        separating_line(*make_and())


def test_fredkin_gate_outputs_have_no_line(golden):
    c, x1, x2 = np.array(list(product((0, 1), repeat=3))).T
    corners = np.column_stack([c, x1, x2]).astype(float)
    outputs = [np.where(c, x2, x1), np.where(c, x1, x2)]
    assert [separating_line(corners, 2 * y - 1) is not None for y in outputs] \
        == golden["linearly_separable"]["fredkin_outputs_separable"]


def test_regression_on_labels_misses_points_that_a_line_separates():
    X, y = make_linear_40()
    assert np.sum(y * (extended(X) @ least_squares(X, y)) <= 0) >= 1
    assert (y * (extended(X) @ separating_line(X, y)) > 0).all()
    assert (y * (extended(X) @ perceptron(X, y).a) > 0).all()


@pytest.mark.parametrize("call, words", [
    (lambda: perceptron([[1, 2]], [0]), "labels -1 or 1"),
    (lambda: perceptron([1, 2], [1, -1]), r"X must have shape \(n, m\)"),
    (lambda: perceptron([[1], [np.nan]], [1, -1]), "NaN"),
    (lambda: perceptron([[1], [2]], [1, -1, 1]), "2 labels"),
    (lambda: perceptron([[1], [2]], [1, -1], order=[0, 0]), "order must name each of the 2"),
    (lambda: perceptron([[1], [2]], [1, -1], max_epochs=0), "max_epochs"),
    (lambda: perceptron([[1], [2]], [1, -1], order=[0.5, 1]), "by whole numbers"),
    (lambda: perceptron([[1], [2]], [1, -1], order=1), "order must name each of the 2"),
    (lambda: perceptron([[1], [2]], [1, None]), r"the values \[1, None\]"),
    (lambda: perceptron_dual([[1, 2]], [1]), "square matrix"),
    (lambda: perceptron_dual([[1, 2], [3, 4]], [1, -1]), "G must be symmetric"),
    (lambda: perceptron_margin(*make_and(), [1, 2]), "the intercept and 2 weights"),
    (lambda: perceptron_margin(*make_and(), [1, 0, 0]), "w must be a vector other than 0"),
    (lambda: separating_line([[1], [2]], [1, 2]), "labels -1 or 1"),
])
def test_bad_input_is_answered(call, words):
    with pytest.raises(ValueError, match=words):
        call()


# ------------------------------------------------------------------------ distances and margins

@pytest.mark.parametrize("w, b, x", [((3, 4), 0, (3, 4)), ((-1, 2), 0.5, (2, -7)), ((0, 5), 1, (1, 1))])
def test_signed_distance_is_the_way_to_the_foot(w, b, x):
    far = signed_distance([x], w, b)[0]
    foot = np.array(x) - far * np.array(w) / np.linalg.norm(w)
    assert abs(foot @ w + b) < 1e-12
    assert abs(far) == pytest.approx(np.linalg.norm(x - foot))
    assert signed_distance([x], np.multiply(10, w), 10 * b)[0] == pytest.approx(far)
    assert signed_distance([x], np.multiply(-1, w), -b)[0] == pytest.approx(-far)


@pytest.mark.parametrize("w, b, truth", [((2, 2), -3, (0, 0, 0, 1)), ((-2, 2), 1, (1, 1, 0, 1))])
def test_the_margin_is_positive_only_if_all_are_on_their_side(w, b, truth):
    X, y = make_and()[0], 2 * np.array(truth) - 1
    assert margin(X, y, w, b) == pytest.approx(1 / np.sqrt(8))
    assert margin(X, -y, w, b) < 0


@pytest.mark.parametrize("call, words", [
    (lambda: signed_distance([1, 2], [1, 2], 0), r"X must have shape \(n, 2\)"),
    (lambda: signed_distance([[1, np.inf]], [1, 2], 0), "NaN or infinity"),
    (lambda: signed_distance([[1, 1]], [0, 0], 1), "vector other than 0"),
    (lambda: signed_distance([[1, 1]], 3, 1), "vector other than 0"),
    (lambda: signed_distance([[1, 1]], [1, 1], np.nan), "b contains NaN"),
    (lambda: signed_distance([[1, 1]], [1, 1], [1, 2]), "b must be one number"),
    (lambda: margin(make_and()[0], [1], [1, 1], 0), "each of the 4 rows"),
    (lambda: margin(make_and()[0], make_and()[1][:, None], [1, 1], 0), r"got shape \(4, 1\)"),
    (lambda: margin(make_and()[0], [0, 0, 0, 1], [1, 1], 0), "labels -1 or 1"),
    (lambda: margin(np.empty((0, 2)), [], [1, 1], 0), "at least one"),
])
def test_a_bad_line_is_answered(call, words):
    with pytest.raises(ValueError, match=words):
        call()
