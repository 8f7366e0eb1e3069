"""Letters of 04, kernels: features are built here, and every kernel value is their product."""
import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm
from sklearn.metrics.pairwise import rbf_kernel


def machine(draw: np.random.Generator) -> dict:
    """A Gaussian machine: the features of its samples and of two places, and weights of them."""
    places, gamma = draw.normal(size=(6, 2)), draw.uniform(0.2, 2)
    features = np.linalg.cholesky(rbf_kernel(places, gamma=gamma) + 1e-13 * np.eye(6))
    X, (x, z) = places[:4], places[4:]

    def varphi(place):
        return features[np.argmin(np.abs(places - place).sum(axis=1))]
    beta, b = draw.normal(size=4), draw.normal()
    w = sum(c * varphi(p) for c, p in zip(beta, X, strict=True))
    return {"x_": X, "x": x, "z": z, "varphi": varphi, "w": w, "b": b, "beta": beta,
            "alpha": np.abs(beta), "y": np.sign(beta), "K": features[:4] @ features[:4].T,
            "k": lambda p, q: varphi(p) @ varphi(q), "f": lambda p: w @ varphi(p) + b,
            "i": 2, "over": {"i": range(1, 5), "j": range(1, 5)}}


def gaussian(draw: np.random.Generator) -> dict:
    """The Gaussian kernel, of samples with three coordinates."""
    gamma, x, z = draw.uniform(0.1, 2), *draw.normal(size=(2, 3))
    return {"gamma": gamma, "x": x, "z": z,
            "k": lambda p, q: rbf_kernel([p], [q], gamma=gamma)[0, 0]}


def width(draw: np.random.Generator) -> dict:
    """The σ of a normal density that falls as the kernel does."""
    gamma = draw.uniform(0.1, 2)

    def too_wide(s):
        return norm.pdf(1, scale=s) / norm.pdf(0, scale=s) - np.exp(-gamma)
    return {"gamma": gamma, "sigma": brentq(too_wide, 0.1, 9)}


def bowl(draw: np.random.Generator) -> dict:
    """Two numbers, and the features of the example by hand."""
    x, z = draw.normal(size=2)
    return {"x": x, "z": z, "varphi": lambda v: np.array([v * v, np.sqrt(2) * v, 1])}


def representer(draw: np.random.Generator) -> dict:
    """A vector and its parts in and across the span of the samples."""
    phi, w = draw.normal(size=(3, 5)), draw.normal(size=5)
    along = phi.T @ np.linalg.lstsq(phi.T, w, rcond=None)[0]
    return {"varphi": lambda x: x, "x_": phi, "w": w, "w_parallel": along, "w_perp": w - along,
            "i": 2, "over": {"i": [1, 2, 3]}}


def _distance(gamma: float) -> float:
    """Return where the kernel has fallen to 1/e."""
    return brentq(lambda d: rbf_kernel([[0]], [[d]], gamma=gamma)[0, 0] - np.exp(-1), 1e-9, 9)


VALUES = [(r"1/\sqrt\gamma", gaussian, lambda of: _distance(of["gamma"]))]

SUPPOSED = {r"x = (2, 1)", r"y_i \langle w, \varphi(x_i) \rangle \le 0"}
