"""Compare two results, describe how they differ, and write them as text."""
from __future__ import annotations

import math
import numbers
import re
import reprlib
from collections.abc import Callable, Mapping, Set
from typing import Any

import numpy as np

SINGLE = 1e-6               # tolerance for numbers in single precision
MAX_NUMBERS_SHOWN = 12      # of longer arrays only the shape is shown
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxdict = _SHORT.maxset = 8


def short_repr(value: Any, width: int = 60, numbers: int = MAX_NUMBERS_SHOWN) -> str:
    """Return a value as text of bounded length, even if its repr fails.

    Examples
    --------
    >>> short_repr(np.array([1.0, 0.25])), short_repr(np.float64(0.1)), short_repr(max)
    ('[1, 0.25]', '0.1', 'max')
    """
    try:
        text = without_address(_written(value, numbers))
    except Exception:  # the repr of a learner's object may fail
        text = "something that cannot be shown"
    return text if len(text) <= width else text[:width - 3] + "..."


def is_cut(text: str) -> bool:
    """Return whether a text from ``short_repr`` was shortened.

    Examples
    --------
    >>> is_cut(short_repr(np.zeros(50))), is_cut(short_repr([1, 2]))
    (True, False)
    """
    return "..." in text or " of shape (" in text


def without_address(text: str) -> str:
    """Return a text without the memory addresses in Python's repr of objects.

    Examples
    --------
    >>> without_address("<object object at 0x7f0123abcdef>")
    '<object object>'
    """
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def _written(value: Any, most: int) -> str:
    if isinstance(value, np.ndarray):
        if value.size > most:
            return f"an array of shape {value.shape}"
        return _written(value.tolist(), most)
    if isinstance(value, (float, np.floating)):
        return f"{float(value):.10g}"
    if isinstance(value, np.generic):
        return _SHORT.repr(value.item())
    if type(value) in (list, tuple) and len(value) <= most:
        inner = ", ".join(_written(part, most) for part in value)
        one = "," if len(value) == 1 and isinstance(value, tuple) else ""
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{one})"
    if type(value) is dict and 0 < len(value) <= most:
        pairs = ((_written(k, most), _written(v, most)) for k, v in value.items())
        return "{" + ", ".join(f"{k}: {v}" for k, v in pairs) + "}"
    if isinstance(value, np.random.Generator):
        return "a random generator"
    if _is_table(value):
        small = value.ndim == 2 and value.size <= most
        rows = _written(value.to_dict("list"), most) if small else f"of shape {value.shape}"
        return f"a {type(value).__name__} {rows}"
    if callable(value) and hasattr(value, "__name__"):
        return value.__name__
    return _SHORT.repr(value)


def _is_table(value: Any) -> bool:
    return type(value).__name__ in ("Series", "DataFrame") and hasattr(value, "iloc")


def _as_row(given: Any, right: Any) -> Any:
    """Return a Series as an array where a row is expected, and so a list for an array."""
    if isinstance(right, np.ndarray) and isinstance(given, (tuple, list)):
        return _as_array(given)
    wanted = isinstance(right, (tuple, list, np.ndarray))
    return given.to_numpy() if wanted and type(given).__name__ == "Series" else given


def _as_array(given: tuple | list) -> Any:
    try:
        return np.asarray(given)
    except ValueError:      # rows of different lengths
        return given


def holds_text(value: Any) -> bool:
    """Return whether a result is text, or has some in it.

    Examples
    --------
    >>> holds_text((1, np.array(["0.5"]))), holds_text([0.5])
    (True, False)
    """
    if isinstance(value, (tuple, list, Set)):
        return any(map(holds_text, value))
    if isinstance(value, Mapping):
        return any(map(holds_text, value.values()))
    if hasattr(value, "dtype") and hasattr(value, "ravel"):
        value = np.asarray(value)
        return value.size > 0 and (value.dtype.kind in "US" or (
            value.dtype.kind == "O" and any(isinstance(part, str) for part in value.ravel())))
    return isinstance(value, (str, bytes))


def _is_number(value: Any) -> bool:
    value = value[()] if isinstance(value, np.ndarray) and value.shape == () else value
    return isinstance(value, numbers.Number) and not isinstance(value, (bool, np.bool_))


