"""Letters of 06d, other samples, another tree."""
import numpy as np
from scipy.special import expit


def two_parts(draw: np.random.Generator) -> dict:
    """The variance of a difference of two means, and the gain of a question."""
    y, n_L = draw.normal(size=12), int(draw.integers(3, 9))
    left, right = y[:n_L], y[n_L:]
    return {"n": 12, "n_L": n_L, "n_R": 12 - n_L, "sigma": draw.uniform(1, 2),
            "bar y_L": left.mean(),
            "bar y_R": right.mean(),
            "Delta": 12 * y.var() - n_L * left.var() - (12 - n_L) * right.var()}


def a_forest(draw: np.random.Generator) -> dict:
    """The answers of B trees, and the target."""
    B = int(draw.integers(2, 9))
    f = draw.normal(size=B)
    return {"f": f, "bar f": f.mean(), "y": draw.normal(), "B": B, "over": {"b": range(1, B + 1)}}


def a_bootstrap(_: np.random.Generator) -> dict:
    """Many samples, drawn with replacement."""
    return {"n": 1000}


def soft_question(draw: np.random.Generator) -> dict:
    """The weight of the left side."""
    kappa, s, x = draw.uniform(0.5, 3), *draw.normal(size=2)
    return {"kappa": kappa, "s": s, "x": x, "weight": expit(kappa * (s - x))}


VALUES = [
    (r"1/(1 + e^{-\kappa(s - x)})", soft_question, lambda of: of["weight"]),
]
