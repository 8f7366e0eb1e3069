"""Letters of 04e, calibration and invariances."""
import math

import numpy as np
from formulas import slope
from scipy.optimize import brentq
from scipy.special import expit
from scipy.stats import bernoulli, norm
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import polynomial_kernel


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
    return {"g": np.sum(change == -1), "l": np.sum(change == 1), "N": len(change),
            "mean": change.mean(),
            "error": change.std() / math.sqrt(len(change)), "reach": norm.ppf(0.975)}


SUPPOSED = ["p = 0.9", "p = 0.6", "p = 0.2"]     # three passengers, by hand

VALUES = [
    (r"(1 - p_i) - (1 - \tau_i) = \tau_i - p_i", one_term, lambda of: of["by z"]),
    (r"\sum_i (\tau_i - p_i)\, u_i", likelihood, lambda of: of["gradient"]),
    (r"\sum_i p_i (1 - p_i)\, u_i u_i^\top", likelihood, lambda of: of["bend"]),
    (r"\frac{l - g}{N}", two_machines, lambda of: of["mean"]),
    (r"\sqrt{\frac1N \left[ \frac{l + g}{N} - \Bigl( \frac{l - g}{N} \Bigr)^2 \right]}",
     two_machines, lambda of: of["error"]),
]
