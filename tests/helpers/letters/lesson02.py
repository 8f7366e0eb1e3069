"""Letters of 02, Lagrange and KKT."""
import numpy as np
from formulas import slope
from scipy.optimize import brentq, linprog, minimize, minimize_scalar, nnls
from scipy.stats import gmean


def _parabola(x):
    """Return the example of section 1 as a quadratic form about its minimum."""
    u = np.asarray(x) - np.array([1, 2])
    return 0.5 * u @ np.array([[2, 1], [1, 2]]) @ u - 7


def a_parabola(draw: np.random.Generator) -> dict:
    """A convex function of two variables at two points; its minimum is at (1, 2), value −7."""
    x, other = draw.normal(size=(2, 2))
    return {"x": x, "x'": other, "f": _parabola, "u_1": x[0] - 1, "u_2": x[1] - 2}


def its_minimum(_: np.random.Generator) -> dict:
    """Where a search ends."""
    best = np.round(minimize(_parabola, [0, 0]).x, 5)
    return {"x": best, "nabla f": lambda x: slope(_parabola, x), "found": ["x"]}


def above_its_minimum(draw: np.random.Generator) -> dict:
    """The value where a search ends, and at any other point."""
    return {"f(x)": minimize(_parabola, [0, 0]).fun, "f(x')": _parabola(draw.normal(size=2))}


def a_squared_line(draw: np.random.Generator) -> dict:
    """The square of an affine function lies above its tangents."""
    a, x, other, shift = *draw.normal(size=(3, 3)), draw.normal()
    return {"a": a, "x": x, "x'": other, "s": a @ x + shift, "s'": a @ other + shift}


def circle_and_line(draw: np.random.Generator) -> dict:
    """The smallest circle that meets a line, found along the line; the Lagrangian anywhere."""
    at = minimize_scalar(lambda s: s ** 2 + (1 - s) ** 2).x
    best = np.array([at, 1 - at])

    def f(x):
        return x @ x

    def c(x):
        return x[0] + x[1] - 1
    lam = slope(f, best)[0] / slope(c, best)[0]
    return {"x^*": best, "x_1": best[0], "x_2": best[1], "lambda": lam, "f": f, "c": c,
            "found": [r"\lambda"]}


def a_walk_on_a_curve(draw: np.random.Generator) -> dict:
    """An ellipse, an affine function, smallest on it where a search ends, and a walk that is there
    at 0."""
    axes, way, speed = draw.uniform(0.5, 2, 2), draw.normal(size=2), draw.uniform(0.5, 2)

    def around(angle):
        return axes * np.array([np.cos(angle), np.sin(angle)])
    grid = np.linspace(0, 2 * np.pi, 100)
    near = grid[np.argmin([way @ around(a) for a in grid])]
    at = minimize_scalar(lambda a: way @ around(a), bounds=(near - 0.1, near + 0.1),
                         method="bounded",
                         options={"xatol": 1e-11}).x

    def f(x):
        return x @ way

    def c(x):
        return (x[0] / axes[0]) ** 2 + (x[1] / axes[1]) ** 2 - 1

    def r(s):
        return around(at + speed * s)
    best, h = r(0), 1e-6
    return {"x^*": best, "f": f, "c": c, "r'": lambda s: (r(s + h) - r(s - h)) / (2 * h),
            "lambda": f(best) / (2 * (c(best) + 1)), "found": ["r'(0)"],
            r"\frac{d}{ds} f(r(s)) \Big|_{s=0}": (f(r(h)) - f(r(-h))) / (2 * h),
            r"\frac{d}{ds} c(r(s)) \Big|_{s=0}": (c(r(h)) - c(r(-h))) / (2 * h)}


def lagrangian_of_the_circle(draw: np.random.Generator) -> dict:
    """The Lagrangian at any point, from f and c as lengths and distances."""
    x, lam = draw.normal(size=2), draw.normal()

    def f(x):
        return np.hypot(x[0], x[1]) ** 2

    def c(x):
        return np.sqrt(2) * (x @ [1, 1] / np.sqrt(2) - np.sqrt(0.5))
    return {"x": x, "lambda": lam, "f": f, "c": c, "L": lambda x, lam: f(x) - lam * c(x)}


