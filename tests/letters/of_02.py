"""Letters of 02, Lagrange and KKT."""
import numpy as np
from formulas import slope
from scipy.optimize import minimize, minimize_scalar


def _parabola(x):
    """Return the example of section 1 as a quadratic form about its minimum."""
    u = np.asarray(x) - np.array([1, 2])
    return 0.5 * u @ np.array([[2, 1], [1, 2]]) @ u - 7


def a_parabola(draw: np.random.Generator) -> dict:
    """Section 1: a convex function of two variables at two points; its minimum is at (1, 2), value −7."""
    x, other = draw.normal(size=(2, 2))
    return {"x": x, "x'": other, "f": _parabola, "u_1": x[0] - 1, "u_2": x[1] - 2}


def its_minimum(_: np.random.Generator) -> dict:
    """Section 1: where a search ends."""
    return {"x": np.round(minimize(_parabola, [0, 0]).x, 5), "f": _parabola, "found": ["x"]}


def a_squared_line(draw: np.random.Generator) -> dict:
    """Section 1: the square of an affine function lies above its tangents."""
    a, x, other, shift = *draw.normal(size=(3, 3)), draw.normal()
    return {"a": a, "x": x, "x'": other, "s": a @ x + shift, "s'": a @ other + shift}


def circle_and_line(draw: np.random.Generator) -> dict:
    """Section 2: the smallest circle that meets a line, found along the line; the Lagrangian anywhere."""
    at = minimize_scalar(lambda s: s ** 2 + (1 - s) ** 2).x
    best = np.array([at, 1 - at])

    def f(x):
        return x @ x

    def c(x):
        return x[0] + x[1] - 1
    lam = slope(f, best)[0] / slope(c, best)[0]
    return {"x^*": best, "x": best, "lambda": lam, "f": f, "c": c, "nabla c": np.array([1, 1]),
            "nabla f": slope(f, best), "found": ["x_1", r"\lambda"],
            r"\frac{d}{ds} f(r(s)) \Big|_{s=0}": (f(best + [1e-6, -1e-6]) - f(best - [1e-6, -1e-6])) / 2e-6,
            r"\frac{d}{ds} c(r(s)) \Big|_{s=0}": (c(best + [1e-6, -1e-6]) - c(best - [1e-6, -1e-6])) / 2e-6,
            r"\langle \nabla f(x^*), r'(0) \rangle": slope(f, best) @ [1, -1],
            r"\langle \nabla c(x^*), r'(0) \rangle": slope(c, best) @ [1, -1]}


def lagrangian_of_the_circle(draw: np.random.Generator) -> dict:
    """Section 2: the Lagrangian at any point, from f and c as lengths and distances."""
    x, lam = draw.normal(size=2), draw.normal()

    def f(x):
        return np.linalg.norm(x) ** 2

    def c(x):
        return np.sqrt(2) * (x @ [1, 1] / np.sqrt(2) - np.sqrt(0.5))
    return {"x": x, "lambda": lam, "f": f, "c": c, "L": lambda x, lam: f(x) - lam * c(x)}


def a_box(draw: np.random.Generator) -> dict:
    """Section 2: the volume and the surface of a box, less 6."""
    x = draw.uniform(0.5, 2, 3)
    faces = [(0, 1), (0, 2), (1, 2)]
    return {"x": x, "f": np.prod, "c": lambda x: 2 * sum(x[i] * x[j] for i, j in faces) - 6}


def the_best_box(_: np.random.Generator) -> dict:
    """Section 2: the largest box of surface 6, found by a search."""
    def volume(sides):
        a, b = sides
        return a * b * (3 - a * b) / (a + b)
    a, b = minimize(lambda s: -volume(s), [0.8, 1.1], tol=1e-14).x
    x = np.round([a, b, (3 - a * b) / (a + b)], 4)
    grad_f, grad_c = slope(np.prod, x), slope(lambda x: 2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]), x)
    return {"x": x, "lambda": grad_f[0] / grad_c[0], "nabla f": grad_f, "nabla c": grad_c,
            "found": ["x_1", "x_2", "x_3"]}


def along_the_gradient(draw: np.random.Generator) -> dict:
    """Section 3: a step h along ∇c where ∇f is a multiple of it."""
    grad, lam = draw.normal(size=3), draw.normal()
    return {"nabla c": grad, "nabla f": lam * grad, "lambda": lam, "h": draw.uniform(0.1, 1)}


