"""Lesson 02c: its exercise, explorer and figures, and what the page claims in general.

f(x) = ⟨w, x⟩ + b; W(α) = Σ α - ½‖Σ α y x‖². Widths are found by brute force over directions,
distances of hulls by descent, separability by linear programs.
"""
from __future__ import annotations

from functools import cache
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from coursekit.datasets import (
    load_titanic, make_and, make_linear_40, make_two_points, make_xor,
)
from coursekit.exercise import grade
from coursekit.exercise.registry import find
from coursekit.lessons.lesson02c import Street, figures
from coursekit.lessons.lesson02c.exercises.perceptron import perceptron
from coursekit.lessons.lesson02c.explorers.street import MOVE, TURN, chosen, named
from coursekit.lessons.lesson02c.lines import TRUTH, angle, line_of, regression, room, widest
from coursekit.svm import DualProblem, solve_qp
from cases import some
from panels import panels
from sentences import numbers

many = settings(deadline=None, max_examples=100)
few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)
FORTY = make_linear_40()


def separable(seed: int, duplicates: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return samples of both classes with a line between them; perhaps each of them twice."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 4))
    w, b = rng.normal(size=d), rng.normal()
    X = rng.normal(size=(60, d)) * 2
    f = (X @ w + b) / np.linalg.norm(w)
    X, f = X[np.abs(f) > 0.15], f[np.abs(f) > 0.15]
    k = int(rng.integers(1, 5))
    chosen = np.r_[np.flatnonzero(f > 0)[:k], np.flatnonzero(f < 0)[:k + 1]]
    X, y = X[chosen], np.where(f[chosen] > 0, 1, -1)
    if len(set(y)) < 2:
        X, y = np.vstack([X, -X[:1] - 9 * y[0] * w]), np.append(y, -y[0])
        if not hard_or_none(X, y):
            return make_two_points()
    return (np.vstack([X, X]), np.r_[y, y]) if duplicates else (X, y)


def hard_or_none(X, y):
    try:
        return solve_qp(DualProblem(X @ X.T, y, np.inf))
    except ValueError:
        return None


def has_a_line(X, y) -> bool:
    """Tell whether some line has all samples strictly on their sides, by a linear program."""
    A = -y[:, None] * np.column_stack([X, np.ones(len(y))])
    return linprog(np.zeros(A.shape[1]), A_ub=A, b_ub=-np.ones(len(y)), bounds=(None, None)).success


# -- the exercise -----------------------------------------------------------------------


def by_lists(X, y, max_epochs=1000):
    w, updates = [0.0] * (len(X[0]) + 1), 0
    for _ in range(max_epochs):
        quiet = True
        for x, label in zip(X, y):
            x = [1, *x]
            if label * sum(a * b for a, b in zip(w, x)) <= 0:
                w = [a + label * b for a, b in zip(w, x)]
                updates, quiet = updates + 1, False
        if quiet:
            return w, updates
    return None, updates


def with_a_separate_intercept(X, y, max_epochs=1000):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    w, b, updates, epochs, done = np.zeros(X.shape[1]), 0.0, 0, 0, False
    while not done and epochs < max_epochs:
        done, epochs = True, epochs + 1
        for i in range(len(y)):
            if y[i] * (X[i] @ w + b) <= 0:
                w, b, updates, done = w + y[i] * X[i], b + y[i], updates + 1, False
    return (np.r_[b, w], updates) if done else (None, updates)


@pytest.mark.parametrize("answer", [by_lists, with_a_separate_intercept])
def test_a_perceptron_may_be_written_in_any_way(answer):
    assert grade("perceptron", answer).status == "right"


def ends_when_all_are_right(X, y, max_epochs=1000):
    """Right, and in no more updates; but the last epoch may be one with updates."""
    w, updates = perceptron(X, y, max_epochs + 1)
    return (w, updates) if w is not None else perceptron(X, y, max_epochs)


def epochs_with_updates(X, y, max_epochs=1000):
    w, b, epochs, changed = np.zeros(np.shape(X)[1]), 0.0, 0, True
    while changed and epochs < max_epochs:
        changed = False
        for x, label in zip(X, y):
            if label * (np.dot(w, x) + b) <= 0:
                w, b, changed = w + label * np.asarray(x), b + label, True
        epochs += changed
    return None if changed else np.r_[b, w], epochs


def as_column(X, y, max_epochs=1000):
    w, updates = perceptron(X, y, max_epochs)
    return w if w is None else w.reshape(-1, 1), updates


@pytest.mark.parametrize("answer, name", [
    (lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs + 1), "only the cap"),
    (lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs - 1), "only the cap"),
    (ends_when_all_are_right, "ends an epoch early"), (as_column, "w in a column"),
    (epochs_with_updates, "counts epochs with updates"),
    (lambda *case: perceptron(*case)[::-1], "number first")])
