"""Letters of 07c, rules from trees."""
import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom, norm


def no_error(draw: np.random.Generator) -> dict:
    """The largest chance of an error with which none among n has a probability of α/2."""
    n, alpha = int(draw.integers(1, 30)), draw.uniform(0.05, 0.5)
    p = brentq(lambda p: binom.cdf(0, n, p) - alpha / 2, 1e-9, 1 - 1e-9)
    return {"n": n, "alpha": alpha, "U": p, "p": p, "found": ["U"]}


def some_errors(draw: np.random.Generator) -> dict:
    """The end of the interval by the normal curve."""
    n = int(draw.integers(5, 40))
    e, z = int(draw.integers(1, n)), norm.isf(0.125)
    return {"n": n, "e": e, "z": z, "p": brentq(lambda p: (p - e / n) / np.sqrt(p * (1 - p) / n)
                                                - z, e / n + 1e-9, 1 - 1e-9),
            "found": ["z"]}


SUPPOSED = [r"U = 1", r"\alpha/2 = 0.125"]
