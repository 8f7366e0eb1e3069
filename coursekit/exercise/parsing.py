"""Read a learner's answer, in whatever form it comes.

A parser turns an answer into one canonical value, or raises ``AnswerError`` with a
sentence that says what came and what is expected.
"""
from __future__ import annotations

import itertools
import math
import numbers
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from coursekit.checks import with_point
from coursekit.exercise.compare import short_repr

MAX_ELEMENTS = 10_000    # of an answer


class AnswerError(ValueError):
    """The answer cannot be read; the message tells the learner what to give instead.

    Examples
    --------
    >>> issubclass(AnswerError, ValueError)
    True
    """


class NotAttempted(AnswerError):
    """The answer is still the stub.

    Examples
    --------
    >>> issubclass(NotAttempted, AnswerError)
    True
    """


def too_long(value: Any) -> bool:
    """Return whether an answer has far more elements than any exercise asks for."""
    size = getattr(value, "size", None)
    length = size if isinstance(size, int) else len(value) if hasattr(value, "__len__") else 0
    return length > MAX_ELEMENTS


def is_plain(value: Any, depth: int = 3) -> bool:
    """Return whether an answer consists only of Python's and NumPy's numbers and strings.

    Examples
    --------
    >>> is_plain([1, (0.5, "a")]), is_plain(range(3)), is_plain(np.zeros(3))
    (True, False, True)
    """
    if type(value) in (float, int, bool, str) or isinstance(value, np.generic):
        return True
    if type(value) is np.ndarray:
        return value.dtype.kind in "biufcU"
    if type(value) not in (list, tuple, set, frozenset, dict) or depth == 0 or too_long(value):
        return False
    inner = [*value, *value.values()] if isinstance(value, dict) else value
    return all(is_plain(v, depth - 1) for v in inner)


def _kind(value: Any) -> str:
    return type(value).__name__


def _a_kind(value: Any) -> str:
    return f"{'an' if _kind(value)[0] in 'aeiou' else 'a'} {_kind(value)}"


def read_number(value: Any) -> float:
    """Return one finite number from a Python or NumPy scalar or a one-element container.

    Raises
    ------
    AnswerError
        For anything else, including text, truth values and complex numbers.

    Examples
    --------
    >>> read_number(np.array([0.5]))
    0.5
    """
    one = _only(value)
    if isinstance(one, (str, bytes)):
        raise AnswerError(f"I expected a number, but got the text {short_repr(str(one))}. "
                          "Leave out the quotation marks and any sign such as %." + comma(one))
    if isinstance(one, (bool, np.bool_)):
        raise AnswerError(f"I expected a number, but got {one}.")
    if not isinstance(one, numbers.Number) or isinstance(one, (complex, np.complexfloating)):
        raise AnswerError(f"I expected one number, but got {_a_kind(value)}: {short_repr(value)}."
                          + comma(one))
    try:
        number = float(one)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise AnswerError(f"Your answer is {number}, which is not a finite number. Did something "
                          "divide by zero, or meet a missing value?")
    return number


def comma(value: Any) -> str:
    """Return advice on a decimal comma, or an empty string if there is none."""
    written = with_point(value)
    return f" If that is a decimal comma, write a point: {written}." if written else ""


def _only(value: Any) -> Any:
    """Return the one element of a list, an array or a table, else the value itself."""
    if isinstance(value, (list, tuple)):
        return _only(value[0]) if len(value) == 1 else value
    if hasattr(value, "shape"):
        array = np.asarray(value)
        return array.reshape(-1)[0] if array.size == 1 else value
    return value


def _values(value: Any, wanted: str) -> list:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__"):
        raise AnswerError(f"I expected {wanted}, but got {short_repr(value)}. Put them in square "
                          "brackets, separated by commas.")
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, Set):
        raise AnswerError(f"I expected {wanted} in this order, but got a set, which has no order. "
                          "Use square brackets.")
    try:
        return list(np.asarray(value, dtype=object).reshape(-1)) if hasattr(value, "shape") \
            else list(value)
    except Exception as error:
        raise AnswerError(f"I could not read your {_kind(value)} as a list.") from error


