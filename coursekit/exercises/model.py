"""What an exercise is, and how an answer to it is judged."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from coursekit.exercises.answers import AnswerError, Reader, same

RIGHT, WRONG, UNATTEMPTED, UNREADABLE, UNKNOWN = (
    "right", "wrong", "unattempted", "unreadable", "unknown")


@dataclass(frozen=True)
class Wrong:
    """A wrong answer that is known, and the hint it must trigger.

    Parameters
    ----------
    name : str
        What went wrong, for the tests and for teachers.
    value : callable or object
        The wrong answer, or a function that computes it.
    hint : str
        What the learner probably did, and where to look; never the answer.

    Examples
    --------
    >>> Wrong("fraction", 0.2, "per cent, please").compute()
    0.2
    """

    name: str
    value: Any
    hint: str

    def compute(self) -> Any:
        """Return the wrong answer."""
        return self.value() if callable(self.value) else self.value


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
        Turns an answer into its canonical value (see ``answers``).
    reference : callable
        Computes the right canonical value.
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
            return Verdict(UNATTEMPTED, f"Exercise {self.id} is not attempted yet. Put your "
                           f"answer in place of `None` and run the cell again.")
        try:
            given = self.read(answer)
        except AnswerError as error:
            return Verdict(UNREADABLE, str(error))
        except Exception:  # whatever a learner's object does when it is looked at
            return Verdict(UNREADABLE, f"I could not read an answer of type "
                           f"{type(answer).__name__}. Look at the comment beside `None` for the "
                           "form that is wanted.")
        return self._judge(given)

    def _judge(self, given: Any) -> Verdict:
        right = self.read(self.reference())
        if same(given, right, self.tolerance):
            return Verdict(RIGHT, f"Right. {self.explanation}")
        for wrong in self.wrong:
            if same(given, self.read(wrong.compute()), self.tolerance):
                return Verdict(WRONG, wrong.hint, wrong.name)
        return Verdict(WRONG, self.compare(given, right) or self.nudge)
