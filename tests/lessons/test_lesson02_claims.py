"""What sitting 02 says in general, tried on random problems and degenerate ones.

Each problem is: minimise f where all c_i ≥ 0; L = f - Σ λ_i c_i, q(λ) = min over x of L.
"""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.exercises.lesson02 import dual_ascent
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02.exercises.kkt_residuals import kkt_residuals
from coursekit.svm.qp import StandardForm, minimise

many = settings(deadline=None, max_examples=100)
few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)


# ------------------------------------------------------------------ 1 · stationary and convex

@many
@given(seeds)
def test_squares_of_affine_functions_and_their_sums_are_convex(seed):
    rng = np.random.default_rng(seed)
    a, b, weights = rng.normal(size=(3, 2)), rng.normal(size=3), rng.exponential(size=3)
    x, other = rng.normal(scale=3, size=(2, 2))

    def f(z):
        return weights @ (a @ z + b)**2
    gradient = 2 * (weights * (a @ x + b)) @ a
    assert f(other) >= f(x) + gradient @ (other - x) - 1e-9
    middle = (x + other) / 2
    assert f(middle) <= (f(x) + f(other)) / 2 + 1e-9           # by chords it is the same


def test_zero_is_stationary_for_the_double_well_and_no_minimum():
    x = np.linspace(-1.6, 1.6, 321)
    assert np.min(x**4 - 2 * x**2) == -1 < 0


# ----------------------------------------------------------- 2 · equality constraints; the box

# ----------------------------------------------------------------- 3 and 4 · KKT, the theorem

def random_qp(seed: int, degenerate: bool) -> tuple:
    """Return Q, p, A, t of a strictly convex problem; perhaps with a constraint that stands
    twice."""
    rng = np.random.default_rng(seed)
    d, k = rng.integers(1, 4), rng.integers(1, 5)
    R = rng.normal(size=(d, d))
    A = rng.normal(size=(k, d))
    t = A @ rng.normal(size=d) - rng.exponential(size=k) * rng.integers(0, 2, size=k)
    if degenerate:
        A, t = np.vstack([A, A[0]]), np.append(t, t[0])
    return R @ R.T + 0.1 * np.eye(d), rng.normal(size=d), A, t


@many
@given(seeds, st.booleans())
def test_affine_constraints_need_no_independence(seed, degenerate):
    """Affine: a minimum has multipliers even where the gradients of active constraints depend."""
    Q, p, A, t = random_qp(seed, degenerate)
    form = StandardForm(Q, p, -A, -t, np.empty((0, len(p))), np.empty(0))
    minimum = minimise(form)[0]                     # found by another road
    x, lam = inequality_qp(Q, p, A, t)
    assert x == pytest.approx(minimum, abs=1e-5)
    assert max(kkt_residuals(Q @ x + p, A, A @ x - t, lam)) < 1e-7 * (1 + lam.max())


@many
@given(seeds)
def test_a_kkt_point_of_a_convex_problem_is_a_global_minimum(seed):
    """f convex and c concave, both curved; the point is built to satisfy the four conditions."""
    rng = np.random.default_rng(seed)
    d, k = rng.integers(1, 4), rng.integers(0, 4)
    x, lam = rng.normal(size=d), rng.exponential(size=k) * rng.integers(0, 2, size=k)
    curved, slopes = rng.exponential(size=k), rng.normal(size=(k, d))
    room = np.where(lam > 0, 0, rng.exponential(size=k) * rng.integers(0, 2, size=k))

    def c(z):           # concave, c_i(x) = room_i, ∇c_i(x) = slopes_i
        return room + slopes @ (z - x) - curved * ((z - x) @ (z - x))
    tilt, R = slopes.T @ lam, rng.normal(size=(d, d))

    def f(z):           # convex, ∇f(x) = Σ λ_i ∇c_i(x)
        return tilt @ (z - x) + (R @ (z - x)) @ (R @ (z - x))
    assert max(kkt_residuals(tilt, slopes, c(x), lam)) < 1e-9
    for other in x + rng.normal(size=(200, d)) * rng.exponential(size=(200, 1)):
        if (c(other) >= 0).all():
            assert f(other) >= f(x) - 1e-9


