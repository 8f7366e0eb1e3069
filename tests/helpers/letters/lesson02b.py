"""Letters of 02b, duality: dual functions by searches, prices by differences."""
import numpy as np
from formulas import slope
from scipy.optimize import linprog, minimize, minimize_scalar, nnls


def a_bowl(draw: np.random.Generator) -> dict:
    """The bowl about a fence, at an allowed place; its lowest height by a search."""
    t, lam = draw.uniform(0.1, 2, 2)

    def f(x):
        return np.square(x) / 2

    def L(x, lam):
        return f(x) - lam * (x - t)
    found = minimize_scalar(lambda x: L(x, lam))
    return {"f": f, "L": L, "t": t, "lambda": lam, "x": t + draw.uniform(0, 2),
            "c": lambda x: x - t, r"q(\lambda)": found.fun}


def the_bottom(draw: np.random.Generator) -> dict:
    """Where that search ends."""
    lam = draw.uniform(0.1, 2)
    return {"x": round(minimize_scalar(lambda x: x * x / 2 - lam * x).x, 6),
            "lambda": round(lam, 6), "found": ["x"]}


def a_level_line(draw: np.random.Generator) -> dict:
    """x where x ≥ 1: the Lagrangian is a line, whose lowest value linear programming finds."""
    lam = draw.uniform(1.2, 3) if draw.integers(2) else draw.uniform(0, 0.8)

    def lowest(lam):
        found = linprog([1 - lam], bounds=[(None, None)])
        return -np.inf if found.status == 3 else found.fun + lam
    return {"x": draw.normal(), "lambda": lam, "L": lambda x, lam: (1 - lam) * x + lam,
            r"q(\lambda)": lowest(lam), "q(1)": lowest(1), "found": ["q(1)", r"q(\lambda)"]}


def at_the_fence(draw: np.random.Generator) -> dict:
    """No room: both heights are the same."""
    t, lam = draw.uniform(0, 2, 2)
    return {"f": t * t / 2, "L": t * t / 2 - lam * (t - t)}


def a_half_plane(draw: np.random.Generator) -> dict:
    """The example with t = 1, its dual function by a search."""
    lam = draw.uniform(0.1, 2)

    def L(x, lam):
        return 0.5 * (x[0] ** 2 + x[1] ** 2) - lam * (x[0] + x[1] - 1)
    lowest = minimize(lambda x: L(x, lam), np.zeros(2), tol=1e-12)
    return {"x": 2 * draw.normal(size=2), "lambda": lam, "L": L, r"q(\lambda)": lowest.fun,
            r"x_\lambda": np.round(lowest.x, 6), r"\lambda \, (1, 1)": np.round([lam, lam], 6)}


def a_convex_function(draw: np.random.Generator) -> dict:
    """A sum of exponentials and squares, at two points."""
    x, other, a = draw.normal(size=(3, 2))

    def f(x):
        return np.exp(a @ x) + x @ x / 3
    return {"f": f, "x": x, "x'": other, "nabla f": lambda x: slope(f, x)}


def its_minimum(draw: np.random.Generator) -> dict:
    """The value where a search ends, and at any other point."""
    known = a_convex_function(draw)
    found = minimize(known["f"], np.zeros(2), tol=1e-12)
    return {"f(x)": found.fun, "f(x')": known["f"](known["x'"])}


def one_over(draw: np.random.Generator) -> dict:
    """Two positive numbers."""
    n, m = draw.uniform(0.2, 5, 2)
    return {"n": n, "m": m}


