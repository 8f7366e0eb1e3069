"""The functions for learners: ``check``, ``hint``, ``solution`` and ``progress``."""
from __future__ import annotations

import html
import operator
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from coursekit import theme
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import short_repr
from coursekit.exercise.model import RIGHT, UNATTEMPTED, WRONG, Exercise, Feedback
from coursekit.exercise.progress_log import events, record_event
from coursekit.exercise.registry import exercises, find, lessons

if TYPE_CHECKING:
    import pandas as pd

# The colours of plots.style, which would import matplotlib.
EDGE = {RIGHT: "#009E73", WRONG: "#D55E00"}
QUIET, HELP = "#8A8A8A", "#0072B2"

# By key: what `check` last put in the place of an answer, and its verdict on that answer.
_instead: dict[str, tuple[Any, Feedback]] = {}


def grade(key: str, answer: Any) -> Feedback:
    """Judge an answer without showing or recording anything; never raises.

    What `check` has put in the place of an answer gets the verdict on that answer.

    Parameters
    ----------
    key : str
        Key of the exercise, such as "what-may-be-said".
    answer : object
        The learner's answer, of any type.

    Examples
    --------
    >>> grade("share-right", lambda said, truth: (said == truth).sum()).matched
    'count'
    """
    exercise = find(key)
    if isinstance(exercise, Feedback):
        return exercise
    verdict = exercise.grade(answer)
    if verdict.status == RIGHT and _is_the_courses(exercise, answer):
        return _instead[key][1] if key in _instead else Feedback(UNATTEMPTED, _courses(exercise))
    return verdict


def _is_the_courses(exercise: Exercise | CodeExercise, answer: Any) -> bool:
    """Return whether an answer is what `check` hands on until the learner's own is right."""
    if isinstance(exercise, CodeExercise):
        return answer is exercise.reference
    return exercise.key in _instead and answer is _instead[exercise.key][0]


def _courses(exercise: Exercise | CodeExercise) -> str:
    sort = "function" if isinstance(exercise, CodeExercise) else "answer"
    return f"This is the course's own {sort}. Run the cell that defines yours first."


def check(key: str, answer: Any) -> Any:
    """Judge an answer, say why, record it, and return what the notebook continues with.

    Returns
    -------
    object
        The learner's own answer once it is correct, in the form of the reference (a float, not a
        Series); until then the reference.

    Examples
    --------
    >>> import numpy as np
    >>> share_right = check("share-right", None)
    ○ Not attempted yet; the lesson goes on with the course's own `share_right`.
    >>> share_right(np.array([1, 0]), np.array([1, 1]))
    0.5
    """
    exercise = find(key)
    if isinstance(exercise, Feedback):
        _box(f"{exercise.icon} {exercise.message}", QUIET)
        return answer
    feedback, trouble = exercise.grade(answer), ""
    if feedback.status == RIGHT and _is_the_courses(exercise, answer):
        _box(f"○ {_courses(exercise)}", QUIET)
        return answer
    if feedback.status in (RIGHT, WRONG):
        trouble = record_event(key, "answer", status=feedback.status, matched=feedback.matched)
    message = " ".join(filter(None, [_message(exercise, feedback), trouble]))
    _box(f"{feedback.icon} {message}", EDGE.get(feedback.status, QUIET))
    if feedback.status == RIGHT:
        _instead.pop(key, None)
        return exercise.handed_on(answer)
    _instead[key] = _own_answer(exercise), feedback
    return _instead[key][0]


def _message(exercise: Exercise | CodeExercise, feedback: Feedback) -> str:
    """Return the verdict, and what the notebook continues with."""
    code = isinstance(exercise, CodeExercise)
    if feedback.status == RIGHT:
        mine = f"The lesson goes on with your `{exercise.variable}`." if code else ""
        return f"{feedback.message} {mine}".strip()
    own = f"the lesson goes on with the course's own `{exercise.variable}`."
    if feedback.status == UNATTEMPTED:
        return f"{feedback.message}; {own}"
    return f'{feedback.message} Until it is right, {own} Stuck? Run `hint("{exercise.key}")`.'


def _own_answer(exercise: Exercise | CodeExercise) -> Any:
    """Return the reference; a value as an object that no answer of a learner can be."""
    if isinstance(exercise, CodeExercise):
        return exercise.reference
    value = exercise.reference()
    return "".join([*value]) if isinstance(value, str) else deepcopy(value)


def hint(key: str, level: int | None = None) -> None:
    """Show the next hint of an exercise, or that of a given level (1, 2, 3).

    Examples
    --------
    >>> hint("share-right", level=1)  # doctest: +ELLIPSIS
    Hint 1 of 3: About which passengers is the machine right? ...
    """
    exercise = find(key)
    if isinstance(exercise, Feedback):
        _box(f"{exercise.icon} {exercise.message}", QUIET)
        return
    step = _next_level(key) if level is None else _whole(level)
    if step not in (1, 2, 3):
        _box(f"? The level of a hint is 1, 2 or 3, not {short_repr(level)}.", QUIET)
        return
    trouble = record_event(key, "hint", level=step)
    _box(f"Hint {step} of 3: {exercise.hints[step - 1]} {trouble}".rstrip(), HELP)


