"""Letters of 01b, the Titanic data."""
import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom, norm


def _ends(draw):
    """Return n, z, k and the two rates from which k/n is just z standard errors away."""
    n, z = int(draw.integers(5, 60)), draw.uniform(1, 3)
    k = int(draw.integers(1, n))

    def outside(p):
        return abs(k / n - p) - z * np.sqrt(p * (1 - p) / n)
    return n, z, k, brentq(outside, 1e-9, k / n), brentq(outside, k / n, 1 - 1e-9)


def wilson(draw: np.random.Generator) -> dict:
    """A rate p that lies in Wilson's interval, near an end."""
    n, z, k, low, high = _ends(draw)
    p = low + (high - low) * draw.choice([0.001, 0.999])
    return {"n": n, "z": z, "k": k, "hat p": k / n, "p": p}


def polynomial_of_wilson(draw: np.random.Generator) -> dict:
    """The discriminant, from the distance of the two roots."""
    n, z, k, low, high = _ends(draw)
    return {"n": n, "z": z, "hat p": k / n, r"(2n\hat p + z^2)^2 - 4 (n + z^2)\, n \hat p^2":
            ((high - low) * (n + z ** 2)) ** 2}


def sum_of_the_roots(draw: np.random.Generator) -> dict:
    """The middle of the two ends."""
    n, z, k, low, high = _ends(draw)
    return {"n": n, "z": z, "k": k, "hat p": k / n, "middle": (low + high) / 2,
            "half": (high - low) / 2}


def the_split(_: np.random.Generator) -> dict:
    """The sizes of the two parts of the data."""
    return {"N": 1309, "n": 891, "m": 418,
            r"\Pr(|1.77\, Z| \le 1.96)": norm.cdf(1.96 / 1.77) - norm.cdf(-1.96 / 1.77),
            r"\Pr(|Z| \le 1.96 / 1.77)": 1 - 2 * norm.sf(1.96 / 1.77)}


def two_parts(draw: np.random.Generator) -> dict:
    """Any labels, parted at random; v their variance, c the covariance of two that are drawn."""
    n, m = draw.integers(3, 9, 2)
    y = draw.integers(0, 2, n + m)
    y[:2] = [0, 1]
    N = n + m
    off = y - y.mean()
    pairs = np.outer(off, off)
    c = (pairs.sum() - np.trace(pairs)) / (N * (N - 1))
    return {"N": N, "n": n, "m": m, "v": np.var(y), "c": c, "hat p_n": y[:n].mean(),
            "hat p_m": y[n:].mean(),
            "hat p_N": y.mean()}


def share_at_an_age(draw: np.random.Generator) -> dict:
    """Two densities of age and the share of survivors; the rate by counting in a thin strip."""
    share, spread = draw.uniform(0.2, 0.8), draw.uniform(5, 15, 2)
    lived, died = norm(30, spread[0]), norm(35, spread[1])
    a, h = 28, 1e-6
    yes = share * (lived.cdf(a + h) - lived.cdf(a))
    no = (1 - share) * (died.cdf(a + h) - died.cdf(a))
    return {"pi": share, "a": a, "f_1": lived.pdf, "f_0": died.pdf,
            "rate": lambda a: yes / (yes + no)}


def strata(draw: np.random.Generator) -> dict:
    """Rates in three strata, the ends of their intervals, and the interval of the standardised
    rate."""
    n, w = draw.integers(20, 60, 3), draw.dirichlet(np.ones(3))
    r = draw.uniform(0.3, 0.7, 3)
    l, u = r - draw.uniform(0.05, 0.2, 3), r + draw.uniform(0.05, 0.2, 3)  # noqa: E741
    return {"w": w, "r": r, "l": l, "u": u, "n": n, "r_std": np.average(r, weights=w),
            "over": {"s": [1, 2, 3]},
            "low": np.average(r, weights=w) - np.linalg.norm(w * (r - l)),
            "high": np.average(r, weights=w) + np.linalg.norm(w * (u - r))}


def end_of_wilson(draw: np.random.Generator) -> dict:
    """The lower end of Wilson's interval."""
    n, z, k, low, _ = _ends(draw)
    return {"r": k / n, "l": low, "z": z, "n": n}


def weights_of_strata(draw: np.random.Generator) -> dict:
    """The weight of a stratum is the inverse of the variance of its difference, for a
    variance of 1."""
    n1, n0 = draw.integers(3, 30, (2, 3))
    v = draw.uniform(0.1, 0.25)
    variance = v / n1 + v / n0
    return {"n_1s": float(n1[0]), "n_0s": float(n0[0]), "v": v, "w_s": v / variance[0]}


def a_rate(draw: np.random.Generator) -> dict:
    """The rate of n independent fates."""
    n, p = int(draw.integers(2, 40)), draw.uniform(0.05, 0.95)
    return {"n": n, "p": p, "variance": binom.var(n, p) / n ** 2, "nobody": binom.pmf(0, n, p)}


VALUES = [
    (r"z \sqrt{\hat p (1 - \hat p)/n + z^2/(4n^2)}", sum_of_the_roots,
     lambda of: of["half"] * (of["n"] + of["z"] ** 2) / of["n"]),
    (r"(2 n \hat p + z^2)/(2n + 2z^2)", sum_of_the_roots, lambda of: of["middle"]),
    ("p(1-p)/n", a_rate, lambda of: of["variance"]),
    ("(1-p)^n", a_rate, lambda of: of["nobody"]),
]


def at_an_end(draw: np.random.Generator) -> dict:
    """A rate p at an end of Wilson's interval."""
    n, z, k, low, high = _ends(draw)
    return {"n": n, "z": z, "k": k, "hat p": k / n, "p": draw.choice([low, high])}


TIGHT = [
    (r"(\hat p - p)^2", at_an_end), (r"\; n \hat p^2 - 2 n \hat p\, p + n p^2", at_an_end),
    (r"\; (n + z^2)\, p^2 - (2 n \hat p + z^2)\, p + n \hat p^2", at_an_end),
    (r"|\hat p - p|", at_an_end),
]