def a_survey(draw: np.random.Generator) -> dict:
    """Groups with rates; the best numbers of interviews by a search for the price."""
    N_j, r = draw.integers(20, 200, 4), draw.uniform(0.1, 0.9, 4)
    s = np.array([np.std([1] * round(1e6 * p) + [0] * round(1e6 * (1 - p))) for p in r])
    a = N_j / N_j.sum() * s
    n = draw.uniform(5, 24, 4)
    return {"N_": N_j, "N": N_j.sum(), "r_": r, "s_": s, "a_": a, "n_": n, "n": n, "j": 2,
            "over": {"j": [1, 2, 3, 4]}, "f": lambda n: np.sum(a ** 2 / n),
            "c": lambda n: 100 - np.sum(n), "lambda": draw.uniform(1e-5, 1e-3),
            "L": lambda n, lam: np.sum(a ** 2 / n) - lam * (100 - np.sum(n))}


def the_best_survey(draw: np.random.Generator) -> dict:
    """The best numbers by SLSQP, and the price by moving the budget."""
    a = draw.uniform(0.05, 0.2, 3)

    def best(budget):
        rule = {"type": "eq", "fun": lambda n: budget - n.sum()}
        return minimize(lambda n: 1e4 * np.sum(a ** 2 / n), np.full(3, budget / 3), tol=1e-13,
                        constraints=[rule], bounds=[(1, budget)] * 3)
    lam = (best(99.9).fun - best(100.1).fun) / 0.2 / 1e4
    return {"a_": a, "n_": np.round(best(100).x, 2), "lambda": lam, "over": {"j": [1, 2, 3]},
            r"\frac{a_j}{\sqrt{\lambda}}": np.round(a[1] / np.sqrt(lam), 2), "j": 2,
            r"a_j / \sqrt\lambda": np.round(a[1] / np.sqrt(lam), 2),
            r"q(\lambda)": minimize_scalar(lambda r: np.sum(a ** 2 / (a * r)) - lam * (
                100 - np.sum(a * r)), bounds=(10, 3000), method="bounded",
                options={"xatol": 1e-9}).fun}


def a_squared_line(draw: np.random.Generator) -> dict:
    """The square of an affine function lies above its tangents."""
    a, x, other, shift = *draw.normal(size=(3, 3)), draw.normal()
    return {"a": a, "x": x, "x'": other, "s": a @ x + shift, "s'": a @ other + shift}


def the_dual_of_a_line(draw: np.random.Generator) -> dict:
    """The nearest point of a half-plane; the smallest value of the Lagrangian by a search."""
    t, lam = draw.uniform(0.5, 3), draw.uniform(0.1, 3)

    def L(x, lam):
        return 0.5 * (x[0] ** 2 + x[1] ** 2) - lam * (x[0] + x[1] - t)
    lowest = minimize(lambda x: L(x, lam), np.zeros(2), tol=1e-12)
    return {"x": 3 * draw.normal(size=2), "t": t, "lambda": lam, "L": L, "q(\\lambda)": lowest.fun,
            r"x_\lambda": np.round(lowest.x, 6),
            r"\lambda \, (1, 1)": np.round(lam * np.ones(2), 6)}


def kkt(draw: np.random.Generator) -> dict:
    """A convex problem with two active constraints and an inactive one, solved by SciPy."""
    while True:
        A, t, target = draw.normal(size=(2, 3)), draw.uniform(0.5, 1, 2), draw.normal(size=3)
        if (np.linalg.solve(A @ A.T, t - A @ target) > 0.1).all():
            break

    def f(x):
        return np.sum((x - target) ** 2)
    c = [lambda x: A[0] @ x - t[0], lambda x: A[1] @ x - t[1]]
    rules = [{"type": "ineq", "fun": one} for one in c]
    best = minimize(f, np.zeros(3), constraints=rules, method="SLSQP", tol=1e-14).x
    third, room = draw.normal(size=3), draw.uniform(0.2, 2)
    c.append(lambda x: third @ (x - best) + room)
    slopes = np.vstack([np.column_stack([*A, third]), np.diag([0, 0, room])])
    lam = nnls(slopes, np.append(slope(f, best), np.zeros(3)))[0]

    def L(x, lam):
        return f(x) - sum(m * one(x) for m, one in zip(lam, c, strict=True))
    return {"f": f, "c": c, "x^*": best, "lambda": lam, "lambda^*": lam, "over": {"i": [1, 2, 3]},
            "L": L, "q": lambda lam: minimize(lambda x: L(x, lam), best, tol=1e-14).fun}