def test_a_nearly_right_perceptron_is_told_its_own_mistake(answer, name):
    assert grade("perceptron", answer).matched == name


def test_the_example_in_the_docstring_of_the_stub_is_so():
    """It is the first of the cases, and stands on the page."""
    w, updates = find("perceptron").right[0]
    assert w.tolist() == [-1, 2] and updates == 5


def by_the_hulls(X, y, alpha):
    """The bisector of the points p₊ and p₋ that the multipliers weigh."""
    X, y, alpha = np.array(X), np.array(y), np.array(alpha)
    s = alpha[y == 1].sum()
    plus, minus = (alpha[y == c] @ X[y == c] / s for c in (1, -1))
    w = s * (plus - minus)
    return w.tolist(), -w @ (plus + minus) / 2, np.linalg.norm(plus - minus) / 2


def by_the_nearest(X, y, alpha):
    w = sum(a * label * np.array(x) for x, label, a in zip(X, y, alpha))
    f = np.array(X) @ w
    b = -(f[np.array(y) == 1].min() + f[np.array(y) == -1].max()) / 2
    return w, b, min(np.array(y) * (f + b)) / np.linalg.norm(w)


@pytest.mark.parametrize("answer", [by_the_hulls, by_the_nearest])
def test_the_line_may_follow_from_alpha_in_any_way(answer):
    assert grade("line-from-alpha", answer).status == "right"


def test_the_cases_of_the_line_are_optima():
    """Balanced, no product below 1, and positive multipliers only where it is 1."""
    exercise = find("line-from-alpha")
    for (X, y, alpha), (w, b, margin) in zip(exercise.all_cases, exercise.right, strict=True):
        products = np.array(y) * (np.array(X) @ w + b)
        assert np.dot(alpha, y) == pytest.approx(0, abs=1e-7)
        assert products.min() == pytest.approx(1, abs=1e-6)
        assert np.array(alpha) @ (products - 1) == pytest.approx(0, abs=1e-5)
        assert min(alpha) >= 0 and margin == pytest.approx(products.min() / np.linalg.norm(w))


def test_a_point_that_would_need_a_negative_weight_has_no_multiplier():
    """The corner (0, 0) of AND cannot lie on its margin boundary: the hint of the prediction."""
    X, y = make_and()
    rows = -y[1:, None] * np.column_stack([X[1:], np.ones(3)])
    assert not linprog(np.zeros(3), A_ub=rows, b_ub=-np.ones(3), A_eq=[[0, 0, 1]], b_eq=[-1],
                       bounds=(None, None)).success


# -- lines and samples ------------------------------------------------------------------


def test_the_forty_points_are_as_the_page_says():
    (X, y), far = FORTY, FORTY[0] @ TRUTH[0] / 5
    assert (np.sum(y == 1), np.sum(y == -1)) == (20, 20) and np.abs(X).max() <= 4
    assert (np.sign(far) == y).all() and np.abs(far).min() >= 0.25
    w, b = regression(X, y)
    Z = np.column_stack([np.ones(40), X])
    assert Z.T @ (Z @ np.r_[b, w] - y) == pytest.approx(np.zeros(3), abs=1e-9)   # least squares
    assert np.sum(y * (X @ w + b) <= 0) == 2 and has_a_line(X, y)


def test_the_two_lines_of_the_slides_have_the_truth_tables_that_are_printed():
    X, y = make_and()
    assert (np.sign(2 * X[:, 0] + 2 * X[:, 1] - 3) == y).all()
    assert (2 * X[:, 1] - 2 * X[:, 0] + 1).tolist() == [1, 3, -1, 1]
    assert widest(X, y)[0] == pytest.approx([2, 2], abs=1e-6)
    w, b = widest(X, np.array([1, 1, -1, 1]))
    assert w == pytest.approx([-2, 2], abs=1e-6) and b == pytest.approx(1, abs=1e-6)


