"""Multipliers that a solver leaves all but on their walls, put there exactly, the sum kept at 0.

Legend: ``beta`` (n,) = α_i y_i, which lives between ``A`` = min(0, y·C) and ``B`` = max(0, y·C).
"""
from __future__ import annotations

import numpy as np

SNAP = 1e-10      # nearer to a wall than this share of C, or of 1 where C is larger: on it
ROUND = 1e-13     # share of Σ|β| that is no more than rounding


def settle(beta: np.ndarray, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return β with what is all but on a wall on it, and what is left of Σ β taken from the rest.

    Parameters
    ----------
    beta, A, B : ndarray, shape (n,)
        Multipliers with signs; their walls, of which 0 is always one.

    Examples
    --------
    >>> settle(np.array([-0.5, 0.5 + 1e-12, 1e-14]), np.array([-1.0, 0, 0]), np.array([0, 1, 1.0]))
    array([-0.5,  0.5,  0. ])
    """
    near = SNAP * np.minimum(1, B - A)
    for _ in range(3):      # the later times for what the earlier have put near a wall, or rounded
        beta = np.where(beta - A <= near, A, np.where(B - beta <= near, B, beta))
        total, free = beta.sum(), (beta > A) & (beta < B)
        room = beta - A if total > 0 else B - beta
        room = np.where(np.isinf(room), 1 + np.abs(beta), room)
        share = np.where(free, room, 0)
        if share.sum() <= abs(total):       # too little is off the walls: those with most room pay
            if abs(total) <= ROUND * np.abs(beta).sum():
                break
            order = np.argsort(-room, kind="stable")
            share[order] = np.diff(np.minimum(room[order].cumsum(), abs(total)), prepend=0)
        beta = beta - total * share / share.sum()
    return beta