def test_without_convexity_a_kkt_point_may_be_no_minimum():
    assert max(kkt_residuals([3 * 0.0**2], [[1]], [0 + 1], [0])) == 0 and (-1)**3 < 0
    assert max(kkt_residuals([3.0], [[1]], [0], [3])) == 0      # the minimum at −1 has λ = 3


def test_at_the_cusp_no_multiplier_balances():
    x1, x2 = np.meshgrid(np.linspace(-1, 1, 201), np.linspace(-1, 1, 201))
    assert x1[x1**3 - x2**2 >= 0].min() == pytest.approx(0, abs=1e-12)
    on_the_curve = np.cbrt(np.linspace(-1, 1, 201)**2)          # x1³ = x2², as an equality
    assert on_the_curve.min() == 0 == on_the_curve[100]
    for lam in (-1e6, -1, 0, 1, 1e6):                           # of either sign
        assert kkt_residuals([1, 0], [[0, 0]], [0], [lam])[0] == 1


def outside_a_disc(x1, x2):
    return x1**2 + x2**2 - 1


def test_which_qualifications_hold_at_the_cusp_and_outside_a_disc():
    """What refutes concavity, and what LICQ alone gives for the disc."""
    # cusp: c lies above its tangent plane at the origin, which is 0; the one gradient is 0
    assert 1.0**3 - 0**2 > 0
    assert np.linalg.matrix_rank([[0, 0]]) == 0 < 1 == np.linalg.matrix_rank([[2, 0]])
    # disc: the minimum, by brute force; c above its tangent plane 2 (x1 − 1)
    x1, x2 = np.meshgrid(np.linspace(-3, 3, 601), np.linspace(-3, 3, 601))
    f = np.where(outside_a_disc(x1, x2) >= -1e-12, (x1 - 0.5)**2 + x2**2, np.inf)
    best = np.unravel_index(f.argmin(), f.shape)
    assert (x1[best], x2[best]) == pytest.approx((1, 0))
    assert outside_a_disc(1, 1) == 1 > 2 * (1 - 1)
    # inside the disc, c = 1 − ‖x‖² has no point above any tangent plane, and is 1 at the origin
    at, to = np.random.default_rng(0).normal(size=(2, 1000, 2))
    c_at, c_to = (-outside_a_disc(*points.T) for points in (at, to))
    assert (c_to <= c_at + (-2 * at * (to - at)).sum(axis=1) + 1e-12).all()
    assert -outside_a_disc(0, 0) == 1
    assert max(kkt_residuals([2 * (1 - 0.5), 0], [[2, 0]], [0], [0.5])) == 0


def test_the_four_promises():
    """Each letter of the exercise, by brute force."""
    side = np.linspace(-4, 4, 401)
    x1, x2 = np.meshgrid(side, side)
    # a: the minimum is (2, 1), with λ = 2, and it satisfies the conditions
    f = (x1 - 1)**2 + x2**2
    assert f[x1 + x2 >= 3 - 1e-9].min() == pytest.approx(2)
    assert max(kkt_residuals([2, 2], [[1, 1]], [0], [2])) == 0
    # b: x = 0 satisfies all conditions and is the largest value; the minimum 2 has λ = (0, 4)
    assert max(kkt_residuals([0], [[1], [-1]], [1, 2], [0, 0])) == 0
    assert max(kkt_residuals([-4], [[1], [-1]], [3, 0], [0, 4])) == 0
    # c: only the line is feasible; minimum (−½, ½), ∇f = (−1, −1), ∇c = 0
    on = np.linspace(-3, 3, 601)
    values = on**2 + (-on - 1)**2
    assert on[values.argmin()] == pytest.approx(-0.5)
    assert kkt_residuals([-1, -1], [[0, 0]], [0], [1e6])[0] == 1
    # d: the minimum is (1, 0); ∇f = (−1, 0) is no combination of (0, 1) and (0, −1)
    feasible = (x2 >= 0) & ((1 - x1)**3 - x2 >= -1e-12)
    assert (-x1)[feasible].min() == pytest.approx(-1)
    for lam in np.random.default_rng(0).exponential(scale=10, size=(50, 2)):
        assert kkt_residuals([-1, 0], [[0, 1], [0, -1]], [0, 0], lam)[0] >= 1
    # and the functions are what the verdicts say: (1 − x1)³ is not concave, −(x1 + x2)² is
    assert (1 - 0.0)**3 + (1 - (-1.0))**3 > 2 * (1 - (-0.5))**3


