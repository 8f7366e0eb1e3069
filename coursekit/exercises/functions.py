"""Reading a learner's function by what it does on some cases.

Two functions are the same answer if they do the same on all cases, so a known mistake is
recognised however it is written. A call that raises, returns nothing or does not end is
an outcome like any other: it is told to the learner, and a known mistake may consist in it.
"""
from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from coursekit.exercises.answers import (AnswerError, NotAttempted, Number, Reader, same,
                                         shown)

STUB = ("None", "NotImplementedError")


class TooManySteps(BaseException):
    """A call ran for more lines than it was granted.

    It is no ``Exception``, so that a learner's ``except Exception`` lets it through.

    Examples
    --------
    >>> issubclass(TooManySteps, Exception)
    False
    """


@dataclass(frozen=True)
class Failure:
    """What a function did instead of answering; two of the same kind are the same outcome.

    Parameters
    ----------
    kind : str
        Name of the exception, or "None", "endless", "unreadable".
    told : str
        A sentence for the learner.

    Examples
    --------
    >>> Failure("None", "It returned nothing.") == Failure("None", "Nothing came back.")
    True
    """

    kind: str
    told: str = field(compare=False)


@dataclass(frozen=True)
class Function:
    """Reads a function as the tuple of what it does on each case.

    Parameters
    ----------
    cases : tuple of tuple
        The arguments of each call; the function gets copies of them.
    returns : callable
        Reader of what the function returns.
    steps : int
        Lines of Python a call may run for. Compiled code runs no lines, and a bare
        ``except`` catches everything: such a call only the kernel's stop button ends.

    Examples
    --------
    >>> Function(((1,), (0,)))(lambda x: 1 / x)[1].kind
    'ZeroDivisionError'
    """

    cases: tuple[tuple, ...]
    returns: Reader = Number()
    steps: int = 100_000

    def __call__(self, value: Any) -> tuple:
        """Return one outcome a case: what was returned, as its reader has it, or a Failure."""
        if not callable(value):
            raise AnswerError(f"I expected a function, but got {shown(value)}. Give the function "
                              "itself: its name, without brackets after it.")
        outcomes = tuple(self._outcome(value, case) for case in self.cases)
        if all(isinstance(o, Failure) and o.kind in STUB for o in outcomes):
            raise NotAttempted("The function returns nothing yet.")
        return outcomes

    def _outcome(self, function: Callable, case: tuple) -> Any:
        call = _written(function, case)
        try:
            result = limited(function, deepcopy(case), self.steps)
        except TooManySteps:
            return Failure("endless", f"{call} was still running after {self.steps} steps. "
                           "Does its loop ever stop?")
        except (Exception, SystemExit) as error:
            return Failure(type(error).__name__, f"{call} raised {type(error).__name__}: "
                           f"{_message(error)}.")
        if result is None or result is Ellipsis:
            return Failure("None", f"{call} returned nothing. Does every way through your "
                           "function end in `return`?")
        return self._read(result, call)

    def _read(self, result: Any, call: str) -> Any:
        try:
            return self.returns(result)
        except AnswerError as error:
            return Failure("unreadable", f"I called {call}. {error}")
        except Exception:  # whatever a learner's object does when it is looked at
            return Failure("unreadable", f"I could not read what {call} returned.")

    def explain(self, given: tuple, right: tuple, tolerance: float) -> str | None:
        """Return what happened in the first case that is not right, without the right result.

        Examples
        --------
        >>> halve = Function(((2,), (3,)))
        >>> halve.explain(halve(lambda x: x // 2), halve(lambda x: x / 2), 1e-9)
        'Right in 1 of 2 cases. Look at the arguments (3,): your function gives 1.0.'
        """
        off = [k for k, pair in enumerate(zip(given, right, strict=True))
               if not same(*pair, tolerance)]
        if not off:
            return None
        first = given[off[0]]
        told = first.told if isinstance(first, Failure) else (
            f"Look at the arguments {shown(self.cases[off[0]])}: "
            f"your function gives {shown(first)}.")
        return f"Right in {len(given) - len(off)} of {len(given)} cases. {told}"


def limited(function: Callable, arguments: tuple, steps: int) -> Any:
    """Call a function that may run for so many lines; what it prints or warns of is dropped.

    Raises
    ------
    TooManySteps
        If it runs for more lines; and whatever the function raises.

    Examples
    --------
    >>> limited(max, (2, 3), steps=100)
    3
    """
    left = steps

    def count(frame: FrameType, event: str, argument: Any) -> Callable:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManySteps
        return count

    before = sys.gettrace()  # a debugger's, perhaps
    with redirect_stdout(io.StringIO()), warnings.catch_warnings(action="ignore"):
        sys.settrace(count)
        try:
            return function(*arguments)
        finally:
            sys.settrace(before)


def _written(function: Callable, case: tuple) -> str:
    """Write a call as it would be typed: `area(2, 3)`."""
    name = getattr(function, "__name__", "")
    name = name if isinstance(name, str) and name.isidentifier() else "your_function"
    return f"`{name}({', '.join(map(shown, case))})`"


def _message(error: BaseException) -> str:
    try:
        return (str(error) or "no message")[:120].rstrip(".")
    except Exception:  # a learner's own exception may fail to show itself
        return "no message"

