"""A result with one thing in it changed: what no comparison may take for the result itself."""
from __future__ import annotations

import numbers
from collections.abc import Iterator, Mapping, Set
from typing import Any

import numpy as np

STEP = 1e-3     # of a number, relative to its size and absolute below one; no tolerance is as wide
FAR = 1.7       # the same for a step that leaves an interval, too


def perturbed(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield each change of one thing in a result: its place in words, and the result so changed.

    Of arrays and lists the first, the middle and the last entry are changed, of tuples and
    dictionaries each. Of a record that the judge made (what was returned, and its notes), the
    first field is what was returned.
    """
    if isinstance(value, (bool, np.bool_)):
        yield "", not value
    elif isinstance(value, numbers.Real):
        yield from ((f" becomes {new:.6g}", new) for new in other_numbers(value))
    elif isinstance(value, str):
        yield " is another text", value + "x"
    elif value is None:
        yield " becomes 0.0", 0.0
    elif isinstance(value, np.ndarray):
        yield from in_array(value)
    elif isinstance(value, Mapping):
        yield from in_mapping(value)
    elif hasattr(value, "_make"):
        yield from ((what, value._make([first, *value[1:]])) for what, first in perturbed(value[0]))
    elif isinstance(value, (tuple, list)):
        yield from in_sequence(value)
    elif isinstance(value, Set):
        yield from ((f" without {one!r}", value - {one}) for one in value)
        yield " with one more", value | {"one more"}
    else:
        raise TypeError(f"say in tests/helpers/perturbed.py how a "
                        f"{type(value).__name__} is perturbed")


def other_numbers(value: Any) -> list[Any]:
    """Return numbers that are not this one: whole ones, where it is whole."""
    if isinstance(value, numbers.Integral):
        return [value + 1, value - 1]
    if not np.isfinite(value):
        return [0.0]
    return [value + step * max(1.0, abs(value)) for step in (STEP, -STEP, FAR)]


def places(n: int) -> list[int]:
    """Return the first, the middle and the last place of ``n``."""
    return sorted({0, n // 2, n - 1}) if n else []


def in_array(value: np.ndarray) -> Iterator[tuple[str, Any]]:
    if value.size:
        yield " without its last row", value[:-1]
    else:
        yield " with a row", np.zeros((1, *value.shape[1:]))
    for flat in places(value.size):
        place = tuple(int(k) for k in np.unravel_index(flat, value.shape))
        for what, entry in perturbed(value[place]):
            entries = value.astype(object if isinstance(entry, str) else
                                   np.result_type(value, type(entry)))
            entries[place] = entry
            yield f"[{', '.join(map(str, place))}]{what}", entries


def in_mapping(value: Mapping) -> Iterator[tuple[str, Any]]:
    if not value:
        yield " with a key", {"one more": 0.0}
    for key in value:
        yield f" without {key!r}", {k: v for k, v in value.items() if k != key}
        for what, entry in perturbed(value[key]):
            yield f"[{key!r}]{what}", {**value, key: entry}


def in_sequence(value: tuple | list) -> Iterator[tuple[str, Any]]:
    kind = list if isinstance(value, list) else tuple
    yield " with one part more", kind([*value, value[-1] if value else 0.0])
    if value:
        yield " without its last part", value[:-1]
    for k in range(len(value)) if kind is tuple else places(len(value)):
        for what, entry in perturbed(value[k]):
            yield f"[{k}]{what}", kind([*value[:k], entry, *value[k + 1:]])