# ---------------------------------------------------------------------- 5 · the dual function

@many
@given(seeds)
def test_q_is_concave_and_a_bound_for_every_problem(seed):
    """Any f, any c, on a grid of points: not convex, and often with nothing feasible."""
    rng = np.random.default_rng(seed)
    f, c = rng.normal(size=200), rng.normal(size=(200, 2))

    def q(lam):
        return np.min(f - c @ lam)
    one, two = rng.exponential(size=(2, 2))
    share = rng.random()
    assert q(share * one + (1 - share) * two) >= share * q(one) + (1 - share) * q(two) - 1e-12
    feasible = (c >= 0).all(axis=1)
    assert (q(one) <= f[feasible] + 1e-12).all()
    lowest = np.argmin(f - c @ one)                 # the slopes −c(x_λ) bound q from above
    assert q(two) <= q(one) - (two - one) @ c[lowest] + 1e-12


def test_at_a_kink_a_raised_multiplier_may_lower_q():
    """x⁴ − 2x² within ±½: at λ = 0, x_λ = 1 violates ½ − x ≥ 0, and yet q falls."""
    x = np.linspace(-2, 2, 40001)

    def q(upper, lower=0.0):
        return np.min(x**4 - 2 * x**2 - lower * (x + 0.5) - upper * (0.5 - x))
    assert q(0) == pytest.approx(-1) and q(0.1) < q(0) - 0.1


@many
@given(seeds)
def test_where_q_is_smooth_a_small_raise_of_a_violated_one_increases_it(seed):
    _, _, A, t = random_qp(seed, degenerate=False)
    lam = np.random.default_rng(seed).exponential(size=len(t))
    for i, slope in enumerate(t - A @ (A.T @ lam)):
        if slope > 1e-3:
            step = slope / (A[i] @ A[i])
            assert dual(A, t, lam + step * np.eye(len(t))[i]) > dual(A, t, lam)


# -------------------------------------------------------------- 6 · strong duality, the price

def dual(A, t, lam):
    """Return q(λ) of ½‖x‖² where A x ≥ t."""
    return lam @ t - np.sum((A.T @ lam)**2) / 2


@many
@given(seeds, st.booleans())
def test_strong_duality_and_any_pair_of_optima_fits(seed, degenerate):
    _, _, A, t = random_qp(seed, degenerate)
    x, lam = inequality_qp(np.eye(A.shape[1]), np.zeros(A.shape[1]), A, t)
    assert dual(A, t, lam) == pytest.approx(x @ x / 2, abs=1e-8)
    rng = np.random.default_rng(seed)
    for other in rng.exponential(size=(50, len(t))):
        assert dual(A, t, other) <= x @ x / 2 + 1e-9
    if degenerate:                                  # the two copies may share their price anyhow
        both = lam[0] + lam[-1]
        share = rng.random() * both
        another = np.r_[share, lam[1:-1], both - share]
        assert dual(A, t, another) == pytest.approx(x @ x / 2, abs=1e-8)
        assert max(kkt_residuals(x, A, A @ x - t, another)) < 1e-7 * (1 + lam.max())


def test_three_constraints_at_one_point_have_many_multipliers_and_a_kink_in_the_price():
    A, t = np.array([[1, 0], [0, 1], [1, 1.0]]), np.array([1, 1, 2.0])
    for s in np.linspace(0, 1, 11):
        lam = np.array([1 - s, 1 - s, s])
        assert max(kkt_residuals([1, 1], A, [0, 0, 0], lam)) < 1e-12
        assert dual(A, t, lam) == pytest.approx(1)

    def v(third):
        x, _ = inequality_qp(np.eye(2), np.zeros(2), A, [1, 1, third])
        return x @ x / 2
    assert (v(2 + 1e-6) - v(2)) / 1e-6 == pytest.approx(1, abs=1e-5)
    assert v(2 - 1e-6) - v(2) == pytest.approx(0, abs=1e-12)


