"""Letters of 04b: C, γ, tolerance and class weights.

Machines are trained by scikit-learn; kernels and sums are its own, too, or written out.
"""
import numpy as np
from scipy.optimize import brentq
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

OVER = {"i": range(1, 9), "j": range(1, 9)}


def _trained(draw: np.random.Generator, C: float, gamma: float, weight: float = 1):
    """Return samples, labels (five of +1, three of -1), multipliers and the machine."""
    X, y = draw.normal(size=(8, 2)), np.repeat([1, -1], [5, 3])
    machine = SVC(C=C, gamma=gamma, tol=1e-10, class_weight={1: weight, -1: 1}).fit(X, y)
    alpha = np.zeros(8)
    alpha[machine.support_] = np.abs(machine.dual_coef_[0])
    return X, y, alpha, machine


def machine(draw: np.random.Generator) -> dict:
    """A trained machine, its slopes, and the intercept."""
    C, gamma = draw.uniform(0.3, 3), draw.uniform(0.3, 2)
    X, y, alpha, found = _trained(draw, C, gamma)
    b = found.intercept_[0]
    return {"x_": X, "y": y, "alpha": alpha, "beta": alpha * y, "C": C + 1e-9, "gamma": gamma,
            "b": b, "x": draw.normal(size=2), "over": OVER,
            "k": lambda x, z: rbf_kernel([x], [z], gamma=gamma)[0, 0],
            "f": lambda x: found.decision_function([x])[0],
            "F": y - (found.decision_function(X) - b)}


def unfinished(draw: np.random.Generator) -> dict:
    """Any β, and a sample of class +1 without a bump; b in the middle of the gap."""
    X, y = draw.normal(size=(8, 2)), np.repeat([1, -1], 4)
    alpha = np.append(0, draw.uniform(0.1, 0.9, 7))
    gamma, C = draw.uniform(0.3, 2), 1.0
    F = y - rbf_kernel(X, gamma=gamma) @ (alpha * y)
    up, low = F[(alpha < C) | (y < 0)].max(), F[(alpha > 0) | (y < 0)].min()
    b = (up + low) / 2

    def f(x):
        return float(rbf_kernel([x], X, gamma=gamma)[0] @ (alpha * y)) + b
    return {"x_": X, "y": y, "beta": alpha * y, "alpha": alpha, "b": b, "f": f, "F": F, "i": 1,
            "k": lambda x, z: rbf_kernel([x], [z], gamma=gamma)[0, 0], "over": {"j": OVER["j"]},
            "F_up": up, "F_text{up}": up, "F_low": low, "F_text{low}": low, "found": ["b"],
            r"F_{\text{up}}": up, r"F_{\text{low}}": low}


def low_ceiling(draw: np.random.Generator) -> dict:
    """A machine whose ceiling is below 1/(2n₋), and a sample of +1 below it."""
    C = draw.uniform(0.2, 0.95) / 6
    X, y, alpha, found = _trained(draw, C, draw.uniform(0.1, 10))
    i = int(np.argmin(np.where(y > 0, alpha, np.inf))) + 1
    return {"C": C, "n_-": 3, "s": alpha[y < 0].sum(), "alpha": alpha, "y": y, "i": i, "x_": X,
            "x": draw.normal(size=2), "b": found.intercept_[0] + 1e-7,
            "f": lambda x: found.decision_function([x])[0] + 2e-7}


def width(draw: np.random.Generator) -> dict:
    """The distance at which a bump has fallen to 1/e."""
    g = draw.uniform(0.1, 9)
    return {"gamma": g, "where": brentq(lambda d: rbf_kernel([[0]], [[d]], gamma=g)[0, 0]
                                        - np.exp(-1), 1e-9, 9)}


def flat(draw: np.random.Generator) -> dict:
    """Coefficients that sum to 0, and what is left of squared distances."""
    X, x, gamma = draw.normal(size=(8, 2)), draw.normal(size=2), draw.uniform(0.01, 0.1)
    beta = draw.normal(size=8)
    beta -= beta.mean()
    y = np.sign(beta)
    b = draw.normal()
    parabola = b + sum(c * (1 - gamma * np.sum((p - x) ** 2))
                       for c, p in zip(beta, X, strict=True))
    w = 2 * gamma * beta @ X
    return {"x_": X, "x": x, "beta": beta, "gamma": gamma, "b": b, "y": y, "alpha": np.abs(beta),
            "w": w, "b'": parabola - w @ x, "over": OVER, "found": ["w", "b'"]}


def prices(draw: np.random.Generator) -> dict:
    """A machine in which one class has a higher ceiling."""
    C, weight = draw.uniform(0.1, 1), draw.uniform(1, 4)
    X, y, alpha, _ = _trained(draw, C, 1.0, weight)
    return {"alpha": alpha, "C": C + 1e-9, "v": np.where(y > 0, weight, 1), "over": OVER}


def narrow_bumps(draw: np.random.Generator) -> dict:
    """Kernel values that are 0, of 30 and 20 samples, and a ceiling that is too low."""
    C, y = draw.uniform(0.1, 0.55), np.repeat([1, -1], [30, 20])
    found = SVC(kernel="precomputed", C=C, tol=1e-10).fit(np.eye(50), y)
    beta = np.zeros(50)
    beta[found.support_] = found.dual_coef_[0]
    b = found.intercept_[0]
    f = found.decision_function(np.eye(50))
    return {"s": np.abs(beta[y < 0]).max(), "b": round(b, 8), "C": C, "f": f[-1],
            "beta": beta}


def narrow_sample(draw: np.random.Generator) -> dict:
    """The value at each sample of a narrow machine."""
    known, n = narrow_bumps(draw), range(1, 51)
    value = known["beta"] + known["b"]
    return {"x_": list(n), "beta": known["beta"], "b": known["b"], "over": {"i": n},
            "f": lambda i: value[i - 1]}


def identity(draw: np.random.Generator) -> dict:
    """K = I, a share π of class +1, and a ceiling below 2π, by scikit-learn."""
    many, few = int(draw.integers(4, 7)), int(draw.integers(2, 4))
    y = np.repeat([1, -1], [many, few])
    pi = many / (many + few)
    C = draw.uniform(0.2, 1.6) * pi
    found = SVC(kernel="precomputed", C=C, tol=1e-10).fit(np.eye(len(y)), y)
    alpha = np.zeros(len(y))
    alpha[found.support_] = np.abs(found.dual_coef_[0])
    return {"alpha": alpha, "s": alpha[-1], "n_+": many, "n_-": few, "n": many + few, "pi": pi,
            "b": found.intercept_[0], "C": C, "W": alpha.sum() - alpha @ alpha / 2,
            "f": found.decision_function(np.eye(len(y)))[-1],
            "over": {"i": range(1, many + few + 1)}}


def linear_limit(draw: np.random.Generator) -> dict:
    """Multipliers a = 2γα of a linear machine."""
    gamma, alpha = draw.uniform(0.01, 0.1), draw.uniform(0, 1, 8)
    return {"gamma": gamma, "alpha": alpha, "a": 2 * gamma * alpha, "C": 1.0, "over": OVER}


SUPPOSED = {r"s = 2\pi", "b > 0"}
VALUES = [(r"1/\sqrt\gamma", width, lambda of: of["where"])]
