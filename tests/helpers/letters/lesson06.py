"""Letters of 06, CART."""
import numpy as np


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


def within_a_node(draw: np.random.Generator) -> dict:
    """The least squared error of a node."""
    y = draw.normal(size=7)
    return {"y": y, "S": y.sum(), "n": 7, "over": {"i": range(1, 8)}, "least": np.var(y) * 7}


def the_mixed_term(draw: np.random.Generator) -> dict:
    """The factor of the product of two means in what a question gains, from four values of it."""
    a, b = map(int, draw.integers(1, 9, 2))

    def gain(left, right):
        y = np.repeat([left, right], [a, b]).astype(float)
        return np.var(y) * (a + b)
    return {"n_L": a, "n_R": b, "n": a + b,
            "factor": gain(1, 1) - gain(1, 0) - gain(0, 1) + gain(0, 0)}


VALUES = [
    (r"\sum_i y_i^2 - S^2 / n", within_a_node, lambda of: of["least"]),
    ("-2 n_L n_R / n", the_mixed_term, lambda of: of["factor"]),
    (r"\frac{n_L n_R}{n} (\bar y_L - \bar y_R)^2", a_node_and_its_parts, lambda of: of["Delta"]),
]
