"""The fast path of kernel machines in cross-validation: distances once, slices, warm starts.

Legend: ``D`` (n, n) squared distances of all samples, ``K`` = exp(-γD) on the training rows, ``f``
decision values of the test rows.

In a (nested) cross-validation of a Gaussian SVC the same pairs of samples meet in fit after fit.
Their distances are computed once, every fold takes a slice, and all C of one γ share the Gram
matrix, each starting from the solution for the previous C, scaled: α·C'/C.
"""
from __future__ import annotations

import numpy as np

from coursekit.kernels import from_products, resolve_gamma, squared_distances
from coursekit.svm.dual import DualProblem
from coursekit.svm.fast import solve_fast
from coursekit.svm.gram import DenseGram


class GramPath:
    """Accuracies of a Gaussian SVC at many settings, on many splits of the same samples.

    ``X``, ``y`` (n, d) and (n,): samples, and labels of two classes.
    ``defaults``: ``C``, ``gamma``, ``tol`` and ``max_iter`` of the machine; a setting changes the
        first two.

    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> path = GramPath(X, y, {"C": 1.0, "gamma": 1.0, "tol": 1e-3, "max_iter": 1000})
    >>> path.scores([{"C": 1.0}, {"C": 10.0}], train=np.array([0, 2]), test=np.array([1, 3]))
    [None, None]
    >>> path.scores([{"C": 1.0}], train=np.array([0, 3]), test=np.array([1, 2]))
    [1.0]
    """

    def __init__(self, X: np.ndarray, y: np.ndarray, defaults: dict):
        self.X, self.y, self.defaults = X, y, defaults
        self.D = squared_distances(X)

    def chains(self, settings: list[dict]) -> list[list[int]]:
        """Return the indices of the settings of each γ, in increasing order of C."""
        found: dict = {}
        full = [self.defaults | setting for setting in settings]
        for s in sorted(range(len(full)), key=lambda s: full[s]["C"]):
            found.setdefault(full[s]["gamma"], []).append(s)
        return list(found.values())

    def scores(self, settings: list[dict], train: np.ndarray,
               test: np.ndarray) -> list[float | None]:
        """Return the accuracy at each setting of a chain; None where a separate fit is needed.

        That is so where the decision value of a test sample is within the solver's tolerance of 0:
        two solutions within that tolerance may then disagree about its label.
        """
        full = [self.defaults | setting for setting in settings]
        gamma = resolve_gamma(full[0]["gamma"], self.X[train])
        classes = np.unique(self.y)
        signs = np.where(self.y[train] == classes[1], 1.0, -1.0)
        K, new = (from_products("rbf", gamma * self.D[np.ix_(rows, train)])
                  for rows in (train, test))
        problem = DualProblem(DenseGram(K), signs)
        last, scores = None, []
        for setting in full:
            last = solve_fast(problem.with_C(setting["C"]), tol=setting["tol"],
                              max_iter=setting["max_iter"], start=last)
            f = new @ (last.alpha * signs) + last.b
            right = classes[(f > 0).astype(int)] == self.y[test]
            unsure = np.abs(f).min() <= setting["tol"]
            scores.append(None if unsure else float(np.average(right)))
        return scores