def test_strong_duality_fails_without_a_qualification():
    x = np.linspace(-50, 50, 100001)
    for lam in (0.1, 1.0, 10.0):
        assert np.min(x + lam * x**2) == pytest.approx(-1 / (4 * lam), abs=1e-4)


def test_a_convex_problem_without_a_qualification_may_have_a_gap():
    """e^−x where −x²/y ≥ 0, y > 0: the minimum is 1, and L comes near to 0 for every λ."""
    for lam in (0.0, 1.0, 1000.0):
        x = np.array([10.0, 100.0, 1e6])
        assert np.all(np.diff(np.exp(-x) + lam * x**2 / x**3) <= 0)
        assert np.exp(-1e9) + lam * 1e9**2 / 1e9**3 < 1e-5


@many
@given(seeds)
def test_with_several_multipliers_tightening_costs_the_largest_and_loosening_saves_the_smallest(
        seed):
    """A constraint that stands twice: its two multipliers have a fixed sum, and 0 is possible."""
    Q, p, A, t = random_qp(seed, degenerate=True)

    def v(change):
        x, lam = inequality_qp(Q, p, A, t + change * np.eye(len(t))[-1])
        return x @ Q @ x / 2 + p @ x, lam[0] + lam[-1]
    try:
        (now, total), (tight, later) = v(0), v(1e-4)
    except ValueError:                              # no point is feasible any more
        return
    assert v(-1e-4)[0] == pytest.approx(now, abs=1e-9 * (1 + abs(now)))
    size = 1e-8 * (1 + abs(now) + later)
    assert total * 1e-4 - size <= tight - now <= later * 1e-4 + size


def test_the_example_written_twice():
    def v(t):
        x, _ = inequality_qp(np.eye(2), [0, 0], [[1, 1], [1, 1]], t)
        return x @ x / 2
    for one in ([1e-6, 0], [0, 1e-6]):
        assert (v([1, 1] + np.array(one)) - v([1, 1])) / 1e-6 == pytest.approx(0.5, abs=1e-5)
        assert v([1, 1] - np.array(one)) == v([1, 1])


def test_strong_duality_fails_without_convexity():
    x = np.linspace(-3, 3, 60001)
    f = x**4 - 2 * x**2
    assert f[np.abs(x) <= 0.5].min() == pytest.approx(-0.4375)
    lam = np.linspace(0, 3, 31)
    q = np.array([[np.min(f - a * (x + 0.5) - b * (0.5 - x)) for a in lam] for b in lam])
    assert q.max() == pytest.approx(-1) and q.argmax() == 0
    assert np.diag(q) == pytest.approx(-1 - lam)
    assert -0.4375 - q.max() == pytest.approx(0.5625)
    equal = -1 - np.add.outer(lam, lam) / 2          # two equal ones with the same sum
    assert ((q < equal - 1e-3) | np.eye(len(lam), dtype=bool)).all()
    # yet at ½ the four conditions hold
    assert max(kkt_residuals([4 * 0.5**3 - 4 * 0.5], [[1], [-1]], [1, 0], [0, 1.5])) == 0


@settings(deadline=None, max_examples=300)
@given(seeds, st.booleans())
def test_the_price_encloses_what_a_move_costs(seed, degenerate):
    Q, p, A, t = random_qp(seed, degenerate)

    def solve(t):
        x, lam = inequality_qp(Q, p, A, t)
        return x @ Q @ x / 2 + p @ x, lam
    rng = np.random.default_rng(seed)
    v, lam = solve(t)
    size = 1e-8 * (1 + abs(v) + lam.max())
    for change in rng.normal(size=(3, len(t))):     # every other t′ that leaves a feasible point
        try:
            other, _ = solve(t - np.abs(change))
        except ValueError:
            continue
        assert other >= v - lam @ np.abs(change) - size
    delta, i = rng.exponential(), rng.integers(len(t))
    moved = t.copy()
    moved[i] += delta
    try:
        further, lam_further = solve(moved)
    except ValueError:                              # no point is feasible any more
        return
    assert lam[i] * delta - size <= further - v
    assert further - v <= lam_further[i] * delta + 1e-8 * (1 + abs(further) + lam_further.max())


