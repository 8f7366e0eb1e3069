"""The values of a kernel for all pairs: from a name, a function, or a combination of kernels.

Legend: as in `coursekit.kernels.vectors`.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from coursekit.checks import require_between, require_choice, require_finite
from coursekit.kernels.vectors import _samples, _table, from_products, linear, polynomial, rbf

KERNELS: dict[str, Callable[..., np.ndarray]] = {"linear": linear, "poly": polynomial, "rbf": rbf}


def gram(kernel: str | Callable, X: np.ndarray, Z: np.ndarray | None = None,
         **params) -> np.ndarray:
    """Return the kernel values of all pairs, shape (n, m); without ``Z`` the Gram matrix of X.

    The kernel is "linear", "poly", "rbf" or a function of ``(X, Z, **params)``; params are
    ``gamma``, ``degree`` and ``coef0``, if the kernel has them. A kernel that returns the wrong
    shape or NaN raises a ValueError.

    >>> gram("poly", np.array([[1.0], [2.0]]), degree=2)
    array([[ 1.,  4.],
           [ 4., 16.]])
    """
    X, Z = _samples(X, Z)
    if not callable(kernel) and not (isinstance(kernel, str) and kernel in KERNELS):
        raise ValueError(f"kernel must be one of {list(KERNELS)} or a function of (X, Z), "
                         f"got {kernel!r}")
    K = (kernel if callable(kernel) else KERNELS[kernel])(X, Z, **params)
    wanted = (len(X), len(Z))
    if np.shape(K) != wanted:
        raise ValueError(f"kernel must return an array of shape {wanted}, got {np.shape(K)}; "
                         "one row per sample of X, one column per sample of Z")
    return require_finite("kernel values", K)


def diagonal(kernel: str | Callable, X: np.ndarray, **params) -> np.ndarray:
    """Return K_ii, shape (n,), without the rest of the matrix."""
    X = _table("X", X)
    if not callable(kernel):
        require_choice("kernel", kernel, KERNELS)
    if kernel == "rbf":
        return np.ones(len(X))
    if callable(kernel):
        return np.array([gram(kernel, x[None], **params)[0, 0] for x in X])
    return from_products(kernel, np.einsum("ij,ij->i", X, X), **params)


def resolve_gamma(gamma: str | float, X: np.ndarray,
                  sample_weight: np.ndarray | None = None) -> float:
    """Return γ as a number: "scale" is 1/(d·Var X), "auto" is 1/d, a number stays as it is.

    Var X is the variance of all entries of X (n, d); a sample of weight 2 counts twice in it. If
    it is 0, γ is 1.

    >>> X = np.array([[0.0, 0.0], [2.0, 2.0]])
    >>> resolve_gamma("scale", X), resolve_gamma("auto", X), resolve_gamma(3, X)
    (0.5, 0.5, 3.0)
    """
    if isinstance(gamma, str):
        if gamma not in ("scale", "auto"):
            raise ValueError(f'gamma must be "scale", "auto" or a positive number, got {gamma!r}')
        X = _table("X", X)
        variance = 1.0 if gamma == "auto" else _variance(X, sample_weight)
        return 1.0 / (X.shape[1] * variance) if variance > 0 else 1.0
    return require_between("gamma", gamma, 0, np.inf, open_ends=True)


def _variance(X: np.ndarray, weight: np.ndarray | None) -> float:
    if weight is None:
        return float(X.var())
    middle = np.average(X.mean(axis=1), weights=weight)
    return float(np.average(np.mean((X - middle) ** 2, axis=1), weights=weight))


@dataclass(frozen=True, eq=False)
class Kernel:
    """A kernel with its parameters, which can be added, multiplied, and scaled by a number ≥ 0.

    Sums, products and such multiples of kernels are kernels again. As it can be called with
    samples, ``SVC(kernel=…)`` accepts it.

    ``function``: as for `gram`; scikit-learn's pairwise kernels work as well.
    ``params``: its parameters.

    >>> both = 2 * Kernel("linear") + Kernel("linear") * Kernel("poly", {"degree": 2})
    >>> both(np.array([[1.0], [2.0]]))
    array([[ 3., 12.],
           [12., 72.]])
    """

    function: str | Callable
    params: dict = field(default_factory=dict)

    def __call__(self, X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
        """Return the values of all pairs, as `gram` does."""
        return gram(self.function, X, Z, **self.params)

    def __add__(self, other: Kernel) -> Kernel:
        return Kernel(_sum, {"parts": (self, _kernel(other))})

    def __mul__(self, other: Kernel | float) -> Kernel:
        if not isinstance(other, Kernel):
            return Kernel(_multiple, {"part": self, "factor": _factor(other)})
        return Kernel(_product, {"parts": (self, other)})

    __rmul__ = __mul__


def _kernel(other) -> Kernel:
    if not isinstance(other, Kernel):
        raise TypeError(f"only a Kernel can be added to a Kernel, got {type(other).__name__}; "
                        "wrap a function as Kernel(function)")
    return other


def _factor(number) -> float:
    name = "factor of a kernel"
    return require_between(name, require_finite(name, number), 0, np.inf)


def _sum(X: np.ndarray, Z: np.ndarray, parts: tuple[Kernel, Kernel]) -> np.ndarray:
    return parts[0](X, Z) + parts[1](X, Z)


def _product(X: np.ndarray, Z: np.ndarray, parts: tuple[Kernel, Kernel]) -> np.ndarray:
    return parts[0](X, Z) * parts[1](X, Z)


def _multiple(X: np.ndarray, Z: np.ndarray, part: Kernel, factor: float) -> np.ndarray:
    return factor * part(X, Z)
