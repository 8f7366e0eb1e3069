"""Letters of 04d, many classes."""
import itertools
import math

import numpy as np
from scipy.optimize import brentq, linprog

from coursekit.datasets import make_row_of_three
from coursekit.svm import SVC


def laplacian(draw: np.random.Generator) -> dict:
    """The distance of two points and the kernel of the report's program, at its σ."""
    x, z = draw.normal(size=(2, 3))
    d, sigma = math.dist(x, z), 0.5

    def kernel(d):
        return math.exp(-math.sqrt(d ** 2 / (2 * sigma ** 2)))
    return {"x": x, "z": z, "d": d, "sigma": sigma, "kernel": kernel(d),
            "rate": -math.log(kernel(1.0))}


def _row(name: str) -> tuple[np.ndarray, np.ndarray, SVC]:
    """Return the samples in a row, which of them are of a class, and its linear machine against the
    rest."""
    X, y = make_row_of_three()
    return X, y == name, SVC(C=10, kernel="linear", tol=1e-9).fit(X, np.where(y == name, 1, -1))


def _where(value: float) -> float:
    """Return the place where the left machine has a value."""
    machine = _row("left")[2]
    return brentq(lambda x: machine.decision_function([[x, 0.3]])[0] - value, -4, 4)


def left_inner_boundary(_: np.random.Generator) -> dict:
    """Where the left machine has the value 1."""
    return {"x_1": _where(1.0), "found": ["x_1"]}


def left_outer_boundary(_: np.random.Generator) -> dict:
    """Where the left machine has the value −1."""
    return {"x_1": _where(-1.0), "found": ["x_1"]}


def the_left_machine(draw: np.random.Generator) -> dict:
    """The value of the left machine anywhere."""
    x = draw.uniform(-4, 4, 2)
    return {"x_1": x[0], "f": _row("left")[2].decision_function([x])[0]}


def the_middle_machine(_: np.random.Generator) -> dict:
    """The middle machine, its slacks at a left, a middle and a right sample, and the least these
    can be."""
    X, yes, machine = _row("middle")
    slacks = np.maximum(0, 1 - np.where(yes, 1, -1) * machine.decision_function(X))
    sums = [slacks[i] + slacks[m] + slacks[j]
            for i, m, j in itertools.product(range(20), range(20, 40), range(40, 60))
            if np.allclose(X[i] + X[j], 2 * X[m])]
    least = linprog([0, 0, 1, 1, 1], [[1, 0, -1, 0, 0], [-0.5, -0.5, 0, -1, 0], [0, 1, 0, 0, -1]],
                    [-1, -1, -1],
                    bounds=[(None, None)] * 2 + [(0, None)] * 3).fun
    return {"w": machine.coef_[0], "b": machine.intercept_[0],
            "sum": max(sums, key=lambda s: abs(s - least)),
            "least": least, "found": ["w", "b", r"\the"]}


def the_row(_: np.random.Generator) -> dict:
    """Where the classes lie, and the largest value of the other machines in the middle."""
    X, y = make_row_of_three()
    ends = {name: (X[y == name, 0].min(), X[y == name, 0].max())
            for name in ("left", "middle", "right")}
    others = max(_row(name)[2].decision_function(X[y == "middle"]).max()
                 for name in ("left", "right"))
    return {"ends": ends, "others": others, "found": [r"\the"]}


def distances(draw: np.random.Generator) -> dict:
    """Two linear machines, and how far a point is from the place where one has the value 0."""
    w, b, x, k = draw.normal(size=(2, 3)), draw.normal(size=2), draw.normal(size=3), int(
        draw.integers(2))
    back = np.linalg.lstsq(w[k][None], [-w[k] @ x - b[k]], rcond=None)[0]
    f = [lambda x, k=k: w[k] @ x + b[k] for k in (0, 1)]
    return {"f_": f, "w_": w, "x": x, "k": k + 1,
            "distance": math.copysign(math.hypot(*back), f[k](x))}


VALUES = [
    (r"\exp(-d / (\sqrt2\, \sigma)) = \exp(-\sqrt2\, d)", laplacian, lambda of: of["kernel"]),
    (r"f_k(x) / \lVert w_k \rVert", distances, lambda of: of["distance"]),
]
