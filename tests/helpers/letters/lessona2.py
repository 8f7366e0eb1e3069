"""Letters of A2, support vector regression."""
import numpy as np
from formulas import slope
from scipy.optimize import brentq, linprog, minimize, minimize_scalar, nnls
from scipy.spatial.distance import cdist
from scipy.stats import norm
from sklearn.linear_model import Ridge
from sklearn.svm import SVR

from coursekit import svm


def _samples(draw: np.random.Generator, n: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Return samples with two features and targets near a plane."""
    X = draw.normal(size=(n, 2))
    return X, X @ draw.uniform(0.5, 2, 2) + draw.normal() + draw.normal(size=n)


def _outside(y: np.ndarray, f: np.ndarray, epsilon: float) -> np.ndarray:
    """Return how far targets lie above (or, if negative, below) the tube."""
    return y - np.clip(y, f - epsilon, f + epsilon)


def _constraints(X: np.ndarray, y: np.ndarray, epsilon: float) -> tuple[np.ndarray, np.ndarray]:
    """Return G and h: the primal problem has G z ≤ h with z = (w, b, ξ, ξ*); last come the signs of
    the slacks."""
    n, d = X.shape
    plane, one, none = np.column_stack([X, np.ones(n)]), np.eye(n), np.zeros((n, n))
    G = np.block([[-plane, -one, none], [plane, none, -one],
                  [np.zeros((n, d + 1)), -one, none], [np.zeros((n, d + 1)), none, -one]])
    return G, np.concatenate([epsilon - y, epsilon + y, np.zeros(2 * n)])


def _multipliers(G: np.ndarray, h: np.ndarray, z: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    """Return the multipliers that balance the gradient of an objective at its minimum z
    under G z ≤ h."""
    active = G @ z > h - 1e-7
    found = np.zeros(len(h))
    found[active], left = nnls(G[active].T, -gradient)
    assert left < 1e-7
    return found


def _optimum(X: np.ndarray, y: np.ndarray, epsilon: float, C: float) -> dict:
    """Return the best line by the library, and the multipliers that its primal problem needs
    there."""
    n = len(y)
    model = svm.SVR(kernel="linear", epsilon=epsilon, C=C, tol=1e-12).fit(X, y)
    w, b = model.coef_[0], model.intercept_[0]
    out = _outside(y, model.predict(X), epsilon)
    out[abs(out) < 1e-8] = 0
    xi, below = np.maximum(out, 0), np.maximum(-out, 0)
    G, h = _constraints(X, y, epsilon)
    gradient = np.concatenate([w, [0], np.full(2 * n, C)])
    alpha, star, mu, mu_star = _multipliers(G, h, np.concatenate([w, [b], xi, below]),
                                            gradient).reshape(4, n)
    value = np.vdot(w, w) / 2 + C * abs(out).sum()
    return {"x_": X, "y": y, "n": n, "varepsilon": epsilon, "C": C, "w": w, "b": b,
            "r": y - model.predict(X),
            "xi": xi, "xi^*": below, "alpha": alpha, "alpha^*": star, "mu": mu, "mu^*": mu_star,
            "beta": model.beta_, "K": np.array([[u @ v for v in X] for u in X]),
            "W": value, "P": value,
            "over": {"i": range(1, n + 1), "j": range(1, n + 1)}}


def _zones(draw: np.random.Generator) -> dict:
    """Return an optimum that has samples inside the tube, above and below it and on both
    borders."""
    while True:
        X, y = _samples(draw)
        of = _optimum(X, y, draw.uniform(0.4, 0.9), draw.uniform(0.2, 1))
        r, epsilon = of["r"], of["varepsilon"]
        of["on"] = np.flatnonzero(abs(r - epsilon) < 1e-7) + 1
        of["under"] = np.flatnonzero(abs(r + epsilon) < 1e-7) + 1
        of["above"], of["below"] = np.flatnonzero(of["xi"]) + 1, np.flatnonzero(of["xi^*"]) + 1
        of["with alpha"], of["with alpha^*"] = np.flatnonzero(of["alpha"]) \
            + 1, np.flatnonzero(of["alpha^*"]) + 1
        of["inside"] = np.flatnonzero(abs(r) < epsilon - 1e-7) + 1
        if all(len(of[z]) for z in ("on", "under", "above", "below", "inside")):
            return of


def any_line(draw: np.random.Generator) -> dict:
    """A line, its residuals, its slacks and its objective."""
    X, y = _samples(draw)
    w, b = draw.normal(size=2), draw.normal()
    C, epsilon = draw.uniform(0.2, 2), draw.uniform(0.1, 1)
    f = np.array([u[0] * w[0] + u[1] * w[1] + b for u in X])
    xi = abs(_outside(y, f, epsilon))
    return {"x_": X, "x": X[0], "y": y, "f": lambda x: x[0] * w[0] + x[1] * w[1] + b, "w": w,
            "b": b, "C": C,
            "varepsilon": epsilon, "r": y - f, "xi": xi, "over": {"i": range(1, len(y) + 1)},
            "P": lambda w, b: (w @ w + 2 * C * abs(_outside(y, X @ w + b, epsilon)).sum()) / 2}


def one_residual(draw: np.random.Generator) -> dict:
    """The charge of one residual, larger than ε or not."""
    r, epsilon = draw.choice([-1, 1]) * draw.uniform(0.5, 2), draw.uniform(0.1, 0.4)
    return {"r": r, "varepsilon": epsilon,
            "charge": abs(_outside(np.array([r]), np.zeros(1), epsilon)[0])}


def one_small_residual(draw: np.random.Generator) -> dict:
    """The charge of a residual within the tube."""
    r, epsilon = draw.uniform(-0.5, 0.5), draw.uniform(0.6, 1)
    return {"r": r, "varepsilon": epsilon,
            "charge": abs(_outside(np.array([r]), np.zeros(1), epsilon)[0])}


def a_wide_tube(draw: np.random.Generator) -> dict:
    """A tube of more than half the range, its best objective and the heights of a level line."""
    X, y = _samples(draw)
    epsilon = np.ptp(y) / 2 + draw.uniform(0.1, 1)
    rows, ends = [[1]] * len(y) + [[-1]] * len(y), [*(y + epsilon), *(epsilon - y)]
    low, high = (sign * linprog([sign], rows, ends, bounds=(None, None)).fun for sign in (1, -1))
    return {"y": y, "varepsilon": epsilon, "P": _optimum(X, y, epsilon, 1.0)["P"], "found": ["P"],
            "low": low, "high": high, "over": {"i": range(1, len(y) + 1)}}


def four_samples(_: np.random.Generator) -> dict:
    """The slopes of four samples in a narrow and in a wider tube, on a fine grid."""
    x, y = np.arange(4), np.array([0, 1, 3, 1])
    grid = np.arange(-300, 301)[:, None, None] / 300, np.arange(0, 1201)[:, None] / 600

    def best(epsilon: float) -> float:
        out = abs(_outside(y, grid[0] * x + grid[1], epsilon)).sum(axis=-1)
        return grid[0][np.argmin((grid[0][:, :, 0] ** 2 / 2 + out).min(axis=1)), 0, 0]
    return {"narrow": best(0.0), "wider": best(0.5), "found": [r"\the"]}


def the_optimum(draw: np.random.Generator) -> dict:
    """The best line with its slacks and multipliers."""
    return {**_zones(draw), "found": [r"\alpha_i", r"\alpha_i^*", r"\mu_i^*", r"\xi_i^*"]}


def any_point(draw: np.random.Generator) -> dict:
    """The Lagrangian anywhere, as objective and multipliers times constraints."""
    X, y = _samples(draw, 5)
    C, epsilon, z, m = \
        draw.uniform(0.2, 2), draw.uniform(0.1, 1), draw.normal(size=13), draw.uniform(size=20)
    G, h = _constraints(X, y, epsilon)
    alpha, star, mu, mu_star = m.reshape(4, 5)
    return {"x_": X, "y": y, "w": z[:2], "b": z[2], "xi": z[3:8], "xi^*": z[8:], "C": C,
            "varepsilon": epsilon,
            "r": y - np.column_stack([X, np.ones(5)]) @ z[:3],
            "alpha": alpha, "alpha^*": star, "mu": mu, "mu^*": mu_star, "over": {"i": range(1, 6)},
            "L": z[:2] @ z[:2] / 2 + C * z[3:].sum() + m @ (G @ z - h)}


def _zone(draw: np.random.Generator, zone: str, letters: str) -> dict:
    """Return some letters of an optimum, and as indices the samples of a zone."""
    of = _zones(draw)
    return {**{name: of[name] for name in letters.split()}, "over": {"i": of[zone]}}


def inside(draw: np.random.Generator) -> dict:
    """The samples strictly inside the tube."""
    return {**_zone(draw, "inside", "r varepsilon beta"), "found": [r"\beta_i"]}


def on_the_border(draw: np.random.Generator) -> dict:
    """The samples on the upper border of the tube."""
    return {**_zone(draw, "on", "r varepsilon beta C"), "found": [r"\beta_i", "r_i"]}


def above(draw: np.random.Generator) -> dict:
    """The samples above the tube."""
    return {**_zone(draw, "above", "r varepsilon"), "found": ["r_i"]}


def multipliers_above(draw: np.random.Generator) -> dict:
    """The slacks and multipliers of the samples above the tube."""
    return {**_zone(draw, "above", "xi mu beta C"), "found": [r"\beta_i", r"\mu_i", r"\xi_i"]}


def pushed_up(draw: np.random.Generator) -> dict:
    """The samples with a positive α."""
    return {**_zone(draw, "with alpha", "r varepsilon xi alpha"), "found": [r"\alpha_i"]}


def pushed_down(draw: np.random.Generator) -> dict:
    """The samples with a positive α*."""
    return {**_zone(draw, "with alpha^*", "r varepsilon xi^* alpha^*"), "found": [r"\alpha_i^*"]}


def each_sample_twice(draw: np.random.Generator) -> dict:
    """The problem for SMO, solved by the multipliers of section 2; two copies i and j = n + i."""
    of = _zones(draw)
    n, y, epsilon = of["n"], of["y"], of["varepsilon"]
    K, p = np.tile(of["K"], (2, 2)), np.concatenate([y - epsilon, y + epsilon])
    beta = np.concatenate([of["alpha"], -of["alpha^*"]])
    zero, C = np.zeros(n), np.full(n, of["C"])

    def W(v):
        return p @ v - v @ K @ v / 2
    step = np.eye(2 * n)[0] - np.eye(2 * n)[n]
    at = draw.normal(size=2 * n)
    return {**of, "K": K, "p": p, "beta": {**dict(enumerate(beta, 1)),
                                           **{(n, "+", i): beta[n + i - 1]
                                                                       for i in range(1, n + 1)}},
            "A": np.concatenate([zero, -C]), "B": np.concatenate([C, zero]), "F": slope(W, beta),
            "eta": W(at + step) + W(at - step) - 2 * W(at),
            "found": [r"\beta_k", r"\beta_i", r"\eta"],
            "over": {"i": range(1, n + 1), "k": range(1, 2 * n + 1), "l": range(1, 2 * n + 1)}}


def a_pair(draw: np.random.Generator) -> dict:
    """One pair of a problem for SMO, and how W grows along its segment."""
    n = 5
    root, p, beta = draw.normal(size=(n, n)), draw.normal(size=n), draw.normal(size=n)
    K = root @ root.T

    def W(v):
        return p @ v - v @ K @ v / 2
    i, j = draw.permutation(n)[:2]
    return {"F": p - K @ beta, "i": int(i) + 1, "j": int(j) + 1,
            "gap": slope(lambda t: W(beta + t * (np.eye(n)[i] - np.eye(n)[j])), 0.0)}


def the_sum_of_two_copies(draw: np.random.Generator) -> dict:
    """A support vector's multipliers, and its coefficient by the library."""
    of = _zones(draw)
    return {"alpha": of["alpha"], "alpha^*": of["alpha^*"], "beta": of["beta"],
            "i": int(draw.choice(of["below"]))}


def _squared(draw: np.random.Generator, epsilon: float) -> dict:
    """Return the best line with squared slack by a search, and the multipliers of its primal
    problem."""
    X, y = _samples(draw, 8)
    n, C = len(y), draw.uniform(0.2, 2)

    def gradient(v):
        out = C * _outside(y, X @ v[:2] + v[2], epsilon)
        return np.append(v[:2] - out @ X, -out.sum())
    v = np.zeros(3)
    # Newton's method: the objective is quadratic in pieces
    for _ in range(50):
        v = v - np.linalg.solve(np.array([(gradient(v + h) - gradient(v - h)) / 2e-6
                                          for h in 1e-6 * np.eye(3)]), gradient(v))
    assert abs(gradient(v)).max() < 1e-8
    out = _outside(y, X @ v[:2] + v[2], epsilon)
    out[abs(out) < 1e-8] = 0
    xi, below = np.maximum(out, 0), np.maximum(-out, 0)
    G, h = _constraints(X, y, epsilon)
    m = _multipliers(G[:2 * n], h[:2 * n], np.concatenate([v, xi, below]),
                     np.concatenate([v[:2], [0], C * xi, C * below]))
    return {"x_": X, "y": y, "w": v[:2], "b": v[2], "C": C, "varepsilon": epsilon, "xi": xi,
            "xi^*": below,
            "r": y - X @ v[:2] - v[2], "alpha": m[:n], "alpha^*": m[n:],
            "over": {"i": range(1, n + 1)},
            "beta": m[:n] - m[n:],
            "left": C * np.sum(out ** 2) / 2 - m @ np.concatenate([xi, below])}


def squared_slack(draw: np.random.Generator) -> dict:
    """The charge is half C times the square of the slack."""
    return _squared(draw, draw.uniform(0.2, 0.5))


def in_the_place_of_K(draw: np.random.Generator) -> dict:
    """Minus the curvature of what is left of L when slacks and w take their best values."""
    n, C = 3, draw.uniform(0.3, 2)
    X, y, at = draw.normal(size=(n, 2)), draw.normal(size=n), draw.uniform(3, 4, n)

    def W(alpha):
        slacks = sum(minimize_scalar(lambda xi, a=a: C * xi ** 2 / 2 - a * xi).fun for a in alpha)
        planes = minimize(lambda w: w @ w / 2 - alpha @ X @ w, np.zeros(2), tol=1e-10).fun
        return planes + slacks + alpha @ y - 0.1 * alpha.sum()
    unit = np.eye(n)
    bend = [[W(at) + W(at + u + v) - W(at + u) - W(at + v) for u in unit] for v in unit]
    return {"K": X @ X.T, "C": C, "I": unit, "bend": -np.array(bend)}


def squared_without_a_tube(draw: np.random.Generator) -> dict:
    """The multipliers of both sides where ε = 0."""
    return _squared(draw, 0.0)


def _ridge_value(X: np.ndarray, y: np.ndarray, lam: float) -> tuple[float, np.ndarray]:
    """Return the smallest Σ r² + λ‖w‖² and its w and b, as least squares with more rows."""
    d = X.shape[1]
    rows = np.column_stack([np.vstack([X, np.sqrt(lam) * np.eye(d)]),
                            np.append(np.ones(len(y)), np.zeros(d))])
    targets = np.append(y, np.zeros(d))
    v = np.linalg.lstsq(rows, targets, rcond=None)[0]
    return np.sum((targets - rows @ v) ** 2), v


def ridge(draw: np.random.Generator) -> dict:
    """Ridge with a free intercept; β is how the optimum grows with each target."""
    X, y = _samples(draw, 6)
    lam = draw.uniform(0.2, 2)
    best, (*w, b) = _ridge_value(X, y, lam)
    w, f = np.array(w), Ridge(lam).fit(X, y).predict(X)
    value = best / lam / 2
    return {"x_": X, "y": y, "lambda": lam, "w": w, "b": b, "r": y - f,
            "xi": abs(_outside(y, f, 0)), "P": value,
            "f": lambda x: x[0] * w[0] + x[1] * w[1] + b,
            "W": value, "beta": slope(lambda y: _ridge_value(X, y, lam)[0] / lam / 2, y),
            "I": np.eye(6),
            "K": np.array([[u @ v for v in X] for u in X]), "C": 1 / lam, "1": np.ones(6),
            "over": {"i": range(1, 7)}}


def times_two_over_C(draw: np.random.Generator) -> dict:
    """The objective of squared slack at any line; λ is what is left as the factor of ‖w‖²."""
    of = any_line(draw)
    C, r, w = of["C"], of["r"], of["w"]
    objective = sum(w ** 2) / 2 + C / 2 * sum(_outside(of["y"], of["y"] - r, 0) ** 2)
    left = 2 / C * objective
    return {"r": r, "w": w, "lambda": (left - np.dot(r, r)) / np.dot(w, w), "C": C, "left": left,
            "over": of["over"]}


def the_dual_at_any_beta(draw: np.random.Generator) -> dict:
    """The dual with the constraint and its multiplier, at any β."""
    n = 5
    X, y, beta, b, lam = \
        draw.normal(size=(n, 2)), draw.normal(size=n), draw.normal(size=n), *draw.uniform(0.5, 2, 2)

    def L(v):
        return v @ y - sum((v @ X) ** 2) / 2 - lam / 2 * sum(v ** 2) - b * sum(v)
    return {"K": X @ X.T, "lambda": lam, "I": np.eye(n), "y": y, "beta": beta, "b": b,
            "1": np.ones(n),
            "slope": slope(L, beta)}


def a_bound_on_w(draw: np.random.Generator) -> dict:
    """Least squares with a bound on ‖w‖; β is how the ridge optimum grows with each target."""
    X, y = _samples(draw, 6)
    t = 0.5 * sum(_ridge_value(X, y, 0)[1][:2] ** 2)

    lam = brentq(lambda lam: sum(_ridge_value(X, y, lam)[1][:2] ** 2) - t, 1e-9, 1e4, xtol=1e-13)
    v = _ridge_value(X, y, lam)[1]
    i = int(draw.integers(6))
    r = y - X @ v[:2] - v[2]
    half = slope(lambda y: _ridge_value(X, y, lam)[0] / 2, y) / lam
    return {"r": r, "lambda": lam, "beta": half, "i": i + 1}


def the_lagrangian_of_the_bound(draw: np.random.Generator) -> dict:
    """Objective and multiplier times constraint, at any line."""
    r, w, (lam, more) = draw.normal(size=6), draw.normal(size=2), draw.uniform(0.5, 2, 2)
    t = sum(w ** 2) + more
    return {"r": r, "w": w, "lambda": lam, "t": t, "over": {"i": range(1, 7)},
            "L": np.linalg.norm(r) ** 2 + lam * (np.linalg.norm(w) ** 2 - t)}


def the_lost_multiplier(draw: np.random.Generator) -> dict:
    """Ridge through the origin; β is how the optimum grows with each target."""
    X, y = _samples(draw, 6)
    lam = draw.uniform(0.2, 2)

    def value(y):
        rows, targets = np.vstack([X, np.sqrt(lam) * np.eye(2)]), np.append(y, [0, 0])
        return np.linalg.lstsq(rows, targets, rcond=None)[1][0]
    return {"K": X @ X.T, "lambda": lam, "I": np.eye(6), "y": y, "beta": slope(value, y) / lam / 2}


def a_curve(draw: np.random.Generator) -> dict:
    """The curves of scikit-learn and of weighted means; h is a standard deviation."""
    n = 9
    X, y, h = draw.uniform(0, 5, (n, 1)), draw.normal(size=n), draw.uniform(0.5, 2)

    def k(a, b):
        return norm.pdf(np.linalg.norm(a - b), scale=h) / norm.pdf(0, scale=h)
    gamma = -np.log(k(np.zeros(1), np.ones(1)))
    model = SVR(gamma=gamma, C=2, epsilon=0.2, tol=1e-12).fit(X, y)
    beta = np.zeros(n)
    beta[model.support_] = model.dual_coef_[0]

    def mean(x):
        weights = np.exp(-gamma * cdist(X, x[None])[:, 0] ** 2)
        return np.linalg.lstsq(np.sqrt(weights)[:, None], np.sqrt(weights) * y, rcond=None)[0][0]
    return {"x_": X, "y": y, "h": h, "gamma": gamma, "k": k, "x": draw.uniform(0, 5, 1),
            "beta": beta,
            "b": model.intercept_[0], "f": lambda x: model.predict(x[None])[0], "f_NW": mean,
            "over": {"i": range(1, n + 1)}}


VALUES = [
    (r"\max(0, |r| - \varepsilon)", one_residual, lambda of: of["charge"]),
    (r"\max(0, |r| - \varepsilon)", one_small_residual, lambda of: of["charge"]),
    (r"\max_i y_i - \varepsilon", a_wide_tube, lambda of: of["low"]),
    (r"\min_i y_i + \varepsilon", a_wide_tube, lambda of: of["high"]),
    ("F_i - F_j", a_pair, lambda of: of["gap"]),
    (r"\alpha_i - \alpha_i^*", the_sum_of_two_copies, lambda of: of["beta"][of["i"] - 1]),
    (r"-\frac{1}{2C} \sum_i \beta_i^2", squared_slack, lambda of: of["left"]),
    (r"K + \frac1C I", in_the_place_of_K, lambda of: of["bend"]),
    (r"\sum_i r_i^2 + \lambda \lVert w \rVert^2", times_two_over_C, lambda of: of["left"]),
    (r"y - (K + \lambda I)\,\beta - b \mathbf 1", the_dual_at_any_beta, lambda of: of["slope"]),
    (r"\sum_i r_i^2 + \lambda (\lVert w \rVert^2 - t)", the_lagrangian_of_the_bound,
     lambda of: of["L"]),
]