def nearest_point_of_a_cone(draw: np.random.Generator) -> dict:
    """Section 3: a gradient in the cone of others; p is its nearest point in a cone that need not hold it."""
    from scipy.optimize import nnls
    grads, lam = draw.normal(size=(2, 3)), draw.uniform(0.1, 2, 2)
    inside = lam @ grads
    p = grads.T @ nnls(grads.T, inside)[0]
    return {"nabla f": inside, "p": p, "r": inside - p, "lambda": lam, "nabla c": list(grads),
            "over": {"i": [1, 2]}}


def nearest_point_from_outside(draw: np.random.Generator) -> dict:
    """Section 4, Farkas: the nearest point of the cone, and the direction to it."""
    from scipy.optimize import nnls
    grads = draw.normal(size=(2, 3))
    g = draw.normal(size=3)
    p = grads.T @ nnls(grads.T, g)[0]
    return {"g": g, "nabla f": g, "p": p, "d": p - g, "nabla c": list(grads), "over": {"i": [1, 2]},
            "found": ["g"]}


def kkt(draw: np.random.Generator) -> dict:
    """Sections 3 to 5: a convex problem with affine constraints, solved by SciPy; any other feasible point."""
    while True:                                        # both constraints are to be active
        A, t, target = draw.normal(size=(2, 3)), draw.uniform(0.5, 1, 2), draw.normal(size=3)
        if (np.linalg.solve(A @ A.T, t - A @ target) > 0.1).all():
            break
    c = [lambda x: A[0] @ x - t[0], lambda x: A[1] @ x - t[1]]

    def f(x):
        return np.sum((x - target) ** 2)
    rules = [{"type": "ineq", "fun": one} for one in c]
    best = minimize(f, np.zeros(3), constraints=rules, method="SLSQP", tol=1e-14).x
    lam = np.linalg.lstsq(A.T, slope(f, best), rcond=None)[0]
    return {"f": f, "c": c, "x^*": best, "lambda": lam, "lambda^*": lam, "over": {"i": [1, 2]},
            "L": lambda x, lam: f(x) - sum(m * one(x) for m, one in zip(lam, c, strict=True)),
            "q": lambda lam: minimize(lambda x: f(x) - sum(m * one(x) for m, one in zip(lam, c, strict=True)),
                                      best, tol=1e-14).fun}


def kkt_at_the_minimum(draw: np.random.Generator) -> dict:
    """Section 3: the conditions at the minimum itself."""
    known = kkt(draw)
    return {**{k: known[k] for k in ("f", "c", "lambda", "over")}, "x": known["x^*"]}


def gradients_at_the_minimum(draw: np.random.Generator) -> dict:
    """Section 3: the gradients alone."""
    known = kkt(draw)
    grads = [slope(one, known["x^*"]) for one in known["c"]]
    return {"lambda": known["lambda"], "nabla f": slope(known["f"], known["x^*"]), "nabla c": grads, "over": {"i": [1, 2]}}


def kkt_and_a_feasible_point(draw: np.random.Generator) -> dict:
    """Sections 4 and 5: the minimum with its multipliers, and a feasible point."""
    known = kkt(draw)
    while True:
        x = known["x^*"] + 2 * draw.normal(size=3)
        if all(one(x) >= 0 for one in known["c"]):
            return {**known, "x": x}


def any_multipliers(draw: np.random.Generator) -> dict:
    """Section 5, weak duality: multipliers that are not the best ones."""
    return {**kkt_and_a_feasible_point(draw), "lambda": draw.uniform(0, 2, 2)}


def a_cusp(draw: np.random.Generator) -> dict:
    """Section 4: a feasible point of the cusp."""
    x = draw.uniform(0.5, 2)
    return {"c": lambda x: np.prod([x[0], x[0], x[0]]) - x[1] * x[1], "x": np.array([x, 0.5 * x ** 1.5])}


def the_cusp_s_corner(_: np.random.Generator) -> dict:
    """Section 4: the gradients at the origin."""
    origin = np.zeros(2)
    return {"x": origin, "nabla f": slope(lambda x: x[0], origin),
            "nabla c": slope(lambda x: x[0] ** 3 - x[1] ** 2, origin)}


