"""Letters of 05d, errors and costs."""
import numpy as np
from formulas import slope
from scipy.stats import bernoulli


def costs(draw: np.random.Generator) -> dict:
    """The probability at which both answers cost the same, and a larger one."""
    yes, no = draw.uniform(0.5, 5, 2)
    same = np.roots([-(yes + no), no])[0]
    return {"c_FP": no, "c_FN": yes, "theta^*": same, "p": draw.uniform(same, 1)}


def at_the_threshold(draw: np.random.Generator) -> dict:
    """Both answers cost the same."""
    known = costs(draw)
    return {**known, "p": known["theta^*"]}


def answers(draw: np.random.Generator) -> dict:
    """The mean cost of each answer, as a mean over the two fates."""
    p, yes, no = draw.uniform(0.1, 0.9, 3)
    return {"p": p, "c_FP": yes, "c_FN": no, "yes": np.average([0, yes], weights=[p, 1 - p]),
            "no": np.average([no, 0], weights=[p, 1 - p])}


def penalties(draw: np.random.Generator) -> dict:
    """Mean penalties of a stated probability q, as means over the two fates; a slope."""
    p, q = draw.uniform(0.1, 0.9, 2)
    fate, chance = np.array([1, 0]), np.array([p, 1 - p])

    def loss(q):
        return -np.sum(chance * bernoulli.logpmf(fate, q))
    return {"p": p, "q": q, "log": loss(q), "slope": slope(loss, q)}


VALUES = [
    (r"(1 - p)\, c_{\text{FP}}", answers, lambda of: of["yes"]),
    (r"p\, c_{\text{FN}}", answers, lambda of: of["no"]),
    (r"-p \ln q - (1 - p) \ln(1 - q)", penalties, lambda of: of["log"]),
]

TIGHT = [
    (r"(1 - p)\, c_{\text{FP}}", at_the_threshold),
]
