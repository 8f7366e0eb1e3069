"""Letters of 06b, growing."""
import itertools

import numpy as np
from scipy.stats import entropy


def _regression(draw):
    y = draw.normal(size=9)
    left = draw.permutation(9)[:int(draw.integers(2, 7))]
    right = np.setdiff1d(np.arange(9), left)
    return y, left, right


def a_node_and_its_parts(draw: np.random.Generator) -> dict:
    """A node with numbers, and a question that parts it; the gain from squared errors."""
    y, left, right = _regression(draw)

    def error(values):
        return np.var(values) * len(values)
    n = len(y)
    return {"y": y, "n": n, "S": y.sum(), "bar y": y.mean(), "a": draw.normal(), "L": set(left + 1),
            "R": set(right + 1),
            "S_L": y[left].sum(), "S_R": y[right].sum(), "n_L": len(left), "n_R": len(right),
            "bar y_L": y[left].mean(), "bar y_R": y[right].mean(),
            "Delta": error(y) - error(y[left]) - error(y[right]), "over": {"i": range(1, n + 1)}}


def a_node_with_classes(draw: np.random.Generator) -> dict:
    """Counts of three classes in a node and its parts; Gini as the chance that two draws differ."""
    counts = draw.integers(1, 9, size=(2, 3))
    n_L, n_R = counts.sum(axis=1)
    p_L, p_R = counts / counts.sum(axis=1, keepdims=True)
    p = counts.sum(axis=0) / counts.sum()

    def gini(shares):
        return sum(a * b for i, a in enumerate(shares) for j, b in enumerate(shares) if i != j)
    n = n_L + n_R
    return {"n": n, "n_L": n_L, "n_R": n_R, "p": p, "p_L": p_L, "p_R": p_R, "Q": gini(p),
            "over": {"k": [1, 2, 3]}}


def their_gain(draw: np.random.Generator) -> dict:
    """The gain in Gini, from pairs of samples that differ."""
    counts = draw.integers(1, 9, size=(2, 3))

    def pairs(c):
        labels = np.repeat([0, 1, 2], c)
        return np.sum(labels[:, None] != labels) / len(labels)
    known = a_node_with_classes(draw)
    n_L, n_R = counts.sum(axis=1)
    return {"n": n_L + n_R, "n_L": n_L, "n_R": n_R, "p": counts.sum(axis=0) / counts.sum(),
            "p_L": counts[0] / n_L,
            "p_R": counts[1] / n_R, "Q": lambda p: 1 - np.sum(np.square(p)), "over": known["over"],
            "Delta": pairs(counts.sum(axis=0)) - pairs(counts[0]) - pairs(counts[1]),
            "found": [r"\Delta"]}


def errors_of_the_majority(draw: np.random.Generator) -> dict:
    """The gain in errors, counted."""
    counts = draw.integers(1, 9, size=(2, 3))
    n_L, n_R = counts.sum(axis=1)

    def errors(c):
        return c.sum() - c.max()
    shares = {"L": counts[0] / n_L, "R": counts[1] / n_R}
    return {"n_L": n_L, "n_R": n_R, "over": {"k": [1, 2, 3]},
            "p": {("L", k): shares["L"][k - 1] for k in (1, 2, 3)}
            | {("R", k): shares["R"][k - 1] for k in (1, 2, 3)},
            "Delta": errors(counts.sum(axis=0)) - errors(counts[0]) - errors(counts[1]),
            "found": [r"\Delta"]}


def sums_of_counts(draw: np.random.Generator) -> dict:
    """A node's shares from those of its parts, by classes."""
    known, one = errors_of_the_majority(draw), int(draw.integers(1, 4))
    counts = [known["n_L"] * known["p"]["L", one], known["n_R"] * known["p"]["R", one]]
    return {"n_L": known["n_L"], "n_R": known["n_R"], "k": one,
            "p_Lk": known["p"]["L", one], "n": 1,
            "p_Rk": known["p"]["R", one], "p_k": sum(counts)}


