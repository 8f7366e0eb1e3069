"""Soft trees: a question answered "rather left", and a mixture of experts at the leaves.

Legend: inner node t sends a case left with probability g_t(x) = σ(w_t·x + c_t); leaf m has the
weight π_m(x), the product of the gates on the way to it; its expert says p_m(y). Together
p(y | x) = Σ_m π_m(x)·p_m(y), the law of total probability; Bayes' formula enters with the
responsibilities h_m = π_m(x)·p_m(y) / p(y | x), how far leaf m answers for a case seen.

With w_t = -β e_j and c_t = β s the gate asks "x_j < s?" softly, and for β → ∞ as CART does.
"""
from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, log_expit
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_between, require_finite
from coursekit.tree.structure import LEAF, branch_end

if TYPE_CHECKING:
    from coursekit.tree.cart import CARTClassifier, CARTRegressor


@dataclass(frozen=True, eq=False)
class SoftTree:
    """A hierarchical mixture of experts with the shape of a tree.

    Attributes
    ----------
    left, right : ndarray of int, shape (N,)
        Children, -1 at leaves, numbered depth first.
    w, c : ndarray, shapes (N, d) and (N,)
        The gates; of no meaning at leaves.
    value : ndarray, shape (N, K) or (N, 1)
        What each node says: shares of the classes, or a mean.
    variance : float
        Of y around the mean of its leaf; 0 for classes.
    classes : ndarray or None
        Labels.
    history : tuple of float
        Penalised log-likelihood after each step of `fit_soft`.

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

    left: np.ndarray
    right: np.ndarray
    w: np.ndarray
    c: np.ndarray
    value: np.ndarray
    variance: float
    classes: np.ndarray | None
    history: tuple[float, ...] = field(default=(), repr=False)

    @property
    def inner(self) -> np.ndarray:
        """Numbers of the nodes with a gate."""
        return np.flatnonzero(self.left != LEAF)

    @property
    def leaves(self) -> np.ndarray:
        """Numbers of the leaves."""
        return np.flatnonzero(self.left == LEAF)

    def gates(self, X: ArrayLike) -> np.ndarray:
        """Return the probability of going left at each node, shape (n, N)."""
        X = require_finite("X", X)
        if X.ndim != 2 or X.shape[1] != self.w.shape[1]:
            raise ValueError(f"X must have shape (n, {self.w.shape[1]}), got {X.shape}; give one "
                             "row a case")
        return expit(X @ self.w.T + self.c)

    def node_weights(self, X: ArrayLike) -> np.ndarray:
        """Return the probability of passing through each node, shape (n, N)."""
        gate = self.gates(X)
        weight = np.ones_like(gate)
        for t in self.inner:        # a parent comes before its children
            weight[:, self.left[t]] = weight[:, t] * gate[:, t]
            weight[:, self.right[t]] = weight[:, t] * (1 - gate[:, t])
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

    def log_likelihood(self, X: ArrayLike, y: ArrayLike) -> float:
        """Return Σ_i log p(y_i | x_i)."""
        joint = (self.leaf_weights(X) * self.expert_likelihood(y)).sum(axis=1)
        return float(np.log(np.maximum(joint, 1e-300)).sum())


def soften(model: CARTClassifier | CARTRegressor, beta: float) -> SoftTree:
    """Return a fitted tree with its questions softened: g(x) = σ(β·(s - x_j)).

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Fitted on numbers.
    beta : float
        Steepness in units of 1/x, positive. The larger, the nearer to the tree; cases that lie
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
    inner = np.flatnonzero(tree.left != LEAF)
    feature, threshold = tree.splits.feature[inner, 0], tree.splits.threshold[inner, 0]
    if np.isnan(threshold).any():
        name = model.columns_.names[feature[np.isnan(threshold)][0]]
        raise ValueError(f"a soft gate needs numbers, but the tree asks about {name!r}, which is "
                         "nominal; encode it as numbers and fit again")
    w, c = np.zeros((N, model.n_features_in_)), np.zeros(N)
    w[inner, feature], c[inner] = -beta, beta * threshold
    classes = getattr(model, "classes_", None)
    value = tree.value if classes is None else tree.value / tree.n[:, None]
    variance = 0.0 if classes is not None else max(tree.risk[tree.leaves].sum() / tree.n[0], 1e-12)
    return SoftTree(tree.left, tree.right, w, c, value, variance, classes)


