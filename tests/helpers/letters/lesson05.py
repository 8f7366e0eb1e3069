"""Letters of 05, what cross-validation estimates and the winner's curse."""
import numpy as np
from scipy.optimize import minimize_scalar
from scipy.stats import norm


def best_of_many(draw: np.random.Generator) -> dict:
    """The largest of M scores with normal scatter; its mean by the distribution of the largest."""
    M, sigma = int(draw.integers(2, 50)), draw.uniform(0.1, 2)
    grid = np.linspace(-9, 9, 20001)
    mean = np.trapezoid(grid * M * norm.pdf(grid) * norm.cdf(grid) ** (M - 1), grid)
    t = draw.uniform(0.2, 3)
    raised = np.trapezoid(np.exp(t * sigma * grid) * M * norm.pdf(grid) * norm.cdf(grid) ** (M - 1),
                          grid)
    return {"M": M, "sigma": sigma, "t": t, r"\mathbb E \max_j (S_j - \mu_j)": sigma * mean,
            r"e^{t\, \mathbb E \max_j (S_j - \mu_j)}": np.exp(t * sigma * mean),
            r"\mathbb E\, e^{t \max_j (S_j - \mu_j)}": raised,
            r"\sum_j \mathbb E\, e^{t "
            r"(S_j - \mu_j)}": M * np.trapezoid(np.exp(t * sigma * grid) * norm.pdf(grid), grid)}


def where_the_bound_is_lowest(draw: np.random.Generator) -> dict:
    """The t where the bound on the mean is lowest, by a search."""
    M, sigma = int(draw.integers(2, 50)), draw.uniform(0.5, 2)
    best = minimize_scalar(lambda t: np.log(M) / t + t * sigma ** 2 / 2, bounds=(0.01, 20),
                           method="bounded",
                           options={"xatol": 1e-10})
    return {"M": M, "sigma": sigma, "t": best.x}


def folds(draw: np.random.Generator) -> dict:
    """k folds of equal size."""
    k, size = map(int, draw.integers(2, 9, 2))
    train = np.delete(np.arange(k * size), np.arange(size))
    return {"n": k * size, "k": k, "train": len(train)}


VALUES = [
    ("n - n/k", folds, lambda of: of["train"]),
]
