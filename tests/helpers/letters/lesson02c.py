"""Letters of 02c, margins."""
import numpy as np
from formulas import slope
from scipy.optimize import minimize_scalar
from sklearn.svm import SVC


def _machine(X, y, C) -> dict:
    """Return a machine solved by scikit-learn, with the letters of the page."""
    n = len(y)
    svc = SVC(kernel="linear", C=C, tol=1e-11).fit(X, y)
    alpha = np.zeros(n)
    alpha[svc.support_] = np.abs(svc.dual_coef_[0])
    alpha[alpha > 0.999999 * C] = C
    w, b = svc.coef_[0], svc.intercept_[0]
    f = X @ w + b
    return {"X": X, "x_": X, "y": y, "n": n, "C": C, "alpha": alpha, "w": w, "b": b,
            "f": lambda x: w @ x + b,
            "xi": np.clip(1 - y * f, 0, None).round(9),
            "over": {"i": range(1, n + 1), "j": range(1, n + 1)}}


def _two_groups(draw, apart: float, n: int = 6):
    X, y = draw.normal(size=(2 * n, 2)), np.repeat([1, -1], n)
    return X + apart * y[:, None], y


def a_line(draw: np.random.Generator) -> dict:
    """A line, a point of it, another point on it, and a point off it."""
    w, b, side = draw.normal(size=2), draw.normal(), np.array([[0, -1], [1, 0]])
    foot = -b * w / (w @ w) + draw.normal() * side @ w
    d = draw.normal()
    x = foot + d * w / np.hypot(*w)
    return {"w": w, "b": b, "x'": foot, "x": x, "d": d,
            "f": lambda x: w[0] * x[0] + w[1] * x[1] + b}


def two_points_of_a_line(draw: np.random.Generator) -> dict:
    """Both points on the line."""
    known = a_line(draw)
    return {"w": known["w"], "f": known["f"], "x'": known["x'"],
            "x": known["x'"] + draw.normal() * np.array([-known["w"][1], known["w"][0]])}


def true_line(draw: np.random.Generator) -> dict:
    """A point of the line through the origin in the direction (3, 4), and the normal of it."""
    x = draw.normal() * np.array([3, 4])
    return {"x": x, "w": np.array([4, -3]), "found": ["w"]}


def line_of_and(draw: np.random.Generator) -> dict:
    """A point of the line through the middles between (1, 1) and its two neighbours."""
    return {"x": np.array([1, 0.5]) + draw.normal() * np.array([-1, 1])}


def line_of_implies(draw: np.random.Generator) -> dict:
    """A point of the line through the middles between (1, 0) and its two neighbours."""
    return {"x": np.array([0.5, 0]) + draw.normal() * np.array([1, 1])}


def exclusive_or(draw: np.random.Generator) -> dict:
    """Any affine f of two inputs."""
    w, b = draw.normal(size=2), draw.normal()
    return {"w": w, "b": b, "f": lambda x: w @ np.asarray(x) + b, "both": 2 * b + w.sum()}


def separable(draw: np.random.Generator) -> dict:
    """A hard margin; the nearest points of the hulls by corners and sides."""
    X, y = _two_groups(draw, 2.5)
    known = _machine(X, y, 1e6)
    near, far = _nearest_of_two_hulls(X[y == 1], X[y == -1])
    return {"w": known["w"], "alpha": known["alpha"], "over": known["over"], "p_+": near,
            "p_-": far, "s": known["alpha"][y == 1].sum()}


def _nearest_of_two_hulls(ours, theirs):
    """Return the nearest points of two hulls in the plane: one of them is a corner, the other on a
    side."""
    found = []
    for corners, others, turned in ((ours, theirs, False), (theirs, ours, True)):
        for p in corners:
            for a in others:
                for b in others:
                    side = b - a
                    at = a + np.clip((p - a) @ side / max(side @ side, 1e-300), 0, 1) * side
                    found.append((np.hypot(*(p - at)), (at, p) if turned else (p, at)))
    return min(found, key=lambda pair: pair[0])[1]


def of_separable_samples(draw: np.random.Generator) -> dict:
    """The machine itself; the value of the dual by sums over pairs."""
    X, y = _two_groups(draw, 2.5)
    known = _machine(X, y, 1e6)
    a, n = known["alpha"], known["n"]

    def dual(alpha):
        return sum(alpha) - sum(alpha[i] * alpha[j] * y[i] * y[j] * (X[i] @ X[j])
                                for i in range(n) for j in range(n)) / 2
    return {**{k: known[k] for k in ("x_", "y", "alpha", "w", "b", "over", "n", "f")},
            "W": lambda alpha: dual(alpha),
            "c": y * (X @ known["w"] + known["b"]) - 1, "mu": a}


