"""Letters of 05d, errors and costs."""
from itertools import product

import numpy as np
from formulas import slope
from scipy.optimize import minimize_scalar
from scipy.stats import bernoulli, norm


def costs(draw: np.random.Generator) -> dict:
    """The probability at which both answers cost the same, and a larger one."""
    yes, no = draw.uniform(0.5, 5, 2)
    same = np.roots([-(yes + no), no])[0]
    return {"c_FP": no, "c_FN": yes, "theta^*": same, "p": draw.uniform(same, 1)}


def at_the_threshold(draw: np.random.Generator) -> dict:
    """Both answers cost the same."""
    known = costs(draw)
    return {**known, "p": known["theta^*"]}


def answers(draw: np.random.Generator) -> dict:
    """The mean cost of each answer, as a mean over the two fates."""
    p, yes, no = draw.uniform(0.1, 0.9, 3)
    return {"p": p, "c_FP": yes, "c_FN": no, "yes": np.average([0, yes], weights=[p, 1 - p]),
            "no": np.average([no, 0], weights=[p, 1 - p])}


def penalties(draw: np.random.Generator) -> dict:
    """Mean penalties of a stated probability q, as means over the two fates; a slope."""
    p, q = draw.uniform(0.1, 0.9, 2)
    fate, chance = np.array([1, 0]), np.array([p, 1 - p])

    def loss(q):
        return -np.sum(chance * bernoulli.logpmf(fate, q))
    return {"p": p, "q": q, "log": loss(q), "slope": slope(loss, q)}


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
    (r"(1 - p)\, c_{\text{FP}}", answers, lambda of: of["yes"]),
    (r"p\, c_{\text{FN}}", answers, lambda of: of["no"]),
    (r"-p \ln q - (1 - p) \ln(1 - q)", penalties, lambda of: of["log"]),
    (r"n \ln(\mathrm{RSS}/n) + 2 m", normal_errors, lambda of: of["aic"]),
    (r"n \ln(\mathrm{RSS}/n) + m \ln n", normal_errors, lambda of: of["bic"]),
]

TIGHT = [
    (r"(1 - p)\, c_{\text{FP}}", at_the_threshold),
]
