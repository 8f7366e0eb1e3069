"""What the intercept costs: SOR, which penalises it, by its ω; and samples far from the origin."""
from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from sklearn.exceptions import ConvergenceWarning

from coursekit.svm.dual import DualProblem
from coursekit.svm.qp import solve_qp
from coursekit.svm.smo import solve_smo
from coursekit.svm.sor import solve_sor


def sweeps_of_sor(X: np.ndarray, y: np.ndarray, omega: Iterable[float], C: float = 1.0,
                  most: int = 3000) -> np.ndarray:
    """Return the number of sweeps that SOR needs for each ω, at most ``most``, as an array.

    Examples
    --------
    >>> sweeps_of_sor(np.array([[-1.0], [1.0]]), np.array([-1, 1]), [1.0, 2.5], most=50).tolist()
    [1, 50]
    """
    problem = DualProblem.from_data(X, y, C)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)     # cut off on purpose
        return np.array([solve_sor(problem, omega=o, tol=1e-6, max_iter=most).n_iter
                         for o in omega])


def accuracy_by_origin(X: np.ndarray, y: np.ndarray, C: float = 1.0,
                       shifts: Sequence[float] = (0, 3, 10, 30)) -> pd.DataFrame:
    """Move all samples away from the origin; return the training accuracy of three intercepts.

    Returns
    -------
    DataFrame
        Rows: a free intercept, a penalised one, and one forced to be zero; one column per shift.

    Examples
    --------
    >>> from coursekit.datasets import make_overlap_60
    >>> accuracy_by_origin(*make_overlap_60(), shifts=(0, 3)).loc["free"].nunique()
    1
    """
    table = pd.DataFrame(index=pd.Index(["free", "penalised", "forced to zero"], name="intercept"))
    for shift in shifts:
        problem = DualProblem.from_data(X + shift, y, C)
        usual, one = solve_smo(problem), solve_qp(problem.with_C(C, penalised=True))
        table[f"moved by {shift}"] = [
            float(np.mean(np.where(problem.K @ (a * y) + b > 0, 1, -1) == y)) for a, b in
            ((usual.alpha, usual.b), (one.alpha, one.b), (usual.alpha, 0.0))]
    return table
