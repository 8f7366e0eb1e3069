"""Letters of 04d, many classes."""
import itertools
import math

import numpy as np
from formulas import slope
from scipy.optimize import brentq, linprog
from scipy.special import expit
from scipy.stats import bernoulli, norm
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import polynomial_kernel

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


def pairs(draw: np.random.Generator) -> dict:
    """Equally large classes, counted; the cost of training is the square of the samples."""
    c, size = int(draw.integers(3, 8)), int(draw.integers(2, 9))
    y = np.repeat(np.arange(c), size)
    sizes = [np.isin(y, pair).sum() for pair in itertools.combinations(range(c), 2)]
    return {"c": c, "n": len(y), "machines": len(sizes), "samples": sizes[0],
            "cost": sum(s ** 2 for s in sizes),
            "rest": sum(len(y) ** 2 for _ in range(c))}


def platt(draw: np.random.Generator) -> dict:
    """Platt's probability at any value."""
    A, B, f = -draw.uniform(0.5, 2), *draw.normal(size=2)
    z = np.polyval([A, B], f)
    return {"A": A, "B": B, "f": f, "z": z, "p": expit(-z), "dp/dz": slope(lambda z: expit(-z), z)}


def at_one_half(draw: np.random.Generator) -> dict:
    """A sigmoid for labels that grow with the values, and where it has the probability ½."""
    f = draw.normal(size=60)
    model = LogisticRegression().fit(f[:, None], draw.random(60) < expit(2 * f + 0.5))
    A, B = -model.coef_[0, 0], -model.intercept_[0]
    return {"A": A, "B": B, "f": brentq(lambda f: model.predict_proba([[f]])[0, 1] - 0.5, -50, 50,
                                        xtol=1e-13),
            "p": model.predict_proba([[-B / A]])[0, 1], "found": ["A", "p"]}


def likelihood(draw: np.random.Generator) -> dict:
    """Minus the log likelihood by SciPy, and its slopes in numbers."""
    n = 6
    f, yes, at = draw.normal(size=n), draw.permutation(n) < 3, draw.normal(size=2)

    def loss(at):
        return -bernoulli.logpmf(yes, expit(-(at[0] * f + at[1]))).sum()
    z = np.polyval(at, f)
    bend = np.array([slope(lambda v, row=row: _gradient(loss, v)[row], at) for row in (0, 1)])
    i = int(draw.integers(n))
    return {"A": at[0], "B": at[1], "f_": f, "tau": yes.astype(float), "z": z, "p": expit(-z),
            "u": np.column_stack([f, np.ones(n)]), "ell": lambda A, B: loss(np.array([A, B])),
            "gradient": slope(loss, at), "bend": bend, "over": {"i": range(1, n + 1)}, "at": i + 1,
            "by z": slope(lambda z: -bernoulli.logpmf(yes[i], expit(-z)), z[i])}


def _gradient(loss, at: np.ndarray) -> np.ndarray:
    """Return a gradient by wide differences of higher order, smooth enough for another
    derivative."""
    h = 1e-2
    return np.array([(8 * (loss(at + u) - loss(at - u)) - loss(at + 2 * u)
                      + loss(at - 2 * u)) / (12 * h)
                     for u in h * np.eye(2)])


def one_term(draw: np.random.Generator) -> dict:
    """One term of the likelihood, and its slope by z."""
    of = likelihood(draw)
    return {"tau": of["tau"], "p": of["p"], "i": of["at"], "by z": of["by z"]}


def slopes_of_z(draw: np.random.Generator) -> dict:
    """The derivatives of each z by A and B, as columns."""
    f, at = draw.normal(size=6), draw.normal(size=2)
    return {"f_": f, "u": [slope(lambda v, a=a: np.polyval(v, a), at)[None] for a in f],
            "over": {"i": range(1, 7)}}


def inner_targets(draw: np.random.Generator) -> dict:
    """The mean label of each class when two more samples stand beside it, one with either label."""
    plus, minus = draw.integers(1, 30, 2)
    return {"n_+": plus, "n_-": minus, "tau_+": np.mean([1] * plus + [1, 0]),
            "tau_-": np.mean([0] * minus + [1, 0])}


def many_powers(draw: np.random.Generator) -> dict:
    """The polynomial kernel of degree 9, divided so that images of length 1 have the value 1."""
    x, z = draw.uniform(0, 1, (2, 4))

    def power(x, z):
        return polynomial_kernel(x[None], z[None], degree=9, gamma=1, coef0=1)[0, 0]
    x, z, one = x / math.hypot(*x), z / math.hypot(*z), np.eye(4)[0]
    return {"x": x, "z": z, "k": lambda x, z: power(x, z) / power(one, one)}


def two_machines(draw: np.random.Generator) -> dict:
    """What the copies change at each image: right (−1), wrong (1), or neither."""
    change = draw.choice([-1, 0, 1], size=200, p=[0.2, 0.7, 0.1])
    return {"m": np.sum(change == -1), "s": np.sum(change == 1), "N": len(change),
            "mean": change.mean(),
            "error": change.std() / math.sqrt(len(change)), "reach": norm.ppf(0.975)}


VALUES = [
    (r"\exp(-d / (\sqrt2\, \sigma)) = \exp(-\sqrt2\, d)", laplacian, lambda of: of["kernel"]),
    (r"f_k(x) / \lVert w_k \rVert", distances, lambda of: of["distance"]),
    ("c(c-1)/2", pairs, lambda of: of["machines"]),
    ("2n/c", pairs, lambda of: of["samples"]),
    (r"\frac{2(c-1)}{c}\, n^2", pairs, lambda of: of["cost"]),
    (r"c\, n^2", pairs, lambda of: of["rest"]),
    (r"(1 - p_i) - (1 - \tau_i) = \tau_i - p_i", one_term, lambda of: of["by z"]),
    (r"\sum_i (\tau_i - p_i)\, u_i", likelihood, lambda of: of["gradient"]),
    (r"\sum_i p_i (1 - p_i)\, u_i u_i^\top", likelihood, lambda of: of["bend"]),
    (r"\frac{s - m}{N}", two_machines, lambda of: of["mean"]),
    (r"\sqrt{\frac1N \left[ \frac{s + m}{N} - \Bigl( \frac{s - m}{N} \Bigr)^2 \right]}",
     two_machines, lambda of: of["error"]),
]
