"""Finding an exercise by its number; a lesson's exercises load on first use."""
from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module

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


@cache
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
    if lesson not in lessons():
        raise ValueError(f"there are no exercises for lesson {lesson!r}; "
                         f"lessons with exercises: {', '.join(lessons())}")
    module = import_module(f"coursekit.exercises.lesson{lesson}")
    return {e.id: e for e in module.EXERCISES}


def find(number: str) -> Exercise | Verdict:
    """Return an exercise, or a verdict that says which numbers there are.

    Examples
    --------
    >>> find("00.9").message
    "There is no exercise '00.9'. Lesson 00 has 00.1."
    """
    lesson = number.split(".")[0] if isinstance(number, str) else ""
    if lesson not in lessons():
        return Verdict(UNKNOWN, f"There is no exercise {number!r}. Exercises are numbered like "
                       f"\"01.2\"; lessons with exercises: {', '.join(lessons())}.")
    known = exercises(lesson)
    if number not in known:
        return Verdict(UNKNOWN, f"There is no exercise {number!r}. Lesson {lesson} has "
                       f"{', '.join(known)}.")
    return known[number]