def the_best_of_both(draw: np.random.Generator) -> dict:
    """A minimum and a maximum of the dual function."""
    known = kkt(draw)
    return {"f": known["f"], "q": known["q"], "lambda": known["lambda"], "x": known["x^*"]}


def at_the_minimum(draw: np.random.Generator) -> dict:
    """The minimum with its own multipliers."""
    known = kkt(draw)
    return {"f": known["f"], "c": known["c"], "x": known["x^*"], "lambda": known["lambda"],
            "over": known["over"], "found": [r"\lambda_i"]}


def kkt_and_a_feasible_point(draw: np.random.Generator) -> dict:
    """The minimum with its multipliers, and a feasible point."""
    known = kkt(draw)
    while True:
        x = known["x^*"] + 2 * draw.normal(size=3)
        if all(one(x) >= 0 for one in known["c"]):
            return {**known, "x": x}


def any_multipliers(draw: np.random.Generator) -> dict:
    """Weak duality: multipliers that are not the best ones."""
    return {**kkt_and_a_feasible_point(draw), "lambda": draw.uniform(0, 2, 2)}


def a_cusp(draw: np.random.Generator) -> dict:
    """A feasible point of the cusp."""
    x = draw.uniform(0.5, 2)
    return {"c": lambda x: np.prod([x[0], x[0], x[0]]) - x[1] * x[1],
            "x": np.array([x, 0.5 * x ** 1.5]),
            "f": lambda x: x @ [1, 0]}


def the_cusp_s_corner(_: np.random.Generator) -> dict:
    """The gradients at the origin."""
    origin = np.zeros(2)
    return {"x": origin, "nabla f": slope(lambda x: x[0], origin),
            "nabla c": slope(lambda x: x[0] ** 3 - x[1] ** 2, origin)}


def outside_the_circle(draw: np.random.Generator) -> dict:
    """A point outside the unit circle; at (1, 0) the gradients of x₁ and c."""
    x = draw.normal(size=2)
    x *= draw.uniform(1, 3) / np.linalg.norm(x)
    return {"x": x, "c": lambda x: np.linalg.norm(x) ** 2 - 1, "lambda": 0.5}


def slater(draw: np.random.Generator) -> dict:
    """A point inside, and the direction to it from a point where a concave constraint is active."""
    angle = draw.uniform(0, 6)
    here, inner = np.array([np.cos(angle), np.sin(angle)]), draw.uniform(-0.5, 0.5, 2)

    def c(x):
        return 1 - x @ x
    return {"x^*": here, "hat x": inner, "c": [c], "nabla c": [slope(c, here)],
            "e": inner - here, "i": 1}


def independent_gradients(draw: np.random.Generator) -> dict:
    """LICQ: a direction with the same slope along all gradients."""
    grads = draw.normal(size=(2, 3))
    return {"nabla c": list(grads), "e": np.linalg.lstsq(grads, np.ones(2), rcond=None)[0],
            "over": {"i": [1, 2]}}


def nearest_point_from_outside(draw: np.random.Generator) -> dict:
    """Farkas: the nearest point of the cone, and the direction to it."""
    grads = draw.normal(size=(2, 3))
    g = draw.normal(size=3)
    p = grads.T @ nnls(grads.T, g)[0]
    return {"g": g, "nabla f": g, "p": p, "d": p - g, "s": draw.uniform(0.1, 1),
            "nabla c": list(grads),
            "over": {"i": [1, 2]}, "found": ["g"]}