def value_of_the_dual(draw: np.random.Generator) -> dict:
    """At the optimum the dual has the value of the primal, by strong duality."""
    known = of_separable_samples(draw)
    return {"w": known["w"], "W": known["W"](known["alpha"])}


def lagrangian(draw: np.random.Generator) -> dict:
    """The Lagrangian of the hard margin at any w, b and α."""
    X, y = _two_groups(draw, 1)
    w, b, alpha = draw.normal(size=2), draw.normal(), draw.uniform(0, 1, 12)
    rows = np.column_stack([y[:, None] * X, y])

    def L(w, b, alpha):
        return (w * w).sum() / 2 - alpha @ (rows @ np.array([*w, b]) - 1)
    return {"x_": X, "y": y, "w": w, "b": b, "alpha": alpha, "L": L, "over": {"i": range(1, 13)}}


def value_along_the_scale(draw: np.random.Generator) -> dict:
    """Shares of the hulls, scaled by any s; W as the sum of α less half of ‖w‖²."""
    X, y = _two_groups(draw, 1)
    share = np.r_[draw.dirichlet(np.ones(6)), draw.dirichlet(np.ones(6))]
    s = draw.uniform(0.1, 3)
    alpha = s * share
    w = (alpha * y) @ X
    plus = np.flatnonzero(y == 1) + 1
    return {"x_": X, "y": y, "alpha": alpha, "s": s, "w": w, "W": alpha.sum() - w @ w / 2,
            "p_+": share[:6] @ X[:6],
            "p_-": share[6:] @ X[6:], "over": {"i": range(1, 13), "y_i=1": ("i", plus)}}


def best_scale(draw: np.random.Generator) -> dict:
    """The s where W is largest, by a search."""
    p, q = draw.normal(size=(2, 2))
    best = minimize_scalar(lambda s: -(2 * s - s ** 2 * np.sum((p - q) ** 2) / 2), tol=1e-14)
    return {"p_+": p, "p_-": q, "s": best.x, "W": -best.fun}


def four_samples(_: np.random.Generator) -> dict:
    """The example by hand, solved by scikit-learn."""
    X, y = np.array([[0, 0], [1, 0], [0, 1], [1, 1]]), np.array([-1, -1, -1, 1])
    known = _machine(X, y, 1e6)
    return {"w": known["w"].round(6), "b": round(known["b"], 6), "alpha": np.array([0, 2, 2, 4]),
            "p_-": np.array([0.5, 0.5]), "s": round(known["alpha"][3], 6),
            "over": {"i": range(1, 5)}, "found": ["w", "b", "s"]}


def implication(_: np.random.Generator) -> dict:
    """The other example by hand, solved by scikit-learn; the hulls by corners and sides."""
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([1, 1, -1, 1])
    known = _machine(X, y, 1e6)
    near, far = _nearest_of_two_hulls(X[y == 1], X[y == -1])
    return {"w": known["w"].round(6), "b": round(known["b"], 6), "p_+": near, "p_-": far,
            "alpha": known["alpha"].round(6), "s": round(known["alpha"][2], 6),
            "over": {"i": range(1, 5)}, "found": ["w", "b", "s"]}


def slope_of_the_lagrangian(draw: np.random.Generator) -> dict:
    """The gradient in w."""
    known = lagrangian(draw)
    return {**known, "gradient": slope(lambda w: known["L"](w, known["b"], known["alpha"]),
                                       known["w"]),
            "part": known["L"](0 * known["w"], known["b"], known["alpha"]) - known["alpha"].sum()}


def canonical(draw: np.random.Generator) -> dict:
    """A hard margin: its lines are as far apart as the two hulls."""
    X, y = _two_groups(draw, 2.5)
    known = _machine(X, y, 1e6)
    return {"w": known["w"],
            "apart": np.hypot(*np.subtract(*_nearest_of_two_hulls(X[y == 1], X[y == -1])))}


VALUES = [
    (r"2b + w_1 + w_2", exclusive_or, lambda of: of["both"]),
    (r"w - \sum_i \alpha_i y_i x_i", slope_of_the_lagrangian, lambda of: of["gradient"]),
    (r"-b \sum_i \alpha_i y_i", slope_of_the_lagrangian, lambda of: of["part"]),
    (r"1 / \|w\|", canonical, lambda of: of["apart"] / 2),
    (r"2 / \|w\|", canonical, lambda of: of["apart"]),
]


SUPPOSED = [
    r"w = 0", r"b = 0", r"y_i b \ge 1", r"y_i f(x_i) = 1", r"W = 2 s"]
