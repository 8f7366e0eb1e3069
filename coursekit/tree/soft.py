"""Soft trees: a question answered "rather left", and a mixture of experts at the leaves.

Legend: inner node t sends a sample left with probability g_t(x) = σ(w_t·x + c_t); leaf m has the
weight π_m(x), the product of the gates on the way to it; its expert says p_m(y). Together
p(y | x) = Σ_m π_m(x)·p_m(y), the law of total probability; Bayes' formula enters with the
responsibilities h_m = π_m(x)·p_m(y) / p(y | x), how far leaf m answers for a sample seen.

With w_t = -β e_j and c_t = β s the gate asks "x_j < s?" softly, and for β → ∞ as CART does.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_between, require_finite
from coursekit.tree.tree import LEAF


@dataclass(frozen=True, eq=False)
class SoftTree:
    """A hierarchical mixture of experts with the shape of a tree.

    Attributes
    ----------
    children_left, children_right : ndarray of int, shape (N,)
        Children, -1 at leaves, numbered depth first.
    w, c : ndarray, shapes (N, d) and (N,)
        The gates; of no meaning at leaves.
    value : ndarray, shape (N, K) or (N, 1)
        What each node says: shares of the classes, or a mean.
    variance : float
        Of y around the mean of its leaf; 0 for classes.
    classes : ndarray or None
        Labels.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> model = CARTRegressor(min_samples_split=2).fit([[1], [2]], [0.0, 1.0])
    >>> for beta in (1, 10, 1000):
    ...     print(soften(model, beta).predict([[1.2]]).round(3))
    [0.426]
    [0.047]
    [0.]
    """

    children_left: np.ndarray
    children_right: np.ndarray
    w: np.ndarray
    c: np.ndarray
    value: np.ndarray
    variance: float
    classes: np.ndarray | None

    @property
    def inner(self) -> np.ndarray:
        """Numbers of the nodes with a gate."""
        return np.flatnonzero(self.children_left != LEAF)

    @property
    def leaves(self) -> np.ndarray:
        """Numbers of the leaves."""
        return np.flatnonzero(self.children_left == LEAF)

    def gates(self, X: ArrayLike) -> np.ndarray:
        """Return the probability of going left at each node, shape (n, N)."""
        X = require_finite("X", X)
        if X.ndim != 2 or X.shape[1] != self.w.shape[1]:
            raise ValueError(f"X must have shape (n, {self.w.shape[1]}), got {X.shape}; give one "
                             "row a sample")
        return expit(X @ self.w.T + self.c)

    def node_weights(self, X: ArrayLike) -> np.ndarray:
        """Return the probability of passing through each node, shape (n, N)."""
        gate = self.gates(X)
        weight = np.ones_like(gate)
        for t in self.inner:        # a parent comes before its children
            weight[:, self.children_left[t]] = weight[:, t] * gate[:, t]
            weight[:, self.children_right[t]] = weight[:, t] * (1 - gate[:, t])
        return weight

    def leaf_weights(self, X: ArrayLike) -> np.ndarray:
        """Return π_m(x), shape (n, leaves); every row sums to 1."""
        return self.node_weights(X)[:, self.leaves]

    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """Return the shares of the classes, Σ_m π_m(x)·p_m, shape (n, K)."""
        if self.classes is None:
            raise TypeError("this soft tree predicts numbers; use predict")
        return self.leaf_weights(X) @ self.value[self.leaves]

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the most likely class, or the mean Σ_m π_m(x)·μ_m, shape (n,)."""
        if self.classes is None:
            return (self.leaf_weights(X) @ self.value[self.leaves])[:, 0]
        return self.classes[self.predict_proba(X).argmax(axis=1)]

    def expert_likelihood(self, y: ArrayLike) -> np.ndarray:
        """Return p_m(y), shape (n, leaves)."""
        value = self.value[self.leaves]
        if self.classes is None:
            gap = np.asarray(y, dtype=float)[:, None] - value[:, 0]
            return np.exp(-gap ** 2 / (2 * self.variance)) / np.sqrt(2 * np.pi * self.variance)
        return value[:, np.searchsorted(self.classes, y)].T

    def responsibilities(self, X: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Return h_m, shape (n, leaves): Bayes' formula, with π as the prior."""
        joint = self.leaf_weights(X) * self.expert_likelihood(y)
        return joint / np.maximum(joint.sum(axis=1, keepdims=True), 1e-300)


def soften(model: BaseEstimator, beta: float) -> SoftTree:
    """Return a fitted tree with its questions softened: g(x) = σ(β·(s - x_j)).

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Fitted on numbers.
    beta : float
        Steepness in units of 1/x, positive. The larger, the nearer to the tree; samples that lie
        on a threshold stay undecided.

    Raises
    ------
    ValueError
        If the tree asks about a nominal feature.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[1], [2]], ["a", "b"])
    >>> soften(model, 4.0).leaf_weights([[1.5], [0.0]]).round(3)
    array([[0.5  , 0.5  ],
           [0.998, 0.002]])
    """
    check_is_fitted(model)
    require_between("beta", beta, 0, np.inf, open_ends=True)
    tree, N = model.tree_, len(model.tree_)
    inner = np.flatnonzero(tree.children_left != LEAF)
    feature, threshold = tree.splits.feature[inner, 0], tree.splits.threshold[inner, 0]
    if np.isnan(threshold).any():
        name = model.columns_.names[feature[np.isnan(threshold)][0]]
        raise ValueError(f"a soft gate needs numbers, but the tree asks about {name!r}, which is "
                         "nominal; encode it as numbers and fit again")
    w, c = np.zeros((N, model.n_features_in_)), np.zeros(N)
    w[inner, feature], c[inner] = -beta, beta * threshold
    classes = getattr(model, "classes_", None)
    value = tree.value if classes is None else tree.value / tree.n_node_samples[:, None]
    mean_square = tree.risk[tree.leaves].sum() / tree.n_node_samples[0]
    variance = 0.0 if classes is not None else max(mean_square, 1e-12)
    return SoftTree(tree.children_left, tree.children_right, w, c, value, variance, classes)