def outside_the_circle(draw: np.random.Generator) -> dict:
    """Section 4: a point outside the unit circle; at (1, 0) the gradients of x₁ and c."""
    x = draw.normal(size=2)
    x *= draw.uniform(1, 3) / np.linalg.norm(x)
    return {"x": x, "c": lambda x: np.linalg.norm(x) ** 2 - 1, "lambda": 0.5}


def inside_the_circle(draw: np.random.Generator) -> dict:
    """Section 4: Slater's example, the disc."""
    x = draw.normal(size=2)
    return {"x": x, "c": lambda x: (1 - np.linalg.norm(x)) * (1 + np.linalg.norm(x))}


def slater(draw: np.random.Generator) -> dict:
    """Section 4: a point inside, and the direction to it from a point where a concave constraint is active."""
    angle = draw.uniform(0, 6)
    here, inner = np.array([np.cos(angle), np.sin(angle)]), draw.uniform(-0.5, 0.5, 2)

    def c(x):
        return 1 - x @ x
    return {"x^*": here, "hat x": inner, "c": [c], "nabla c": [slope(c, here)], "e": inner - here, "i": 1}


def the_dual_of_a_line(draw: np.random.Generator) -> dict:
    """Section 5: the nearest point of a half-plane; the smallest value of the Lagrangian by a search."""
    t, lam = draw.uniform(0.5, 3), draw.uniform(0.1, 3)

    def L(x, lam):
        return 0.5 * (x[0] ** 2 + x[1] ** 2) - lam * (x[0] + x[1] - t)
    lowest = minimize(lambda x: L(x, lam), np.zeros(2), tol=1e-12)
    return {"x": draw.normal(size=2), "t": t, "lambda": lam, "L": L, "q(\\lambda)": lowest.fun,
            r"x_\lambda": np.round(lowest.x, 6), r"\lambda \, (1, 1)": np.round(lam * np.ones(2), 6)}


def one_square(draw: np.random.Generator) -> dict:
    """Section 5: x under −x² ≥ 0, which allows 0 only."""
    lam = draw.uniform(0.2, 3)
    lowest = minimize_scalar(lambda x: x + lam * x ** 2, tol=1e-12)
    return {"lambda": lam, "x": lowest.x, r"q(\lambda)": lowest.fun,
            "L": lambda x, lam: x - lam * -(x ** 2)}


def prices(draw: np.random.Generator) -> dict:
    """Section 6: the least value as a function of t, the nearest point of a half-plane at distance t/√2."""
    t, other = draw.uniform(0.2, 3, 2)

    def v(t):
        return (t / np.sqrt(2)) ** 2 / 2

    def q(t):
        return lambda lam: minimize(lambda x: x @ x / 2 - lam * (x.sum() - t), np.zeros(2), tol=1e-12).fun
    return {"t": t, "t'": other, "v": v, "lambda": lambda t: slope(v, t), "lambda^*": slope(v, t),
            "q_t": q(t), "q_t'": q(other)}


def many_constraints(draw: np.random.Generator) -> dict:
    """Section 7: the dual function of ½‖x‖² under A x ≥ t, by a search."""
    A, t, lam, x = draw.normal(size=(2, 3)), draw.normal(size=2), draw.uniform(0, 2, 2), draw.normal(size=3)
    lowest = minimize(lambda x: x @ x / 2 - lam @ (A @ x - t), np.zeros(3), tol=1e-12)
    return {"A": A, "t": t, "lambda": lam, "x": x, r"x_\lambda": lam[0] * A[0] + lam[1] * A[1],
            r"q(\lambda)": lowest.fun, "x_lambda": lowest.x, "f": lambda x: np.sum(x ** 2) / 2}


SUPPOSED = [
    r"x_1 + x_2 \ge t", r"A x \ge t", r"f(x') \ge f(x)", r"x_3 = 2 \lambda", r"4 \lambda^2 = 0", r"x_3 = 0",
    r"c_i(x) = 0", r"\nabla f = 0", r"\lambda = 0", r"x = 0", r"\langle \nabla c_i, e \rangle = 1", r"x + 1 \ge 0",
    r"f(x) = 0.27", r"\lambda = \frac12", r"-x^2 \ge 0", r"x + \frac12 \ge 0", r"x_1 \ge 2", r"\lambda = \frac14",
    r"A x_\lambda > 0"]
