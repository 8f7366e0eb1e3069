"""Letters of 05c, pipelines."""
import numpy as np
from formulas import slope
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import norm


def scores(draw: np.random.Generator) -> dict:
    """Scores with a shared and an own part; variances by the matrix of their covariances."""
    J, rho, sigma = int(draw.integers(2, 12)), draw.uniform(0.05, 0.6), draw.uniform(0.5, 2)
    cov = sigma ** 2 * (rho * np.ones((J, J)) + (1 - rho) * np.eye(J))
    mean = np.full(J, 1 / J)
    centre = np.eye(J) - 1 / J
    return {"J": J, "rho": rho, "sigma": sigma, r"\operatorname{Var} \bar S": mean @ cov @ mean,
            r"\mathbb E\, s^2": np.trace(centre @ cov) / (J - 1)}


def expected_square(draw: np.random.Generator) -> dict:
    """The last two where the expectation of s² is a factor."""
    known = scores(draw)
    factor = known[r"\mathbb E\, s^2"]
    return {**known, r"\mathbb E\, s^2 / (1 - \rho)": factor / (1 - known["rho"]),
            r"\bigl(\tfrac1J + \tfrac{\rho}{1 - \rho}\bigr)\, \mathbb E\, s^2":
            (1 / known["J"] + known["rho"] / (1 - known["rho"])) * factor}


def shares(draw: np.random.Generator) -> dict:
    """The share of the test samples."""
    test, train = map(int, draw.integers(5, 50, 2))
    return {"n_test": test, "n_train": train, "rho": test / (test + train)}


def costs(draw: np.random.Generator) -> dict:
    """The chance at which both answers cost the same, and a larger one."""
    yes, no = draw.uniform(0.5, 5, 2)
    same = np.roots([-(yes + no), no])[0]
    return {"c_FP": no, "c_FN": yes, "theta^*": same, "p": draw.uniform(same, 1)}


def a_fit(draw: np.random.Generator) -> dict:
    """The likelihood of normal residuals with variance v."""
    r, v = draw.normal(size=9), draw.uniform(0.5, 2)

    def twice(v):
        return -2 * norm.logpdf(r, scale=np.sqrt(v)).sum()
    return {"n": 9, "v": v, "RSS": np.sum(r ** 2), "minus twice": twice(v),
            "slope": slope(twice, v),
            "best": twice(np.mean(r ** 2)) - 9 * (1 + np.log(2 * np.pi))}


def most_probable_variance(draw: np.random.Generator) -> dict:
    """The variance with the largest likelihood, by a search."""
    r = draw.normal(size=9)
    best = minimize_scalar(lambda v: -norm.logpdf(r, scale=np.sqrt(v)).sum(), bounds=(0.01, 9),
                           method="bounded",
                           options={"xatol": 1e-12}).x
    return {"n": 9, "RSS": np.sum(r ** 2), "v": best}


def repeats(draw: np.random.Generator) -> dict:
    """The corrected interval of J scores; several intervals; the costs of saying yes."""
    J, m = map(int, draw.integers(2, 12, 2))
    s, t, p, c = draw.uniform(0.1, 0.9, 4)
    test, train = map(int, draw.integers(5, 50, 2))
    return {"J": J, "s": s, "t": t, "m": m, "p": p, "c_FP": c, "n_test": test, "n_train": train,
            "reach": t * np.sqrt(s ** 2 / J + s ** 2 * test / train),
            "each": 1 - brentq(lambda a: m * a - 0.05, 0, 1),
            "error": np.sqrt(s ** 2 / J), "yes": np.average([0, c], weights=[p, 1 - p])}


VALUES = [
    (r"n \ln(2\pi v) + \mathrm{RSS}/v", a_fit, lambda of: of["minus twice"]),
    (r"n/v - \mathrm{RSS}/v^2", a_fit, lambda of: of["slope"]),
    (r"n \ln(\mathrm{RSS}/n)", a_fit, lambda of: of["best"]),
    (r"t\, s \sqrt{1/J + n_{\text{test}}/n_{\text{train}}}", repeats, lambda of: of["reach"]),
    ("1 - 0.05/m", repeats, lambda of: of["each"]),
    (r"s/\sqrt J", repeats, lambda of: of["error"]),
    (r"(1 - p)\, c_{\text{FP}}", repeats, lambda of: of["yes"]),
]


def at_the_threshold(draw: np.random.Generator) -> dict:
    """Both answers cost the same."""
    known = costs(draw)
    return {**known, "p": known["theta^*"]}


TIGHT = [
    (r"(1 - p)\, c_{\text{FP}}", at_the_threshold),
]
