"""Letters of 01b, rates and luck."""
import numpy as np
from scipy.optimize import brentq
from scipy.stats import bernoulli, binom


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
    return {"N": 1309, "n": 891, "m": 418, "found": ["n"]}


def two_parts(draw: np.random.Generator) -> dict:
    """Any labels, parted at random; v their variance, kappa the covariance of two draws."""
    n, m = draw.integers(3, 9, 2)
    y = draw.integers(0, 2, n + m)
    y[:2] = [0, 1]
    N = n + m
    off = y - y.mean()
    pairs = np.outer(off, off)
    kappa = (pairs.sum() - np.trace(pairs)) / (N * (N - 1))
    return {"N": N, "n": n, "m": m, "v": np.var(y), "kappa": kappa, "hat p_n": y[:n].mean(),
            "hat p_m": y[n:].mean(),
            "hat p_N": y.mean()}


def end_of_wilson(draw: np.random.Generator) -> dict:
    """The lower end of Wilson's interval."""
    n, z, k, low, _ = _ends(draw)
    return {"r": k / n, "l": low, "z": z, "n": n}


def a_rate(draw: np.random.Generator) -> dict:
    """The rate of n independent fates."""
    n, p = int(draw.integers(2, 40)), draw.uniform(0.05, 0.95)
    return {"n": n, "p": p, "variance": binom.var(n, p) / n ** 2, "nobody": binom.pmf(0, n, p)}


def two_groups(draw: np.random.Generator) -> dict:
    """Two rates with the ends of their intervals, and the long sides of two right angles."""
    r = draw.uniform(0.3, 0.7, 2)
    low, high = r - draw.uniform(0.05, 0.2, 2), r + draw.uniform(0.05, 0.2, 2)
    return {"r_1": r[1], "r_0": r[0], "l_1": low[1], "l_0": low[0], "u_1": high[1], "u_0": high[0],
            "down": abs(complex(r[1] - low[1], high[0] - r[0])),
            "up": abs(complex(high[1] - r[1], r[0] - low[0]))}


def tickets(draw: np.random.Generator) -> dict:
    """Survivors on tickets of several sizes, and the standard error of their rate."""
    C = int(draw.integers(3, 7))
    size = draw.integers(1, 6, C)
    k = draw.integers(0, size + 1)
    off = k - k.sum() / size.sum() * size
    return {"C": C, "n": size.sum(), "hat p": k.sum() / size.sum(), "n_": size, "k_": k,
            "over": {"c": range(1, C + 1)}, "error": np.std(off, ddof=1) * C**0.5 / size.sum()}


def clusters(draw: np.random.Generator) -> dict:
    """C tickets of s passengers; the variance of a sum by the matrix of covariances."""
    C, s = map(int, draw.integers(2, 6, 2))
    rho, p = draw.uniform(0, 0.8), draw.uniform(0.2, 0.8)
    same = np.kron(np.eye(C), np.ones((s, s)))
    cov = p * (1 - p) * (rho * same + (1 - rho) * np.eye(C * s))
    return {"C": C, "s": s, "n": C * s, "rho": rho, "p": p, r"\operatorname{Var}(k)": cov.sum(),
            "found": ["n"]}


def independent_rows(draw: np.random.Generator) -> dict:
    """The variance of a binomial count, and by how much clusters enlarge it."""
    known = clusters(draw)
    return {**known, "alone": binom.var(known["n"], known["p"]),
            "factor": known[r"\operatorname{Var}(k)"] / binom.var(
        known["n"], known["p"])}


def a_ticket(draw: np.random.Generator) -> dict:
    """The covariance matrix of the fates on one ticket."""
    s, rho, p = int(draw.integers(2, 6)), draw.uniform(0, 0.8), draw.uniform(0.2, 0.8)
    fates = p * (1 - p) * (rho * np.ones((s, s)) + (1 - rho) * np.eye(s))
    off = ~np.eye(s, dtype=bool)
    return {"s": s, "rho": rho, "p": p, "variance": bernoulli.var(p), "pairs": off.sum(),
            "covariance": fates[off][0]}


VALUES = [
    (r"z \sqrt{\hat p (1 - \hat p)/n + z^2/(4n^2)}", sum_of_the_roots,
     lambda of: of["half"] * (of["n"] + of["z"] ** 2) / of["n"]),
    (r"(2 n \hat p + z^2)/(2n + 2z^2)", sum_of_the_roots, lambda of: of["middle"]),
    ("p(1-p)/n", a_rate, lambda of: of["variance"]),
    ("(1-p)^n", a_rate, lambda of: of["nobody"]),
    (r"\frac{1}{n} \sqrt{ \frac{C}{C-1} \sum_c (k_c - \hat p\, n_c)^2 }", tickets,
     lambda of: of["error"]),
    (r"n\,p(1-p)", independent_rows, lambda of: of["alone"]),
    (r"1 + (s-1)\rho", independent_rows, lambda of: of["factor"]),
    ("p(1-p)", a_ticket, lambda of: of["variance"]),
    ("s(s-1)", a_ticket, lambda of: of["pairs"]),
    (r"\rho\, p(1-p)", a_ticket, lambda of: of["covariance"]),
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
