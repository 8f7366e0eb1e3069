"""Letters of 06c, pruning."""
import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom


def a_branch(draw: np.random.Generator) -> dict:
    """The leaves of a branch by their risks; g is the price at which leaf and branch cost the
    same."""
    branch = list(draw.uniform(0, 2, int(draw.integers(2, 6))))
    leaf = [sum(branch) + draw.uniform(1, 5)]
    g = brentq(lambda a: sum(leaf) + a - sum(branch) - a * len(branch), -1, 20)
    return {"R": sum, "t": leaf, "T_t": branch, "g": lambda t: g, "alpha": draw.uniform(0, g)}


def a_tree(draw: np.random.Generator) -> dict:
    """The cost of a tree, leaf by leaf."""
    tree, alpha = list(draw.uniform(0, 2, 4)), draw.uniform(0, 2)
    return {"R": sum, "T": tree, "alpha": alpha,
            "C_alpha": lambda leaves: sum(r + alpha for r in leaves)}


def two_collapses(draw: np.random.Generator) -> dict:
    """A tree of three branches; S is the tree with each of them collapsed."""
    branches = [list(draw.uniform(0, 2, int(draw.integers(2, 5)))) for _ in range(3)]
    leaves = [[sum(b) + draw.uniform(0.5, 3)] for b in branches]
    prices = [(sum(leaf) - sum(b)) / (len(b) - 1) for leaf, b in zip(leaves, branches, strict=True)]
    beta = draw.uniform(0, 3)
    return {"S": sum(leaves, []), "T": sum(branches, []), "alpha_2": beta,
            "g": lambda t: prices[leaves.index(t)],
            "R": sum, "t_": leaves, "T_t_": branches, "T_{t_j}": branches,
            "C_{\\alpha_2}": lambda tree: sum(
                r + beta for r in tree), "over": {"j": [1, 2, 3]}}


def a_standard_error(draw: np.random.Generator) -> dict:
    """The standard error of a proportion of errors."""
    n, p = int(draw.integers(3, 12)), draw.uniform(0.1, 0.6)
    return {"n": n, "hat p": p, "se": binom.std(n, p) / n}


VALUES = [
    (r"\sqrt{\hat p (1 - \hat p) / n}", a_standard_error, lambda of: of["se"]),
    (r"R(T_t) + \alpha |T_t|", a_branch, lambda of: sum(r + of["alpha"] for r in of["T_t"])),
    (r"R(t) + \alpha", a_branch, lambda of: of["t"][0] + of["alpha"]),
]