def a_box(draw: np.random.Generator) -> dict:
    """The volume and the surface of a box, less 6."""
    x = draw.uniform(0.5, 2, 3)
    faces = [(0, 1), (0, 2), (1, 2)]
    return {"x": x, "f": lambda x: np.linalg.det(np.diag(x)),
            "c": lambda x: 2 * sum(x[i] * x[j] for i, j in faces) - 6}


def a_box_of_equal_faces(draw: np.random.Generator) -> dict:
    """x₃ = 2λ put into the equation x₂ x₃ = 2λ (x₂ + x₃), as polynomials in λ."""
    x_2, twice = np.polynomial.Polynomial([draw.uniform(0.5, 2)]), np.polynomial.Polynomial([0, 2])
    lam = (x_2 * twice - twice * (x_2 + twice)).roots()[0]
    return {"lambda": lam}


def that_box(draw: np.random.Generator) -> dict:
    """The third side of it."""
    return {"x_3": 2 * a_box_of_equal_faces(draw)["lambda"], "found": ["x_3"]}


def a_box_of_unequal_sides(draw: np.random.Generator) -> dict:
    """The third side at which two of the three equations have the same residual though x₁ ≠ x₂."""
    one, two, lam = draw.uniform(0.5, 2, 3)

    def residual(side, third):
        return side * third - lam * slope(lambda x: 2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]),
                                          np.array([0, side, third]))[0]
    third = brentq(lambda third: residual(one, third) - residual(two, third), 0, 9)
    return {"x_1": one, "x_2": two, "x_3": third, "lambda": lam, "found": ["x_3"]}


def boxes_near_the_cube(draw: np.random.Generator) -> dict:
    """The Lagrangian with λ = 1/4 for sides about 1, and a cube of any surface."""
    def L(x):
        return x[0] * x[1] * x[2] - (2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]) - 6) / 4
    h, S = draw.uniform(-0.5, 0.5), draw.uniform(1, 20)
    side = minimize_scalar(lambda a: (6 * a * a - S) ** 2, bounds=(0, 3), method="bounded",
                           options={"xatol": 1e-12}).x
    return {"h": h, "S": S, "L": L, "side": side}


def _bend(L, way):
    """Return the second derivative of the Lagrangian along a direction at the cube."""
    one, h, way = np.ones(3), 1e-4, np.array(way)
    return (L(one + h * way) - 2 * L(one) + L(one - h * way)) / h ** 2


def the_best_box(_: np.random.Generator) -> dict:
    """The largest box of surface 6, found by a search."""
    def volume(sides):
        a, b = sides
        return a * b * (3 - a * b) / (a + b)
    a, b = minimize(lambda s: -volume(s), [0.8, 1.1], tol=1e-14).x
    x = np.round([a, b, (3 - a * b) / (a + b)], 4)
    grad_f = slope(lambda x: x[0] * x[1] * x[2], x)
    grad_c = slope(lambda x: 2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]), x)
    return {"x": x, "lambda": grad_f[0] / grad_c[0], "nabla f": grad_f, "nabla c": grad_c,
            "found": ["x_1", "x_2", "x_3"]}


def along_the_gradient(draw: np.random.Generator) -> dict:
    """A step h along ∇c where ∇f is a multiple of it."""
    grad, lam = draw.normal(size=3), draw.normal()
    return {"nabla c": grad, "nabla f": lam * grad, "lambda": lam, "h": draw.uniform(0.1, 1)}


def an_inactive_constraint(draw: np.random.Generator) -> dict:
    """The slopes of ½‖x‖² at its minimum where x₁ + x₂ ≥ t, with t < 0."""
    t = draw.uniform(-3, -0.5)
    rule = {"type": "ineq", "fun": lambda x: x[0] + x[1] - t}
    best = minimize(lambda x: x @ x / 2, draw.normal(size=2), constraints=[rule], tol=1e-12).x
    return {"nabla f": np.round(slope(lambda x: x @ x / 2, best), 5)}


