"""The only place of the library that reads the clock: how long a piece of work takes.

A page shows such times as ratios only, in cells whose output nbval does not compare.
"""
from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


def fastest(work: Callable[[], object], times: int = 3) -> float:
    """Return the seconds of the fastest of several runs: the one that was least disturbed.

    Parameters
    ----------
    work : callable
        Called without arguments; what it returns is dropped.
    times : int
        Number of runs, at least 1.

    Raises
    ------
    ValueError
        If ``times`` is below 1.

    Examples
    --------
    >>> fastest(lambda: sum(range(100))) > 0
    True
    """
    if times < 1:
        raise ValueError(f"times must be at least 1, got {times!r}; it is the number of runs")
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best
