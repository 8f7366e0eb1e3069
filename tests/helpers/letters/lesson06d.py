"""Letters of 06d, other samples, another tree."""
import numpy as np


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


def a_pair_of_trees(draw: np.random.Generator) -> dict:
    """Trees that are correlated because they share a part, and the variance of their mean."""
    B, shared, own = int(draw.integers(2, 9)), draw.uniform(0.2, 2), draw.uniform(0.2, 2)
    return {"B": B, "sigma": np.sqrt(shared**2 + own**2), "rho": shared**2 / (shared**2 + own**2),
            r"\operatorname{Var} \bar f": shared**2 + own**2 / B}


def a_step_of_boosting(draw: np.random.Generator) -> dict:
    """Residuals, the stump of their two means, and a step."""
    r, cut = draw.normal(size=9), int(draw.integers(2, 8))
    h = np.r_[np.full(cut, r[:cut].mean()), np.full(9 - cut, r[cut:].mean())]
    return {"r": r, "h": h, "nu": draw.uniform(0.1, 1.9), "over": {"i": range(1, 10)}}
