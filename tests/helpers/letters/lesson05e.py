"""Letters of 05e, sources of error."""
from itertools import product

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.stats import norm


def four_errors(draw: np.random.Generator) -> dict:
    """Errors of the truth, of the best rule of a class, of the fitted one, of one that stopped."""
    return dict(zip(("E_truth", "E_best", "E_fitted", "E_stopped"), draw.uniform(0.5, 3, 4)))


def projection(draw: np.random.Generator) -> dict:
    """Squared errors of least squares, averaged over all signs of the noise; fresh ones too."""
    n, m, v = 5, int(draw.integers(1, 5)), draw.uniform(0.5, 2)
    A, g = draw.normal(size=(n, m)), draw.normal(size=n)

    def fit(t):
        return A @ np.linalg.lstsq(A, t)[0]
    noises = np.sqrt(v) * np.array(list(product([-1, 1], repeat=n)))
    fits = [fit(g + e) for e in noises]
    own = np.mean([np.sum((g + e - f)**2) for e, f in zip(noises, fits)])
    fresh = np.mean([np.sum((g + new - f)**2) for f in fits for new in noises])
    return {"n": n, "m": m, "v": v, "r": np.linalg.norm(g - fit(g)),
            r"\mathbb E\, \mathrm{RSS}": own, r"\mathbb E\, \mathrm{RSS}'": fresh}


def normal_errors(draw: np.random.Generator) -> dict:
    """Twice the minus logarithm of the likelihood with the best variance, less what is shared."""
    n, m = 9, int(draw.integers(1, 5))
    r = draw.normal(size=n)

    def twice(v):
        return -2 * norm.logpdf(r, scale=np.sqrt(v)).sum()
    best = minimize_scalar(twice, bounds=(0.01, 9), method="bounded", options={"xatol": 1e-12})
    shared = n * (1 + np.log(2 * np.pi))
    return {"n": n, "m": m, "RSS": r @ r, "aic": best.fun - shared + 2 * m,
            "bic": best.fun - shared + m * np.log(n)}


def near_the_variance(draw: np.random.Generator) -> dict:
    """A mean square that is nearly v."""
    n, v = 50, draw.uniform(0.5, 2)
    return {"n": n, "v": v, "RSS": n * v * (1 + 1e-4 * draw.normal())}


VALUES = [
    (r"n \ln(\mathrm{RSS}/n) + 2 m", normal_errors, lambda of: of["aic"]),
    (r"n \ln(\mathrm{RSS}/n) + m \ln n", normal_errors, lambda of: of["bic"]),
]