def stairs(draw: np.random.Generator) -> dict:
    """k strips with two triangles each."""
    k = int(draw.integers(1, 9))
    x = (np.arange(200000) + 0.5) / 200000
    step = (np.floor(x * k) + 0.5) / k
    return {"k": k, r"\frac{1}{4k}": round(np.abs(x - step).mean(), 7)}


def within_a_node(draw: np.random.Generator) -> dict:
    """The least squared error of a node, and a chord's height between its parts."""
    known = a_node_with_classes(draw)
    y = draw.normal(size=7)
    pairs = np.array([known["p_L"], known["p_R"]])
    return {"y": y, "S": y.sum(), "n": 7, "over": {"i": range(1, 8), "k": [1, 2, 3]},
            "least": np.var(y) * 7,
            "p": known["p"], "entropy": entropy(known["p"], base=2), "pairs": pairs}


def leaves(draw: np.random.Generator) -> dict:
    """Levels of a category; the ways to part them in two."""
    m = int(draw.integers(2, 8))
    sides = {frozenset(c) for size in range(1, m) for c in itertools.combinations(range(m), size)}
    return {"m": m, "ways": len(sides) / 2}


def the_mixed_term(draw: np.random.Generator) -> dict:
    """The factor of the product of two means in what a question gains, from four values of it."""
    a, b = map(int, draw.integers(1, 9, 2))

    def gain(left, right):
        y = np.repeat([left, right], [a, b]).astype(float)
        return np.var(y) * (a + b)
    return {"n_L": a, "n_R": b, "n": a + b,
            "factor": gain(1, 1) - gain(1, 0) - gain(0, 1) + gain(0, 0)}


def a_chord(draw: np.random.Generator) -> dict:
    """The chord of an impurity at the shares of the node."""
    a, b = map(int, draw.integers(1, 9, 2))
    p, q = draw.uniform(0, 1, 2)
    left, right = min(p, q), max(p, q)

    def Q(p):
        return p * (1 - p)
    middle = (a * left + b * right) / (a + b)
    return {"n_L": a, "n_R": b, "n": a + b, "p_L": left, "p_R": right, "Q": Q,
            "height": np.interp(middle, [left, right], [Q(left), Q(right)])}


def signs(draw: np.random.Generator) -> dict:
    """a times +1, b times −1, and zeros: n times the variance of a draw."""
    a, b, n = 5, int(draw.integers(1, 9)), 40
    numbers = np.repeat([1, -1, 0], [a, b, n - a - b])
    return {"a": a, "b": b, "n": n, "D": a - b, "variance": n * numbers.var()}


def a_stair(draw: np.random.Generator) -> dict:
    """Half the width of a strip."""
    k = int(draw.integers(1, 9))
    edges = np.linspace(0, 1, k + 1)
    return {"k": k, "leg": edges[1] - (edges[0] + edges[1]) / 2}


def a_soft_question(draw: np.random.Generator) -> dict:
    """The share of a sample that goes left, by a hyperbolic tangent."""
    s, x, kappa = draw.normal(size=3)
    return {"s": s, "x": x, "kappa": kappa, "e": np.e,
            "sigma": lambda z: (1 + np.tanh(kappa * (s - z) / 2)) / 2}


VALUES = [
    (r"-\sum_k p_k \log_2 p_k", within_a_node, lambda of: of["entropy"]),
    ("2^{m-1} - 1", leaves, lambda of: of["ways"]),
    (r"\frac{1}{4k}", stairs, lambda of: of[r"\frac{1}{4k}"]),
    (r"\frac{n_L}{n} Q(p_L) + \frac{n_R}{n} Q(p_R)", a_chord, lambda of: of["height"]),
    ("a + b - D^2/n", signs, lambda of: of["variance"]),
    (r"\frac{1}{2k}", a_stair, lambda of: of["leg"]),
]


SUPPOSED = [r"\Delta = 0"]