def nearest_point_of_a_cone(draw: np.random.Generator) -> dict:
    """A gradient in the cone of others; p is its nearest point in a cone that need not hold it."""
    grads, lam = draw.normal(size=(2, 3)), draw.uniform(0.1, 2, 2)
    inside = lam @ grads
    p = grads.T @ nnls(grads.T, inside)[0]
    return {"nabla f": inside, "p": p, "r": inside - p, "lambda": lam, "nabla c": list(grads),
            "over": {"i": [1, 2]}}


def nearest_point_from_outside(draw: np.random.Generator) -> dict:
    """Farkas: the nearest point of the cone, and the direction to it."""
    grads = draw.normal(size=(2, 3))
    g = draw.normal(size=3)
    p = grads.T @ nnls(grads.T, g)[0]
    return {"g": g, "nabla f": g, "p": p, "d": p - g, "s": draw.uniform(0.1, 1),
            "nabla c": list(grads),
            "over": {"i": [1, 2]}, "found": ["g"]}


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


def kkt_at_the_minimum(draw: np.random.Generator) -> dict:
    """The conditions at the minimum itself."""
    known = kkt(draw)
    return {**{k: known[k] for k in ("f", "c", "lambda", "over")}, "x": known["x^*"],
            "found": [r"\lambda_i"]}


def the_best_of_both(draw: np.random.Generator) -> dict:
    """A minimum and a maximum of the dual function."""
    known = kkt(draw)
    return {"f": known["f"], "q": known["q"], "lambda": known["lambda"], "x": known["x^*"]}


def gradients_at_the_minimum(draw: np.random.Generator) -> dict:
    """The gradients alone."""
    known = kkt(draw)
    grads = [slope(one, known["x^*"]) for one in known["c"]]
    return {"lambda": known["lambda"], "nabla f": slope(known["f"], known["x^*"]), "nabla c": grads,
            "over": {"i": [1, 2, 3]}}


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


def a_cube(_: np.random.Generator) -> dict:
    """x³ where x ≥ −1, which is smallest at the end."""
    grid = np.linspace(-1, 3, 401)
    return {"f": lambda x: np.power(x, 3), "x": grid[np.argmin(grid ** 3)]}


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


def inside_the_circle(draw: np.random.Generator) -> dict:
    """Slater's example, the disc."""
    x = draw.normal(size=2)
    return {"x": x, "c": lambda x: (1 - np.linalg.norm(x)) * (1 + np.linalg.norm(x))}


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


def beside_a_disc(_: np.random.Generator) -> dict:
    """The minimum outside the disc, found along the circle."""
    angle = minimize_scalar(lambda a: (np.cos(a) - 0.5) ** 2 + np.sin(a) ** 2, bounds=(-1, 1.5),
                            method="bounded").x
    return {"best": np.round([np.cos(angle), np.sin(angle)], 4)}


def two_rules_at_a_corner(_: np.random.Generator) -> dict:
    """The prediction: ½‖x‖² where x₁ ≥ 1 and x₁ + x₂ ≥ 1."""
    rules = [{"type": "ineq", "fun": lambda x: x[0] - 1},
             {"type": "ineq", "fun": lambda x: x[0] + x[1] - 1}]
    x = np.round(minimize(lambda x: x @ x / 2, [2, 2], constraints=rules, tol=1e-12).x, 5)
    return {"best": x, "nabla f": slope(lambda x: x @ x / 2, x)}


def the_dual_of_a_line(draw: np.random.Generator) -> dict:
    """The nearest point of a half-plane; the smallest value of the Lagrangian by a search."""
    t, lam = draw.uniform(0.5, 3), draw.uniform(0.1, 3)

    def L(x, lam):
        return 0.5 * (x[0] ** 2 + x[1] ** 2) - lam * (x[0] + x[1] - t)
    lowest = minimize(lambda x: L(x, lam), np.zeros(2), tol=1e-12)
    return {"x": 3 * draw.normal(size=2), "t": t, "lambda": lam, "L": L, "q(\\lambda)": lowest.fun,
            r"x_\lambda": np.round(lowest.x, 6),
            r"\lambda \, (1, 1)": np.round(lam * np.ones(2), 6)}


