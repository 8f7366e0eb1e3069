"""Exercises whose answer is numbers: what is right, and what a known mistake leads to, is computed
from the data."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.datasets import make_and
from coursekit.exercise import grade
from coursekit.lagrange import inequality_qp
from coursekit.linear import optimal_intercepts
from coursekit.svm import DualProblem, solve_qp


def two_constraints() -> dict[str, tuple]:
    """Minimise ½‖x‖² where x1 ≥ 2 and x1 + x2 ≥ 3: (x1, x2, λ1, λ2)."""
    A, t = np.array([[1.0, 0], [1, 1]]), np.array([2.0, 3])

    def solved(*some):
        x, lam = inequality_qp(np.eye(2), [0, 0], A[[*some]], t[[*some]])
        return np.array([*x, *np.bincount(some, lam, 2)])
    x, lam = np.split(solved(0, 1), 2)
    return {"": (*x, *lam), "second only": solved(1), "first only": solved(0),
            "no half": (*x, *2 * lam), "sign": (*x, *-lam),
            "one after the other": (*x, x[0], lam[1]), "no multipliers": (*x, 0, 0),
            "multipliers first": (*lam, *x),
            "free minimum": (0, 0, 0, 0), "point right": (*x, 5, 7)}


def machine(C: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return multipliers, (w1, w2, b) and y f of AND."""
    X, y = make_and()
    alpha = solve_qp(DualProblem.from_data(X, y, C)).alpha
    w = (alpha * y) @ X
    b = np.mean(optimal_intercepts(X @ w, y))
    return alpha, np.array([*w, b]), y * (X @ w + b)


def and_soft() -> dict[str, tuple]:
    """AND with C = 2: (w1, w2, b, ξ of the sample (1, 1))."""
    (alpha, line, yf), (_, hard, _), (_, other, slack) = machine(2.0), machine(np.inf), machine(1.0)
    xi = 1 - yf[3]
    return {"": (*line, xi), "hard margin": (*hard, 0), "another C": (*other, 1 - slack[3]),
            "no slack": (*line, 0), "f for the slack": (*line, -xi),
            "a length": (*line, xi / np.hypot(*line[:2])),
            "the multiplier": (*line, alpha[3]), "line right": (*line, 0.3),
            "turned round": (*-line, xi),
            "multipliers": alpha,
            "weights right": (*line + [0, 0, 1], 0)}


def inner_tables() -> dict[str, tuple]:
    """The slides' two tables, a row a setting, a column an inner fold: (C, mean, C, mean)."""
    C = np.array([1, 10, 100])
    tables = np.array([[[80, 85, 79, 84], [83, 87, 78, 77], [81, 83, 80, 76]],
                       [[80, 83, 78, 83], [84, 87, 81, 80], [81, 83, 80, 76]]])

    def answer(winner=np.mean, told=np.mean, pick=np.argmax):
        best = [pick(winner(table, axis=1)) for table in tables]
        return np.ravel([(C[k], told(table, axis=1)[k]) for k, table in zip(best, tables)])
    right = answer()
    return {"": right, "table 2 first": np.roll(right, 2), "sums": answer(told=np.sum),
            "medians": answer(np.median, np.median),
            "single scores for means": answer(np.max, np.max),
            "lowest mean": answer(pick=np.argmin),
            "best single fold": (10, tables[0, 1].mean(), *right[2:]),
            "shares": right * [1, 0.01, 1, 0.01],
            "one winner for both": (*right[:2], right[0], tables[1, 0].mean()),
            "means of columns": (*right[:3], tables[1].mean(axis=0).max())}


def outer_summary() -> dict[str, tuple]:
    """Five outer scores; five outer and four inner folds, three settings: (mean, sd, fits)."""
    scores = np.array([82, 80, 83, 84, 81])
    mean, sd = scores.mean(), scores.std(ddof=1)
    fits = 5 * (4 * 3 + 1)
    return {"": (mean, sd, fits), "divided by n": (mean, scores.std(), fits),
            "variance": (mean, sd**2, fits),
            "standard error": (mean, sd / 5**0.5, fits), "refits forgotten": (mean, sd, 5 * 4 * 3),
            "inner folds forgotten": (mean, sd, 5 * 3),
            "one refit in all": (mean, sd, 5 * 4 * 3 + 1),
            "every setting fitted again": (mean, sd, 5 * (4 * 3 + 3)),
            "with the final model": (mean, sd, fits + 4 * 3 + 1),
            "shares": (mean / 100, sd / 100, fits)}


ANSWERS = [(key, name, answer) for key, made in (("two-constraints", two_constraints),
                                                 ("and-soft", and_soft),
                                                 ("inner-tables", inner_tables),
                                                 ("outer-summary", outer_summary))
           for name, answer in made().items()]


@pytest.mark.parametrize("key, name, answer", ANSWERS,
                         ids=[f"{key}: {name or 'right'}" for key, name, _ in ANSWERS])
def test_who_computes_so_is_told_so(key, name, answer):
    verdict = grade(key, list(map(float, answer)))
    assert (verdict.status, verdict.matched) == (("wrong", name) if name else ("right", None))
