"""Letters of 07c, rules from trees."""
from itertools import permutations

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom, entropy, norm


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


def annealing(draw: np.random.Generator) -> dict:
    """Two states among several, by the lengths of their messages."""
    L, T = draw.uniform(50, 60, 5), draw.uniform(1, 9)
    pi = np.exp(-(L - L.min()) / T)
    pi /= pi.sum()
    s, other = draw.permutation(5)[:2]
    states = {0: L, 1: pi}
    return {"L": lambda at: states[0][at], "pi": lambda at: states[1][at], "s": int(s),
            "s'": int(other), "T": T,
            "over": {"s'": ("s'", range(5))}}


def a_code(draw: np.random.Generator) -> dict:
    """The bits that name which of N samples are wrong; counts of what can be said."""
    n = int(draw.integers(6, 12))
    N = int(draw.integers(3, n))
    fp, fn = int(draw.integers(0, N)), int(draw.integers(0, n - N))
    return {"n": n, "N": N, "fp": fp, "fn": fn, "left": np.log2(len(range(n - N + 1))),
            "told": np.log2(len(range(N + 1)))}


def a_jump(draw: np.random.Generator) -> dict:
    """The probability of going from one state to another of r neighbours."""
    known, r = annealing(draw), int(draw.integers(2, 6))
    L, s, other = known["L"], known["s"], known["s'"]
    return {**known, "r": r,
            "both": known["pi"](s) / r * min(1, np.exp((L(s) - L(other)) / known["T"]))}


def a_message(draw: np.random.Generator) -> dict:
    """Bits of a rule: which k, its conditions, and what their order would have told."""
    M, k = map(int, draw.integers(2, 7, 2))
    bits = draw.uniform(1, 5, k)
    orders = len(list(permutations(range(k))))
    return {"M": M, "k": k, "b": bits, "over": {"j": range(1, k + 1)},
            "one of": entropy(np.ones(M), base=2),
            "rule": np.log2(k) + bits.sum() - entropy(np.ones(orders), base=2)}


VALUES = [
    (r"\log_2 (N + 1)", a_code, lambda of: of["told"]),
    (r"\log_2 (n - N + 1)", a_code, lambda of: of["left"]),
    (r"\frac1r \min(\pi(s), \pi(s'))", a_jump, lambda of: of["both"]),
    (r"\log_2 M", a_message, lambda of: of["one of"]),
    (r"\log_2 k + \sum_j b_j - \log_2 k!", a_message, lambda of: of["rule"]),
]


SUPPOSED = [r"U = 1", r"\alpha/2 = 0.125"]