def test_fourteen_of_the_sixteen_tables_of_two_inputs_are_separable():
    X = make_and()[0]
    tables = [2 * np.array(bits) - 1 for bits in product([0, 1], repeat=4)]
    by_program = [has_a_line(X, y) for y in tables]
    assert by_program == [perceptron(X, y)[0] is not None for y in tables]
    assert sum(by_program) == 14
    assert [y.tolist() for y, line in zip(tables, by_program) if not line] == [
        [-1, 1, 1, -1], [1, -1, -1, 1]]


# -- the perceptron ---------------------------------------------------------------------


def novikoff(X, y, w, b) -> float:
    """Return (R/ρ)² with the separating direction u ∝ (b, w)."""
    X_1 = np.column_stack([np.ones(len(X)), X])
    u = np.r_[b, w] / np.linalg.norm(np.r_[b, w])
    rho, R = np.min(y * (X_1 @ u)), np.linalg.norm(X_1, axis=1).max()
    assert rho > 0
    return (R / rho)**2


@many
@given(seeds, st.booleans(), st.sampled_from([0.0, -1.0, 2.0]))
def test_the_perceptron_stays_below_novikoffs_bound_in_any_order(seed, duplicates, shift):
    X, y = separable(seed, duplicates)
    X = X + shift
    best = hard_or_none(X, y)
    bound = novikoff(X, y, (best.alpha * y) @ X, best.b)
    for order in (np.arange(len(y)), np.random.default_rng(seed).permutation(len(y))):
        w, updates = perceptron(X[order], y[order], max_epochs=int(min(bound, 3000)) + 2)
        assert updates <= bound * (1 + 1e-9)
        if bound < 3000:
            assert (y * (X @ w[1:] + w[0]) > 0).all()


def test_the_bounds_of_and_and_its_shifts_and_that_one_class_alone_is_fine():
    X, y = make_and()
    for shift, bound, low, high in ((-0.5, 13.5, 5, 7), (0, 51, 18, 22), (1, 513, 93, 121),
                                    (3, 7689, 263, 1225)):
        assert novikoff(X + shift, y, [2, 2], -3 - 4 * shift) == pytest.approx(bound)
        counts = [perceptron(X[list(p)] + shift, y[list(p)])[1] for p in permutations(range(4))]
        assert (min(counts), max(counts)) == (low, high)
    assert perceptron([[1.0], [2.0]], [1, 1])[1] == 1


TABLES = {"and": (0, 0, 0, 1), "or": (0, 1, 1, 1), "implication x1->x2": (1, 1, 0, 1),
          "nand": (1, 1, 1, 0), "nor": (1, 0, 0, 0), "x1 and not x2": (0, 0, 1, 0),
          "not x1 and x2": (0, 1, 0, 0), "x2->x1": (1, 0, 1, 1)}


@pytest.mark.parametrize("name", TABLES)
def test_boolean_functions_are_learned_as_printed(name, golden):
    """GOLDEN §f: weights and updates exactly, margins to seven digits."""
    wanted, (X, _) = golden["perceptron"]["results"][name], make_and()
    y = 2 * np.array(TABLES[name]) - 1
    w, updates = perceptron(X, y)
    assert w.tolist() == wanted["a"] and updates == wanted["updates"]
    margin = np.min(y * (X @ w[1:] + w[0])) / np.linalg.norm(w[1:])
    assert margin == pytest.approx(wanted["margin"], abs=1e-7)


@pytest.mark.parametrize("name, margins", [("and", {1 / 13**.5}),
                                           ("implication x1->x2", {1 / 13**.5, 1 / 8**.5})])
def test_the_order_of_the_samples_decides_the_line(name, margins):
    X, y, found = make_and()[0], 2 * np.array(TABLES[name]) - 1, set()
    for order in map(list, permutations(range(4))):
        w, _ = perceptron(X[order], y[order])
        found.add(round(np.min(y * (X @ w[1:] + w[0])) / np.linalg.norm(w[1:]), 9))
    assert found == {round(m, 9) for m in margins}


@pytest.mark.parametrize("X, y", [make_xor(), ([[1.0], [1.0]], [1, -1])])
def test_without_a_line_it_never_stops(X, y):
    assert perceptron(X, y, max_epochs=300)[0] is None


# -- the largest margin, and its dual ---------------------------------------------------