def kind(value: Any) -> str:
    """Return the kind of a result in words for a learner.

    Examples
    --------
    >>> kind((1, 2)), kind(np.zeros(3)), kind(0.5), kind({})
    ('a tuple of length 2', 'an array of shape (3,)', 'a number', 'a dictionary')
    """
    if value is None:
        return "`None`"
    if isinstance(value, (bool, np.bool_)):
        return "a truth value"
    if _is_number(value):
        return "a number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, (tuple, list)):
        return f"a {type(value).__name__} of length {len(value)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, Mapping):
        return "a dictionary"
    if isinstance(value, Set):
        return "a set"
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def misfit(given: Any, right: Any) -> str | None:
    """Say how a result differs in kind from the correct one; ``None`` if it does not.

    Examples
    --------
    >>> misfit(3.0, (1.0, 2.0))
    'a number where a tuple of length 2 is expected'
    >>> misfit([1, 2], (3, 4)) is None
    True
    """
    if right is None or given is None:
        return None
    if not isinstance(given, str) and holds_text(given) and not holds_text(right):
        return "text where numbers are expected"
    given = _as_row(given, right)
    if isinstance(right, Mapping) and isinstance(given, Mapping):
        absent = [k for k in right if k not in given]
        return f"a dictionary without the key {short_repr(absent[0])}" if absent else None
    if isinstance(right, (tuple, list)) and isinstance(given, (tuple, list, np.ndarray)):
        fits = np.ndim(given) > 0 if isinstance(given, np.ndarray) else True
        fits = fits and len(given) == len(right)
    else:
        fits = kind(given) == kind(right)
    return None if fits else f"{kind(given)} where {kind(right)} is expected"


def agree(given: Any, right: Any, tolerance: float) -> bool:
    """Return whether two results are equal, numbers to within the tolerance.

    Where a tuple, list or array is expected, a tuple, list, array or Series of the same shape will
    do: `check` hands on what the notebook continues with. Where Boolean values are expected they
    must be Boolean, as ones and zeros would select the samples 1 and 0. Numbers in single
    precision are compared as such.

    Examples
    --------
    >>> agree((1, np.float32(0.1)), [1.0, 0.1], 1e-6), agree([1], 1, 1e-6)
    (True, False)
    >>> agree(np.array([0.0, np.nan]), np.array([0, np.nan]), 1e-9)
    True
    """
    if right is None or given is None:
        return given is right
    given = _as_row(given, right)
    if isinstance(right, (bool, np.bool_, str)):
        return type(given) in (bool, np.bool_, str) and bool(given == right)
    if _is_number(right):
        return _is_number(given) and _close(given, right, tolerance)
    if isinstance(right, (tuple, list)):
        return misfit(given, right) is None and isinstance(given, (tuple, list, np.ndarray)) \
            and all(agree(g, r, tolerance) for g, r in zip(given, right, strict=True))
    if isinstance(right, Mapping):
        return isinstance(given, Mapping) and given.keys() == right.keys() \
            and all(agree(given[k], right[k], tolerance) for k in right)
    return _other(given, right, tolerance)


def _other(given: Any, right: Any, tolerance: float) -> bool:
    if isinstance(right, np.ndarray):
        return isinstance(given, np.ndarray) and given.shape == right.shape \
            and _arrays(given, right, tolerance)
    if _is_table(right):
        return type(given) is type(right) and given.shape == right.shape \
            and all(a.equals(b) for a, b in zip(given.axes, right.axes, strict=True)) \
            and _arrays(given.to_numpy(), right.to_numpy(), tolerance)
    return bool(given == right)


def _arrays(given: np.ndarray, right: np.ndarray, tolerance: float) -> bool:
    if right.dtype == bool != given.dtype:
        return False
    if given.dtype.kind in "biufc" and right.dtype.kind in "biufc":
        tolerance = max(tolerance, SINGLE * (given.dtype == np.float32))
        with np.errstate(all="ignore"):
            return bool(np.allclose(given, right, rtol=tolerance, atol=tolerance, equal_nan=True))
    return all(agree(g, r, tolerance)
               for g, r in zip(given.ravel().tolist(), right.ravel().tolist(), strict=True))


def _close(given: Any, right: Any, tolerance: float) -> bool:
    tolerance = max(tolerance, SINGLE * (getattr(given, "dtype", None) == np.float32))
    given, right = complex(given), complex(right)
    if given == right or (math.isnan(right.real) and math.isnan(given.real)):
        return True
    return abs(given - right) <= tolerance * max(1.0, abs(right)) and math.isfinite(abs(right))


Agreement = Callable[[tuple, Any, Any], bool]


def same_numbers(rtol: float, atol: float) -> Agreement:
    """Return an ``accept`` for numbers in any form with the correct shape: lists, float32, …

    Examples
    --------
    >>> same_numbers(rtol=1e-5, atol=1e-7)((), [1, 2], np.array([1.0, 2.0]))
    True
    """
    def accept(case: tuple, given: Any, right: np.ndarray) -> bool:
        given = np.asarray(given, dtype=float)
        return given.shape == right.shape and bool(np.allclose(given, right, rtol=rtol, atol=atol))
    return accept
