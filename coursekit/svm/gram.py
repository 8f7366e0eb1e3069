"""The Gram matrix of a problem: held in memory, or computed row by row when needed.

Legend: ``K`` (n, n) Gram matrix, ``X`` (n, d) samples, ``beta`` (n,) coefficients, here α_i y_i.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from coursekit.checks import require_between
from coursekit.kernels import diagonal, from_products, gram

MAX_BLOCK_NUMBERS = 2**18   # at once, as all rows together might not fit into memory
MAX_SQUARED_NORM = 1e4      # of γ‖x‖²: beyond, a product would lose more than four digits


class DenseGram:
    """A Gram matrix held in memory.

    ``n``: number of samples.
    ``diagonal`` (n,).
    ``row_cost``: numbers read to get one value: 1 here, d where it is computed.
    ``shifts`` (n,): for the samples as given, K·beta is larger by beta·shifts: 0 here.

    >>> G = DenseGram(np.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> G.rows([1]), G.dot(np.array([1.0, -1.0]))
    (array([[1., 3.]]), array([ 1., -2.]))
    """

    row_cost = 1

    def __init__(self, K: np.ndarray):
        self.K = K
        self.n = len(K)
        self.diagonal = np.diagonal(K).copy()
        self.shifts = np.zeros(self.n)

    def rows(self, indices: np.ndarray) -> np.ndarray:
        """Return a copy of several rows, shape (k, n)."""
        return self.K[indices]

    def recentred(self, centred: bool) -> DenseGram:
        """Return the matrix itself: there are no samples to centre."""
        return self

    def restrict(self, indices: np.ndarray) -> DenseGram:
        """Return the Gram matrix of the given samples."""
        return DenseGram(self.K[np.ix_(indices, indices)])

    def to_array(self) -> np.ndarray:
        """Return the whole matrix, shape (n, n)."""
        return self.K

    def dot(self, beta: np.ndarray) -> np.ndarray:
        """Return K·beta, shape (n,), reading only the rows with non-zero coefficient."""
        used = np.flatnonzero(beta)
        if 2 * len(used) > self.n:
            return self.K @ beta
        return beta[used] @ self.K[used]


class LazyGram:
    """A Gram matrix whose rows are computed when needed, the whole only on request.

    ``X`` (n, d).
    ``kernel``, ``**params``: as for `coursekit.kernels.gram`.
    ``centred``: centre the samples if the kernel is linear. Where Σ beta = 0, that changes neither
        β·K·β nor w, and far from the origin it keeps digits that the products would lose.

    Attributes: ``n``, ``diagonal``, ``row_cost`` as in `DenseGram`.
    ``shifts`` (n,): ⟨x_i - mean, mean⟩ if the samples are centred.
    ``given``, ``X`` (n, d): samples as given, and as used.
    ``factors``: two arrays whose product `from_products` turns into kernel values.

    >>> G = LazyGram(np.array([[0.0], [1.0], [2.0]]), "rbf", gamma=1.0)
    >>> G.rows([0]).round(3)
    array([[1.   , 0.368, 0.018]])
    """

    def __init__(self, X: np.ndarray, kernel: str | Callable = "linear", *, centred: bool = False,
                 **params):
        self.given, self.kernel, self.params = X, kernel, params
        self.n, self.centred = len(X), centred
        self.X, self.shifts = X, np.zeros(len(X))
        if centred and kernel == "linear":
            centre = X.mean(axis=0)
            self.X = X - centre
            self.shifts = self.X @ centre
        if callable(kernel):    # a bad kernel is rejected before the work begins
            gram(kernel, X[:1], **params)
        else:
            _ = self.diagonal   # the same
        self.factors = None if callable(kernel) else \
            distance_factors(X, **params) if kernel == "rbf" else (self.X, self.X.T)
        self._dense: DenseGram | None = None    # once the whole matrix is needed

    def recentred(self, centred: bool) -> LazyGram:
        """Return the matrix of the same samples, centred or not."""
        if self.kernel != "linear" or centred == self.centred:
            return self
        return LazyGram(self.given, "linear", centred=centred)

    @property
    def row_cost(self) -> int:
        """Numbers read to get one value."""
        return self.X.shape[1] if self._dense is None else 1

    @cached_property
    def diagonal(self) -> np.ndarray:
        """K_ii, shape (n,)."""
        return diagonal(self.kernel, self.X, **self.params)

    def rows(self, indices: np.ndarray | slice) -> np.ndarray:
        """Return several rows, shape (k, n)."""
        if self._dense is not None:
            return self._dense.rows(indices)
        if self.factors is None:
            return gram(self.kernel, self.X[indices], self.X, **self.params)
        left, right = self.factors
        return from_products(self.kernel, left[indices] @ right, **self.params)

    def to_array(self) -> np.ndarray:
        """Return the whole matrix, shape (n, n); it is computed once."""
        if self._dense is None:
            self._dense = DenseGram(self.rows(slice(None)))
        return self._dense.K

    def dot(self, beta: np.ndarray) -> np.ndarray:
        """Return K·beta, shape (n,), from the rows with non-zero coefficient, block by block."""
        if self.kernel == "linear":
            return self.X @ (self.X.T @ beta)
        if self._dense is not None:
            return self._dense.dot(beta)
        used, size = np.flatnonzero(beta), max(1, MAX_BLOCK_NUMBERS // self.n)
        product = np.zeros(self.n)
        for k in range(0, len(used), size):
            some = used[k:k + size]
            product += beta[some] @ self.rows(some)
        return product


def distance_factors(X: np.ndarray, gamma: float = 1.0) -> tuple[np.ndarray, np.ndarray] | None:
    """Return (n, d + 2) and (d + 2, n) arrays whose product is γ‖x - z‖²; None far from the middle.

    One product gives all distances: γ‖x - z‖² = ⟨(√2γ·x, γ‖x‖², 1), (-√2γ·z, 1, γ‖z‖²)⟩.
    """
    gamma = require_between("gamma", gamma, 0, np.inf, open_ends=True)
    centred = X - X.mean(axis=0)     # same distances, and the product keeps more digits
    squares = gamma * np.einsum("ij,ij->i", centred, centred)
    if squares.max(initial=0) > MAX_SQUARED_NORM:
        return None
    scaled, one = centred * np.sqrt(2 * gamma), np.ones(len(X))
    return np.column_stack([scaled, squares, one]), np.vstack([-scaled.T, one, squares])
