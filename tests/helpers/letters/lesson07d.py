"""Letters of 07d, the shortest message."""
from itertools import permutations, product
from math import factorial

import numpy as np
from scipy.stats import entropy


def names(draw: np.random.Generator) -> dict:
    """Shares, and lengths of names that Huffman's rule would not choose but that fit a tree."""
    p = draw.dirichlet(np.ones(6)) * 0.98 + 0.02 / 6
    length = np.ceil(-np.log2(p)).astype(int)
    return {"p": p, "ell": length, "H": entropy(p, base=2), "over": {"k": range(1, 7)},
            "x": draw.uniform(0.1, 3)}


def one_name(draw: np.random.Generator) -> dict:
    """A type by itself: its share and the length of its name."""
    k, known = int(draw.integers(1, 7)), names(draw)
    return {**known, "k": k, "over": {}}


def books(draw: np.random.Generator) -> dict:
    """Counts of three kinds, and the pages that were listed one by one."""
    counts = [int(m) for m in draw.integers(0, 4, 3)]
    n = sum(counts)
    word = [k for k, m in enumerate(counts) for _ in range(m)]
    vectors = sum(sum(v) == n for v in product(range(n + 1), repeat=3))
    orders = len(set(permutations(word)))
    return {"n": n, "c": 3, "n_": counts, "over": {"k": range(1, 4)}, "vectors": vectors,
            "orders": orders, "both": np.log2(vectors) + np.log2(orders)}


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


def a_page_number(draw: np.random.Generator) -> dict:
    """Orders of r rules, counted."""
    r = int(draw.integers(1, 7))
    return {"r": r, "orders": np.log2(factorial(r))}


VALUES = [
    (r"\binom{n + c - 1}{c - 1}", books, lambda of: of["vectors"]),
    (r"\log_2 (N + 1)", a_code, lambda of: of["told"]),
    (r"\log_2 (n - N + 1)", a_code, lambda of: of["left"]),
    (r"\log_2 r!", a_page_number, lambda of: of["orders"]),
    (r"\frac1r \min(\pi(s), \pi(s'))", a_jump, lambda of: of["both"]),
    (r"\log_2 M", a_message, lambda of: of["one of"]),
    (r"\log_2 k + \sum_j b_j - \log_2 k!", a_message, lambda of: of["rule"]),
]


SUPPOSED = [r"2^{-\ell_k} = p_k"]
