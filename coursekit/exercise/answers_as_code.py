"""Answers as code, which the tests of the notebooks put in place of the stubs."""
from __future__ import annotations

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Feedback, Misconception
from coursekit.exercise.registry import find


def reference_code(key: str) -> str:
    """Return code with the correct answer of an exercise: its published solution.

    Examples
    --------
    >>> print(reference_code("share-right"))
    def share_right(said, truth):
        return float(np.mean(said == truth))
    """
    return _exercise(key).solution.strip()


def misconception_codes(key: str) -> list[tuple[str, str, str]]:
    """Return name, code and expected hint of each known mistake that has an example.

    Examples
    --------
    >>> misconception_codes("what-may-be-said")[1][1]
    "may_be_said = {'a', 'b', 'c', 'd', 'e'}"
    """
    exercise = _exercise(key)
    return [(m.name, _code(exercise, m), m.hint) for m in exercise.misconceptions
            if m.example is not None]


def _code(exercise: Exercise | CodeExercise, known: Misconception) -> str:
    if isinstance(exercise, CodeExercise):
        return exercise.mistaken_source(known)
    return f"{exercise.variable} = {_literal(known.compute())}"


def _literal(value: object) -> str:
    """Return an answer as Python source."""
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(map(repr, sorted(value)))}}}" if value else "set()"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {_literal(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(_literal(v) for v in value) + ",)"
    return repr(value.item() if hasattr(value, "item") else value)


def _exercise(key: str) -> Exercise | CodeExercise:
    exercise = find(key)
    if isinstance(exercise, Feedback):
        raise ValueError(exercise.message)
    return exercise