def _named(value: Any, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the items of a dictionary, a Series or a column, with names spelt as expected."""
    if hasattr(value, "columns") and len(value.columns) == 1:
        value = value.iloc[:, 0]
    if not hasattr(value, "items"):
        return None
    wanted = {name.casefold(): name for name in names}
    keys = ((k[0] if isinstance(k, tuple) and len(k) == 1 else k, v) for k, v in value.items())
    return {wanted.get(str(k).strip().casefold(), str(k)): v for k, v in keys}


@dataclass(frozen=True)
class Numbers:
    """Reads a fixed number of numbers: in order, or by name if all names are given.

    Parameters
    ----------
    names : tuple of str
        The name of each number.

    Examples
    --------
    >>> Numbers(("low", "high"))({"High": 2, "Low": 1})
    (1.0, 2.0)
    >>> Numbers(("w1", "w2", "b"))(((1, 2), 3))
    (1.0, 2.0, 3.0)
    """

    names: tuple[str, ...]

    def __call__(self, value: Any) -> tuple[float, ...]:
        """Return the numbers, in the order of the names."""
        named = _named(value, self.names)
        if named is not None and set(named) == set(self.names):
            return tuple(read_number(named[n]) for n in self.names)
        wanted = f"{len(self.names)} numbers ({', '.join(self.names)})"
        values = _values(value, wanted)
        if len(values) < len(self.names):       # some came as pairs
            values = [one for part in values for one in (
                _values(part, wanted) if np.ndim(part) == 1 else [part])]
        if len(values) != len(self.names):
            raise AnswerError(f"I expected {wanted}, but got {len(values)}."
                              + self._commas(values))
        return tuple(read_number(v) for v in values)

    def _commas(self, values: list) -> str:
        """Return advice on decimal commas, if they explain why there are too many numbers."""
        pairs = [with_point(pair) for pair in itertools.pairwise(map(_only, values))]
        if len(values) == 2 * len(self.names) and all(pairs[::2]):
            return f" If these are decimal commas, write points: {', '.join(pairs[::2])}."
        some = len(self.names) < len(values) < 2 * len(self.names) and any(pairs)
        return " A decimal comma splits a number in two: write a point, as in 0.94." if some \
            else ""


@dataclass(frozen=True)
class Letters:
    """Reads a set of letters: {"a", "c"}, ["a", "c"], "ac", "a and c" or "a) c)".

    Examples
    --------
    >>> sorted(Letters("abcde")("a, C")), sorted(Letters("abcde")({"a)", "(d)"}))
    (['a', 'c'], ['a', 'd'])
    >>> sorted(Letters("abcdef")("c and f"))
    ['c', 'f']
    """

    among: str

    def __call__(self, value: Any) -> frozenset[str]:
        """Return the letters."""
        if isinstance(value, str):
            listed = re.sub(r"\band\b", " ", value, flags=re.I)
            value = [c for c in listed if c not in " ,;.(){}[]'\""]
        if not (isinstance(value, (Set, Sequence)) or hasattr(value, "shape")):
            raise AnswerError(f"I expected a set of letters such as {{'a', 'b'}}, but got "
                              f"{_a_kind(value)}.")
        letters = {str(v).strip(" .()").lower() for v in value}
        unknown = sorted(letters - set(self.among))
        if unknown:
            raise AnswerError(f"There is no choice {', '.join(unknown)[:40]}; "
                              f"the choices are {', '.join(self.among)}.")
        return frozenset(letters)


@dataclass(frozen=True)
class Choice:
    """Reads one letter: "b", " B " or ["b"].

    Examples
    --------
    >>> Choice("abc")({"B"})
    'b'
    """

    among: str

    def __call__(self, value: Any) -> str:
        """Return the letter."""
        chosen = Letters(self.among)(value)
        if len(chosen) != 1:
            raise AnswerError(f"I expected one letter out of {', '.join(self.among)}, but got "
                              f"{len(chosen)}.")
        return next(iter(chosen))


@dataclass(frozen=True)
class Matching:
    """Reads a dictionary or a Series that assigns one of some words to each letter.

    Examples
    --------
    >>> Matching("ab", ("red", "blue"))({"a": "Red", "b": "blue"})
    {'a': 'red', 'b': 'blue'}

    ``former`` maps an earlier spelling, which older notebooks may hold, to the word of today.
    """

    letters: str
    words: tuple[str, ...]
    former: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, value: Any) -> dict[str, str]:
        """Return the word of each letter."""
        named = _named(value, self.letters)
        if named is None:
            raise AnswerError(f"I expected a dictionary such as {{'a': {self.words[0]!r}, ...}}, "
                              f"but got {_a_kind(value)}.")
        given = {k: " ".join(str(v).casefold().split()) for k, v in named.items()}
        self._refuse("No word yet for", (c for c in self.letters if c not in given))
        self._refuse("There is no question", (k for k in given if k not in self.letters))
        given = {k: self.former.get(w, w) for k, w in given.items()}
        odd = sorted({w for w in given.values() if w not in self.words})
        if odd:
            raise AnswerError(f"{', '.join(odd)[:60]}: not one of the words. "
                              f"They are {', '.join(self.words)}.")
        return {c: given[c] for c in self.letters}

    @staticmethod
    def _refuse(why: str, names: Iterable[str]) -> None:
        listed = ", ".join(names)
        if listed:
            raise AnswerError(f"{why} {listed[:60]}.")


AnswerParser = Callable[[Any], Any]


def equal_answers(left: Any, right: Any, tolerance: float) -> bool:
    """Return whether two canonical answers agree, numbers to within the tolerance.

    Examples
    --------
    >>> equal_answers((0.09, 0.272), (0.0901, 0.2719), 0.001)
    True
    >>> equal_answers(0.09, "nine per cent", 0.001)
    False
    """
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            equal_answers(left[k], right[k], tolerance) for k in left)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(
            equal_answers(*pair, tolerance) for pair in zip(left, right, strict=True))
    if isinstance(left, float) and isinstance(right, float):
        return abs(left - right) <= tolerance
    return left == right
