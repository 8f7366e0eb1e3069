"""Differences of proportions in words, with a true minus sign."""
from __future__ import annotations

from coursekit.wording import signed


def in_points(estimate: float, low: float, high: float) -> str:
    """Return a difference of two proportions and its interval in percentage points.

    Examples
    --------
    >>> in_points(0.016, -0.001, 0.032)
    '+1.6 points (interval −0.1 to +3.2)'
    """
    d, down, up = (signed(100 * value, "+.1f") for value in (estimate, low, high))
    return f"{d} points (interval {down} to {up})"
