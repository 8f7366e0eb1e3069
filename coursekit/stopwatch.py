"""The only place of the library that reads the clock: how long a piece of work takes.

A page shows such times as ratios only, in cells whose output nbval does not compare.
"""
from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from coursekit.checks import require_whole


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
        If ``times`` is no whole number or below 1.

    Examples
    --------
    >>> fastest(lambda: sum(range(100))) > 0
    True
    """
    if not callable(work):
        raise TypeError(f"work must be a function without arguments, got {type(work).__name__}; "
                        "wrap the work in `lambda: ...`")
    require_whole("times", times, least=1)
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best
