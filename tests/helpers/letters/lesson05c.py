"""Letters of 05c, pipelines."""
from itertools import combinations

import numpy as np


def halves(draw: np.random.Generator) -> dict:
    """Differences of one column in a test fold of twenty, in the other eighty, and in all."""
    y, x = np.tile([1, -1], 50), draw.normal(size=100)

    def difference(rows):
        return x[rows][y[rows] == 1].mean() - x[rows][y[rows] == -1].mean()
    rows = np.arange(100)
    return {"d_j": difference(rows), "d_j^train": difference(rows[20:]),
            "d_j^test": difference(rows[:20])}


def a_coin(draw: np.random.Generator) -> dict:
    """A rule that says +1 with probability q, about as many +1 as -1."""
    q = draw.uniform(0.1, 0.9)
    return {"q": q}


def white(draw: np.random.Generator) -> dict:
    """The left singular vectors of sixty samples in more dimensions, their means subtracted."""
    Z = draw.normal(size=(60, 70))
    U, sizes, V = np.linalg.svd(Z - Z.mean(axis=0), full_matrices=False)
    some = slice(None, 59)
    return {"U": U[:, some], "Sigma": np.diag(sizes[some]), "V": V[some].T,
            "I": np.eye(60), "1": np.ones(60)}


def partitions(draw: np.random.Generator) -> dict:
    """R·k scores with two correlations; the variance of their mean by the table itself."""
    R, k = int(draw.integers(2, 5)), int(draw.integers(2, 6))
    same, other, sigma = draw.uniform(0, 0.3), draw.uniform(0, 0.3), draw.uniform(0.5, 2)
    table = np.eye(R * k)
    for i, j in combinations(range(R * k), 2):
        table[i, j] = table[j, i] = same if i // k == j // k else other
    test = int(draw.integers(2, 9))
    s = draw.uniform(0.5, 2)
    return {"R": R, "k": k, "sigma": sigma, "rho_same": same, "rho_other": other, "s": s,
            r"\operatorname{Var} \bar A": sigma**2 * table.mean(), "n_test": test,
            "n_train": test * (k - 1), "overlap": 1 / k, "more": s**2 / (k - 1),
            "usual": s**2 / (R * k), "unshared": sigma**2 / (R * k)}


def seven(draw: np.random.Generator) -> dict:
    """Several intervals whose chances of a miss sum to 0.05."""
    m = int(draw.integers(2, 12))
    return {"m": m, "each": 1 - np.full(m, 0.05 / m)[0]}


def thirty(draw: np.random.Generator) -> dict:
    """The corrected interval of thirty scores."""
    s, t, test, train = *draw.uniform(0.1, 0.9, 2), *map(int, draw.integers(5, 50, 2))
    return {"s": s, "t": t, "n_test": test, "n_train": train,
            "reach": t * np.sqrt(s**2 / 30 + s**2 * test / train)}


VALUES = [
    (r"s^2\, n_{\text{test}} / n_{\text{train}}", partitions, lambda of: of["more"]),
    (r"n_{\text{test}} / (n_{\text{train}} + n_{\text{test}})", partitions,
     lambda of: of["overlap"]),
    ("s^2 / (Rk)", partitions, lambda of: of["usual"]),
    (r"\sigma^2 / (Rk)", partitions, lambda of: of["unshared"]),
    ("1 - 0.05/m", seven, lambda of: of["each"]),
]
