"""Letters of 03b, when a run may stop."""
import numpy as np
from formulas import slope
from scipy.optimize import brentq
from sklearn.svm import SVC


def _samples(draw, n: int = 8):
    y = np.repeat([1, -1], n // 2)
    return draw.normal(size=(n, 2)) + 0.6 * y[:, None], y


def _value(X, y):
    """Return the dual value in the multipliers α, by the weights."""
    return lambda alpha: alpha.sum() - np.sum(((alpha * y) @ X) ** 2) / 2


def any_multipliers(draw: np.random.Generator) -> dict:
    """Feasible multipliers that are not the best, and any intercept."""
    X, y = _samples(draw)
    n, C = len(y), draw.uniform(1, 3)
    share = np.r_[draw.dirichlet(np.ones(n // 2)), draw.dirichlet(np.ones(n // 2))] * C / 2
    signed, b = share * y, draw.normal()
    w, value = signed @ X, _value(X, y)
    low, high = np.where(y > 0, 0, -C), np.where(y > 0, C, 0)

    def of_signed(beta):
        return value(beta * y)
    F = slope(of_signed, signed)
    return {"x_": X, "y": y, "K": np.array([[a @ b for b in X] for a in X]), "C": C, "alpha": share,
            "beta": signed,
            "A": low, "B": high, "w": w, "b": b, "W": of_signed,
            "P": lambda w, b: w @ w / 2 + C * np.maximum(
                0, 1 - y * (X @ w + b)).sum(), "f": lambda x: w @ x + b, "F": F, "n": n,
            "xi": np.maximum(0, 1 - y * (X @ w + b)), "E": X @ w + b - y,
            "over": {"k": range(1, n + 1), "l": range(1, n + 1)}}


def value_in_alpha(draw: np.random.Generator) -> dict:
    """The dual value as a number."""
    known = any_multipliers(draw)
    return {**{k: known[k] for k in ("y", "K", "alpha", "beta", "over")},
            "W": known["W"](known["beta"])}


def a_step(draw: np.random.Generator) -> dict:
    """A step of two multipliers, within their bounds."""
    known = any_multipliers(draw)
    i, j = map(int, draw.permutation(known["n"])[:2] + 1)
    e = np.zeros(known["n"])
    e[i - 1], e[j - 1] = 1, -1

    def along(t):
        return known["W"](known["beta"] + t * e)
    room = [(known["A"] - known["beta"])[i - 1], (known["B"] - known["beta"])[i - 1],
            (known["beta"] - known["B"])[j - 1], (known["beta"] - known["A"])[j - 1]]
    low, high = max(room[0], room[2]), min(room[1], room[3])
    return {**{k: known[k] for k in ("y", "K", "beta", "F", "A", "B", "x_")}, "i": i,
            "j": j, "W": along,
            "t": draw.uniform(low, high), "eta": along(1) - 2 * along(0) + along(-1),
            "over": {"l": range(1, known["n"] + 1)},
            "found": [r"\eta"]}


def best_step(draw: np.random.Generator) -> dict:
    """Where the slope along the step is zero, by a search."""
    known = a_step(draw)
    best = brentq(lambda t: slope(known["W"], t), -1e4, 1e4, xtol=1e-12)
    return {"F": known["F"], "i": known["i"], "j": known["j"], "eta": known["eta"], "t": best}


def positive_semidefinite(draw: np.random.Generator) -> dict:
    """Any vector v."""
    known = any_multipliers(draw)
    return {"K": known["K"], "x_": known["x_"], "v": draw.normal(size=known["n"]),
            "over": known["over"]}


def solved(draw: np.random.Generator) -> dict:
    """The machine by scikit-learn, and other feasible multipliers."""
    known = any_multipliers(draw)
    X, y, C = known["x_"], known["y"], known["C"]
    svc = SVC(kernel="linear", C=C, tol=1e-10).fit(X, y)
    best = np.zeros(len(y))
    best[svc.support_] = svc.dual_coef_[0]
    F, b = y - X @ svc.coef_[0], svc.intercept_[0]
    up, down = best < known["B"] - 1e-6, best > known["A"] + 1e-6
    return {**known, "beta": best, "beta'": known["beta"], "F": F, "b": b, "m": F[up].max() - 1e-7,
            "M": F[down].min() + 1e-7, "f": lambda x: svc.coef_[0] @ x + b, "alpha": best * y,
            "w": svc.coef_[0], "xi": np.maximum(0, 1 - y * (X @ svc.coef_[0] + b)),
            "E": X @ svc.coef_[0] + b - y,
            "found": ["m"]}


def on_the_way(draw: np.random.Generator) -> dict:
    """Any feasible multipliers, their KKT gap and the intercept in its middle."""
    known = any_multipliers(draw)
    F, C = known["F"], known["C"]
    share = known["beta"].copy()
    up, down = share < known["B"], share > known["A"]
    m, M = F[up].max(), F[down].min()
    b, best = (m + M) / 2, solved(draw)
    return {**known, "m": m, "M": M, "g": m - M, "b": b, "C": C, "beta'": best["beta"],
            "f": lambda x: known["w"] @ x + b, "E": known["x_"] @ known["w"] + b - known["y"]}


def gain_of_a_step(draw: np.random.Generator) -> dict:
    """A pair that violates by more than tol."""
    known = best_step(draw)
    F = known["F"][[known["i"] - 1, known["j"] - 1]]
    if F[0] < F[1]:
        known["i"], known["j"] = known["j"], known["i"]
    return {**known, "t": -known["t"] if F[0] < F[1] else known["t"],
            "tol": abs(F[0] - F[1]) * draw.uniform(0, 1)}


SUPPOSED = [
    r"y_k f(x_k) \ge 1", r"y_k f(x_k) = 1", r"y_k f(x_k) \le 1",
    r"m > M",
    r"\eta > 0", r"F_k > b \ge m", r"f(x_k) = \sum_l K_{kl} \beta_l + b = y_k"]


def a_step_that_just_pays(draw: np.random.Generator) -> dict:
    """A pair that violates by tol."""
    known = gain_of_a_step(draw)
    return {**known, "tol": abs(known["F"][known["i"] - 1] - known["F"][known["j"] - 1])}


TIGHT = [
    (r"\frac12 (F_i - F_j)\,|t|", a_step_that_just_pays),
]
