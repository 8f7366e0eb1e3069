"""Where a solver reads the Gram matrix: all of it at hand, or row by row as it is asked for.

Legend: ``K`` (n, n) Gram matrix, ``X`` (n, d) samples, ``beta`` (n,) coefficients, here α_i y_i.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from coursekit.kernels import KERNELS, gram

BLOCK = 2**18  # numbers worked on at once: all rows together might not fit into memory


class DenseGram:
    """A Gram matrix that is there as a whole.

    Attributes
    ----------
    n : int
        Number of samples.
    diagonal : ndarray, shape (n,)
    features : int
        Numbers to be read for one value: 1 here, d where it is computed.

    Examples
    --------
    >>> G = DenseGram(np.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> G.row(1), G.times(np.array([1.0, -1.0]))
    (array([1., 3.]), array([ 1., -2.]))
    """

    features = 1

    def __init__(self, K: np.ndarray):
        self.K, self.n, self.diagonal = K, len(K), np.diagonal(K).copy()

    def row(self, i: int) -> np.ndarray:
        """Return row i, shape (n,): the kernel of sample i with all; not to be written to."""
        return self.K[i]

    def rows(self, indices: np.ndarray) -> np.ndarray:
        """Return several rows, shape (k, n)."""
        return self.K[indices]

    def only(self, indices: np.ndarray) -> DenseGram:
        """Return the matrix of some of the samples."""
        return DenseGram(self.K[np.ix_(indices, indices)])

    def full(self) -> np.ndarray:
        """Return the whole matrix, shape (n, n)."""
        return self.K

    def times(self, beta: np.ndarray) -> np.ndarray:
        """Return K·beta, shape (n,), reading only the rows whose coefficient is not 0."""
        used = np.flatnonzero(beta)
        return self.K @ beta if 2 * len(used) > self.n else beta[used] @ self.K[used]


class LazyGram:
    """A Gram matrix whose rows are computed when somebody asks, and not kept.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    kernel, **params
        As for `coursekit.kernels.gram`.

    Attributes
    ----------
    n, diagonal, features
        As in `DenseGram`.
    X, kernel, params
        As given; `times` of the linear kernel needs no row at all.

    Examples
    --------
    >>> G = LazyGram(np.array([[0.0], [1.0], [2.0]]), "rbf", gamma=1.0)
    >>> G.row(0).round(3)
    array([1.   , 0.368, 0.018])
    """

    def __init__(self, X: np.ndarray, kernel: str | Callable = "linear", **params):
        gram(kernel, X[:1], **params)    # refuses a bad kernel before the work begins
        self.X, self.kernel, self.params, self.n = X, kernel, params, len(X)
        self.features = X.shape[1]
        if kernel == "rbf":
            Z = (X - X.mean(axis=0)) * np.sqrt(2 * params.get("gamma", 1.0))
            half, one = 0.5 * np.einsum("ij,ij->i", Z, Z), np.ones(len(X))
            self._left, self._right = np.column_stack([Z, -half, one]), np.vstack([Z.T, one, -half])
        self.diagonal = self._diagonal()

    def _diagonal(self) -> np.ndarray:
        if self.kernel == "rbf":
            return np.ones(self.n)
        if callable(self.kernel):
            return np.array([self.kernel(x[None], x[None], **self.params)[0, 0] for x in self.X])
        # A function of ⟨x, x⟩ alone: let one number have that product with 1.
        squares = np.einsum("ij,ij->i", self.X, self.X)[:, None]
        return KERNELS[self.kernel](squares, np.ones((1, 1)), **self.params)[:, 0]

    def row(self, i: int) -> np.ndarray:
        """Return row i, shape (n,): the kernel of sample i with all."""
        return self.rows(slice(i, i + 1))[0]

    def rows(self, indices: np.ndarray | slice) -> np.ndarray:
        """Return several rows, shape (k, n)."""
        if self.kernel != "rbf":
            return gram(self.kernel, self.X[indices], self.X, **self.params)
        K = self._left[indices] @ self._right       # -½‖z_i - z_j‖² in one product
        np.minimum(K, 0, out=K)
        return np.exp(K, out=K)

    def only(self, indices: np.ndarray) -> LazyGram:
        """Return the matrix of some of the samples."""
        return LazyGram(self.X[indices], self.kernel, **self.params)

    def full(self) -> np.ndarray:
        """Return the whole matrix, shape (n, n)."""
        return gram(self.kernel, self.X, **self.params)

    def times(self, beta: np.ndarray) -> np.ndarray:
        """Return K·beta, shape (n,), from the rows whose coefficient is not 0, block by block."""
        if self.kernel == "linear":
            return self.X @ (self.X.T @ beta)
        used, size = np.flatnonzero(beta), max(1, BLOCK // self.n)
        blocks = (used[k:k + size] for k in range(0, len(used), size))
        return sum((beta[some] @ self.rows(some) for some in blocks), np.zeros(self.n))
