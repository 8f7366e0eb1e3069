"""The records of an exercise, and how an answer is judged.

An answer is a value (``Exercise``) or a function (``CodeExercise``); the one to copy is
``coursekit/lessons/lesson06/exercises/best_cut.py``. ``EXERCISES`` lists those of a lesson.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from coursekit.exercise.forms import form_of
from coursekit.exercise.guard import Crashed, TimeUp, guarded
from coursekit.exercise.parsing import (
    AnswerError,
    AnswerParser,
    NotAttempted,
    equal_answers,
    is_plain,
    too_long,
)

RIGHT, WRONG = "right", "wrong"
UNATTEMPTED, UNREADABLE, UNKNOWN = "unattempted", "unreadable", "unknown"
ICONS = {RIGHT: "✓", WRONG: "✗", UNREADABLE: "?", UNKNOWN: "?", UNATTEMPTED: "○"}


def edit(*changes: tuple[str, str], of: str = "") -> Callable[[str], str]:
    """Return a function from the source of the reference to a mistaken program.

    Each (old, new) is replaced, in order, in the correct program ``of``, by default the reference;
    a passage that is missing there is a ValueError.

    Examples
    --------
    >>> edit(("/ 3", "/ 2"))("mean = (a + b + c) / 3")
    'mean = (a + b + c) / 2'
    """
    def mistaken(reference: str) -> str:
        program = of or reference
        for old, new in changes:
            if old not in program:
                raise ValueError(f"the correct program has no passage {old!r}:\n{program}")
            program = program.replace(old, new)
        return program
    return mistaken


@dataclass(frozen=True)
class Misconception:
    """A known mistake, and its hint.

    Parameters
    ----------
    name : str
        Short name of the mistake, for tests and teachers.
    example : object
        An answer with this mistake, or a function that computes it. For a code exercise an
        `edit` of the reference, or the source of the mistaken function (``None`` where
        ``recognise`` says enough).
    hint : str
        What the learner probably did, and where to look; never the answer.
    recognise : callable, optional
        Recognises the mistake by its cause. For a value it takes the parsed answer; for a code
        exercise ``(case, given, right)``, and must hold in all failing cases.

    Examples
    --------
    >>> Misconception("fraction", 0.2, "per cent, please").compute()
    0.2
    """

    name: str
    example: Any
    hint: str
    recognise: Callable[..., bool] | None = None

    def compute(self) -> Any:
        """Return an answer with this mistake."""
        return self.example() if callable(self.example) else self.example

    def matches(self, given: Any, parse: AnswerParser, tolerance: float) -> bool:
        """Return whether a parsed answer is this mistake.

        Examples
        --------
        >>> Misconception("per cent", 20, "A share.", lambda v: v > 1).matches(35.0, float, 0)
        True
        """
        if self.recognise is not None:
            return bool(self.recognise(given))
        return equal_answers(given, parse(self.compute()), tolerance)


def edits(of: str = "") -> Callable[..., Misconception]:
    """Return a function (name, old, new, hint, recognise=None) that makes a mistake by an edit.

    Examples
    --------
    >>> wrong = edits()
    >>> wrong("a sum", " / 3", "", "Of how many numbers?").example("mean = (a + b + c) / 3")
    'mean = (a + b + c)'
    """
    def wrong(name: str, old: str, new: str, hint: str,
              recognise: Callable[..., bool] | None = None) -> Misconception:
        return Misconception(name, edit((old, new), of=of), hint, recognise)
    return wrong


def by_letter(right: str, extra: dict[str, tuple[str, str]],
              missing: dict[str, tuple[str, str]]) -> tuple[Misconception, ...]:
    """Return the mistakes of an answer in letters: name and hint of each letter.

    A hint of ``extra`` is shown if this letter is chosen, though it is wrong; the first in order
    wins. One of ``missing`` is shown if no other letter is wrong.

    Examples
    --------
    >>> known = by_letter("ad", {"b": ("too many", "See b.")}, {"a": ("too few", "One more.")})
    >>> [(k.name, sorted(k.example)) for k in known]
    [('too many', ['a', 'b', 'd']), ('too few', ['d'])]
    >>> known[1].recognise({"d"}), known[1].recognise(set())
    (True, False)
    """
    whole = frozenset(right)
    return (*(Misconception(name, whole | {letter}, hint,
                            lambda given, letter=letter: letter in given)
              for letter, (name, hint) in extra.items()),
            *(Misconception(name, whole - {letter}, hint,
                            lambda given, letter=letter: given == whole - {letter})
              for letter, (name, hint) in missing.items()))


@dataclass(frozen=True)
class Feedback:
    """The verdict on an answer: its status, a message in Markdown, the mistake recognised.

    Examples
    --------
    >>> Feedback("right", "Well done.").icon
    '✓'
    """

    status: str
    message: str
    matched: str | None = None

    @property
    def icon(self) -> str:
        """A symbol for the status that does not depend on colour."""
        return ICONS[self.status]


@dataclass(frozen=True, eq=False)
class Exercise:
    """An exercise whose answer is a value.

    Parameters
    ----------
    key : str
        A name, unique in the course: "what-may-be-said".
    title : str
        A few words.
    variable : str
        The name that the notebook's stub sets to ``None``.
    parse : callable
        Turns an answer into its canonical value (see ``parsing``). It may have a
        method ``explain(given, right, tolerance)`` that says what is wrong.
    reference : callable
        Computes the correct answer.
    misconceptions : tuple of Misconception
        About eight, the likely ones first.
    hints : tuple of str
        Three, each stronger than the last; none gives the answer away.
    solution : str
        Code that sets the variable, with the notebook's names.
    explanation : str
        Why this is the correct answer.
    fallback_hint : str
        For an answer with an unknown mistake.
    tolerance : float
        Largest error of a number.
    explain : callable, optional
        Returns a sentence on a wrong answer that no list could cover, or ``None``.
    way : str
        Two to four sentences on how to reach the solution.

    Examples
    --------
    >>> from coursekit.exercise.registry import find
    >>> find("what-may-be-said").grade(None).status
    'unattempted'
    """

    key: str
    title: str
    variable: str
    parse: AnswerParser
    reference: Callable[[], Any]
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, str, str]
    solution: str
    explanation: str
    fallback_hint: str
    tolerance: float = 1e-9
    explain: Callable[[Any, Any], str | None] = field(default=lambda answer, right: None)
    way: str = ""

    @cached_property
    def right(self) -> Any:
        """The correct answer in canonical form."""
        return self.parse(self.reference())

    def grade(self, answer: Any) -> Feedback:
        """Judge any answer; never raises, and always ends."""
        if answer is None or answer is Ellipsis:
            return Feedback(UNATTEMPTED, "Not attempted yet")
        if is_plain(answer):
            return self.judge(answer)
        self.right  # compute it once in the kernel, not in each child  # noqa: B018
        try:
            return guarded(lambda at: self.judge(answer))
        except (TimeUp, Crashed):
            return Feedback(UNREADABLE, f"I could not read an answer of type "
                            f"{type(answer).__name__} within two seconds.")

    def handed_on(self, answer: Any) -> Any:
        """Return a correct answer in the form of the reference."""
        return form_of([self.reference()])(self.parse(answer))

    def judge(self, answer: Any) -> Feedback:
        """Judge an answer, unguarded."""
        try:
            if too_long(answer):
                return Feedback(UNREADABLE, f"Your answer has {len(answer):,} elements; that is "
                                "more than the question asks for.")
            given = self.parse(answer)
        except NotAttempted:
            return Feedback(UNATTEMPTED, "Not attempted yet")
        except AnswerError as error:
            return Feedback(UNREADABLE, str(error))
        except Exception:  # a learner's object may raise anything when inspected
            return Feedback(UNREADABLE, f"I could not read an answer of type "
                            f"{type(answer).__name__}. The comment next to `None` says which "
                            "form to use.")
        return self._compared(given)

    def _compared(self, given: Any) -> Feedback:
        if equal_answers(given, self.right, self.tolerance):
            return Feedback(RIGHT, f"Right. {self.explanation}")
        for known in self.misconceptions:
            if known.matches(given, self.parse, self.tolerance):
                return Feedback(WRONG, known.hint, known.name)
        return Feedback(WRONG, self.explain(given, self.right) or self._explained(given))

    def _explained(self, given: Any) -> str:
        explain = getattr(self.parse, "explain", None)
        reason = explain(given, self.right, self.tolerance) if explain else None
        return f"{reason} {self.fallback_hint}" if reason else self.fallback_hint
