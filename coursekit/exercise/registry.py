"""Find an exercise by its key; the exercises of a lesson are loaded when first used."""
from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import short_repr
from coursekit.exercise.model import UNKNOWN, Exercise, Feedback

PACKAGE = Path(__file__).parents[1]
LESSON = re.compile(r"/lesson(\d\d[a-z]?|a\d[a-z]?)/exercises$")

_own: dict[str, Exercise | CodeExercise] = {}     # by key, those that a page defines itself


@cache
def modules() -> dict[str, str]:
    """Return the module that lists the exercises of each lesson, by the lesson's name."""
    found = {}
    for file in PACKAGE.glob("lessons/lesson*/exercises"):
        lesson = LESSON.search(file.as_posix())
        if lesson:
            parts = file.relative_to(PACKAGE).parts
            found[lesson[1]] = ".".join(("coursekit", *parts))
    return dict(sorted(found.items()))


def lessons() -> tuple[str, ...]:
    """Return the names of the lessons that have exercises: "01", "02", "02c".

    Examples
    --------
    >>> "01" in lessons()
    True
    """
    return tuple(modules())


def exercises(lesson: str) -> dict[str, Exercise | CodeExercise]:
    """Return the exercises of a lesson by key, in the order of its notebook.

    Raises
    ------
    ValueError
        If there is no such lesson.

    Examples
    --------
    >>> list(exercises("00"))
    ['share-right', 'kinds-of-task']
    """
    if not isinstance(lesson, str) or lesson not in lessons():
        raise ValueError(f"there are no exercises for lesson {short_repr(lesson)}; "
                         f"lessons with exercises: {', '.join(lessons())}")
    return _loaded(lesson)


@cache
def _loaded(lesson: str) -> dict[str, Exercise | CodeExercise]:
    return {e.key: e for e in import_module(modules()[lesson]).EXERCISES}


def exercise_keys(lesson: str | None = None) -> tuple[str, ...]:
    """Return the keys of the exercises of one lesson or of all, in order.

    Examples
    --------
    >>> exercise_keys("00")
    ('share-right', 'kinds-of-task')
    """
    chosen = lessons() if lesson is None else (lesson,)
    return tuple(key for name in chosen for key in exercises(name))


def add_exercise(exercise: Exercise | CodeExercise) -> None:
    """Let `check`, `hint` and `solution` know an exercise that a page of your own defines.

    Raises
    ------
    ValueError
        If a lesson of the course has an exercise with this key.
    """
    if exercise.key in exercise_keys():
        raise ValueError(f"the course has an exercise {short_repr(exercise.key)}; "
                         "give yours another key")
    _own[exercise.key] = exercise


def find(key: str) -> Exercise | CodeExercise | Feedback:
    """Return an exercise, or feedback that there is none with this key.

    Examples
    --------
    >>> find("share-rihgt").message
    "There is no exercise 'share-rihgt'. Is it 'share-right'?"
    """
    if isinstance(key, str):
        if key in _own:
            return _own[key]
        for lesson in lessons():
            if key in exercises(lesson):
                return exercises(lesson)[key]
    return Feedback(UNKNOWN, f"There is no exercise {short_repr(key)}. {_meant(key)}")


def _meant(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key[:100], exercise_keys(), n=1) if isinstance(key, str) else []
    if near:
        return f"Is it {near[0]!r}?"
    return "`progress()` lists all keys."
