"""The upper bound of an error rate by bisection: what the learner builds in lesson 06e."""
from __future__ import annotations

from scipy.stats import binom


def upper_bound(errors: int, n: int, chance: float = 0.25) -> float:
    """Return the rate at which ``errors`` or fewer of n have this chance: one-sided, exact.

    References
    ----------
    C. Clopper, E. Pearson (1934), *The use of confidence or fiducial limits illustrated in the
    case of the binomial*.

    Examples
    --------
    >>> round(upper_bound(0, 7), 4)
    0.1797
    """
    if errors >= n:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if binom.cdf(errors, n, middle) > chance:
            low = middle
        else:
            high = middle
    return (low + high) / 2
