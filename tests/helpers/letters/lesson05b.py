"""Letters of 05b, nested cross-validation."""
import numpy as np
from scipy.stats import entropy


def folds(draw: np.random.Generator) -> dict:
    """k folds of equal size; Student's interval with the variance of a corrected mean."""
    k, size = map(int, draw.integers(2, 9, 2))
    s, t = draw.uniform(0.5, 2, 2)
    train = np.delete(np.arange(k * size), np.arange(size))
    ratio = size / len(train)
    return {"n": k * size, "k": k, "s": s, "t": t, "train": len(train), "n_test": size,
            "n_train": len(train),
            "reach": t * np.sqrt(s ** 2 / k + s ** 2 * ratio)}


def very_many_repeats(draw: np.random.Generator) -> dict:
    """Five folds, repeated without end."""
    s = draw.uniform(0.5, 2)
    return {"s": s, "least": 1.96 * np.sqrt(s ** 2 / 1e12 + s ** 2 * 20 / 80)}


def winners(draw: np.random.Generator) -> dict:
    """The shares of folds that chose each setting; and folds that all chose differently."""
    k = int(draw.integers(2, 12))
    p = draw.dirichlet(np.ones(k))
    return {"p": p, "k": k, "over": {"j": range(1, k + 1)}, "entropy": entropy(p, base=2),
            "most": entropy(np.ones(k), base=2)}


VALUES = [
    ("n - n/k", folds, lambda of: of["train"]),
    (r"t\, s \sqrt{1/k + n_{\text{test}}/n_{\text{train}}}", folds, lambda of: of["reach"]),
    (r"1.96\, s \sqrt{1/4}", very_many_repeats, lambda of: of["least"]),
    (r"\sum_j p_j \log_2 (1/p_j)", winners, lambda of: of["entropy"]),
    (r"\log_2 k", winners, lambda of: of["most"]),
]