@few
@given(seeds)
def test_no_line_has_a_larger_margin_and_scaling_turns_it_into_the_length_of_w(seed):
    X, y = separable(seed)
    best = hard_or_none(X, y)
    w, b = (best.alpha * y) @ X, best.b
    margin = np.min(y * (X @ w + b)) / np.linalg.norm(w)
    assert margin == pytest.approx(1 / np.linalg.norm(w), rel=1e-5)
    rng = np.random.default_rng(seed)
    for _ in range(200):
        v, c = w + rng.normal(size=len(w)) * rng.exponential(), b + rng.normal()
        assert np.min(y * (X @ v + c)) / np.linalg.norm(v) <= margin * (1 + 1e-6)


@few
@given(seeds, st.booleans())
def test_at_the_hard_optimum_the_sum_of_the_multipliers_is_the_square_of_w(seed, duplicates):
    X, y = separable(seed, duplicates)
    best = hard_or_none(X, y)
    w = (best.alpha * y) @ X
    assert best.alpha @ y == pytest.approx(0, abs=1e-6 * best.alpha.max())
    assert best.alpha.sum() == pytest.approx(w @ w, rel=1e-5)
    yf = y * (X @ w + best.b)
    assert yf[best.alpha > 1e-6 * best.alpha.max()] == pytest.approx(1, abs=1e-5)


@many
@given(seeds, st.booleans())
def test_any_balanced_multipliers_bound_any_line_that_satisfies_the_constraints(seed, duplicates):
    """Weak duality, W(α) ≤ ½‖w‖²; and the mean of two such lines is another one."""
    X, y = separable(seed, duplicates)
    best = hard_or_none(X, y)
    w, b = (best.alpha * y) @ X, best.b
    rng = np.random.default_rng(seed)
    share = np.zeros(len(y))
    for c in (-1, 1):
        share[y == c] = rng.dirichlet(np.ones(np.sum(y == c)))
    alpha = rng.exponential() * share
    W = alpha.sum() - np.sum(((alpha * y) @ X)**2) / 2
    for _ in range(50):
        v, c = w + rng.normal(size=len(w)) * 0.3, b + rng.normal() * 0.3
        least = np.min(y * (X @ v + c))
        if least > 1e-6:
            v = v / least
            assert W <= v @ v / 2 + 1e-9
            assert w @ w <= v @ v * (1 + 1e-6)
            middle = (v + w) / 2
            assert np.min(y * (X @ middle + (c / least + b) / 2)) >= 1 - 1e-5


@few
@given(seeds, st.booleans())
def test_the_strip_is_as_wide_as_the_hulls_are_apart(seed, duplicates):
    """The distance of the hulls, found without the dual problem."""
    X, y = separable(seed, duplicates)
    best = hard_or_none(X, y)
    w = (best.alpha * y) @ X
    s = best.alpha[y > 0].sum()
    ends = [best.alpha[y == c] @ X[y == c] / s for c in (1, -1)]
    assert w == pytest.approx(s * (ends[0] - ends[1]), rel=1e-4, abs=1e-6)
    a, b = X[y > 0], X[y < 0]

    def apart(z):
        p, q = np.exp(z[:len(a)]), np.exp(z[len(a):])
        return float(np.sum((p @ a / p.sum() - q @ b / q.sum())**2))
    rng = np.random.default_rng(seed)
    found = min(minimize(apart, rng.normal(size=len(y))).fun for _ in range(3))
    assert 2 / np.linalg.norm(w) <= np.sqrt(found) * (1 + 1e-6)       # none is nearer
    assert 2 / np.linalg.norm(w) == pytest.approx(np.sqrt(found), rel=0.02)


def test_and_by_hand_and_the_price_of_its_constraints():
    X, y = make_and()
    best = hard_or_none(X, y)
    assert best.alpha == pytest.approx([0, 2, 2, 4], abs=1e-6)
    assert best.alpha.sum() == pytest.approx(8)

    def value(need):        # min ½‖w‖² where y f ≥ need
        found = minimize(lambda v: v[:2] @ v[:2] / 2, [2, 2, -3], tol=1e-12, constraints={
            "type": "ineq", "fun": lambda v: y * (X @ v[:2] + v[2]) - need})
        return found.fun
    lowered = [value(np.ones(4) - 0.1 * np.eye(4)[i]) for i in range(4)]
    assert lowered == pytest.approx([4, 3.805, 3.805, 3.61], abs=1e-4)


