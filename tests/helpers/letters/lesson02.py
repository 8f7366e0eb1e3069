"""Letters of 02, Lagrange and KKT."""
import numpy as np
from formulas import slope
from scipy.integrate import quad
from scipy.optimize import brentq, minimize, minimize_scalar, nnls
from scipy.stats import gmean

from coursekit.lessons.lesson02.explorers.fence import N


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


def two_rules_at_a_corner(_: np.random.Generator) -> dict:
    """The prediction: ½‖x‖² where x₁ ≥ 1 and x₁ + x₂ ≥ 1."""
    rules = [{"type": "ineq", "fun": lambda x: x[0] - 1},
             {"type": "ineq", "fun": lambda x: x[0] + x[1] - 1}]
    x = np.round(minimize(lambda x: x @ x / 2, [2, 2], constraints=rules, tol=1e-12).x, 5)
    return {"best": x, "nabla f": slope(lambda x: x @ x / 2, x)}


def a_ball_at_a_fence(draw: np.random.Generator) -> dict:
    """The valley as the area under its slope; where the ball ends up, by a search."""
    t = round(draw.uniform(0.2, 2), 3)

    def f(x):
        return quad(lambda s: s, 0, x)[0]

    def v(t):
        return minimize_scalar(f, bounds=(t, t + 5), method="bounded",
                               options={"xatol": 1e-13}).fun
    return {"x": draw.normal(), "t": t, "f": f, "v": lambda t: round(v(t), 8),
            "v'": lambda t: round((v(t + 1e-3) - v(t - 1e-3)) / 2e-3, 5),
            "lambda": round(slope(f, t), 5), "found": ["v'(t)"]}


def a_bob(draw: np.random.Generator) -> dict:
    """Anywhere inside the circle: its height and its way to the circle, by angle and distance."""
    angle, far = draw.uniform(0, 2 * np.pi), draw.uniform(0.3, 0.9)
    x = far * np.array([np.cos(angle), np.sin(angle)])

    def f(x):
        return np.hypot(*x) * np.sin(np.arctan2(x[1], x[0]))

    def c(x):
        return 1 - np.abs(x[0] + 1j * x[1])
    return {"x": x, "f": f, "c": c, "nabla f": np.round(slope(f, x), 6), "nabla c": slope(c, x)}


def a_bob_on_the_upper_half(draw: np.random.Generator) -> dict:
    """A point of the unit circle above the hub."""
    angle = draw.uniform(0.1, 3)
    return {"x_1": np.cos(angle), "x_2": np.sin(angle)}


def a_bob_on_the_lower_half(draw: np.random.Generator) -> dict:
    """A point of the unit circle below the hub."""
    angle = draw.uniform(-3, -0.1)
    return {"x_1": np.cos(angle), "x_2": np.sin(angle)}


def a_bob_on_top(_: np.random.Generator) -> dict:
    """The multiple of ∇c = −x/‖x‖ at the top that is the gradient of the height."""
    top = np.array([0.0, 1.0])
    grad_f = np.round(slope(lambda x: x[1], top), 6)
    grad_c = np.round(slope(lambda x: 1 - np.hypot(*x), top), 6)
    lam = np.linalg.lstsq(grad_c[:, None], grad_f, rcond=None)[0][0]
    return {"lambda": round(lam, 9), "nabla f": grad_f, "nabla c": grad_c, "found": [r"\lambda"]}


def two_fences_that_touch(draw: np.random.Generator) -> dict:
    """Fence 1 holds the ball at x = t₁ n₁; fence 2 passes through x."""
    t_1 = draw.uniform(0.1, 1)
    return {"t_1": t_1, "t_2": t_1 * N[0] @ N[1]}


def two_rules_by_hand(_: np.random.Generator) -> dict:
    """The exercise: ½‖x‖² where x₁ ≥ 2 and x₁ + x₂ ≥ 3."""
    rules = [{"type": "ineq", "fun": lambda x: x[0] - 2},
             {"type": "ineq", "fun": lambda x: x[0] + x[1] - 3}]
    x = minimize(lambda x: x @ x / 2, [3, 3], constraints=rules, tol=1e-12).x
    return {"x": np.round(x, 5), "found": ["x_1"]}


def two_rates(draw: np.random.Generator) -> dict:
    """Two numbers that differ by less than 0.3."""
    x = np.sort(draw.uniform(0.3, 0.5, 2))[::-1]
    return {"x": x, "x_1": x[0], "x_2": x[1], "c": lambda x: 0.3 + np.array([-1, 1]) @ x}


def fences_of_the_explorer(_: np.random.Generator) -> dict:
    """The gradients of both fences that move."""
    return {"nabla c": list(N[:2]), "found": [r"\langle \nabla c_1, \nabla c_2 \rangle"]}


#: What the page supposes for a moment, and settings of its examples.
SUPPOSED = ["c(x) = 0", r"\lambda = 0"]

VALUES = [
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
]
