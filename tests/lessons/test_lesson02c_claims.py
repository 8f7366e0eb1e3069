"""What sitting 02c says in general, tried on random samples and degenerate ones.

f(x) = ⟨w, x⟩ + b; P(w, b) = ½‖w‖² + C Σ max(0, 1 - y f); W(α) = Σ α - ½‖Σ α y x‖².
"""
from __future__ import annotations


import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import make_and, make_linear_40, make_overlap_60, make_two_points
from coursekit.exercises.lesson02d import kkt_violation
from coursekit.linear import optimal_intercepts
from coursekit.svm import DualProblem, solve_qp, solve_smo
from coursekit.svm.qp import minimise, standard_form

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

# ----------------------------------------------------------------- 2 · perceptron and Novikoff

# ---------------------------------------------------------------------- 3 · the largest margin

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


# ------------------------------------------------------------------------------ 5 · the hulls

# ------------------------------------------------------------- 6 and 7 · soft margin and zones

@many
@given(seeds, st.sampled_from([0.05, 1.0, 20.0]))
def test_no_line_is_cheaper_than_the_optimum_and_both_forms_agree(seed, C):
    X, y = overlapping(seed)
    _, w, b, P, W = soft(X, y, C)
    assert P - W == pytest.approx(0, abs=1e-5 * (1 + abs(P)))
    rng = np.random.default_rng(seed)
    for _ in range(100):
        v, c = w + rng.normal(size=2) * rng.exponential(), b + rng.normal() * rng.exponential()
        assert primal(X, y, v, c, C) >= P - 1e-6 * (1 + P)


@many
@given(seeds, st.sampled_from([0.05, 1 / 3, 1.0, 20.0]))
def test_zero_violation_and_optimality_are_one_thing(seed, C):
    X, y = overlapping(seed)
    alpha, w, b, P, W = soft(X, y, C)
    assert kkt_violation(y * (X @ w + b), alpha, C).max() < 1e-4 * (1 + np.abs(X @ w).max())
    slack = np.maximum(0, 1 - y * (X @ w + b))
    assert (alpha[slack > 1e-4] == C).all()
    # and a feasible α that is worse violates some zone, whatever b
    worse = alpha * 0.5
    if alpha.max() > 1e-6:
        v = (worse * y) @ X
        least = min(kkt_violation(y * (X @ v + c), worse, C).max()
                    for c in np.linspace(-20, 20, 801))
        assert least > 1e-6


def test_without_a_box_for_the_slack_the_infimum_is_minus_infinity():
    xi = np.array([0, 1e3, 1e6])
    assert np.diff((1.0 - 0.4 - 0.9) * xi).max() < 0        # C - α - μ ≠ 0


def test_the_printed_conditions_fail_where_the_right_ones_hold():
    X, y = make_overlap_60()
    alpha, w, b, _, _ = soft(X, y, 1.0)
    yf = y * (X @ w + b)
    bounded, free = yf[alpha == 1], yf[(alpha > 0) & (alpha < 1)]
    assert (len(bounded), np.sum(bounded <= -1), np.sum(bounded <= 1)) == (3, 1, 3)
    assert free == pytest.approx(np.ones(3), abs=1e-6) and not np.isclose(free, -1).any()


def test_at_the_bound_there_may_be_no_slack():
    """AND at C = 4: the multiplier of (1, 1) is C, and it lies on its own margin boundary."""
    X, y = make_and()
    alpha, w, b, _, _ = soft(X, y, 4.0)
    assert alpha[3] == 4.0 and X[3] @ w + b == pytest.approx(1)


# ------------------------------------------------------------------------------ 8 · larger C

@many
@given(seeds, st.booleans())
def test_slack_never_rises_and_the_strip_never_widens(seed, line):
    X, y = separable(seed, seed % 3 == 0) if line else overlapping(seed)
    lengths, slacks, values = [], [], []
    for C in np.geomspace(0.02, 50, 12):
        _, w, b, P, _ = soft(X, y, C)
        lengths.append(np.linalg.norm(w))
        slacks.append(np.maximum(0, 1 - y * (X @ w + b)).sum())
        values.append(P)
    scale = 1e-4 * (1 + max(lengths))
    assert (np.diff(lengths) >= -scale).all() and (np.diff(slacks) <= scale).all()
    assert (np.diff(values) >= -1e-6 * (1 + max(values))).all()


