"""SOR, one multiplier at a time: on two samples that move along a line, and on the sixty, moved.

The two lie at ``shift`` + 1 (class +1) and ``shift`` - 1 (class -1) on a line; b is penalised.
Legend: ``Q`` y_k y_l (x_k x_l + 1), ``alpha`` the multipliers, ``best`` their optimum, ``W`` the
dual objective, ``omega`` how far a step goes, in ways to the top of its parabola.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_overlap_60
from coursekit.svm import DualProblem, Solution, solve_qp, solve_smo

TOL = 1e-3                  # largest slope that is not blocked at which SOR is finished
BOX, PATIENCE = 20.0, 1000  # of the two samples: penalty, and sweeps
MOST = 500                  # sweeps of the sixty that one picture may wait for
AT_ONCE = 50                # sweeps whose slopes are computed together, a divisor of MOST


class Run(NamedTuple):
    """A run of SOR on two samples: every point of its staircase, and the number of sweeps."""

    Q: np.ndarray
    best: np.ndarray
    path: np.ndarray
    sweeps: int
    done: bool

    @property
    def angle(self) -> float:
        """The angle between the two vectors (x, 1), in degrees."""
        cosine = -self.Q[0, 1] / np.sqrt(self.Q[0, 0] * self.Q[1, 1])
        return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def matrix(shift: float) -> np.ndarray:
    """Return Q of the two samples.

    Examples
    --------
    >>> matrix(0.0).tolist(), matrix(3.0).tolist()
    ([[2.0, 0.0], [0.0, 2.0]], [[17.0, -9.0], [-9.0, 5.0]])
    """
    y, Z = np.array([1.0, -1]), np.array([[shift + 1, 1], [shift - 1, 1]])
    return np.outer(y, y) * (Z @ Z.T) + 0.0


@lru_cache(maxsize=1024)
def climb(shift: float, omega: float) -> Run:
    """Return the run of SOR from 0 until the KKT gap is at most the tolerance.

    Examples
    --------
    >>> [climb(s, 1.0).sweeps for s in (0.0, 1.0, 2.0, 3.0)]
    [1, 6, 37, 166]
    """
    Q = matrix(shift)
    (q11, q12), (_, q22) = Q.tolist()
    a1 = a2 = 0.0
    path, sweeps = [(a1, a2)], 0
    while True:
        g1, g2 = 1 - q11 * a1 - q12 * a2, 1 - q12 * a1 - q22 * a2
        gap = max(*(g for g, a in ((g1, a1), (g2, a2)) if a < BOX),
                  *(-g for g, a in ((g1, a1), (g2, a2)) if a > 0), 0.0, -1.0)
        if gap <= TOL or sweeps == PATIENCE:
            return Run(Q, np.linalg.solve(Q, np.ones(2)), np.array(path), sweeps, gap <= TOL)
        a1 = min(max(a1 + omega * g1 / q11, 0.0), BOX)
        path.append((a1, a2))
        a2 = min(max(a2 + omega * (1 - q12 * a1 - q22 * a2) / q22, 0.0), BOX)
        path.append((a1, a2))
        sweeps += 1


def gained(omega: float) -> float:
    """Return the height of an unclipped step, as a share of the height of its parabola's top.

    Examples
    --------
    >>> gained(1.0), gained(1.5), gained(2.0)
    (1.0, 0.75, 0.0)
    """
    return omega * (2 - omega)


def moved(shift: float, centred: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the samples that the solvers see, and their labels.

    Examples
    --------
    >>> X, y = moved(30.0, centred=True)
    >>> bool(np.allclose(X.mean(axis=0), 0))
    True
    """
    X, y = make_overlap_60()
    X = X + shift
    return (X - X.mean(axis=0) if centred else X), y


def way(X: np.ndarray) -> np.ndarray:
    """Return how far the samples were moved."""
    return X[0] - make_overlap_60()[0][0]


@lru_cache(maxsize=512)
def slopes_left(omega: float, shift: float, C: float, centred: bool) -> tuple[float, ...]:
    """Return the largest slope that no bound blocks, before the first sweep of SOR and after each.

    It ends where SOR is finished, or after 500 sweeps.

    Examples
    --------
    >>> left = slopes_left(1.0, 0.0, 1.0, False)
    >>> left[0], len(left) - 1, left[-1] <= TOL
    (1.0, 25, True)
    """
    X, y = moved(shift, centred)
    Z = np.column_stack([X, np.ones(len(y))]) * y[:, None]    # its Gram matrix is Q
    sweeps, left = _sweeps(Z, omega, C), [1.0]
    while len(left) <= MOST and min(left) > TOL:
        alphas = np.array(list(islice(sweeps, AT_ONCE)))
        slopes = 1 - alphas @ Z @ Z.T
        up, down = slopes * (alphas < C), slopes * (alphas > 0)
        left += np.maximum(up.max(axis=1), -down.min(axis=1)).tolist()
    end = next((k for k, slope in enumerate(left) if slope <= TOL), MOST)
    return tuple(left[:end + 1])


def _sweeps(Z: np.ndarray, omega: float, C: float) -> Iterator[list[float]]:
    """Yield α after each sweep of SOR with Q = Z Zᵀ.

    Of two features: a step is cheaper with w and b, which are Zᵀα, than with a row of Q.
    """
    shares = (omega / (Z ** 2).sum(axis=1)).tolist()
    rows = list(zip(range(len(Z)), *Z.T.tolist(), shares))
    alpha = [0.0] * len(Z)
    w1 = w2 = b = 0.0
    while True:
        for i, z1, z2, z3, share in rows:
            new = alpha[i] + share * (1 - z1 * w1 - z2 * w2 - z3 * b)
            step = (0.0 if new < 0 else C if new > C else new) - alpha[i]
            if step:
                alpha[i] += step
                w1 += step * z1
                w2 += step * z2
                b += step * z3
        yield alpha.copy()


@lru_cache(maxsize=256)
def optima(shift: float, C: float, centred: bool) -> tuple[tuple[np.ndarray, float], ...]:
    """Return α and b with b penalised, where SOR arrives for every ω; and with b free.

    Examples
    --------
    >>> (_, penalised), (_, free) = optima(30.0, 1.0, False)
    >>> bool(abs(penalised) < abs(free) / 10)
    True
    """
    X, y = moved(shift, centred)
    problem = DualProblem.from_data(X, y, C).with_C(C, penalised=True)
    penalised, free = solve_qp(problem), _with_free_b(C)
    b = free.b - (free.alpha * y) @ X @ way(X)
    return (penalised.alpha, penalised.b), (free.alpha, b)


@lru_cache(maxsize=64)
def _with_free_b(C: float) -> Solution:
    """Return the optimum with b free where the samples are; elsewhere α and w are the same."""
    return solve_smo(DualProblem.from_data(*make_overlap_60(), C), tol=1e-8)
