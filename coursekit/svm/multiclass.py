"""Several classes from two-class machines: one-versus-rest and one-versus-one.

Legend: c number of classes, k a class; ``K`` Gram matrix, computed once for all machines and
sliced; ``F`` (m, machines) decision values, one column per machine.
"""
from __future__ import annotations

from itertools import combinations

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from coursekit.labels import LabelReader, require_labels
from coursekit.svm.gram import DenseGram
from coursekit.svm.machine import validated
from coursekit.svm.svc import SVC

Task = tuple[np.ndarray, np.ndarray]     # samples of a machine, and which are positive


class _Many(LabelReader, BaseEstimator):
    """Base of both rules: one Gram matrix, one machine per task, one product to predict."""

    def __init__(self, machine: SVC | None = None):
        self.machine = machine

    def fit(self, X, y):
        """Train all machines on slices of one Gram matrix.

        ``X`` (n, d); (n, n) if the kernel is precomputed.
        ``y`` (n,): labels of two or more classes: text, whole numbers, or True and False.
        """
        self._kernel = clone(_machine(self.machine))
        self._kernel._check_parameters()
        X, y = validated(self, X, y=require_labels(y))
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y must hold samples of two classes or more, got the one class "
                             f"{self.classes_.tolist()}; there is nothing to separate")
        G = self._kernel._gram(X, np.arange(len(X)), centred=False)
        whole = DenseGram(G.to_array())     # each task takes a slice of it
        self.estimators_ = [self._train(whole, X, *task) for task in self._tasks(codes)]
        self._keep(X, codes)
        return self

    def _train(self, whole: DenseGram, X, rows: np.ndarray, positive: np.ndarray) -> SVC:
        """Return the machine of one task, fitted on the Gram matrix or a slice of it."""
        shared = whole if len(rows) == whole.n else whole.restrict(rows)
        part = X[np.ix_(rows, rows)] if self._kernel.kernel == "precomputed" else X[rows]
        machine = clone(self._kernel)
        machine.gamma_, machine.n_features_in_ = self._kernel.gamma_, part.shape[1]
        return machine._fit(part, positive, shared=shared)

    def _keep(self, X, codes) -> None:
        """Store the coefficients of all machines as one array over all support vectors."""
        coefficients = np.zeros((len(self.estimators_), len(X)))
        tasks = zip(self._tasks(codes), self.estimators_, strict=True)
        for row, ((rows, _), machine) in zip(coefficients, tasks, strict=True):
            row[rows[machine.support_]] = machine.dual_coef_[0]
        self.support_ = np.flatnonzero(coefficients.any(axis=0))
        self.dual_coef_ = coefficients[:, self.support_]
        self.intercept_ = np.concatenate([m.intercept_ for m in self.estimators_])
        self._kernel.support_ = self.support_
        self._kernel.support_vectors_ = X[self.support_]

    def machine_values(self, X) -> np.ndarray:
        """Return the decision value of each machine, shape (m, machines)."""
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        return self._kernel._values(X) @ self.dual_coef_.T + self.intercept_

    def predict(self, X) -> np.ndarray:
        """Return the class with the largest value in each row, the first in a tie."""
        values = self.decision_function(X)
        best = (values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)
        return self.classes_[best]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = get_tags(_machine(self.machine)).input_tags.pairwise
        return tags


class OneVsRest(_Many):
    """One-versus-rest: one machine per class, against all others; the largest value wins.

    ``machine``: the machine to copy, with its settings; None is ``SVC()``. A γ such as "scale" is
        computed once, from all samples. A dict of class weights has the keys False and True, as
        these are the labels that each machine sees.

    Attributes
    ----------
    classes_ : ndarray, shape (c,)
    estimators_ : list of SVC
        One per class, in the order of ``classes_``; for two classes, only that of the second.
    support_ : ndarray
        Indices of the samples that are support vectors of any machine.
    dual_coef_, intercept_ : ndarray, shapes (machines, n_support) and (machines,)
        α_i y_i, and b, of each machine.

    Notes
    -----
    Each machine scales its values so that its own margin is 1; nothing in the training makes the
    values of two machines comparable. It works if all are about equally well regularised.

    Source: R. Rifkin, A. Klautau (2004), *In defense of one-vs-all classification*.

    Examples
    --------
    >>> X, y = np.array([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]]), list("aabbcc")
    >>> model = OneVsRest(SVC(C=10, gamma=0.1)).fit(X, y)
    >>> model.predict([[0.5], [5.5], [9.0]]).tolist(), model.decision_function(X).shape
    (['a', 'b', 'c'], (6, 3))
    """

    def _tasks(self, codes: np.ndarray) -> list[Task]:
        every, c = np.arange(len(codes)), len(self.classes_)
        return [(every, codes == k) for k in range(c if c > 2 else 0)] or [(every, codes == 1)]

    def decision_function(self, X) -> np.ndarray:
        """Return the decision values, shape (m, c); for two classes shape (m,)."""
        F = self.machine_values(X)
        return F if len(self.classes_) > 2 else F[:, 0]


class OneVsOne(_Many):
    """One-versus-one: one machine per pair of classes, trained on their samples; each votes.

    ``machine``: as in `OneVsRest`.

    Attributes
    ----------
    classes_, support_, dual_coef_, intercept_
        As in `OneVsRest`.
    estimators_ : list of SVC
        One per pair of classes (0, 1), (0, 2), …, (c - 2, c - 1); the second is the positive one.

    Notes
    -----
    Ties of votes are broken by the sum of the decision values for a class, as in scikit-learn's
    ``OneVsOneClassifier``; its ``SVC.predict`` takes the first class.

    Examples
    --------
    >>> X, y = np.array([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]]), list("aabbcc")
    >>> model = OneVsOne(SVC(C=10, gamma=0.1)).fit(X, y)
    >>> model.predict([[0.5], [5.5], [9.0]]).tolist(), model.machine_values(X).shape
    (['a', 'b', 'c'], (6, 3))
    """

    def _tasks(self, codes: np.ndarray) -> list[Task]:
        pairs = combinations(range(len(self.classes_)), 2)
        rows = [(np.flatnonzero((codes == no) | (codes == yes)), yes) for no, yes in pairs]
        return [(some, codes[some] == yes) for some, yes in rows]

    def decision_function(self, X) -> np.ndarray:
        """Return votes plus a tie-breaker below ½ from the decision values, shape (m, c).

        For two classes, return the decision value of the single machine, shape (m,).
        """
        F, c = self.machine_values(X), len(self.classes_)
        if c == 2:
            return F[:, 0]
        votes, sums = np.zeros((len(F), c)), np.zeros((len(F), c))
        for (no, yes), f in zip(combinations(range(c), 2), F.T, strict=True):
            votes[:, yes] += f > 0
            votes[:, no] += f <= 0
            sums[:, yes] += f
            sums[:, no] -= f
        return votes + sums / (3 * (np.abs(sums) + 1))


def _machine(machine: SVC | None) -> SVC:
    """Return the machine (None means ``SVC()``); reject one that cannot share a Gram matrix."""
    if machine is None:
        return SVC()
    if not isinstance(machine, SVC):
        raise TypeError(f"machine must be an SVC, as all machines share its Gram matrix, got "
                        f"{type(machine).__name__}; sklearn.multiclass takes any classifier")
    if machine.solver == "interior":
        raise ValueError('machine has solver="interior", which works in the weights of a single '
                         'linear machine; use solver="auto"')
    return machine
