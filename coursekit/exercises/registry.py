"""Finding an exercise by its key; the exercises of a sitting load on first use."""
from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module

from coursekit.exercises.code_exercise import CodeExercise
from coursekit.exercises.compare import short_repr
from coursekit.exercises.model import UNKNOWN, Exercise, Feedback


@cache
def sittings() -> tuple[str, ...]:
    """Return the names of the sittings that have exercises: "01", "02", "02b".

    Examples
    --------
    >>> "01" in sittings()
    True
    """
    package = import_module("coursekit.exercises")
    found = (re.fullmatch(r"lesson(\d\d[a-z]?|a\d)", m.name)
             for m in pkgutil.iter_modules(package.__path__))
    return tuple(sorted(m.group(1) for m in found if m))


def exercises(sitting: str) -> dict[str, Exercise | CodeExercise]:
    """Return the exercises of a sitting by key, in the order of its page.

    Raises
    ------
    ValueError
        If there is no such sitting.

    Examples
    --------
    >>> list(exercises("00"))
    ['mean-of-three', 'kinds-of-task']
    """
    if not isinstance(sitting, str) or sitting not in sittings():
        raise ValueError(f"there are no exercises for sitting {short_repr(sitting)}; "
                         f"sittings with exercises: {', '.join(sittings())}")
    return _loaded(sitting)


@cache
def _loaded(sitting: str) -> dict[str, Exercise | CodeExercise]:
    module = import_module(f"coursekit.exercises.lesson{sitting}")
    return {e.key: e for e in module.EXERCISES}


def number_of(key: str) -> str:
    """Return the number that is shown for an exercise: its sitting, its place on the page.

    Examples
    --------
    >>> number_of("mean-of-three")
    '00.1'
    """
    for sitting in sittings():  # a first check waits for the sittings up to its own, no further
        keys = list(exercises(sitting))
        if key in keys:
            return f"{sitting}.{keys.index(key) + 1}"
    raise KeyError(key)


def exercise_keys(sitting: str | None = None) -> tuple[str, ...]:
    """Return the keys of the exercises of one sitting or of all, in order.

    Examples
    --------
    >>> exercise_keys("00")
    ('mean-of-three', 'kinds-of-task')
    """
    chosen = sittings() if sitting is None else (sitting,)
    return tuple(key for name in chosen for key in exercises(name))


def find(key: str) -> Exercise | CodeExercise | Feedback:
    """Return an exercise, or the words that say which there are.

    Examples
    --------
    >>> find("mean-of-tree").message
    "There is no exercise 'mean-of-tree'. Is it 'mean-of-three'?"
    """
    if isinstance(key, str):
        for sitting in sittings():
            if key in exercises(sitting):
                return exercises(sitting)[key]
    return Feedback(UNKNOWN, f"There is no exercise {short_repr(key)}. {_meant(key)}")


def _meant(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key[:100], exercise_keys(), n=1) if isinstance(key, str) else []
    if near:
        return f"Is it {near[0]!r}?"
    return "The heading of each exercise names its key; `progress()` lists them all."
