"""Letters of 01d, features of the Titanic data."""
import numpy as np
from scipy.special import expit
from scipy.stats import bernoulli, binom


def clusters(draw: np.random.Generator) -> dict:
    """C tickets of m passengers; the variance of a sum by the matrix of covariances."""
    C, m = map(int, draw.integers(2, 6, 2))
    rho, p = draw.uniform(0, 0.8), draw.uniform(0.2, 0.8)
    same = np.kron(np.eye(C), np.ones((m, m)))
    cov = p * (1 - p) * (rho * same + (1 - rho) * np.eye(C * m))
    return {"C": C, "m": m, "n": C * m, "rho": rho, "p": p, r"\operatorname{Var}(k)": cov.sum(),
            "found": ["n"]}


def independent_rows(draw: np.random.Generator) -> dict:
    """The variance of a binomial count, and by how much clusters enlarge it."""
    known = clusters(draw)
    return {**known, "alone": binom.var(known["n"], known["p"]),
            "factor": known[r"\operatorname{Var}(k)"] / binom.var(
        known["n"], known["p"])}


def a_ticket(draw: np.random.Generator) -> dict:
    """The covariance matrix of the fates on one ticket."""
    m, rho, p = int(draw.integers(2, 6)), draw.uniform(0, 0.8), draw.uniform(0.2, 0.8)
    fates = p * (1 - p) * (rho * np.ones((m, m)) + (1 - rho) * np.eye(m))
    off = ~np.eye(m, dtype=bool)
    return {"m": m, "rho": rho, "p": p, "variance": bernoulli.var(p), "pairs": off.sum(),
            "covariance": fates[off][0]}


def a_score(draw: np.random.Generator) -> dict:
    """The logistic function by SciPy."""
    s = draw.normal()
    return {"s": s, "chance": expit(s)}


VALUES = [
    (r"n\,p(1-p)", independent_rows, lambda of: of["alone"]),
    (r"1 + (m-1)\rho", independent_rows, lambda of: of["factor"]),
    ("p(1-p)", a_ticket, lambda of: of["variance"]),
    ("m(m-1)", a_ticket, lambda of: of["pairs"]),
    (r"\rho\, p(1-p)", a_ticket, lambda of: of["covariance"]),
    ("1/(1 + e^{-s})", a_score, lambda of: of["chance"]),
]
