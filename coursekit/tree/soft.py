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
from coursekit.tree.tree import Tree


@dataclass(frozen=True, eq=False)
class SoftTree:
    """A hierarchical mixture of experts with the shape of a tree.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> model = CARTRegressor(min_samples_split=2).fit([[1], [2]], [0.0, 1.0])
    >>> [soften(model, beta).predict([[1.2]]).round(3).item() for beta in (1, 10, 1000)]
    [0.426, 0.047, 0.0]
    """

    tree: Tree
    w: np.ndarray  # (N, d), the gates; of no meaning at leaves
    c: np.ndarray  # (N,)
    value: np.ndarray  # (leaves, K) shares of the classes, or (leaves, 1) means
    variance: float  # of y around the mean of its leaf; 0 for classes
    classes: np.ndarray | None

    def gates(self, X: ArrayLike) -> np.ndarray:
        """Return the probability of going left at each node, shape (n, N)."""
        X = require_finite("X", X)
        if X.ndim != 2 or X.shape[1] != self.w.shape[1]:
            raise ValueError(f"X must have shape (n, {self.w.shape[1]}), got {X.shape}; give one "
                             "row a sample")
        return expit(X @ self.w.T + self.c)

    def leaf_weights(self, X: ArrayLike) -> np.ndarray:
        """Return π_m(x), shape (n, leaves); every row sums to 1."""
        gate = self.gates(X)
        weight = np.ones_like(gate)
        for t in self.tree.inner:        # a parent comes before its children
            weight[:, self.tree.children_left[t]] = weight[:, t] * gate[:, t]
            weight[:, self.tree.children_right[t]] = weight[:, t] * (1 - gate[:, t])
        return weight[:, self.tree.leaves]

    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """Return the shares of the classes, Σ_m π_m(x)·p_m, shape (n, K)."""
        if self.classes is None:
            raise TypeError("this soft tree predicts numbers; use predict")
        return self.leaf_weights(X) @ self.value

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the most likely class, or the mean Σ_m π_m(x)·μ_m, shape (n,)."""
        if self.classes is None:
            return (self.leaf_weights(X) @ self.value)[:, 0]
        return self.classes[self.predict_proba(X).argmax(axis=1)]

    def expert_likelihood(self, y: ArrayLike) -> np.ndarray:
        """Return p_m(y), shape (n, leaves)."""
        if self.classes is None:
            gap = np.asarray(y, dtype=float)[:, None] - self.value[:, 0]
            return np.exp(-gap ** 2 / (2 * self.variance)) / np.sqrt(2 * np.pi * self.variance)
        return self.value[:, np.searchsorted(self.classes, y)].T

    def responsibilities(self, X: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Return h_m, shape (n, leaves): Bayes' formula, with π as the prior."""
        joint = self.leaf_weights(X) * self.expert_likelihood(y)
        return joint / np.maximum(joint.sum(axis=1, keepdims=True), 1e-300)


def soften(model: BaseEstimator, beta: float) -> SoftTree:
    """Return a fitted tree with its questions softened: g(x) = σ(β·(s - x_j)).

    The larger ``beta`` (in units of 1/x, positive), the nearer to the tree; samples that lie on a
    threshold stay undecided. A nominal question is refused with a ValueError.

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
    inner, leaves = tree.inner, tree.leaves
    feature, threshold = tree.splits.feature[inner, 0], tree.splits.threshold[inner, 0]
    if np.isnan(threshold).any():
        name = model.columns_.names[feature[np.isnan(threshold)][0]]
        raise ValueError(f"a soft gate needs numbers, but the tree asks about {name!r}, which is "
                         "nominal; encode it as numbers and fit again")
    w, c = np.zeros((N, model.n_features_in_)), np.zeros(N)
    w[inner, feature], c[inner] = -beta, beta * threshold
    classes = getattr(model, "classes_", None)
    value = tree.value[leaves]
    if classes is not None:
        value = value / tree.n_node_samples[leaves, None]
    mean_square = tree.risk[leaves].sum() / tree.n_node_samples[0]
    variance = 0.0 if classes is not None else max(mean_square, 1e-12)
    return SoftTree(tree, w, c, value, variance, classes)