def test_without_convexity_a_single_multiplier_need_be_no_price():
    """−x² where x + 1 ≥ t and 1 − x ≥ 0: at −1, a minimum, only (2, 0) fits, but moving is free."""
    for lam, fits in (([2, 0], True), ([0, 2], False), ([1, 1], False)):
        residuals = kkt_residuals([2], [[1], [-1]], [0, 2], lam)
        assert (max(residuals) == 0) is fits

    def v(t):
        return -np.max(np.linspace(t - 1, 1, 2001)**2)
    assert v(0) == v(0.1) == v(0.5) == -1 and v(-0.1) == pytest.approx(-1.21)


@few
@given(seeds, st.sampled_from([0.1, 10.0, 1000.0]))
def test_a_constraint_times_ten_has_a_tenth_of_the_price(seed, factor):
    """What TEACHING.md asks the class."""
    Q, p, A, t = random_qp(seed, degenerate=False)
    x, lam = inequality_qp(Q, p, A, t)
    again, other = inequality_qp(Q, p, factor * A, factor * t)
    assert again == pytest.approx(x, abs=1e-7) and other == pytest.approx(lam / factor, abs=1e-6)


# ------------------------------------------------------------------------- 7 · dual ascent

A_3, T_3 = np.array([[1.0, 0], [1, 1]]), np.array([2.0, 3])


@many
@given(seeds)
def test_the_slopes_of_q_are_the_violations(seed):
    rng = np.random.default_rng(seed)
    A, t, lam = rng.normal(size=(3, 2)), rng.normal(size=3), rng.exponential(size=3)
    slopes = [(dual(A, t, lam + e) - dual(A, t, lam - e)) / 2e-4 for e in 1e-4 * np.eye(3)]
    assert slopes == pytest.approx(t - A @ (A.T @ lam), abs=1e-6)


@few
@given(seeds)
def test_steps_below_the_limit_climb_to_the_minimum(seed):
    """Every step climbs; with half the limit, q is within ‖λ*‖² / (2 · step · steps) of its top."""
    rng = np.random.default_rng(seed)
    k, d = rng.integers(1, 5), rng.integers(1, 4)
    A = rng.normal(size=(k, d))
    t = A @ rng.normal(size=d)
    limit = 2 / np.linalg.eigvalsh(A @ A.T)[-1]
    x, best = inequality_qp(np.eye(d), np.zeros(d), A, t)
    values = [dual(A, t, dual_ascent(A, t, 0.95 * limit, n)) for n in range(30)]
    assert np.diff(values).min() > -1e-9
    reached = dual(A, t, dual_ascent(A, t, limit / 2, 2000))
    assert -1e-9 <= x @ x / 2 - reached <= best @ best / (limit * 2000) + 1e-9


def test_the_limit_of_the_page_is_two_over_the_largest_eigenvalue():
    limit = 2 / np.linalg.eigvalsh(A_3 @ A_3.T).max()
    assert limit == pytest.approx(0.764, abs=5e-4) and 2 / limit == pytest.approx(2.618, abs=5e-4)
    assert dual_ascent(A_3, T_3, 0.999 * limit, 20_000) == pytest.approx([1, 1], abs=1e-6)
    beyond = [dual_ascent(A_3, T_3, 1.001 * limit, k) for k in (20_000, 20_001)]
    assert np.abs(beyond[0] - beyond[1]).max() > 0.1
    lam = np.array([0.9, 1.2])                      # near the maximum the error is multiplied
    step = np.maximum(0, lam + 0.25 * (T_3 - A_3 @ (A_3.T @ lam)))
    assert step - 1 == pytest.approx((np.eye(2) - 0.25 * A_3 @ A_3.T) @ (lam - 1))


def test_short_steps_come_from_outside_and_long_ones_jump():
    path = np.array([dual_ascent(A_3, T_3, 0.25, k) for k in range(31)])
    x = path @ A_3
    assert not (x @ A_3.T >= T_3).all(axis=1).any()
    values = [dual(A_3, T_3, lam) for lam in path]
    assert np.diff(values).min() > 0 and max(values) < 2.5
    assert path[:4] == pytest.approx(np.array([[0, 0], [0.5, 0.75], [0.6875, 1],
                                               [0.765625, 1.078125]]))
    assert values[1:4] == pytest.approx([2.1875, 2.4512, 2.4847], abs=5e-5)
    long = np.array([dual_ascent(A_3, T_3, 0.8, k) for k in range(6)])
    assert long[::2] == pytest.approx(0) \
        and long[1::2] == pytest.approx(np.tile([1.6, 2.4], (3, 1)))


