"""Letters of 05b, nested cross-validation."""
from itertools import product

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


def one_correlation(draw: np.random.Generator) -> dict:
    """k scores with one variance, any two with one correlation; moments by their covariance."""
    k, rho, sigma = int(draw.integers(2, 12)), draw.uniform(0.05, 0.6), draw.uniform(0.5, 2)
    cov = sigma ** 2 * (rho * np.ones((k, k)) + (1 - rho) * np.eye(k))
    mean, centred = np.full(k, 1 / k), np.eye(k) - 1 / k
    variance, square = mean @ cov @ mean, np.trace(centred @ cov @ centred) / (k - 1)
    return {"k": k, "rho": rho, "sigma": sigma, "variance": variance, "square": square,
            "factor": variance / square}


def guess(draw: np.random.Generator) -> dict:
    """Sizes of an outer part; the guess is the share of test samples in random splits."""
    test, train = map(int, draw.integers(2, 60, 2))
    return {"n_test": test, "n_train": train, "rho": test / (test + train)}


def _tuned(y: np.ndarray) -> int:
    """Choose between the majority and the first label in two inner folds, then learn again."""
    rules = (lambda labels: int(labels.mean() > 0.5), lambda labels: int(labels[0]))
    half = (np.arange(len(y)) % 2).astype(bool)
    means = [np.mean([np.mean(y[half == out] == rule(y[half != out])) for out in (False, True)])
             for rule in rules]
    return rules[int(np.argmax(means))](y)


def all_tables(draw: np.random.Generator) -> dict:
    """Tuned A over all tables of n and of r labels that are 1 with probability p."""
    k, size, p = 2 + int(draw.integers(2)), 2, draw.uniform(0.1, 0.9)
    n, r = k * size, (k - 1) * size

    def mean(count, right):
        return sum(np.prod(np.where(y, p, 1 - p)) * right(np.array(y)) for y in
                   product([0, 1], repeat=count))

    def nested(y):
        return np.mean([_tuned(np.delete(y, range(v, v + size))) == y[i]
                        for v in range(0, n, size) for i in range(v, v + size)])
    return {"n": n, "k": k, r"\mathbb E\, \mathrm{CV}": mean(n, nested),
            r"\mathrm{Acc}\bigl(n - \tfrac nk\bigr)":
                mean(r + 1, lambda y: _tuned(y[:r]) == y[r])}


VALUES = [
    ("n - n/k", folds, lambda of: of["train"]),
    (r"t\, s \sqrt{1/k + n_{\text{test}}/n_{\text{train}}}", folds, lambda of: of["reach"]),
    (r"1.96\, s \sqrt{1/4}", very_many_repeats, lambda of: of["least"]),
    (r"\sum_j p_j \log_2 (1/p_j)", winners, lambda of: of["entropy"]),
    (r"\log_2 k", winners, lambda of: of["most"]),
    (r"\tfrac{1}{k^2}\bigl(k \sigma^2 + k (k - 1) \rho \sigma^2\bigr)", one_correlation,
     lambda of: of["variance"]),
    (r"\sigma^2 \bigl(\tfrac1k + \tfrac{k-1}{k} \rho\bigr)", one_correlation,
     lambda of: of["variance"]),
    (r"\sigma^2 (1 - \rho)", one_correlation, lambda of: of["square"]),
    (r"\tfrac1k + \tfrac{\rho}{1 - \rho}", one_correlation, lambda of: of["factor"]),
]
