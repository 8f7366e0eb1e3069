"""Letters of 07, rule learning."""
import numpy as np
from scipy.integrate import quad
from scipy.stats import power_divergence


def two_events(draw: np.random.Generator) -> dict:
    """Two events by the probabilities of the four cases."""
    both, a, b, none = draw.dirichlet(np.ones(4))
    A, B = both + a, both + b
    rest = none + b
    Pr = {"A": A, "B": B}
    return {"Pr": lambda *e: both if len(e) == 2 else Pr[e[0]], "A": "A", "B": "B",
            "lift": both / A / B,
            "s": A, "RR": (both / A) / (b / rest), r"\Pr(A, B) / (\Pr(A) \Pr(B))": both / A / B,
            r"\frac{\Pr(B \mid A)}{\Pr(B)}": (both / A) / B}


def quality_of_a_complex(draw: np.random.Generator) -> dict:
    """Positives covered and negatives left out, counted."""
    positive, covered = draw.integers(0, 2, 20), draw.integers(0, 2, 20)
    return {"m^+": np.sum(positive & covered), "n^-": np.sum(1 - positive),
            "m^-": np.sum((1 - positive) & covered),
            "q": np.sum(positive == covered)}


def laplace(draw: np.random.Generator) -> dict:
    """The mean of r under the density r^a (1 − r)^b."""
    a, b = map(int, draw.integers(1, 6, 2))
    mean = quad(lambda r: r ** (a + 1) * (1 - r) ** b, 0,
                1)[0] / quad(lambda r: r ** a * (1 - r) ** b, 0, 1)[0]
    return {"a": a, "b": b, r"\int r^{a+1} (1-r)^b\,dr \big/ \int r^a (1-r)^b\,dr": mean}


def counts(draw: np.random.Generator) -> dict:
    """A rule's counts by class, the shares of all samples, and any other shares."""
    m_k, theta, t = draw.integers(1, 20, 3), draw.dirichlet(np.ones(3)), draw.dirichlet(np.ones(3))
    m = int(m_k.sum())
    return {"m_": m_k, "m": m, "theta": theta, "hat theta": m_k / m, "t": t, "e": m * theta,
            "x": draw.uniform(0.1, 3),
            "G": power_divergence(m_k, m * theta, lambda_="log-likelihood").statistic,
            "over": {"k": [1, 2, 3]}}


def at_one(_: np.random.Generator) -> dict:
    """Where the line touches the logarithm."""
    return {"x": 1.0}


def at_the_shares_of_the_rule(draw: np.random.Generator) -> dict:
    """The shares t of the rule itself."""
    known = counts(draw)
    return {**known, "t": known["hat theta"]}


TIGHT = [
    (r"\ln x", at_one), (r"\sum_k m_k \ln \frac{t_k}{\hat\theta_k}", at_the_shares_of_the_rule),
    (r"\sum_k m_k \ln t_k", at_the_shares_of_the_rule),
]