def test_errors_and_the_number_at_the_bound_may_rise_with_C():
    X, y = make_linear_40()
    counts, errors = [], []
    for C in np.geomspace(0.05, 60, 120):
        alpha, w, b, _, _ = soft(X, y, C)
        counts.append(np.sum(alpha == C))
        errors.append(np.sum(y * (X @ w + b) <= 0))
    assert (np.diff(counts) > 0).any() and (np.diff(errors) > 0).any()


@few
@given(seeds)
def test_the_hard_margin_is_reached_from_the_smallest_largest_multiplier(seed):
    """C* by a linear program over all dual solutions of the hard margin; just below: not yet."""
    from scipy.optimize import linprog

    X, y = separable(seed, seed % 2 == 0)
    hard = hard_or_none(X, y)
    w = (hard.alpha * y) @ X
    on = np.flatnonzero(np.abs(y * (X @ w + hard.b) - 1) < 1e-5)
    k = len(on)
    equal = np.column_stack([np.vstack([(y[on, None] * X[on]).T, y[on]]), np.zeros(X.shape[1] + 1)])
    found = linprog(np.r_[np.zeros(k), 1], A_eq=equal, b_eq=np.r_[w, 0],
                    A_ub=np.column_stack([np.eye(k), -np.ones(k)]), b_ub=np.zeros(k))
    if found.status != 0:               # w is known to 1e-6 only
        return
    smallest = found.x[-1]
    for factor, same in ((1.02, True), (50, True), (0.95, False)):
        _, v, _, _, _ = soft(X, y, factor * smallest)
        assert np.allclose(v, w, rtol=1e-3, atol=1e-4 * np.linalg.norm(w)) == same


def test_the_plateaus_that_the_page_names():
    X, y = make_and()
    twice = np.vstack([X, X[3]]), np.append(y, 1)
    for (A, a), start in (((X, y), 4), (twice, 2), (make_two_points(), 0.25)):
        hard = hard_or_none(A, a)
        w = (hard.alpha * a) @ A
        assert soft(A, a, start)[1] == pytest.approx(w, abs=1e-5)
        assert soft(A, a, 0.99 * start)[1] != pytest.approx(w, abs=1e-3)
    X, y = make_linear_40()             # flat stretches below it, with three free samples
    one, other = soft(X, y, 12.0), soft(X, y, 18.0)
    assert one[1] == pytest.approx(other[1], abs=1e-6)
    assert np.sum((one[0] > 0) & (one[0] < 12)) == 3


def test_on_and_the_family_that_the_exercise_recognises():
    X, y = make_and()
    for C in (0.5, 1.0, 2.0, 3.9):
        alpha, w, b, P, _ = soft(X, y, C)
        assert w == pytest.approx([C / 2, C / 2], abs=1e-6) and b == pytest.approx(-1 - C / 2)
        assert alpha == pytest.approx([0, C / 2, C / 2, C], abs=1e-6)
        assert P == pytest.approx(2 * C - C**2 / 4)
        assert (w.sum() + b < 0) == (C < 2)         # (1, 1) on the wrong side


# ------------------------------------------------------------------------- 9 · the intercept

@many
@given(seeds, st.sampled_from([0.01, 0.1, 1.0, 5.0]))
def test_where_b_is_not_unique_nobody_is_free_and_the_classes_balance_at_C(seed, C):
    X, y = overlapping(seed)
    alpha, w, _, P, _ = soft(X, y, C)
    low, high = optimal_intercepts(X @ w, y)
    for b in (low, high):
        assert primal(X, y, w, b, C) == pytest.approx(P, abs=1e-6 * (1 + P))
    if high - low > 1e-4:
        free = (alpha > 1e-6 * C) & (alpha < C * (1 - 1e-6))
        assert not free.any()
        assert np.sum(y[alpha > C / 2]) == 0
    other = solve_smo(DualProblem(X @ X.T, y, C), tol=1e-8)      # w is unique, α need not be
    assert (other.alpha * y) @ X == pytest.approx(w, abs=1e-3 * (1 + np.linalg.norm(w)))


