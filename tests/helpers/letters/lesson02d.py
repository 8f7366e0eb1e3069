"""Letters of 02d, soft margins."""
import numpy as np
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


def soft(draw: np.random.Generator) -> dict:
    """Overlapping samples, slacks and multipliers."""
    X, y = _two_groups(draw, 0.8)
    known = _machine(X, y, draw.uniform(0.2, 2))
    return {**{k: v for k, v in known.items() if k != "X"}, "mu": known["C"] - known["alpha"],
            "found": [r"\xi_i", r"\alpha_i", r"\mu_i", r"\Xi_2"]}


def any_slacks(draw: np.random.Generator) -> dict:
    """The coefficient of ξ in the Lagrangian, at any numbers."""
    C, alpha, mu, xi = draw.normal(size=4)
    return {"C": C, "alpha": [alpha], "mu": [mu], "xi": [xi], "i": 1}


def primal(draw: np.random.Generator) -> dict:
    """The primal value at any w and b."""
    X, y = _two_groups(draw, 0.5)
    w, b, C = draw.normal(size=2), draw.normal(), draw.uniform(0.2, 2)
    return {"x_": X, "y": y, "w": w, "b": b, "C": C, "over": {"i": range(1, 13)},
            "P": lambda w, b: w @ w / 2 + C * np.clip(1 - y * (X @ w + b), 0, None).sum()}


def two_costs(draw: np.random.Generator) -> dict:
    """Two machines with a smaller and a larger C."""
    X, y = _two_groups(draw, 0.5)
    low, high = np.sort(draw.uniform(0.05, 3, 2))
    a, b = _machine(X, y, low), _machine(X, y, high)
    return {"C_1": low, "C_2": high, "Omega_1": a["w"] @ a["w"] / 2, "Omega_2": b["w"] @ b["w"] / 2,
            "Xi_1": a["xi"].sum(), "Xi_2": b["xi"].sum(),
            "found": [r"\Xi_2", r"\Omega_1"]}


def intercepts(draw: np.random.Generator) -> dict:
    """The intercept at which the hinge of one sample has its corner."""
    X, y = _two_groups(draw, 0.5)
    w = draw.normal(size=2)
    corner = np.array([(1 - s * (x @ w)) / s for x, s in zip(X, y, strict=True)])
    return {"x_": X, "y": y, "w": w, "b_": corner, "over": {"i": range(1, 13)}}


def gap(draw: np.random.Generator) -> dict:
    """Any (w, b), any feasible α, and the best w."""
    X, y = _two_groups(draw, 0.5)
    known = _machine(X, y, 0.7)
    share = np.r_[draw.dirichlet(np.ones(6)), draw.dirichlet(np.ones(6))] * 0.7
    v = (share * y) @ X
    return {"w": draw.normal(size=2), "b": draw.normal(), "w^*": known["w"], "alpha": share,
            "P": lambda w, b: w @ w / 2 + 0.7 * np.clip(1 - y * (X @ w + b), 0, None).sum(),
            "W": lambda alpha: alpha.sum() - v @ v / 2}


def quadratic_program(draw: np.random.Generator) -> dict:
    """The dual as solvers want it; its slope at 0 and its curvatures, in numbers."""
    X, y = _two_groups(draw, 0.5, 2)
    C = draw.uniform(0.2, 2)

    def negative(alpha):
        v = (alpha * y) @ X
        return v @ v / 2 - alpha.sum()
    unit = np.eye(4)
    curvature = np.array([[negative(a + b) - negative(a) - negative(b) + negative(0 * a)
                           for a in unit] for b in unit])
    q = np.array([(negative(a) - negative(-a)) / 2 for a in unit])
    return {"P": curvature, "q": q, "y": y, "x_": X, "C": C,
            "over": {"i": range(1, 5), "j": range(1, 5)},
            "found": ["q_i"]}


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


def squared_slack(draw: np.random.Generator) -> dict:
    """The optimum with squared slack, as a hard margin with one more feature for each sample."""
    X, y = _two_groups(draw, 0.8)
    C = draw.uniform(0.2, 2)
    svc = SVC(kernel="linear", C=1e7, tol=1e-10).fit(np.hstack([X, np.eye(12) / np.sqrt(C)]), y)
    alpha = np.zeros(12)
    alpha[svc.support_] = np.abs(svc.dual_coef_[0])
    xi = np.clip(1 - y * (X @ svc.coef_[0, :2] + svc.intercept_[0]), 0, None)
    return {"C": C, "alpha": alpha, "xi": xi, "i": int(np.argmax(xi)) + 1, "found": [r"\xi_i"]}


SUPPOSED = [
    r"w = (1, 1)", r"\alpha_i = 0", r"\xi_i = 0", r"0 < \alpha_i < C",
    r"\alpha_i = C", r"y_i f(x_i) \ge 1", r"y_i f(x_i) = 1", r"y_i f(x_i) \le 1",
    r"y_i f(x_i) = 1 - \xi_i \le 1", r"y_7 f(x_7) \le 1", r"p_+ = (1, 1)",
    r"p_- = (\frac12, \frac12)"]