def _next_level(key: str) -> int:
    return min(max(_levels(key, events()), default=0) + 1, 3)


def _levels(key: str, log: list[dict]) -> set[int]:
    """Return the levels of the hints that have been read."""
    read = [e.get("level") for e in log if e["event"] == "hint" and e["exercise"] == key]
    return {level for level in (1, 2, 3) if level in read}


def _whole(level: Any) -> int | None:
    """Return a whole number of any type as an int, ``None`` for anything else."""
    try:
        return operator.index(level)
    except TypeError:
        return None


def solution(key: str) -> None:
    """Show how to solve an exercise, and code that solves it.

    Examples
    --------
    >>> solution("share-right")  # doctest: +ELLIPSIS
    `said == truth` compares the two arrays ...
    """
    exercise = find(key)
    if isinstance(exercise, Feedback):
        _box(f"{exercise.icon} {exercise.message}", QUIET)
        return
    trouble = record_event(key, "solution")
    code = f"```python\n{exercise.solution.strip()}\n```\n"
    _box(" ".join(filter(None, [exercise.way, code, exercise.explanation, trouble])), HELP)


def summary(lesson: str | None = None) -> pd.DataFrame:
    """Return the learner's progress, one row per exercise.

    Returns
    -------
    DataFrame
        Indexed by the exercise's key: ``lesson``, ``title``, ``state``, ``tries``, ``hints``.

    Examples
    --------
    >>> summary("00").index.tolist()
    ['share-right', 'kinds-of-task']
    """
    import pandas as pd

    chosen = lessons() if lesson is None else (lesson,)
    log = events()
    rows = {e.key: [name, *_row(e, [x for x in log if x["exercise"] == e.key])]
            for name in chosen for e in exercises(name).values()}
    columns = ["lesson", "title", "state", "tries", "hints"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def _row(exercise: Exercise | CodeExercise, log: list[dict]) -> list:
    tries = [e for e in log if e["event"] == "answer"]
    solved = any(e.get("status") == RIGHT for e in tries)
    state = "solved" if solved else "tried" if tries else "not yet"
    looked = ", solution seen" if any(e["event"] == "solution" for e in log) else ""
    hints = len(_levels(exercise.key, log))
    return [exercise.title, state + looked, len(tries), hints]


def progress(lesson: str | None = None, *, reset: bool = False) -> None:
    """Show your progress in one lesson ("02c") or in all.

    Parameters
    ----------
    lesson : str, optional
        The lesson; without it, all.
    reset : bool
        Begin again: earlier tries, hints and solutions no longer count.

    Examples
    --------
    >>> progress("99")
    There are no exercises for lesson '99'; lessons with exercises: 00, 01...
    """
    try:
        table = summary(lesson)
    except ValueError as error:
        text = str(error)
        _show({"text/plain": text[0].upper() + text[1:] + "."})
        return
    trouble = ""
    if reset:
        for key in {event["exercise"] for event in events()} & set(table.index):
            trouble = record_event(key, "reset")
        table = summary(lesson)
    solved = table["state"].str.startswith("solved").sum()
    line = " ".join(filter(None, [f"Exercises solved: {solved} of {len(table)}.", trouble]))
    _show({"text/plain": f"{line}\n{table}", "text/html": f"<p>{line}</p>{table.to_html()}"})


def _box(message: str, edge: str) -> None:
    """Show a message with a coloured edge; the words alone carry the meaning."""
    pieces = re.split(r"```python\n(.*?)\n```", message, flags=re.S)
    pieces[1::2] = [f"<pre>{html.escape(code)}</pre>" for code in pieces[1::2]]
    pieces[::2] = [inline(words) for words in pieces[::2]]
    body = "".join(pieces)
    style = f"border-left:4px solid {edge};padding:.4em .9em;margin:.3em 0"
    _show({"text/plain": message,
           "text/html": f'<div role="status" class="{theme.CLASS}" style="{style}">{body}</div>'
                        f"<style>{theme.STYLE}</style>"})


def inline(text: str) -> str:
    """Convert code and emphasis to HTML; stars in code, or between spaces, multiply.

    Examples
    --------
    >>> inline("*n* is `a * b`")
    '<em>n</em> is <code>a * b</code>'
    """
    text = html.escape(text, quote=False)
    pieces = re.split(r"`([^`]+)`", text)
    pieces[1::2] = [f"<code>{code}</code>" for code in pieces[1::2]]
    pieces[::2] = [_emphasis(words) for words in pieces[::2]]
    return "".join(pieces)


def _emphasis(words: str) -> str:
    words = re.sub(r"\*\*(?=\S)([^*]+)(?<=\S)\*\*", r"<strong>\1</strong>", words)
    return re.sub(r"\*(?=\S)([^*]+)(?<=\S)\*", r"<em>\1</em>", words)


def _show(bundle: dict[str, str]) -> None:
    from IPython import get_ipython
    from IPython.display import display

    if get_ipython() is None:
        print(bundle["text/plain"])
    else:
        display(bundle, raw=True)