def test_equal_objective_and_unequal_classifiers():
    X, y = make_overlap_60()
    _, w, b, _, _ = soft(X, y, 0.001)
    low, high = optimal_intercepts(X @ w, y)
    assert (low, high) == pytest.approx((-0.360, 0.446), abs=1e-3)
    assert [np.sum(y * (X @ w + c) <= 0) for c in (low, b, high)] == [18, 3, 21]


# ------------------------------------------------------------------ exercise 4 · what follows

def test_what_does_not_follow_has_a_counterexample():
    X, y = make_overlap_60()
    alpha, w, b, _, _ = soft(X, y, 1.0)
    yf = y * (X @ w + b)
    assert ((alpha == 1) & (yf > 0)).any()                                  # a
    X, y = make_and()                                                       # d: a free one goes,
    twice = np.vstack([X, X[3]]), np.append(y, 1)                           # its copy takes over
    assert soft(*twice, 3.0)[1] == pytest.approx(soft(twice[0][:4], twice[1][:4], 4.0)[1])
    alpha = np.array([0, 2, 2, 4, 0])                                       # f: at C = 4
    assert not kkt_violation(twice[1] * (twice[0] @ [2, 2] - 3), alpha, 4).any()


@few
@given(seeds)
def test_a_sample_with_multiplier_zero_can_be_left_out(seed):
    X, y = overlapping(seed)
    alpha, w, *_ = soft(X, y, 1.0)
    for i in np.flatnonzero(alpha == 0)[:2]:
        rest = np.arange(len(y)) != i
        if len(set(y[rest])) == 2:
            assert soft(X[rest], y[rest], 1.0)[1] == pytest.approx(w, abs=1e-4)


# ---------------------------------------------------------------------------------- 10 · rows

def test_a_row_of_ones_makes_every_multiplier_vanish():
    X, y = make_overlap_60()
    form = standard_form(DualProblem(X @ X.T, y, 1.0))
    trap = minimise(form._replace(A=np.ones_like(form.A)))[0]
    assert np.abs(trap).max() < 1e-6 < np.abs(minimise(form)[0]).max()


# -- conditions without which a theorem fails, and general claims ------------------------


def test_some_optimal_multipliers_of_the_hard_margin_below_C_are_enough():
    """Of twins α may be (½, 0) or (¼, ¼): the box need not hold every choice."""
    X, y = np.array([[-1.0], [-1], [1], [1]]), [-1, -1, 1, 1]
    hard = {C: abs(LibSVC(kernel="linear", C=C, tol=1e-9).fit(X, y).coef_[0, 0] - 1) < 1e-6
            for C in (0.2, 0.3, 0.6)}
    assert hard == {0.2: False, 0.3: True, 0.6: True}


def test_the_slack_along_b_falls_by_one_a_positive_sample_and_bends_by_one_a_kink():
    rng = np.random.default_rng(0)
    f, y = rng.normal(size=9), np.repeat([1, -1], [5, 4])
    kinks = np.sort(y - f)                          # y (f + b) = 1
    middles = [kinks[0] - 1, *(kinks[1:] + kinks[:-1]) / 2, kinks[-1] + 1]
    slopes = [np.sum(-y * (y * (f + b) < 1)) for b in middles]
    assert slopes == [*range(-5, 5)] and slopes[5] == 0         # flat after the fifth kink
    assert optimal_intercepts(f, y)[:2] == pytest.approx((kinks[4], kinks[5]))


def test_a_sample_on_the_margin_boundary_may_have_any_multiplier():
    """0, C and what lies between occur there: from y f = 1 nothing follows of α."""
    seen = set()
    for C in (0.01, 0.3, 4.0, 50.0):
        for X, y in (make_and(), make_overlap_60(), make_linear_40(),
                     (np.array([[0.0, 1], [1, 0], [1, 1], [1, 2]]), np.array([-1, 1, 1, 1])),
                     (np.array([[-1.0, 0], [1, 0], [1, 5]]), np.array([-1, 1, 1]))):
            alpha = solve_qp(DualProblem.from_data(X, y, C)).alpha
            f = X @ ((alpha * y) @ X)
            for b in optimal_intercepts(f, y)[:2]:
                on = np.abs(y * (f + b) - 1) < 1e-6
                seen |= {*np.where(alpha < 1e-7 * C, 0, np.where(alpha > C * (1 - 1e-7), 2, 1))[on]}
    assert seen == {0, 1, 2}