def fit_soft(soft: SoftTree, X: ArrayLike, y: ArrayLike, max_iter: int = 50,
             tol: float = 1e-6, ridge: float = 1e-3) -> SoftTree:
    """Return the mixture after expectation-maximisation from a start.

    Each round computes the responsibilities h, then gives every expert the mean (or the class
    shares) of the cases it answers for, and turns every gate by one damped Newton step of the
    logistic regression of "left or right" with weights h. No round makes the penalised
    log-likelihood Σ log p(y|x) - ridge/2·Σ|w_t|² smaller.

    Parameters
    ----------
    soft : SoftTree
        Where to start; see `soften`.
    X : array_like, shape (n, d)
        Numbers, none missing; scaled columns help.
    y : array_like, shape (n,)
        Numbers, or labels the tree knows.
    max_iter : int
        Most rounds; a `ConvergenceWarning` says if they did not suffice.
    tol : float
        Stop when a round gains less, for each case.
    ridge : float
        Keeps gates of separable data from becoming infinitely steep.

    References
    ----------
    M. Jordan, R. Jacobs (1994), *Hierarchical mixtures of experts and the EM algorithm*;
    T. Hastie, R. Tibshirani, J. Friedman (2009), *The Elements of Statistical Learning*, 9.5.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> X = np.linspace(-2, 2, 41)[:, None]
    >>> y = np.tanh(X[:, 0])
    >>> hard = CARTRegressor(max_depth=1).fit(X, y)
    >>> soft = fit_soft(soften(hard, 1.0), X, y)
    >>> [round(float(np.mean((m.predict(X) - y) ** 2)), 3) for m in (hard, soft)]
    [0.08, 0.061]
    """
    X, y = require_finite("X", X), _targets(soft, y)
    if len(X) != len(y):
        raise ValueError(f"X and y must have one length, got {len(X)} and {len(y)}")
    now = replace(soft, history=(_objective(soft, X, y, ridge),))
    for _ in range(max_iter):
        h = now.responsibilities(X, y)
        now = _turn_gates(_teach_experts(now, y, h), X, h, ridge)
        now = replace(now, history=(*now.history, _objective(now, X, y, ridge)))
        gain = now.history[-1] - now.history[-2]
        if gain <= tol * len(y):
            return now
    warnings.warn(f"fit_soft stopped after {max_iter} rounds; the last one still gained "
                  f"{gain / len(y):.1e} a case (tol {tol:g}); allow more with max_iter",
                  ConvergenceWarning, stacklevel=2)
    return now


def _targets(soft: SoftTree, y) -> np.ndarray:
    if soft.classes is None:
        return require_finite("y", y)
    y = np.asarray(y)
    strange = y[~np.isin(y, soft.classes)]
    if strange.size:
        raise ValueError(f"y holds {strange.tolist()[0]!r}, which the tree does not know; it knows "
                         f"{soft.classes.tolist()}")
    return y


def _objective(soft: SoftTree, X: np.ndarray, y: np.ndarray, ridge: float) -> float:
    return soft.log_likelihood(X, y) - ridge / 2 * float((soft.w[soft.inner] ** 2).sum())


def _teach_experts(soft: SoftTree, y: np.ndarray, h: np.ndarray) -> SoftTree:
    mass = np.maximum(h.sum(axis=0), 1e-12)
    value = soft.value.copy()
    if soft.classes is not None:
        value[soft.leaves] = (h.T @ (y[:, None] == soft.classes)) / mass[:, None]
        return replace(soft, value=value)
    mean = h.T @ y / mass
    value[soft.leaves, 0] = mean
    variance = float((h * (y[:, None] - mean) ** 2).sum() / len(y))
    return replace(soft, value=value, variance=max(variance, 1e-12))


def _turn_gates(soft: SoftTree, X: np.ndarray, h: np.ndarray, ridge: float) -> SoftTree:
    """Fit every gate a little better to who answers on its left and on its right."""
    w, c, leaves = soft.w.copy(), soft.c.copy(), soft.leaves
    end, Z = branch_end(soft.left, soft.right), np.column_stack([X, np.ones(len(X))])
    penalty = np.r_[np.full(X.shape[1], ridge), 0.0]
    for t in soft.inner:
        goes_left = h[:, (leaves > t) & (leaves < soft.right[t])].sum(axis=1)
        goes_right = h[:, (leaves >= soft.right[t]) & (leaves < end[t])].sum(axis=1)
        theta = _newton_step(Z, goes_left, goes_right, np.r_[w[t], c[t]], penalty)
        w[t], c[t] = theta[:-1], theta[-1]
    return replace(soft, w=w, c=c)


def _newton_step(Z: np.ndarray, goes_left: np.ndarray, goes_right: np.ndarray,
                 theta: np.ndarray, penalty: np.ndarray) -> np.ndarray:
    """One step of penalised logistic regression, halved until it does not lose."""
    def worth(theta: np.ndarray) -> float:
        z = Z @ theta
        return float(goes_left @ log_expit(z) + goes_right @ log_expit(-z)
                     - penalty @ theta ** 2 / 2)

    g, mass = expit(Z @ theta), goes_left + goes_right
    slope = Z.T @ (goes_left - mass * g) - penalty * theta
    curve = (Z * (mass * g * (1 - g))[:, None]).T @ Z + np.diag(penalty + 1e-8)
    step, before = np.linalg.solve(curve, slope), worth(theta)
    for _ in range(40):
        if worth(theta + step) >= before:
            return theta + step
        step = step / 2
    return theta