def test_a_multiple_of_x_is_feasible_where_A_x_is_positive_and_not_in_general():
    """Any signs: random problems with a feasible point."""
    rng, fails = np.random.default_rng(0), 0
    for _ in range(400):
        A = rng.normal(size=(2, 2))
        t = A @ rng.normal(size=2)
        x = A.T @ dual_ascent(A, t, 0.5 / np.linalg.eigvalsh(A @ A.T).max(), rng.integers(1, 20))
        if not x.any():
            continue
        stretched = x * max(t / (A @ x))
        feasible = (A @ stretched >= t - 1e-9 * np.abs(t)).all()
        assert feasible or not (A @ x > 0).all()
        fails += not feasible
    assert fails > 40


@many
@given(seeds)
def test_the_gap_of_the_stretched_point_bounds_what_is_missing(seed):
    rng = np.random.default_rng(seed)
    A, t = rng.exponential(size=(2, 2)), rng.exponential(size=2)
    x_best, _ = inequality_qp(np.eye(2), np.zeros(2), A, t)
    lam = dual_ascent(A, t, 0.5 / np.linalg.eigvalsh(A @ A.T).max(), rng.integers(1, 20))
    x = A.T @ lam
    stretched = x * max(t / (A @ x))
    assert (A @ stretched >= t - 1e-12).all()
    f, q = stretched @ stretched / 2, dual(A, t, lam)
    assert -1e-12 <= f - x_best @ x_best / 2 <= f - q + 1e-12


# -- conditions without which a theorem fails -------------------------------------------


def is_global_minimum(f, x, c=lambda x: np.ones_like(x)):
    grid = np.linspace(-3, 3, 6001)
    return f(x) <= f(grid[c(grid) >= 0]).min() + 1e-6


def test_a_stationary_point_is_a_minimum_only_if_f_is_convex_and_c_concave():
    def square(x):
        return (x - 0.5)**2
    assert is_global_minimum(square, 0.5, lambda x: 1 - x * x)
    # c = x² − 1 is convex: at x = −1, f' = −3 = λ c' with λ = 1.5, but x = 1 is lower
    assert not is_global_minimum(square, -1.0, lambda x: x * x - 1)
    # f = −x² is concave, both c affine: x = 0 is stationary and free
    assert not is_global_minimum(lambda x: -x * x, 0.0, lambda x: 1 - np.abs(x))


def test_multipliers_need_a_qualification_and_a_minimum():
    # minimise x where −x² ≥ 0, at 0: c is concave and not affine, its gradient 0
    for lam in (0.0, 1.0, 1e6):
        assert kkt_residuals([1.0], [[0.0]], [0.0], [lam])[0] == 1
    # x² is largest at 1 where 1 − x ≥ 0 ≤ x: only a negative λ balances it
    stationarity, primal, sign, _ = kkt_residuals([2.0], [[-1.0], [1.0]], [0.0, 1.0], [-2.0, 0.0])
    assert stationarity == primal == 0 and sign == 2


@pytest.mark.parametrize("room, least", [(1.0, 0), (0.0, 1)])
def test_with_a_point_inside_a_concave_constraint_has_a_multiplier_and_else_it_may_have_none(
        room, least):
    """f = x1; c = r − (x1 − 1)² − x2², and for r = 0 one point is feasible."""
    lowest = np.array([1 - room**0.5, 0])
    gradient = [-2 * (lowest[0] - 1), -2 * lowest[1]]
    residuals = [kkt_residuals([1.0, 0.0], [gradient], [0.0], [lam])[0]
                 for lam in np.linspace(0, 5, 101)]
    assert min(residuals) == pytest.approx(least, abs=1e-9)


def test_the_largest_lower_bound_is_the_minimum_and_the_smallest_is_none():
    lam = np.linspace(0, 8, 801)            # minimise x² where x − 1 ≥ 0: q = λ − λ²/4
    q = lam - lam**2 / 4
    assert q.max() == pytest.approx(1) and q.min() < 0