@pytest.mark.parametrize("alpha", [[0, 2, 2, 4, 0], [0, 2, 2, 2, 2], [0, 2, 2, 1, 3]])
def test_a_duplicate_may_share_the_multiplier_in_any_way(alpha):
    X, y = make_and()
    X, y, alpha = np.vstack([X, X[3]]), np.append(y, 1), np.array(alpha)
    w = (alpha * y) @ X
    assert w.tolist() == [2, 2] and not (alpha * (y * (X @ w - 3) - 1)).any()


def test_hulls_that_meet_give_a_dual_without_end():
    X, y = make_and()
    X, y = np.vstack([X, X[3]]), np.append(y, -1)
    assert hard_or_none(X, y) is None
    for C in (1.0, 100.0, 1e4):
        alpha = solve_qp(DualProblem(X @ X.T, y, C)).alpha
        assert alpha[3] == alpha[4] == C


def test_a_new_sample_nearer_to_an_old_one_than_the_margin_is_classified_as_that_one():
    rng = np.random.default_rng(0)
    for seed in range(8):
        y = np.repeat([1, -1], [7, 6])
        X = np.random.default_rng(seed).normal(size=(13, 2)) + 2.2 * y[:, None]
        found = perceptron(X, y, 100_000)[0]
        if found is not None:
            b, *w = found
            margin = (y * (X @ w + b)).min() / np.linalg.norm(w)
            steps = rng.normal(size=(200, 13, 2))
            far = 0.999 * margin * rng.random((200, 13))
            steps *= (far / np.linalg.norm(steps, axis=2))[..., None]
            assert (y * ((X + steps) @ w + b) > 0).all()


@few
@given(seeds)
def test_samples_without_a_multiplier_can_be_deleted(seed):
    X, y = separable(seed)
    best = hard_or_none(X, y)
    kept = best.alpha > 1e-6 * best.alpha.max()
    again = hard_or_none(X[kept], y[kept])
    w, v = (best.alpha * y) @ X, (again.alpha * y[kept]) @ X[kept]
    assert v == pytest.approx(w, rel=1e-4, abs=1e-5 * np.linalg.norm(w))
    assert again.b == pytest.approx(best.b, rel=1e-4, abs=1e-4 * (1 + np.linalg.norm(w)))


