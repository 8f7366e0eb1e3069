"""How many errors to expect of a leaf or a rule that made ``errors`` of them on ``n`` cases.

Legend: ``e`` errors seen, ``n`` cases (right and wrong), ``alpha`` the significance α_sig,
``z`` the quantile of the normal distribution at 1 - α/2, ``U`` the upper bound.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_between, require_finite


def upper_error_bound(errors: ArrayLike, n: ArrayLike, alpha: float = 0.25) -> float | np.ndarray:
    """Return the upper end of a two-sided confidence interval of an error rate.

    For e > 0 it is the upper Wilson bound

        U = (e + z²/2 + z·sqrt(z²/4 + e(1 - e/n))) / (n + z²),   z = Q(1 - α/2);

    for e = 0 the exact bound 1 - (α/2)^(1/n). Errors enter as counted, with no continuity
    correction; they may be fractions, as the weights of C4.5's leaves are, but the two
    branches do not meet: the bound jumps as e leaves 0. A bound over no case at all is 1:
    nothing is known, so everything may be wrong.

    Parameters
    ----------
    errors, n : float or array_like
        Wrong cases and all cases, of shapes that broadcast.
    alpha : float
        Significance, strictly between 0 and 1. C4.5's "CF = 25 %" is one-sided, so C4.5 is
        less pessimistic than ``alpha=0.25`` here.

    Returns
    -------
    float or ndarray
        Shares in [0, 1], a float if both counts are numbers.

    Raises
    ------
    ValueError
        If a count is negative or not finite, or there are more errors than cases.

    References
    ----------
    C. Borgelt, *Advanced Data Mining*, rule extraction; E. B. Wilson (1927) for e > 0.

    Examples
    --------
    >>> round(upper_error_bound(1, 7), 4)
    0.3503
    >>> upper_error_bound([0, 1], [28, 35]).round(4)
    array([0.0716, 0.0819])
    """
    from scipy.special import ndtri

    e, n = _counts(errors, n)
    z = float(ndtri(1 - require_between("alpha", alpha, 0, 1, open_ends=True) / 2))
    some = np.maximum(n, 1e-300)    # no division by zero; the bound over no case comes out as 1
    wilson = (e + z**2 / 2 + z * np.sqrt(z**2 / 4 + e * (1 - e / some))) / (n + z**2)
    bound = np.where(e > 0, np.minimum(wilson, 1.0), 1 - (alpha / 2) ** (1 / some))
    return float(bound) if bound.ndim == 0 else bound


def _counts(errors, n) -> tuple[np.ndarray, np.ndarray]:
    e, n = require_finite("errors", errors), require_finite("n", n)
    try:
        e, n = np.broadcast_arrays(e, n)
    except ValueError:
        raise ValueError(f"errors and n must broadcast, got shapes {e.shape} and {n.shape}; "
                         "give one pair of counts for each leaf") from None
    wrong = (e < 0) | (e > n)
    if wrong.any():
        odd = np.argmax(wrong)
        raise ValueError(f"errors must lie between 0 and n, got {e.flat[odd]:g} of "
                         f"{n.flat[odd]:g}; count wrong cases, not a rate, and let n count "
                         "right and wrong cases together")
    return e, n
