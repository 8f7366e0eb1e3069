"""Letters of 01b, features of the Titanic data."""
import numpy as np
from scipy.stats import binom


def clusters(draw: np.random.Generator) -> dict:
    """C tickets of m passengers; the variance of a sum by the matrix of covariances."""
    C, m = map(int, draw.integers(2, 6, 2))
    rho, p = draw.uniform(0, 0.8), draw.uniform(0.2, 0.8)
    same = np.kron(np.eye(C), np.ones((m, m)))
    cov = p * (1 - p) * (rho * same + (1 - rho) * np.eye(C * m))
    return {"C": C, "m": m, "n": C * m, "rho": rho, "p": p, r"\operatorname{Var}(k)": cov.sum(), "found": ["n"]}


def independent_rows(draw: np.random.Generator) -> dict:
    """The variance of a binomial count, and by how much clusters enlarge it."""
    known = clusters(draw)
    return {**known, "alone": binom.var(known["n"], known["p"]), "factor": known[r"\operatorname{Var}(k)"] / binom.var(
        known["n"], known["p"])}


SAYS = [
    ("Independent rows have", independent_rows, lambda of: of["alone"]),
    ("The last factor,", independent_rows, lambda of: of["factor"]),
]