def one_square(draw: np.random.Generator) -> dict:
    """x under −x² ≥ 0, which allows 0 only."""
    lam = draw.uniform(0.2, 3)
    lowest = minimize_scalar(lambda x: x + lam * x ** 2, tol=1e-12)
    free = linprog([1], bounds=[(None, None)])
    return {"lambda": lam, "x": lowest.x, r"q(\lambda)": lowest.fun,
            "q(0)": -np.inf if free.status == 3 else free.fun,
            "found": ["q(0)"],
            "L": lambda x, lam: x - lam * -(x ** 2)}


def only_zero(_: np.random.Generator) -> dict:
    """The one point with −x² ≥ 0."""
    grid = np.arange(-20, 21) / 10
    x, = grid[-grid ** 2 >= 0]
    return {"x": x, "found": ["x"]}


def a_gap_in_the_values(draw: np.random.Generator) -> dict:
    """e^−x + λx²/y comes near to 0."""
    lam, x = draw.uniform(0.1, 3), 10.0 ** np.arange(1, 9)
    return {r"q(\lambda)": np.min(np.exp(-x) + lam * x ** 2 / x ** 3), "found": [r"q(\lambda)"]}


def without_convexity(draw: np.random.Generator) -> dict:
    """x⁴ − 2x² where |x| ≤ ½; its values and its dual function, on grids."""
    inside, everywhere = np.linspace(-0.5, 0.5, 101), np.linspace(-3, 3, 6001)

    def f(x):
        return x ** 4 - 2 * x ** 2

    def q(one, two):
        return np.min(f(everywhere) - one * (everywhere + 0.5) - two * (0.5 - everywhere))
    lowest, best = f(inside).min(), max(q(i, j) for i in np.linspace(0, 2, 9)
                                        for j in np.linspace(0, 2, 9))
    lam, x = draw.uniform(0, 2), draw.choice(inside)
    return {"lambda": lam, "x": x, "lowest": lowest, "largest": best, "equal": q(lam, lam),
            "L": f(x) - lam * (x + 0.5) - lam * (0.5 - x), "found": [r"\the"]}


def prices(draw: np.random.Generator) -> dict:
    """The least value as a function of t, by a search, of the square of a distance less a
    constant."""
    t, other = draw.uniform(0.2, 3, 2)

    def f(x):
        return x @ x / 2 - 9

    def v(t):
        return (t / np.sqrt(2)) ** 2 / 2 - 9

    def q(t):
        return lambda lam: minimize(lambda x: f(x) - lam * (x.sum() - t), np.zeros(2),
                                    tol=1e-12).fun
    return {"t": t, "t'": other, "v": v, "lambda": slope(v, t), "lambda^*": slope(v, t),
            "q_t": q(t), "q_t'": q(other)}


def a_constraint_written_twice(_: np.random.Generator) -> dict:
    """½‖x‖² where x₁ + x₂ ≥ 1 twice; λ as non-negative least squares finds it."""
    def v(one, two):
        return (max(one, two) / np.sqrt(2)) ** 2 / 2
    lam = nnls(np.ones((2, 2)), np.array([0.5, 0.5]))[0]
    return {"lambda": lam, "dearer": (v(1 + 1e-8, 1) - v(1, 1)) / 1e-8, "sum": lam.sum(),
            "found": [r"\the"]}


def a_moved_constraint(draw: np.random.Generator) -> dict:
    """The Lagrangian with and without the number t in one constraint."""
    lam, t, c = draw.uniform(0, 2, 2), draw.normal(), draw.normal(size=2)
    return {"lambda": lam[0], "t": t, "change": -lam @ (c - [t, 0]) + lam @ c}


def one_slope(draw: np.random.Generator) -> dict:
    """The first of the constraints, and the slope of q along its multiplier."""
    known = many_constraints(draw)
    A, t = known["A"], known["t"]
    return {"i": 1, "c": [lambda x: A[0] @ x - t[0], lambda x: A[1] @ x - t[1]],
            "x_lambda": known["x_lambda"],
            "slope": known["slopes"][0]}


