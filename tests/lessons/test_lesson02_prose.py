"""The deciding words of sitting 02 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize, minimize_scalar

import told
from coursekit.exercises.lesson02 import dual_ascent
from coursekit.lagrange import inequality_qp
from told import page_says

RNG = np.random.default_rng(0)
UP = told.UP | {"at least": 1, "at most": -1}
RELATION = {"\\le": -1, "\\ge": 1, "<": -1, ">": 1}


def says(words: str) -> str | list[str]:
    return page_says("02_lagrange_kkt", words)


def slope(f, x, h: float = 1e-6) -> np.ndarray:
    """Return the gradient of f at x by differences."""
    x = np.asarray(x, float)
    return np.array([(f(x + h * e) - f(x - h * e)) / (2 * h) for e in np.eye(len(x))])


def test_against_the_gradient_is_down():
    against, down = says("otherwise a small step {against|along} the gradient would lead {down|up}")
    for x in RNG.normal(size=(20, 2)):
        f = lambda p: np.exp(p[0]) + p[0] * p[1] + p[1]**2      # noqa: E731
        g = slope(f, x)
        after = {"against": f(x - 1e-4 * g) - f(x), "along": f(x + 1e-4 * g) - f(x)}
        assert (after[against] < 0) == (down == "down")


def test_a_convex_graph_and_its_tangents():
    below = says("is **convex** if its graph lies nowhere {below|above} a tangent plane")
    relation, other = says("f(x') \\;{\\ge|\\le}\\; f(x) + \\langle \\nabla f(x), \\, x' - x \\rangle"), says(
        "It is **concave** if $-f$ is convex: then ${\\le|\\ge}$ holds")
    for f, df, sign in ((np.exp, np.exp, 1), (lambda x: -x**2, lambda x: -2 * x, -1)):
        x, y = RNG.normal(size=(2, 200))
        above = sign * (f(y) - f(x) - df(x) * (y - x))
        assert (above >= -1e-12).all() and above.max() > 1e-3
    assert (below, RELATION[relation], RELATION[other]) == ("below", 1, -1)
    assert says("So *every stationary point of a {convex|concave} function is a global {minimum|maximum}*") == [
        "convex", "minimum"]


def test_how_convex_functions_are_recognised():
    affine = says("An *affine* function $\\langle a, x \\rangle + b$ is its own tangent plane, so it is convex {and|or} "
                  "concave")
    square, sign = says("The {square|cube} of an affine function is convex"), says(
        "and multiples with a factor ${\\ge|\\le} 0$, are convex")
    a, b = RNG.normal(size=2), 0.3

    def bends(f) -> set[int]:
        ends = RNG.normal(size=(2, 300, 2))
        room = np.array([(f(x) + f(y)) / 2 - f((x + y) / 2) for x, y in zip(*ends)])
        return set(np.sign(np.round(room, 9)).astype(int))
    line = lambda x: a @ x + b      # noqa: E731
    power = {"square": 2, "cube": 3}
    assert bends(line) == {0} and affine == "and"
    assert bends(lambda x: line(x)**power[square]) <= {0, 1}
    assert bends(lambda x: RELATION[sign] * 3 * line(x)**2) <= {0, 1}


def test_on_a_curve_the_gradient_stands_across():
    perpendicular = says("all vectors {perpendicular|parallel} to the curve are multiples of $\\nabla c(x^*)$")
    along = says("At the other points $\\nabla f$ has a component {along|across} the line; a step against it leads down")
    tangent, normal = np.array([1, -1]) / 2**0.5, np.array([1, 1]) / 2**0.5
    assert perpendicular == "perpendicular" and abs(slope(lambda x: x[0] + x[1] - 1, [0.2, 0.8]) @ tangent) < 1e-8
    for s in (-0.3, 0.2, 1.0):
        x = np.array([s, 1 - s])
        part = {"along": x @ tangent, "across": x @ normal}     # ∇f = x
        moved = x - 0.01 * part[along] * tangent
        assert moved.sum() == pytest.approx(1) and moved @ moved < x @ x


def test_the_largest_box():
    largest, arithmetic, never, geometric = says(
        "It is the {largest|smallest} box: the {arithmetic|geometric} mean of the three numbers $x_1 x_2$, $x_1 x_3$, "
        "$x_2 x_3$ is a sixth of the surface, $1$, and their geometric mean, $(x_1 x_2 x_3)^{2/3}$, is {never|always} "
        "{larger|smaller}")
    volumes = []
    for a, b in RNG.uniform(0.05, 3, (400, 2)):
        c = (3 - a * b) / (a + b)       # ab + ac + bc = 3
        if c > 0:
            volumes.append(a * b * c)
            products = np.array([a * b, a * c, b * c])
            assert products.mean() == pytest.approx(1) and np.prod(products)**(1 / 3) <= 1 + 1e-9
    assert max(volumes) <= 1 and (largest, arithmetic, never, geometric) == ("largest", "arithmetic", "never", "larger")


def test_the_saddle_of_the_box():
    up, down, kind = says("{Up|Down} in one direction, {down|up} in another: a {saddle point|minimum}")
    L = lambda x: x[0] * x[1] * x[2] - (2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]) - 6) / 4     # noqa: E731
    ones, h = np.ones(3), 1e-3
    bend = [L(ones + h * d) + L(ones - h * d) - 2 * L(ones) for d in (np.ones(3), np.array([1.0, -1, 0]))]
    assert bend[0] > 0 > bend[1] and (up, down, kind) == ("Up", "down", "saddle point")


def test_a_constraint_pushes_to_the_feasible_side():
    active, inactive = says("a constraint is **active** if $c_i(x) {=|>} 0$, and **inactive** if $c_i(x) {>|=} 0$")
    side, grows = says("with $h > 0$ leads to the {feasible|infeasible} side, because $c$ {grows|falls}")
    fall, push, pull = says("If $\\lambda$ were {negative|positive}, $f$ would fall"), *says(
        "a constraint can {push|pull} the point to the feasible side, but not {pull|push} it")
    for x in RNG.normal(size=(20, 2)):
        c, lam = lambda p: p[0] + np.sin(p[1]), UP[fall] * RNG.uniform(0.1, 2)      # noqa: E731
        g, h = slope(c, x), 1e-4
        assert (c(x + h * g) > c(x)) == (grows == "grows")
        assert h * lam * (g @ g) < 0                            # the change of f, if ∇f = λ∇c
    assert (active, inactive, side, push, pull) == ("=", ">", "feasible", "push", "pull")
    for t in (-1.0, 0.5, 2.0):
        x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 1]], [t])
        assert lam >= 0 and (lam[0] > 0) == (t > 0) and (x.sum() - t > 1e-9) == (t < 0)


def test_two_active_constraints_and_one_multiplier_of_zero():
    zero = says("The multiplier is *not negative*; it is {zero|positive} where nothing is to be compensated")
    both = says("At the minimum $(1, 0)$ {both constraints are|no constraint is} active")
    x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [1, 1])
    assert x == pytest.approx([1, 0]) and lam == pytest.approx([1, 0])
    assert (zero, both) == ("zero", "both constraints are")


def test_all_conditions_and_no_minimum():
    lower, tip, zero = says("All conditions hold; but $f(-1) = -1$ is {lower|higher}"), *says(
        "so the minimum is the origin, the {tip|middle} of a *cusp*. But there $\\nabla f = (1, 0)$ and "
        "$\\nabla c = (3 x_1^2, -2 x_2) = (0, 0)$: {no|every} $\\lambda$ makes")
    assert UP[lower] == -1 and (tip, zero) == ("tip", "no")
    side = np.linspace(0, 1, 50)
    assert all(x1 >= 0 for x1 in side if x1**3 >= 0) and slope(lambda x: x[0]**3 - x[1]**2, [0, 0]) == pytest.approx([0, 0])


def test_qualifications():
    concave, greater = says("that of **Slater**: all $c_i$ are {concave|convex}, and at some point all $c_i {>|<} 0$")
    affine, dependent = says("$c$ is {not|also} affine, and a zero vector is linearly {dependent|independent}")
    above, line = says("At $(1, 1)$, $c$ lies {above|below} its tangent plane"), says(
        "But its one gradient, $(2, 0) \\ne 0$, is linearly {independent|dependent}")
    unique, one = says("Under LICQ the multipliers are {unique|many}, because independent vectors combine to a given "
                       "vector in {one way|many ways} only")
    assert np.linalg.matrix_rank(np.zeros((1, 2))) == 0 and np.linalg.matrix_rank([[2.0, 0]]) == 1
    assert (affine, dependent, line, UP[above]) == ("not", "dependent", "independent", 1)
    gradients = RNG.normal(size=(2, 3))
    assert np.linalg.matrix_rank(gradients) == 2 and (unique, one) == ("unique", "one way")
    assert np.linalg.lstsq(gradients.T, gradients.T @ [0.7, 1.3], rcond=None)[0] == pytest.approx([0.7, 1.3])
    # A concave c, a point with c > 0: the minimum has a multiplier; with c ≥ 0 at one point only it has none.
    for room, has in ((1.0, True), (0.0, False)):
        c = lambda x, r=room: r - (x[0] - 1)**2 - x[1]**2       # noqa: E731
        lowest = np.array([1 - room**0.5, 0])
        g = slope(c, lowest)
        assert (np.linalg.norm(g) > 1e-3) == has                # ∇f = (1, 0) = λ∇c
    assert (concave, greater) == ("concave", ">")


def test_weak_duality():
    bound, point = says("we need a number that no feasible point can go {below|above}, a **{lower|upper} bound**")
    smallest, over = says("Let $q(\\lambda)$ be its {smallest|largest} value over *{all|feasible}* $x$, feasible or not")
    whichever = says("it holds for every problem, convex {or|but} not")
    A, t = RNG.normal(size=(3, 2)), RNG.uniform(-1, 1, 3)
    for lam in RNG.uniform(0, 2, (40, 3)):
        q = lam @ t - (lam @ A) @ (lam @ A) / 2
        xs = RNG.normal(size=(400, 2)) * 3
        values = (xs**2).sum(axis=1) / 2 - (xs @ A.T - t) @ lam
        assert UP[smallest] * (values - q).min() <= 1e-9
        feasible = xs[(xs @ A.T >= t).all(axis=1)]
        assert (UP[{"below": "above", "above": "below"}[bound]] * ((feasible**2).sum(axis=1) / 2 - q) >= -1e-9).all()
    assert (point, over, whichever) == ("lower", "all", "or")
    f = lambda x: x**4 - 2 * x**2       # noqa: E731
    assert min(f(x) for x in np.linspace(-0.5, 0.5, 101)) >= min(f(x) for x in np.linspace(-3, 3, 6001)) - 1e-9


def test_the_dual_problem():
    maximum = says("To find the best bound, the {maximum|minimum} of $q$, is the **dual problem**")
    sign = says("Here $q$ is {largest|smallest} at $\\lambda = \\frac12$, with the value $\\frac14$")
    high = says("its $0.27$ is at most $0.02$ too {high|low}")
    best = minimize_scalar(lambda lam: -UP[sign] * (lam - lam**2), bounds=(0, 2), method="bounded")
    assert best.x == pytest.approx(0.5, abs=1e-4) and maximum == "maximum"
    assert 0.27 - 0.25 == pytest.approx(0.02) and high == "high"
    x = inequality_qp(np.eye(2), [0, 0], [[1, 1]], [1])[0]
    assert x @ x / 2 == pytest.approx(0.25)


def test_where_a_gap_remains():
    ends, equal, lower = says("The smallest feasible value is $-0.4375$, at both {ends|middles}"), *says(
        "With two {equal|different} multipliers $\\lambda$, the Lagrangian is $x^4 - 2x^2 - \\lambda$ with the smallest "
        "value $-1 - \\lambda$; with unequal ones it is {lower|higher} still")
    x = np.linspace(-4, 4, 80_001)
    f, inside = x**4 - 2 * x**2, np.abs(x) <= 0.5
    assert f[inside].min() == pytest.approx(-0.4375) and abs(x[inside][f[inside].argmin()]) == pytest.approx(0.5)
    for mean, by in RNG.uniform([0, 0.05], [2, 1], (20, 2)):
        even = (f - 2 * mean * 0.5).min()
        odd = (f - (mean + by) * (x + 0.5) - (mean - by) * (0.5 - x)).min()
        assert even == pytest.approx(-1 - mean) and UP[lower] * (odd - even) > 0
    assert (ends, equal) == ("ends", "equal")


def test_prices():
    least, most = says("for $t' > t$ the quotient is {at least|at most} $\\lambda(t)$, for $t' < t$ {at most|at least}")
    tighten, loosen = says("To tighten one of the two costs the *{largest|smallest}* possible multiplier, $\\frac12$ for "
                           "each unit; to loosen one saves the *{smallest|largest}*, nothing")
    v = lambda t: max(t, 0)**2 / 4      # noqa: E731
    for t, other in RNG.uniform(-1, 2, (200, 2)):
        quotient, price = (v(other) - v(t)) / (other - t), max(t, 0) / 2
        assert UP[least if other > t else most] * (quotient - price) >= -1e-9

    def twice(move: float) -> float:
        x = inequality_qp(np.eye(2), [0, 0], [[1, 1], [1, 1]], [1 + move, 1])[0]
        return x @ x / 2
    price = {"largest": 0.5, "smallest": 0.0}
    assert (twice(1e-4) - twice(0)) / 1e-4 == pytest.approx(price[tighten], abs=1e-3)
    assert (twice(0) - twice(-1e-4)) / 1e-4 == pytest.approx(price[loosen], abs=1e-3)


def test_the_dual_function_is_concave():
    affine, least, chord = says("For a fixed $x$, $L(x, \\cdot)$ is {affine|convex}, and at both ends it is "
                                "{at least|at most} $q$; so in between it is nowhere {below|above} the chord")
    above, kind = says("No chord of $q$ lies {above|below} $q$; so $q$ is *{concave|convex}*")
    f = lambda x: np.sin(3 * x) + x**2 / 4      # noqa: E731
    x = np.linspace(-6, 6, 2001)
    lines = f(x)[:, None] - np.outer(x - 0.5, lam := np.linspace(0, 2, 41))
    q = lines.min(axis=0)
    assert np.abs(np.diff(lines, 2, axis=1)).max() < 1e-9 and (lines >= q).all()
    for i, j in ((0, 40), (3, 19), (10, 30)):
        inner = np.linspace(0, 1, j - i + 1)
        between = (1 - inner) * q[i] + inner * q[j]
        assert (q[i:j + 1] >= between - 1e-9).all() and (lines[:, i:j + 1] >= between - 1e-9).all()
    assert len(lam) == 41 and (affine, least, chord, above, kind) == ("affine", "at least", "below", "above", "concave")


def test_steps_of_dual_ascent():
    short, side, long = says("With {short|long} steps $x_\\lambda$ approaches the minimum from the side that is "
                             "{not|also} feasible; with {long|short} ones it jumps for ever")
    A, t = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([2.0, 3.0])
    best = inequality_qp(np.eye(2), [0, 0], A, t)[0]

    def path(step: float) -> np.ndarray:
        return np.array([dual_ascent(A, t, step, k) @ A for k in range(60)])
    gently, wildly = path({"short": 0.25, "long": 0.8}[short]), path({"short": 0.25, "long": 0.8}[long])
    assert np.linalg.norm(gently[-1] - best) < 1e-3 and (gently[:20] @ A.T < t - 1e-9).any(axis=1).all()
    assert np.linalg.norm(wildly[-1] - best) > 0.1 and side == "not"
    largest, zero = says("So the {largest|smallest} eigenvalue sets the limit, here $2 / 2.618 = 0.764$"), says(
        "where a multiplier would become {negative|positive}, set it to zero")
    values = np.linalg.eigvalsh(A @ A.T)
    assert 2 / values.max() == pytest.approx(0.764, abs=5e-4) and UP[largest] == 1 and UP[zero] == -1
    for step, arrives in ((0.74, True), (0.79, False)):
        assert (np.linalg.norm(dual_ascent(A, t, step, 400) @ A - best) < 1e-3) == arrives


def test_a_point_with_multipliers_is_the_minimum_of_the_lagrangian():
    lowest = says("The convex function $L(\\cdot, \\lambda^*)$ is stationary at $x^*$, so it is {smallest|largest} there")
    exactly = says("*there a point is a minimum {exactly|only} if it satisfies the KKT conditions*")
    for _ in range(20):
        A, t = RNG.normal(size=(4, 3)), RNG.normal(size=4)
        x, lam = inequality_qp(np.eye(3), [0, 0, 0], A, t)
        found = minimize(lambda z: -UP[lowest] * (z @ z / 2 - lam @ (A @ z - t)), np.zeros(3))
        assert found.x == pytest.approx(x, abs=1e-4) and found.fun == pytest.approx(x @ x / 2)
        other = minimize(lambda z: z @ z / 2, np.full(3, 9.0), constraints={"type": "ineq", "fun": lambda z: A @ z - t})
        assert other.x == pytest.approx(x, abs=1e-4) and exactly == "exactly"
