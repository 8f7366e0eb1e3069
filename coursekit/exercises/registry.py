"""Finding an exercise by its number; a lesson's exercises load on first use."""
from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module

from coursekit.exercises.answers import shown
from coursekit.exercises.model import UNKNOWN, Exercise, Verdict


@cache
def lessons() -> tuple[str, ...]:
    """Return the numbers of the lessons that have exercises.

    Examples
    --------
    >>> "01" in lessons()
    True
    """
    package = import_module("coursekit.exercises")
    found = (re.fullmatch(r"lesson(\w\d)", m.name) for m in pkgutil.iter_modules(package.__path__))
    return tuple(sorted(m.group(1) for m in found if m))


def exercises(lesson: str) -> dict[str, Exercise]:
    """Return the exercises of a lesson by number, in order.

    Raises
    ------
    ValueError
        If there is no such lesson.

    Examples
    --------
    >>> list(exercises("00"))
    ['00.1']
    """
    if not isinstance(lesson, str) or lesson not in lessons():
        raise ValueError(f"there are no exercises for lesson {shown(lesson)}; "
                         f"lessons with exercises: {', '.join(lessons())}")
    return _loaded(lesson)


@cache
def _loaded(lesson: str) -> dict[str, Exercise]:
    module = import_module(f"coursekit.exercises.lesson{lesson}")
    return {e.id: e for e in module.EXERCISES}


def exercise_ids(lesson: str | None = None) -> tuple[str, ...]:
    """Return the numbers of the exercises of one lesson or of all, in order.

    Examples
    --------
    >>> exercise_ids("00")
    ('00.1',)
    """
    chosen = lessons() if lesson is None else (lesson,)
    return tuple(number for name in chosen for number in exercises(name))


def find(number: str) -> Exercise | Verdict:
    """Return an exercise, or a verdict that says which numbers there are.

    Examples
    --------
    >>> find("00.9").message
    "There is no exercise '00.9'. Lesson 00 has 00.1."
    """
    lesson = number.split(".")[0] if isinstance(number, str) else ""
    if lesson not in lessons():
        return Verdict(UNKNOWN, f"There is no exercise {shown(number)}. Exercises are numbered "
                       f"like \"01.2\"; lessons with exercises: {', '.join(lessons())}.")
    known = exercises(lesson)
    if number not in known:
        return Verdict(UNKNOWN, f"There is no exercise {shown(number)}. Lesson {lesson} has "
                       f"{', '.join(known)}.")
    return known[number]
