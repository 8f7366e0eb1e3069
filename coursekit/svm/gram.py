"""The Gram matrix of a problem: held in memory, or computed row by row when needed.

Legend: ``K`` (n, n) Gram matrix, ``X`` (n, d) samples, ``beta`` (n,) coefficients, here α_i y_i.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from coursekit.kernels import GaussianRows, diagonal, from_products, gram

MAX_BLOCK_NUMBERS = 2**18  # at once, as all rows together might not fit into memory


class DenseGram:
    """A Gram matrix held in memory.

    Attributes
    ----------
    n : int
        Number of samples.
    diagonal : ndarray, shape (n,)
    row_cost : int
        Numbers read to get one value: 1 here, d where it is computed.
    shifts : ndarray, shape (n,)
        For the samples as given, K·beta is larger by beta·shifts: 0 here.

    Examples
    --------
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

    Parameters
    ----------
    X : ndarray, shape (n, d)
    kernel, **params
        As for `coursekit.kernels.gram`.
    centred : bool
        Centre the samples if the kernel is linear. Where Σ beta = 0, that changes neither β·K·β
        nor w, and far from the origin it keeps digits that the products would lose.

    Attributes
    ----------
    n, diagonal, row_cost
        As in `DenseGram`.
    shifts : ndarray, shape (n,)
        ⟨x_i - mean, mean⟩ if the samples are centred.
    given, X : ndarray, shape (n, d)
        Samples as given, and as used.
    kernel, params
        As given; `dot` of the linear kernel needs no row at all.

    Examples
    --------
    >>> G = LazyGram(np.array([[0.0], [1.0], [2.0]]), "rbf", gamma=1.0)
    >>> G.rows([0]).round(3)
    array([[1.   , 0.368, 0.018]])
    """

    def __init__(self, X: np.ndarray, kernel: str | Callable = "linear", *, centred: bool = False,
                 **params):
        gram(kernel, X[:1], **params)    # reject a bad kernel before the work begins
        self.given, self.kernel, self.params = X, kernel, params
        self.n, self.centred = len(X), centred
        self.X, self.shifts = X, np.zeros(len(X))
        if centred and kernel == "linear":
            centre = X.mean(axis=0)
            self.X = X - centre
            self.shifts = self.X @ centre
        self._dense: DenseGram | None = None    # once the whole matrix is needed
        self._gaussian = GaussianRows(X, **params) if kernel == "rbf" else None

    @cached_property
    def diagonal(self) -> np.ndarray:
        """K_ii, shape (n,)."""
        return diagonal(self.kernel, self.X, **self.params)

    def recentred(self, centred: bool) -> LazyGram:
        """Return the matrix of the same samples, centred or not."""
        if self.kernel != "linear" or centred == self.centred:
            return self
        return LazyGram(self.given, "linear", centred=centred)

    @property
    def row_cost(self) -> int:
        """Numbers read to get one value."""
        return self.X.shape[1] if self._dense is None else 1

    def rows(self, indices: np.ndarray) -> np.ndarray:
        """Return several rows, shape (k, n)."""
        return self._rows(indices) if self._dense is None else self._dense.rows(indices)

    def _rows(self, indices: np.ndarray | slice) -> np.ndarray:
        if self._gaussian is not None:
            return self._gaussian(indices)
        if self.kernel in ("linear", "poly"):
            return from_products(self.kernel, self.X[indices] @ self.X.T, **self.params)
        return gram(self.kernel, self.X[indices], self.X, **self.params)

    def to_array(self) -> np.ndarray:
        """Return the whole matrix, shape (n, n); it is computed once."""
        if self._dense is None:
            self._dense = DenseGram(self._rows(slice(None)))
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