@pytest.mark.parametrize("seed", some(range(40)))
def test_a_line_separates_exactly_if_the_hulls_have_no_point_in_common(seed):
    """On a grid, so that hulls often touch; a common point is found by a linear program."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 8))
    X, y = rng.integers(0, 5, size=(n, 2)).astype(float), rng.permutation(
        np.r_[1, -1, rng.choice([-1, 1], n - 2)])
    equal = np.vstack([np.where(y > 0, 1, 0), np.where(y < 0, 1, 0), (y[:, None] * X).T])
    meet = linprog(np.zeros(n), A_eq=equal, b_eq=[1, 1, 0, 0]).success
    assert has_a_line(X, y) != meet
    if meet:
        assert hard_or_none(X, y) is None


def test_over_the_draws_the_maximum_margin_line_is_usually_the_closest_and_not_always():
    found = []
    for seed in range(200):
        X, y = make_linear_40(seed=seed)
        b, *v = perceptron(X, y)[0]
        found.append([angle(w, TRUTH[0]) for w in (regression(X, y)[0], np.array(v),
                                                   widest(X, y)[0])])
    found = np.array(found)
    assert np.median(found, axis=0) == pytest.approx([6.57, 4.15, 1.65], abs=0.01)
    assert angle(widest(*FORTY)[0], TRUTH[0]) < np.quantile(found[:, 2], 0.05)
    assert np.mean(found.argmin(axis=1) == 2) == pytest.approx(0.655)


def test_profiles_with_both_outcomes():
    frame = load_titanic()
    fates: dict = {}
    for key in zip(frame["Sex"], frame["Pclass"], frame["SibSp"], frame["Parch"],
                   frame["Survived"]):
        fates.setdefault(key[:4], []).append(key[4])
    mixed = [v for v in fates.values() if 0 < sum(v) < len(v)]
    assert (len(fates), len(mixed), sum(map(len, mixed))) == (74, 32, 752)
    assert sum(min(sum(v), len(v) - sum(v)) for v in mixed) == 163


# -- the explorer -----------------------------------------------------------------------


def by_brute_force(direction, shift):
    """Return the distances to a line of all samples, negative on the wrong side."""
    (X, y), t = FORTY, np.radians(direction)
    return y * (X[:, 0] * np.cos(t) + X[:, 1] * np.sin(t) + shift)


STATES = [{"direction": d, "shift": s} for d in (-50.1, -41.9, -39.9, -36.9, -36.7, -33.1, -20.1)
          for s in (-1.0, -0.44, -0.09, 0.0, 0.3, 1.0)] \
    + [preset.state for preset in Street.presets.values()]


@cache
def street() -> Street:
    return Street()


@pytest.mark.parametrize("state", some(STATES), ids=str)
def test_street_says_and_draws_what_is_so(state):
    explorer = street()
    explorer.set(**state)
    assert not explorer.failed
    line = chosen(explorer.state())[1]
    assert abs(line.direction - state["direction"]) <= 0.1 + 1e-9      # half a step of the slider
    assert abs(line.shift - state["shift"]) <= 0.005 + 1e-9
    d = by_brute_force(*line)
    said = numbers(explorer.status.replace("−", "-"))
    wrong, width = int(np.sum(d <= 0)), max(0, 2 * d.min())
    if wrong:
        assert [int(v) for v in said[2:4]] == [wrong, 40] and "no street" in explorer.status
    else:
        assert float(said[2]) == pytest.approx(width, abs=5e-4)
        assert int(said[3]) == np.sum(d < d.min() + 5e-3)
    left, right = panels(explorer)[:2]
    assert [len(rings.get_xdata()) for rings in left.lines[-2:]] == [
        0 if wrong else np.sum(d < d.min() + 5e-3), wrong]
    n = np.array([np.cos(np.radians(line.direction)), np.sin(np.radians(line.direction))])
    across = left.patches[0].get_xy() @ n + line.shift
    assert (across.min(), across.max()) == pytest.approx((-width / 2, width / 2), abs=1e-9)
    assert right.lines[-1].get_xydata()[0] == pytest.approx([line.direction, width])
    (bar,) = right.collections[-1].get_segments()
    assert bar[:, 1] == pytest.approx([0, width])
    near_the_top = width >= 0.95 * 2 / np.linalg.norm(widest(*FORTY)[0])
    assert len(right.lines[-2].get_xdata()) == 2 * near_the_top
    assert any("the highest" in text.get_text() for text in right.texts) == near_the_top


def test_the_highest_point_is_named_within_about_a_step_and_not_before():
    best = Street.presets["widest street"].state
    for turned, moved, named_there in ((0, 0, True), (0.2, 0, True), (-0.2, 0, True),
                                       (0, 0.01, True), (0, -0.01, True), (0.6, 0, False),
                                       (0, 0.05, False), (0, -0.05, False)):
        at = Street(direction=best["direction"] + turned, shift=best["shift"] + moved)
        said = [text.get_text() for text in panels(at)[1].texts]
        assert any("the highest" in words for words in said) == named_there, (turned, moved)
    start = Street()
    assert not any("the highest" in text.get_text() for text in panels(start)[1].texts)
    assert "0.74" not in start.status


def test_named_lines_stand_where_their_rounded_direction_says():
    for name, line in named().items():
        assert Street.presets[name].state["direction"] == round(line.direction, 1)


def test_the_curve_is_the_widest_street_of_each_direction():
    X, y = FORTY
    curve = panels(Street())[1].lines[0].get_xydata()
    for direction, height in curve[::150]:
        best = max(2 * by_brute_force(direction, s).min() for s in np.linspace(-3, 3, 6001))
        assert height == pytest.approx(max(0, best), abs=1.1e-3)
    peak = curve[curve[:, 1].argmax()]
    w, b = widest(X, y)
    assert peak == pytest.approx([line_of(w, b).direction, 2 / np.linalg.norm(w)], abs=1e-6)


def test_no_state_has_a_wider_street_than_the_button():
    best = 2 * by_brute_force(*named()["widest street"]).min()
    for direction in np.arange(-50.1, -20, 0.2):
        for shift in np.arange(-1, 1.001, 0.02):
            assert 2 * by_brute_force(direction, shift).min() <= best + 1e-9
    for near in ((0.2, 0), (-0.2, 0), (0, 0.01), (0, -0.01)):
        at = Street.presets["widest street"].state
        state = {"direction": at["direction"] + near[0], "shift": at["shift"] + near[1]}
        assert 2 * by_brute_force(*chosen(Street(**state).state())[1]).min() < best


def test_no_two_named_lines_stand_at_the_same_place_of_the_sliders():
    places = {(TURN.nearest(line.direction), MOVE.nearest(line.shift))
              for line in named().values()}
    assert len(places) == 4
    assert places == {tuple(preset.state.values()) for preset in Street.presets.values()}


def test_of_the_two_ringed_crosses_one_stops_each_turn():
    """What the page answers to its second task."""
    (X, y), best = FORTY, named()["widest street"]
    touching = np.flatnonzero(by_brute_force(*best) < by_brute_force(*best).min() + 1e-6)
    crosses = [i for i in touching if y[i] < 0]
    assert len(touching) == 3 and len(crosses) == 2
    stops = []
    for turn in (-0.5, 0.5):
        d = by_brute_force(best.direction + turn, room(X, y, best.direction + turn)[1])
        assert d[y > 0].min() == pytest.approx(d[y < 0].min())      # in the middle of the gap
        stops.append(int(crosses[int(np.argmin(d[crosses]))]))
        assert d.argmin() in touching
    assert sorted(stops) == sorted(crosses)


# -- the figures ------------------------------------------------------------------------


def test_the_point_and_its_foot_are_drawn_where_they_are():
    x = np.array([1.0, 3.0])
    foot, end = figures.plot_forms(x, "One line").axes[0].lines[1].get_xydata()
    assert 4 * foot[0] - 3 * foot[1] == pytest.approx(0) and end == pytest.approx(x)
    assert np.linalg.norm(end - foot) == pytest.approx(abs(x @ [4, -3]) / 5)


def test_the_border_of_a_fit_stands_where_the_fit_is_zero():
    x, y = np.array([0, 1, 2, 10.0]), np.array([-1, -1, 1, 1])
    ax = figures.plot_regression({"far": (x, y)}, "Pulled").axes[0]
    fit = ax.lines[2].get_xydata()
    slope = np.diff(fit[:, 1])[0] / np.diff(fit[:, 0])[0]
    assert fit[0, 1] + slope * (ax.lines[1].get_xdata()[0] - fit[0, 0]) == pytest.approx(0)
    ringed = ax.lines[-1].get_xdata()
    assert ringed.tolist() == [2.0]


@pytest.mark.parametrize("make", [make_and, make_linear_40, make_two_points])
def test_nearest_points_lie_on_the_margin_boundaries(make):
    X, y = make()
    alpha, (w, b) = solve_qp(DualProblem.from_data(X, y, np.inf)).alpha, widest(X, y)
    ax = figures.plot_hulls({"these": (X, y, alpha, (-5, 5))}, "Near").axes[0]
    ends = ax.lines[0].get_xydata()
    assert ends @ w + b == pytest.approx([-1, 1], abs=1e-6)
    assert np.diff(ends, axis=0)[0] == pytest.approx(2 * w / (w @ w), abs=1e-6)
    assert ax.lines[1].get_xydata() @ w + b == pytest.approx([0, 0], abs=1e-5)
    ringed = ax.lines[-1].get_xydata()
    assert np.abs(ringed @ w + b) == pytest.approx(np.ones(len(ringed)), abs=1e-6)


def test_angles_profiles_and_updates_are_drawn_as_they_were_counted():
    found = {"one": np.array([1.0, 5.0, 2.0]), "two": np.array([4.0])}
    ax = figures.plot_angles(found, "Near").axes[0]
    assert [line.get_xdata().tolist() for line in ax.lines] == [[1, 5, 2], [2, 2], [4], [4, 4]]
    table = pd.DataFrame({"survived": [0, 2, 4, 1], "died": [3, 0, 9, 1]})
    ax = figures.plot_profiles(table, "Mixed").axes[0]
    up, down = ([bar.get_height() for bar in bars] for bars in ax.containers)
    assert (up, down) == ([2, 4, 1, 0], [0, -9, -1, -3])
    assert [text.get_text().split("\n")[-1] for text in ax.texts[:3]] == [
        "1 profiles", "2 profiles", "1 profiles"]
    ax = figures.plot_updates({0: [18, 22, 22]}, {0: 51.0}, "Below").axes[0]
    assert sorted(ax.collections[0].get_offsets().tolist()) == [[0, 18], [0, 22]]
    assert ax.lines[0].get_ydata().tolist() == [51]
