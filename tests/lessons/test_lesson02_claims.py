"""What sitting 02 says in general, tried on random problems and degenerate ones.

Each problem is: minimise f where all c_i ≥ 0; L = f - Σ λ_i c_i, q(λ) = min over x of L.
"""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.exercises.lesson02 import kkt_residuals
from coursekit.lagrange import inequality_qp

many = settings(deadline=None, max_examples=100)
few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)


# ------------------------------------------------------------------ 1 · stationary and convex

def f_1(x):
    return x[0]**2 + x[1]**2 + x[0] * x[1] - 4 * x[0] - 5 * x[1]


def grad_f_1(x):
    return np.array([2 * x[0] + x[1] - 4, x[0] + 2 * x[1] - 5])


@many
@given(seeds)
def test_the_completed_squares_and_the_tangent_planes(seed):
    x, other = np.random.default_rng(seed).normal(scale=5, size=(2, 2))
    u = x - [1, 2]
    assert f_1(x) == pytest.approx((u[0] + u[1] / 2)**2 + 3 / 4 * u[1]**2 - 7)
    assert f_1(other) >= f_1(x) + grad_f_1(x) @ (other - x) - 1e-9
    assert grad_f_1([1, 2]).tolist() == [0, 0] and f_1([1, 2]) == -7


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

@many
@given(seeds, st.integers(2, 5))
def test_with_several_equalities_the_gradient_is_a_combination(seed, d):
    """∇f is perpendicular to all that is perpendicular to the ∇c_i exactly if it is in their
    span."""
    rng = np.random.default_rng(seed)
    k = rng.integers(1, d)
    G, g = rng.normal(size=(k, d)), rng.normal(size=d)
    along = np.linalg.svd(G)[2][k:]
    inside = G.T @ rng.normal(size=k)
    assert np.abs(along @ inside).max() < 1e-9
    rest = np.linalg.lstsq(G.T, g, rcond=None)[0] @ G - g
    assert (np.abs(along @ g).max() < 1e-9) == (np.abs(rest).max() < 1e-9)


def box(x):
    return np.prod(x), 2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2])


def test_the_cube_is_the_largest_box_and_a_saddle_of_the_lagrangian():
    rng = np.random.default_rng(0)
    for sides in rng.exponential(size=(2000, 3)):
        sides = sides * np.sqrt(6 / box(sides)[1])
        assert box(sides)[0] <= 1 + 1e-12

    def along(d, h):
        volume, surface = box(np.ones(3) + h * np.array(d))
        return volume - (surface - 6) / 4

    def second(d, h=1e-3):
        return (along(d, h) - 2 * along(d, 0) + along(d, -h)) / h**2
    assert second([1, 1, 1]) == pytest.approx(3, abs=1e-5)
    assert second([1, -1, 0]) == pytest.approx(-1, abs=1e-5)
    gradient = [(along(e, 1e-6) - along(e, -1e-6)) / 2e-6 for e in np.eye(3)]
    assert gradient == pytest.approx([0, 0, 0], abs=1e-9)
    assert ((6 + 1e-5) / 6)**1.5 - ((6 - 1e-5) / 6)**1.5 == pytest.approx(2e-5 / 4, rel=1e-6)
    assert along([1, 1, 1], 10) > along([1, 1, 1], 0) == 1      # so section 6 does not explain it


def test_at_the_top_of_the_circle_the_gradients_are_parallel_too():
    for lam, point in ((0.5, [0, 1]), (-0.5, [0, -1])):
        assert np.array([0, 1]) == pytest.approx(lam * 2 * np.array(point))


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


def test_an_active_constraint_may_have_the_multiplier_zero():
    x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [1, 1])
    assert x.tolist() == [1, 0] and lam.tolist() == [1, 0]
    assert inequality_qp(np.eye(2), [0, 0], [[1, 1]], [0])[1].tolist() == [0]


@pytest.mark.parametrize("sign, kind", [(-1, "min ≥"), (1, "min ≤"), (1, "max ≥"), (-1, "max ≤")])
def test_the_table_of_signs(sign, kind):
    """One problem in four forms: with L = f ± λ c as the table has it, λ = ½ ≥ 0 in all."""
    f = 1 if kind.startswith("min") else -1
    c = 1 if kind.endswith("≥") else -1
    x, lam = np.array([0.5, 0.5]), 0.5
    gradient = f * x + sign * lam * c * np.ones(2)
    assert gradient == pytest.approx([0, 0])


# ---------------------------------------------------------------------- 5 · the dual function

# -------------------------------------------------------------- 6 · strong duality, the price

def dual(A, t, lam):
    """Return q(λ) of ½‖x‖² where A x ≥ t."""
    return lam @ t - np.sum((A.T @ lam)**2) / 2


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
