"""Letters of 07b, after a search."""
import numpy as np
from scipy.stats import entropy, multivariate_hypergeom, power_divergence


def counts(draw: np.random.Generator) -> dict:
    """A rule's counts by class, the shares of all samples, and any other shares."""
    m_k, theta, t = draw.integers(1, 20, 3), draw.dirichlet(np.ones(3)), draw.dirichlet(np.ones(3))
    m = int(m_k.sum())
    return {"m_": m_k, "m": m, "theta": theta, "hat theta": m_k / m, "t": t, "e": m * theta,
            "x": draw.uniform(0.1, 3),
            "G": power_divergence(m_k, m * theta, lambda_="log-likelihood").statistic,
            "over": {"k": [1, 2, 3]}}


def near_what_is_expected(draw: np.random.Generator) -> dict:
    """Many samples, and counts near what is expected."""
    theta = draw.dirichlet(5 * np.ones(3))
    e = 1e6 * theta
    delta = draw.normal(size=3) * 1e3
    delta -= delta.mean()
    return {"m_": e + delta, "e": e, "delta": delta,
            "X": np.sqrt(power_divergence(e + delta, e).statistic), "over": {"k": [1, 2, 3]},
            "G": power_divergence(e + delta, e, lambda_="log-likelihood").statistic}


def one_class_of_them(draw: np.random.Generator) -> dict:
    """The same for one class."""
    known, k = near_what_is_expected(draw), int(draw.integers(1, 4))
    return {"k": k, "e": known["e"], "delta": known["delta"],
            "x": (known["m_"] / known["e"] - 1)[k - 1]}


def covered_and_not(draw: np.random.Generator) -> dict:
    """The statistic of both, covered and uncovered samples."""
    m_k, u_k = draw.integers(1, 20, (2, 3))
    n_k = m_k + u_k
    m, u, n = int(m_k.sum()), int(u_k.sum()), int(n_k.sum())

    def G(k, of):
        return power_divergence(k, of * n_k / n, lambda_="log-likelihood").statistic
    return {"m_": m_k, "u_": u_k, "n_": n_k, "m": m, "u": u, "n": n, "G": G(m_k, m),
            "G'": G(u_k, u),
            "H_n": entropy(n_k), "H_m": entropy(m_k), "H_u": entropy(u_k), "over": {"k": [1, 2, 3]}}


def drawn_without_replacement(draw: np.random.Generator) -> dict:
    """m of n samples, drawn without replacement; the variances by SciPy."""
    n_k = draw.integers(3, 20, 3)
    n = int(n_k.sum())
    m = int(draw.integers(2, n - 1))
    cov = multivariate_hypergeom(m=n_k, n=m).cov()
    k = int(draw.integers(1, 4))
    theta = n_k / n
    return {"n": n, "m": m, "theta": theta, "c": 3, "k": k, r"\text{Var}\,m_k": cov[k - 1, k - 1],
            r"\mathbb{E} X^2": float(np.sum(np.diag(cov) / (m * theta)))}


def its_mean(draw: np.random.Generator) -> dict:
    """The mean of Pearson's statistic."""
    known = drawn_without_replacement(draw)
    return {**{k: v for k, v in known.items() if k != "k"}, "over": {"k": [1, 2, 3]}}


def its_mean_of_both(draw: np.random.Generator) -> dict:
    """Pearson's statistic of covered and uncovered samples together, and its mean."""
    known = covered_and_not(draw)
    n_k, m, n = known["n_"], known["m"], known["n"]
    theta = n_k / n
    both = power_divergence(known["m_"], m * theta).statistic \
        + power_divergence(known["u_"], (n - m) * theta).statistic
    return {"m": m, "n": n, "c": 3,
            "X": np.sqrt(power_divergence(known["m_"], m * theta).statistic), "both": both,
            "mean": sum((1 / m + 1 / (n - m)) * v / t for v, t in zip(np.diag(
                multivariate_hypergeom(m=n_k, n=m).cov()), theta, strict=True))}


def two_classes(draw: np.random.Generator) -> dict:
    """Pearson's statistic of a rule with two classes."""
    m_k, theta = draw.integers(1, 20, 2), draw.dirichlet(np.ones(2))
    m = int(m_k.sum())
    return {"m_": m_k, "m": m, "theta": theta,
            "pearson": power_divergence(m_k, m * theta).statistic}


def the_uncovered(draw: np.random.Generator) -> dict:
    """What a rule does not cover: how far its counts lie from those that are expected."""
    known, k = covered_and_not(draw), int(draw.integers(1, 4))
    theta = known["n_"] / known["n"]
    expected = known["u"] * theta[k - 1]
    return {"m_": known["m_"], "e": known["m"] * theta, "n": known["n"], "m": known["m"],
            "theta": theta, "k": k,
            "expected": expected, "deviation": known["u_"][k - 1] - expected}


VALUES = [
    (r"X^2 \cdot \frac{n}{n - m}", its_mean_of_both, lambda of: of["both"]),
    (r"(c - 1) \frac{n}{n - 1}", its_mean_of_both, lambda of: of["mean"]),
    (r"(m_1 - m\theta_1)^2 / (m\,\theta_1 (1 - \theta_1))", two_classes, lambda of: of["pearson"]),
    ("e_k - m_k", the_uncovered, lambda of: of["deviation"]),
    (r"(n - m)\theta_k", the_uncovered, lambda of: of["expected"]),
]


SUPPOSED = [r"G = 2 m \ln 2"]
