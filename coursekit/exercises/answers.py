"""Reading a learner's answer, whatever shape it comes in.

A reader turns an answer into one canonical value, or raises ``AnswerError`` with a
sentence that says what came and what is wanted.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


class AnswerError(ValueError):
    """The answer cannot be read; the message tells the learner what to give instead.

    Examples
    --------
    >>> issubclass(AnswerError, ValueError)
    True
    """


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:  # a learner's object may fail to show itself
        text = "something that cannot be shown"
    return text if len(text) <= 60 else text[:57] + "..."


def _kind(value: Any) -> str:
    return type(value).__name__


def read_number(value: Any) -> float:
    """Return one finite number from a Python or NumPy scalar or a one-element container.

    Raises
    ------
    AnswerError
        For anything else, text included.

    Examples
    --------
    >>> read_number(np.array([0.5]))
    0.5
    """
    if isinstance(value, (str, bytes)):
        raise AnswerError(f"I expected a number, but got the text {_shown(value)}. "
                          "Leave out the quotation marks and any sign such as %.")
    if isinstance(value, (bool, np.bool_)):
        raise AnswerError(f"I expected a number, but got {value}.")
    try:
        array = np.asarray(value, dtype=float)
        number = float(array.reshape(-1)[0]) if array.size == 1 else None
    except (TypeError, ValueError, OverflowError, IndexError):
        number = None
    if number is None:
        raise AnswerError(f"I expected one number, but got a {_kind(value)}: {_shown(value)}.")
    if not np.isfinite(number):
        raise AnswerError(f"Your answer is {number}, which is no finite number. Did something "
                          "divide by zero, or meet a missing value?")
    return number


def _values(value: Any) -> list:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__"):
        raise AnswerError(f"I expected several values, but got {_shown(value)}.")
    if isinstance(value, Mapping):
        return list(value.values())
    try:
        return list(np.asarray(value, dtype=object).reshape(-1)) if hasattr(value, "shape") \
            else list(value)
    except Exception as error:
        raise AnswerError(f"I could not read your {_kind(value)} as a list.") from error


@dataclass(frozen=True)
class Number:
    """Reads one number.

    Examples
    --------
    >>> Number()(np.float64(0.5))
    0.5
    """

    def __call__(self, value: Any) -> float:
        """Return the number."""
        return read_number(value)


@dataclass(frozen=True)
class Numbers:
    """Reads a fixed number of numbers, in order.

    Parameters
    ----------
    names : tuple of str
        What each of them is.

    Examples
    --------
    >>> Numbers(("low", "high"))({"high": 2, "low": 1})
    (1.0, 2.0)
    """

    names: tuple[str, ...]

    def __call__(self, value: Any) -> tuple[float, ...]:
        """Return the numbers, in the order of the names."""
        keys = getattr(value, "index", None) if hasattr(value, "to_dict") else None
        if isinstance(value, Mapping) or keys is not None:
            named = dict(value.items()) if hasattr(value, "items") else {}
            if set(named) == set(self.names):
                return tuple(read_number(named[n]) for n in self.names)
        values = _values(value)
        if len(values) != len(self.names):
            raise AnswerError(f"I expected {len(self.names)} numbers ({', '.join(self.names)}), "
                              f"but got {len(values)}.")
        return tuple(read_number(v) for v in values)


@dataclass(frozen=True)
class Named:
    """Reads a number for each of some names: a dictionary or a Series.

    Examples
    --------
    >>> Named(("a", "b"))({"b": 2, "a": 1})
    {'a': 1.0, 'b': 2.0}
    """

    names: tuple[str, ...]

    def __call__(self, value: Any) -> dict[str, float]:
        """Return the numbers by name."""
        if not hasattr(value, "items"):
            raise AnswerError(f"I expected a dictionary or a Series with a number for each of "
                              f"{', '.join(self.names)}, but got a {_kind(value)}.")
        given = {str(k): v for k, v in value.items()}
        absent = [n for n in self.names if n not in given]
        extra = [k for k in given if k not in self.names]
        if absent or extra:
            raise AnswerError("The names do not fit. "
                              + (f"Missing: {', '.join(absent)}. " if absent else "")
                              + (f"Not asked for: {', '.join(extra[:5])}." if extra else ""))
        return {n: read_number(given[n]) for n in self.names}


@dataclass(frozen=True)
class Letters:
    """Reads a set of letters: {"a", "c"}, ["a", "c"] or "ac".

    Examples
    --------
    >>> sorted(Letters("abcde")("a, C"))
    ['a', 'c']
    """

    among: str

    def __call__(self, value: Any) -> frozenset[str]:
        """Return the letters."""
        if isinstance(value, str):
            value = [c for c in value if c not in " ,;{}[]'\""]
        if not isinstance(value, (set, frozenset, Sequence, np.ndarray)):
            raise AnswerError(f"I expected a set of letters such as {{'a', 'b'}}, but got a "
                              f"{_kind(value)}.")
        letters = {str(v).strip().lower() for v in value}
        unknown = sorted(letters - set(self.among))
        if unknown:
            raise AnswerError(f"There is no choice {', '.join(unknown)[:40]}; "
                              f"the choices are {', '.join(self.among)}.")
        return frozenset(letters)


@dataclass(frozen=True)
class Matching:
    """Reads a dictionary that gives each letter one of some words.

    Examples
    --------
    >>> Matching("ab", ("red", "blue"))({"a": "Red", "b": "blue"})
    {'a': 'red', 'b': 'blue'}
    """

    letters: str
    words: tuple[str, ...]

    def __call__(self, value: Any) -> dict[str, str]:
        """Return the word of each letter."""
        if not isinstance(value, Mapping):
            raise AnswerError(f"I expected a dictionary such as {{'a': {self.words[0]!r}, ...}}, "
                              f"but got a {_kind(value)}.")
        given = {str(k).strip().lower(): str(v).strip().lower() for k, v in value.items()}
        absent = [c for c in self.letters if c not in given]
        if absent:
            raise AnswerError(f"No word yet for {', '.join(absent)}.")
        odd = sorted({w for w in given.values() if w not in self.words})
        if odd:
            raise AnswerError(f"{', '.join(odd)[:60]}: not among the words. "
                              f"They are {', '.join(self.words)}.")
        return {c: given[c] for c in self.letters}


Reader = Callable[[Any], Any]


def same(left: Any, right: Any, tolerance: float) -> bool:
    """Tell whether two canonical answers agree, numbers to within the tolerance.

    Examples
    --------
    >>> same((0.09, 0.272), (0.0901, 0.2719), 0.001)
    True
    """
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k], tolerance) for k in left)
    if isinstance(left, tuple):
        return len(left) == len(right) and all(map(same, left, right, [tolerance] * len(left)))
    if isinstance(left, float):
        return abs(left - float(right)) <= tolerance
    return left == right