def many_constraints(draw: np.random.Generator) -> dict:
    """The dual function of ½‖x‖² under A x ≥ t, by a search."""
    A, t, lam, x = \
        draw.normal(size=(2, 3)), draw.normal(size=2), draw.uniform(0, 2, 2), draw.normal(size=3)

    def L(x, lam=lam):
        return np.sum(x ** 2) / 2 - sum(lam[i] * (A[i] @ x - t[i]) for i in range(2))

    def lowest(lam):
        return minimize(L, np.zeros(3), args=(lam,), tol=1e-14)
    return {"A": A, "t": t, "lambda": lam, "x": x,
            r"x_\lambda": lam[0] * A[0] + lam[1] * A[1], "L": L,
            r"q(\lambda)": lowest(lam).fun, "x_lambda": np.round(lowest(lam).x, 6),
            "f": lambda x: np.sum(x ** 2) / 2,
            "slopes": slope(lambda lam: lowest(lam).fun, lam)}


def a_step_of_ascent(draw: np.random.Generator) -> dict:
    """Two constraints and the multipliers near the maximum, before a step and after it."""
    A, t, step = np.array([[1, 0], [1, 1]]), np.array([2, 3]), draw.uniform(0.1, 0.9)
    best = np.linalg.solve(A @ A.T, t)
    lam = best + draw.uniform(-0.1, 0.1, 2)
    after = lam + step * np.array([t[i] - A[i] @ (lam[0] * A[0] + lam[1] * A[1]) for i in range(2)])
    mu, ways = np.linalg.eigh(A @ A.T)
    k = draw.integers(2)
    moved = best + ways[:, k] + step * (t - A @ (A.T @ (best + ways[:, k])))
    return {"A": A, "lambda": lam, "lambda^*": best, "step": step, "I": np.eye(2),
            "after": after - best,
            "mu": mu[k], "factor": (moved - best) @ ways[:, k], "limit": 2 / mu[-1]}


SUPPOSED = [r"t - \lambda = 0", r"x \ge 1", r"x_1 + x_2 \ge 1", r"x_1 + x_2 \ge 3", r"A x \ge t",
            r"A x_\lambda > 0", r"\lambda_i = 0"]

VALUES = [
    (r"x - \lambda", a_bowl,
     lambda of: slope(lambda x: of["L"](x[0], of["lambda"]), np.array([of["x"]]))[0]),
    (r"x - \lambda \, (1, 1)", a_half_plane,
     lambda of: np.round(slope(lambda x: of["L"](x, of["lambda"]), of["x"]), 8)),
    (r"2 s \, a", a_squared_line,
     lambda of: slope(lambda x: (of["s"] + of["a"] @ (x - of["x"])) ** 2, of["x"])),
    (r"-\frac{a_j^2}{n_j^2} + \lambda", a_survey,
     lambda of: slope(lambda n: of["L"](n, of["lambda"]), of["n"])[of["j"] - 1]),
    (r"x^4 - 2 x^2 - \lambda", without_convexity, lambda of: of["L"]),
    (r"-1 - \lambda", without_convexity, lambda of: of["equal"]),
    (r"+\lambda t", a_moved_constraint, lambda of: of["change"]),
    (r"-c_i(x_\lambda)", one_slope, lambda of: of["slope"]),
    (r"\frac12 \|x\|^2 - \langle A^\top \lambda, x \rangle + \langle \lambda, t \rangle",
     many_constraints,
     lambda of: of["L"](of["x"])),
    (r"x - A^\top \lambda", many_constraints, lambda of: slope(of["L"], of["x"])),
    (r"t - A x_\lambda", many_constraints, lambda of: of["slopes"]),
    (r"(I - \text{step} \cdot A A^\top)(\lambda - \lambda^*)", a_step_of_ascent,
     lambda of: of["after"]),
    (r"1 - \text{step} \cdot \mu", a_step_of_ascent, lambda of: of["factor"]),
    ("2 / 2.618 = 0.764", a_step_of_ascent, lambda of: of["limit"]),
]
