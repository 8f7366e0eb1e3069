"""What an exercise is, and how an answer to it is judged."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from coursekit.exercises.answers import AnswerError, NotAttempted, Reader, same

RIGHT, WRONG, UNATTEMPTED, UNREADABLE, UNKNOWN = (
    "right", "wrong", "unattempted", "unreadable", "unknown")


@dataclass(frozen=True)
class Code:
    """An answer written as Python: what its last assignment or definition makes.

    Parameters
    ----------
    source : str
        Stands on its own, but for NumPy as ``np``.

    Examples
    --------
    >>> Code("def twice(x):\\n    return x + x")()(4)
    8
    """

    source: str

    def __call__(self) -> Any:
        """Run the code and return the answer."""
        names: dict[str, Any] = {"np": np}
        exec(self.source, names)  # written by the course, never by a learner
        return list(names.values())[-1]


@dataclass(frozen=True)
class Wrong:
    """A wrong answer that is known, and the hint it must trigger.

    Parameters
    ----------
    name : str
        What went wrong, for the tests and for teachers.
    value : callable, Code or object
        The wrong answer, or a function that computes it; a function as answer is given as
        ``Code``.
    hint : str
        What the learner probably did, and where to look; never the answer.
    matches : callable, optional
        Recognises the mistake in a canonical answer, where it has more than one value;
        ``value`` is then an example of it.

    Examples
    --------
    >>> Wrong("fraction", 0.2, "per cent, please").compute()
    0.2
    """

    name: str
    value: Any
    hint: str
    matches: Callable[[Any], bool] | None = None

    def compute(self) -> Any:
        """Return the wrong answer."""
        return self.value() if callable(self.value) else self.value

    def fits(self, given: Any, read: Reader, tolerance: float) -> bool:
        """Tell whether a canonical answer is this mistake.

        Examples
        --------
        >>> Wrong("per cent", 20, "A share, please.", lambda v: v > 1).fits(35.0, float, 0)
        True
        """
        if self.matches is not None:
            return self.matches(given)
        return same(given, read(self.compute()), tolerance)


@dataclass(frozen=True)
class Verdict:
    """The answer to an answer.

    Parameters
    ----------
    status : str
        "right", "wrong", "unattempted", "unreadable" or "unknown".
    message : str
        Markdown, for the learner.
    matched : str, optional
        Name of the wrong answer that was recognised.

    Examples
    --------
    >>> Verdict("right", "Well done.").icon
    '✓'
    """

    status: str
    message: str
    matched: str | None = None

    @property
    def icon(self) -> str:
        """A sign that says the status without colour."""
        return {RIGHT: "✓", WRONG: "✗", UNREADABLE: "?", UNKNOWN: "?"}.get(self.status, "○")


@dataclass(frozen=True)
class Exercise:
    """One exercise: how to read an answer, what is right, what is known to be wrong.

    Parameters
    ----------
    id : str
        Lesson and number, "01.2".
    title : str
        Two or three words.
    variable : str
        What the notebook's stub assigns ``None`` to.
    read : callable
        Turns an answer into its canonical value (see ``answers`` and ``functions``). It may
        have a method ``explain(given, right, tolerance)`` that says what is wrong.
    reference : callable
        Computes the right answer.
    wrong : tuple of Wrong
        At least five.
    hints : tuple of str
        Three, each stronger than the last.
    solution : str
        Code that sets the variable, in the notebook's own names.
    explanation : str
        Why this is the answer.
    nudge : str
        For an answer that is wrong in no known way.
    tolerance : float
        Of numbers.
    compare : callable, optional
        Gives a sentence for a wrong answer that no list could hold, or ``None``.

    Examples
    --------
    >>> from coursekit.exercises.registry import find
    >>> find("00.1").grade(None).status
    'unattempted'
    """

    id: str
    title: str
    variable: str
    read: Reader
    reference: Callable[[], Any]
    wrong: tuple[Wrong, ...]
    hints: tuple[str, str, str]
    solution: str
    explanation: str
    nudge: str
    tolerance: float = 1e-9
    compare: Callable[[Any, Any], str | None] = field(default=lambda answer, right: None)

    def grade(self, answer: Any) -> Verdict:
        """Judge an answer; never raises, whatever it is."""
        if answer is None or answer is Ellipsis:
            return self._unattempted()
        try:
            given = self.read(answer)
        except NotAttempted:
            return self._unattempted()
        except AnswerError as error:
            return Verdict(UNREADABLE, str(error))
        except Exception:  # whatever a learner's object does when it is looked at
            return Verdict(UNREADABLE, f"I could not read an answer of type "
                           f"{type(answer).__name__}. Look at the comment beside `None` for the "
                           "form that is wanted.")
        return self._judge(given)

    def _unattempted(self) -> Verdict:
        return Verdict(UNATTEMPTED, f"Exercise {self.id} is not attempted yet. Put your answer "
                       "in place of `None` and run the cell again.")

    def _judge(self, given: Any) -> Verdict:
        right = self.read(self.reference())
        if same(given, right, self.tolerance):
            return Verdict(RIGHT, f"Right. {self.explanation}")
        for wrong in self.wrong:
            if wrong.fits(given, self.read, self.tolerance):
                return Verdict(WRONG, wrong.hint, wrong.name)
        return Verdict(WRONG, self.compare(given, right) or self._explained(given, right))

    def _explained(self, given: Any, right: Any) -> str:
        explain = getattr(self.read, "explain", None)
        told = explain(given, right, self.tolerance) if explain else None
        return f"{told} {self.nudge}" if told else self.nudge