def the_best_bound(_: np.random.Generator) -> dict:
    """The largest value of the dual function for t = 1, by two searches, one inside the other."""
    def q(lam):
        return minimize_scalar(lambda s: s ** 2 - lam * (2 * s - 1)).fun
    best = minimize_scalar(lambda lam: -q(lam))
    return {"lambda": round(best.x, 5), "largest": -best.fun, "found": [r"\lambda", r"\the"]}


def a_feasible_point_of_the_half_plane(draw: np.random.Generator) -> dict:
    """x₁ + x₂ ≥ t."""
    t, x = draw.uniform(0.5, 3), draw.normal(size=2)
    return {"t": t, "x": x + max(t - x.sum(), 0)}


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
    return {"q": np.min(np.exp(-x) + lam * x ** 2 / x ** 3), "found": ["q"]}


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
    return {"t": t, "t'": other, "v": v, "lambda": lambda t: slope(v, t), "lambda^*": slope(v, t),
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
    return {"lambda": lam, "t": t, "i": 1, "change": -lam @ (c - [t, 0]) + lam @ c}


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


def one_slope(draw: np.random.Generator) -> dict:
    """The first of the constraints, and the slope of q along its multiplier."""
    known = many_constraints(draw)
    A, t = known["A"], known["t"]
    return {"i": 1, "c": [lambda x: A[0] @ x - t[0], lambda x: A[1] @ x - t[1]],
            "x_lambda": known["x_lambda"],
            "slope": known["slopes"][0]}


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


def on_the_way_up(draw: np.random.Generator) -> dict:
    """Exercise 3 by dual ascent with short steps; x is x_λ, stretched until it is feasible."""
    A, t, lam = np.array([[1, 0], [1, 1]]), np.array([2, 3]), np.zeros(2)
    for _ in range(draw.integers(1, 30)):
        lam = np.maximum(lam + 0.25 * (t - A @ (A.T @ lam)), 0)
    x = A.T @ lam
    return {"A": A, "t": t, "x_lambda": x, "x": x * max(t / (A @ x)), "found": ["x_1"]}


#: What the page supposes for a moment, and settings of its examples.
SUPPOSED = ["c(x) = 0", "c_i(x) = 0", r"\lambda = 0", r"\lambda_i = 0", r"f(x) = 0.27",
            r"\lambda = \frac14"]

VALUES = [
    (r"2 s \, a", a_squared_line,
     lambda of: slope(lambda x: (of["s"] + of["a"] @ (x - of["x"])) ** 2, of["x"])),
    ("-c(x)", lagrangian_of_the_circle,
     lambda of: slope(lambda lam: of["L"](of["x"], lam), of["lambda"])),
    ("(x_1 x_2 x_3)^{2/3}", a_box,
     lambda of: gmean([of["x"][0] * of["x"][1], of["x"][0] * of["x"][2], of["x"][1] * of["x"][2]])),
    (r"(1 + h)^3 - \frac14 \left( 6 (1 + h)^2 - 6 \right)", boxes_near_the_cube,
     lambda of: of["L"](np.ones(3) * (1 + of["h"]))),
    (r"(1 - h^2) - \frac14 \left( 6 - 2 h^2 - 6 \right)", boxes_near_the_cube,
     lambda of: of["L"](np.array([1 + of["h"], 1 - of["h"], 1]))),
    ("6 - 3 = 3", boxes_near_the_cube, lambda of: round(_bend(of["L"], [1, 1, 1]), 4)),
    ("-2 + 1 = -1", boxes_near_the_cube, lambda of: round(_bend(of["L"], [1, -1, 0]), 4)),
    ("(S/6)^{3/2}", boxes_near_the_cube, lambda of: of["side"] ** 3),
    (r"\frac14 \sqrt{S/6}", boxes_near_the_cube,
     lambda of: 3 * of["side"] ** 2 / (12 * of["side"])),
    (r"x - \lambda \, (1, 1)", the_dual_of_a_line,
     lambda of: np.round(slope(lambda x: of["L"](x, of["lambda"]), of["x"]), 8)),
    (r"x^4 - 2x^2 - \lambda", without_convexity, lambda of: of["L"]),
    (r"-1 - \lambda", without_convexity, lambda of: of["equal"]),
    (r"+\lambda_i t", a_moved_constraint, lambda of: of["change"]),
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
