"""Ground floor: the few sentences with which the library refuses bad input.

Every message names the argument, says what came, what is wanted and how to get
there.
"""
from __future__ import annotations

from collections.abc import Iterable

import numpy as np


def require_columns(frame, columns: Iterable[str], who: str) -> None:
    """Refuse a frame that lacks one of the columns.

    Raises
    ------
    TypeError
        If ``frame`` is no DataFrame.
    ValueError
        If a column is missing; the message lists the columns that are there.

    Examples
    --------
    >>> import pandas as pd
    >>> require_columns(pd.DataFrame({"Sex": ["male"]}), ["Sex"], "rate_table")
    """
    if not hasattr(frame, "columns"):
        raise TypeError(f"{who} needs a pandas DataFrame with named columns, "
                        f"got {type(frame).__name__}; wrap it in pd.DataFrame(..., columns=...)")
    missing = [c for c in columns if c not in frame.columns]
    if missing:
        raise ValueError(f"{who} needs the column(s) {missing}, which the frame lacks; "
                         f"it has {list(frame.columns)}")


def require_between(name: str, value: float, low: float, high: float,
                    *, open_ends: bool = False) -> float:
    """Return ``value`` as a float if it lies between the limits, else refuse it.

    Raises
    ------
    TypeError
        If ``value`` is no real number.
    ValueError
        If it is NaN or outside the limits.

    Examples
    --------
    >>> require_between("confidence", 0.95, 0, 1, open_ends=True)
    0.95
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {value!r}") from None
    inside = low < number < high if open_ends else low <= number <= high
    if not inside:
        bounds = f"({low}, {high})" if open_ends else f"[{low}, {high}]"
        raise ValueError(f"{name} must lie in {bounds}, got {value!r}")
    return number


def require_choice(name: str, value, choices: Iterable) -> object:
    """Return ``value`` if it is one of the choices, else refuse it and list them.

    Examples
    --------
    >>> require_choice("kernel", "rbf", ("linear", "rbf"))
    'rbf'
    """
    choices = list(choices)
    if not any(value is c or (type(value) is type(c) and value == c) for c in choices):
        raise ValueError(f"{name} must be one of {choices}, got {value!r}")
    return value


def require_finite(name: str, values) -> np.ndarray:
    """Return ``values`` as a float array, refusing NaN and infinity.

    Examples
    --------
    >>> require_finite("x", [1, 2])
    array([1., 2.])
    """
    array = np.asarray(values, dtype=float)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} contains NaN or infinity ({np.sum(~np.isfinite(array))} of "
                         f"{array.size} values); drop or impute them first")
    return array
