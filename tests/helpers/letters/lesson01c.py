"""Letters of 01c, confounders of the Titanic data."""
import numpy as np


def strata(draw: np.random.Generator) -> dict:
    """Rates in three strata, the ends of their intervals, and the interval of the standardised
    rate."""
    n, w = draw.integers(20, 60, 3), draw.dirichlet(np.ones(3))
    r = draw.uniform(0.3, 0.7, 3)
    l, u = r - draw.uniform(0.05, 0.2, 3), r + draw.uniform(0.05, 0.2, 3)  # noqa: E741
    return {"w": w, "r": r, "l": l, "u": u, "n": n, "r_std": np.average(r, weights=w),
            "over": {"s": [1, 2, 3]},
            "low": np.average(r, weights=w) - np.linalg.norm(w * (r - l)),
            "high": np.average(r, weights=w) + np.linalg.norm(w * (u - r))}


def weights_of_strata(draw: np.random.Generator) -> dict:
    """The weight of a stratum is the inverse of the variance of its difference, for a
    variance of 1."""
    n1, n0 = draw.integers(3, 30, (2, 3))
    v = draw.uniform(0.1, 0.25)
    variance = v / n1 + v / n0
    return {"n_1s": float(n1[0]), "n_0s": float(n0[0]), "v": v, "w_s": v / variance[0]}


def own_mix(draw: np.random.Generator) -> dict:
    """A group in three strata, passenger by passenger; its shares and rates are its own."""
    stratum = np.r_[1, 2, 3, draw.integers(1, 4, 40)]
    lived = draw.integers(0, 2, len(stratum))
    parts = [lived[stratum == s] for s in (1, 2, 3)]
    return {"n": len(lived), "k": lived.sum(), "over": {"s": [1, 2, 3]},
            "n_": np.array([len(part) for part in parts]),
            "k_": np.array([part.sum() for part in parts]),
            "w_": np.array([np.mean(stratum == s) for s in (1, 2, 3)]),
            "r_": np.array([part.mean() for part in parts])}


def any_weights(draw: np.random.Generator) -> dict:
    """Weights of a mean, and the Mantel–Haenszel weights of three strata."""
    n1, n0 = draw.integers(1, 30, (2, 3))
    return {"a_": draw.dirichlet(np.ones(3)), "w_": n1 * n0 / (n1 + n0), "over": {"s": [1, 2, 3]}}
