"""Letters of 06e, other prunings."""
import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom


def a_count_of_errors(draw: np.random.Generator) -> dict:
    """No error among n, and the chance that is still possible with probability one quarter."""
    n = int(draw.integers(1, 30))
    p = brentq(lambda p: binom.cdf(0, n, p) - 0.25, 1e-9, 1 - 1e-9)
    return {"n": n, "p": p, "found": ["p"]}


def by_the_normal_curve(draw: np.random.Generator) -> dict:
    """e errors among n, and the upper end by the normal curve."""
    n = int(draw.integers(5, 40))
    e, z = int(draw.integers(1, n)), draw.uniform(0.5, 2)
    p = brentq(lambda p: (p - e / n) ** 2 - z ** 2 * p * (1 - p) / n, e / n, 1)
    return {"n": n, "e": e, "z": z, "p": p}


def a_leaf_with_costs(draw: np.random.Generator) -> dict:
    """A leaf says 1 where that costs less."""
    cost = draw.uniform(1, 5)
    zeros = int(draw.integers(1, 30))
    ones = int(np.ceil(zeros / cost + 1e-9)) + int(draw.integers(0, 9))
    return {"n_0": zeros, "n_1": ones, r"c_{\text{FN}}": cost, "c_FN": cost}


def few_errors(draw: np.random.Generator) -> dict:
    """The chance of e or fewer errors."""
    n = int(draw.integers(3, 12))
    e, p = int(draw.integers(0, n)), draw.uniform(0.1, 0.6)
    return {"n": n, "e": e, "p": p, "over": {"klee": ("k", range(e + 1))},
            "chance": binom.cdf(e, n, p)}


def the_cheaper_answer(draw: np.random.Generator) -> dict:
    """The risk of a leaf that may say either."""
    zeros, ones = map(int, draw.integers(1, 30, 2))
    cost = draw.uniform(1, 5)
    return {"n_0": zeros, "n_1": ones, r"c_{\text{FN}}": cost, "c_FN": cost,
            "risk": sorted([zeros, sum(cost for _ in range(ones))])[0]}


VALUES = [
    (r"\sum_{k \le e} \binom{n}{k} p^k (1-p)^{n-k}", few_errors, lambda of: of["chance"]),
    (r"\min(n_0, c_{\text{FN}}\, n_1)", the_cheaper_answer, lambda of: of["risk"]),
]
