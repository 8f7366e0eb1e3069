"""Answers as code, to be put in place of a stub when the pages are tested."""
from __future__ import annotations

from coursekit.exercises.model import Code, Exercise, Wrong
from coursekit.exercises.registry import find


def reference_code(number: str) -> str:
    """Return code that answers an exercise rightly: its own published solution.

    Examples
    --------
    >>> reference_code("00.1")
    'mean_of_three = (2 + 4 + 9) / 3'
    """
    return _exercise(number).solution.strip()


def wrong_codes(number: str) -> list[tuple[str, str, str]]:
    """Return name, code and expected hint of each known wrong answer.

    Examples
    --------
    >>> wrong_codes("00.1")[0]
    ('sum', 'mean_of_three = 15', 'That is the sum. How many numbers share it?')
    """
    exercise = _exercise(number)
    return [(w.name, _code(exercise.variable, w), w.hint) for w in exercise.wrong]


def _code(variable: str, wrong: Wrong) -> str:
    if isinstance(wrong.value, Code):
        return wrong.value.source.strip()
    return f"{variable} = {_literal(wrong.compute())}"


def _literal(value) -> str:
    """Write an answer as Python."""
    if isinstance(value, (set, frozenset)):
        return repr(set(value))
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {_literal(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(_literal(v) for v in value) + ",)"
    return repr(value.item() if hasattr(value, "item") else value)


def _exercise(number: str) -> Exercise:
    exercise = find(number)
    if not isinstance(exercise, Exercise):
        raise ValueError(exercise.message)
    return exercise
