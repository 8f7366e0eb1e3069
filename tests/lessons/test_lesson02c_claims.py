"""What sitting 02c says in general, tried on random samples and degenerate ones.

f(x) = ⟨w, x⟩ + b; P(w, b) = ½‖w‖² + C Σ max(0, 1 - y f); W(α) = Σ α - ½‖Σ α y x‖².
"""
from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from coursekit.datasets import make_and, make_two_points, make_xor
from coursekit.exercises.lesson02c import perceptron
from coursekit.lessons.lesson02d.exercises.kkt_violation import kkt_violation
from coursekit.linear import optimal_intercepts
from coursekit.svm import DualProblem, solve_qp

many = settings(deadline=None, max_examples=100)
few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)


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


def overlapping(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return samples drawn without a line; on a grid in half of the cases, so with duplicates."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 14))
    X = rng.normal(size=(n, 2)) if seed % 2 else rng.integers(0, 3, size=(n, 2)).astype(float)
    return X, rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])


def soft(X, y, C):
    """Return (α, w, b, P, W), the intercept in the middle of its interval."""
    alpha = solve_qp(DualProblem.from_data(X, y, C)).alpha
    w = (alpha * y) @ X
    b = float(np.mean(optimal_intercepts(X @ w, y)))
    return alpha, w, b, primal(X, y, w, b, C), alpha.sum() - w @ w / 2


def primal(X, y, w, b, C):
    return w @ w / 2 + C * np.maximum(0, 1 - y * (X @ w + b)).sum()


# ------------------------------------------------------------------------- 1 · signed distance

@many
@given(seeds)
def test_f_over_the_length_of_w_is_the_distance_to_the_nearest_point_of_the_line(seed):
    rng = np.random.default_rng(seed)
    w, b, x = rng.normal(size=2), rng.normal(), rng.normal(size=2)
    f = x @ w + b
    foot = x - f / (w @ w) * w
    assert foot @ w + b == pytest.approx(0, abs=1e-9)
    along = np.array([-w[1], w[0]])
    others = foot + np.outer(rng.normal(size=50), along)
    assert np.linalg.norm(others - x, axis=1).min() >= abs(f) / np.linalg.norm(w) - 1e-9


def test_regression_moves_its_border_towards_a_sample_that_is_right_already():
    labels = np.array([-1, -1, 1, 1])
    borders = [-np.divide(*np.polyfit([0, 1, 2, last], labels, 1)[::-1]) for last in (3, 5, 10)]
    assert borders == pytest.approx([1.5, 2, 3.25])


# ----------------------------------------------------------------- 2 · perceptron and Novikoff

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


def test_an_update_raises_the_product_by_the_square_of_the_length():
    rng = np.random.default_rng(0)
    for w, x in rng.normal(size=(50, 2, 3)):
        for y in (-1, 1):
            assert y * ((w + y * x) @ x) - y * (w @ x) == pytest.approx(x @ x)


@pytest.mark.parametrize("X, y", [make_xor(), ([[1.0], [1.0]], [1, -1])])
def test_without_a_line_it_never_stops(X, y):
    assert perceptron(X, y, max_epochs=300)[0] is None


# ---------------------------------------------------------------------- 3 · the largest margin

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


def test_with_products_above_0_alone_w_can_be_shortened_for_ever():
    X, y = make_and()
    for t in (1, 1e-3, 1e-6):
        w, b = t * np.array([2, 2]), t * -3
        assert (y * (X @ w + b) > 0).all() and 1 / np.linalg.norm(w) == pytest.approx(0.35355 / t,
                                                                                      rel=1e-4)


# ------------------------------------------------------------------------------- 4 · the dual

@many
@given(seeds, st.sampled_from([0.1, 1.0, 10.0]))
def test_weak_duality_for_every_feasible_pair(seed, C):
    """Any α of the box with balance, any (w, b): W ≤ P."""
    X, y = overlapping(seed)
    rng = np.random.default_rng(seed)
    alpha = np.zeros(len(y))
    share = rng.random() * C * min(np.sum(y > 0), np.sum(y < 0))
    for c in (-1, 1):
        part = rng.random(np.sum(y == c))
        alpha[y == c] = share * part / part.sum()
    alpha *= min(1, C / alpha.max())
    w_alpha = (alpha * y) @ X
    W = alpha.sum() - w_alpha @ w_alpha / 2
    for _ in range(20):
        assert W <= primal(X, y, rng.normal(size=2) * 3, rng.normal() * 3, C) + 1e-9


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


def test_unbalanced_multipliers_have_no_infimum():
    X, y = make_and()
    alpha, w = np.array([1, 0, 0, 2.0]), np.array([1.0, 1.0])
    L = [w @ w / 2 - alpha @ (y * (X @ w + b) - 1) for b in (0, 1e3, 1e6)]
    assert L[2] < L[1] < L[0]


# ------------------------------------------------------------------------------ 5 · the hulls

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
    assert w.tolist() == [2, 2] and not kkt_violation(y * (X @ w - 3), alpha, np.inf).any()


def test_hulls_that_meet_give_a_dual_without_end():
    X, y = make_and()
    X, y = np.vstack([X, X[3]]), np.append(y, -1)
    assert hard_or_none(X, y) is None
    for C in (1.0, 100.0, 1e4):
        alpha = solve_qp(DualProblem(X @ X.T, y, C)).alpha
        assert alpha[3] == alpha[4] == C


# ------------------------------------------------------------------------------ 8 · larger C


# ------------------------------------------------------------------ exercise 4 · what follows


# -- conditions without which a theorem fails, and general claims ------------------------


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
