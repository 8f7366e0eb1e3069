"""Letters of 05, what cross-validation estimates and the winner's curse."""
from itertools import product

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


def all_tables(draw: np.random.Generator) -> dict:
    """The majority of labels that are 1 with probability p, over all tables of n and of r."""
    k, size, p = 2 + int(draw.integers(2)), 1 + int(draw.integers(2)), draw.uniform(0.1, 0.9)
    n, r = k * size, (k - 1) * size

    def mean(count, right):
        return sum(np.prod(np.where(y, p, 1 - p)) * right(np.array(y, bool))
                   for y in product([0, 1], repeat=count))

    def score(y):
        return np.mean([(np.delete(y, range(v, v + size)).mean() > 0.5) == y[i]
                        for v in range(0, n, size) for i in range(v, v + size)])
    return {"n": n, "k": k, r"\mathbb E\, \mathrm{CV}": mean(n, score),
            r"\mathrm{Acc}\bigl(n - \tfrac nk\bigr)":
                mean(r + 1, lambda y: (y[:r].mean() > 0.5) == y[r])}


def unequal_settings(draw: np.random.Generator) -> dict:
    """Three scores, each one of two values with equal chance; all eight outcomes."""
    pairs = np.sort(draw.uniform(0.3, 0.9, (3, 2)), axis=1)
    outcomes = [np.array(values) for values in product(*pairs)]
    one, mu = int(draw.integers(3)), pairs.mean(axis=1)
    now = outcomes[int(draw.integers(8))]
    return {r"\max_j S_j": now.max(), "S_l": now[one],
            r"\mathbb E \max_j S_j": np.mean([values.max() for values in outcomes]),
            r"\mathbb E\, S_l": np.mean([values[one] for values in outcomes]),
            r"\mu_l": mu[one], r"\max_j \mu_j": mu.max()}


VALUES = [
    ("n - n/k", folds, lambda of: of["train"]),
]
