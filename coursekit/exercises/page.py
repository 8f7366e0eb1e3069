"""What a learner calls: ``check``, ``hint``, ``solution`` and ``progress``."""
from __future__ import annotations

import html
import re
from typing import Any

import pandas as pd

from coursekit.exercises.model import RIGHT, UNATTEMPTED, WRONG, Exercise, Verdict
from coursekit.exercises.record import events, note
from coursekit.exercises.registry import exercises, find, lessons

EDGE = {RIGHT: "#009E73", WRONG: "#D55E00"}


def grade(number: str, answer: Any) -> Verdict:
    """Judge an answer without showing or recording anything; never raises.

    Parameters
    ----------
    number : str
        Of the exercise, "01.2".
    answer : object
        Whatever the learner has.

    Examples
    --------
    >>> grade("00.1", 15).matched
    'sum'
    """
    exercise = find(number)
    return exercise if isinstance(exercise, Verdict) else exercise.grade(answer)


def check(number: str, answer: Any) -> None:
    """Judge an answer, say why, and note the try.

    Examples
    --------
    >>> check("00.1", None)
    ○ Exercise 00.1 is not attempted yet. Put your answer in place of `None` and run the cell again.
    """
    verdict, trouble = grade(number, answer), ""
    if verdict.status in (RIGHT, WRONG):
        trouble = note(number, "answer", status=verdict.status, matched=verdict.matched)
    message = " ".join(filter(None, [verdict.message, _way_on(number, verdict), trouble]))
    _box(f"{verdict.icon} {message}", EDGE.get(verdict.status, "#8A8A8A"))


def _way_on(number: str, verdict: Verdict) -> str:
    return f'Stuck? Run `hint("{number}")`.' if verdict.status == WRONG else ""


def hint(number: str, level: int | None = None) -> None:
    """Show the next hint of an exercise, or the one of the given level (1, 2, 3).

    Examples
    --------
    >>> hint("00.1", level=1)
    Hint 1 of 3: A mean shares the total equally.
    """
    exercise = find(number)
    if isinstance(exercise, Verdict):
        _box(f"{exercise.icon} {exercise.message}", "#8A8A8A")
        return
    seen = sum(e["event"] == "hint" and e["exercise"] == number for e in events())
    level = min(seen + 1, 3) if level is None else level
    if level not in (1, 2, 3):
        _box(f"? A hint has level 1, 2 or 3, not {level!r}.", "#8A8A8A")
        return
    note(number, "hint", level=level)
    _box(f"Hint {level} of 3: {exercise.hints[level - 1]}", "#0072B2")


def solution(number: str) -> None:
    """Show code that solves an exercise, and why it does.

    Examples
    --------
    >>> solution("00.1")
    One way: `mean_of_three = (2 + 4 + 9) / 3`. The sum, shared by as many as there are numbers.
    """
    exercise = find(number)
    if isinstance(exercise, Verdict):
        _box(f"{exercise.icon} {exercise.message}", "#8A8A8A")
        return
    note(number, "solution")
    code = exercise.solution.strip()
    shown = f"```python\n{code}\n```\n" if "\n" in code else f"`{code}`. "
    _box(f"One way: {shown}{exercise.explanation}", "#0072B2")


def summary(lesson: str | None = None) -> pd.DataFrame:
    """Return how far the learner has come, one row an exercise.

    Returns
    -------
    DataFrame
        Indexed by exercise: ``title``, ``state``, ``tries``, ``hints``.

    Examples
    --------
    >>> summary("00").index.tolist()
    ['00.1']
    """
    chosen = lessons() if lesson is None else (lesson,)
    log = events()
    rows = {e.id: _row(e, [x for x in log if x["exercise"] == e.id])
            for name in chosen for e in exercises(name).values()}
    columns = ["title", "state", "tries", "hints"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def _row(exercise: Exercise, log: list[dict]) -> list:
    tries = [e for e in log if e["event"] == "answer"]
    solved = any(e.get("status") == RIGHT for e in tries)
    state = "solved" if solved else "tried" if tries else "not yet"
    hints = {e.get("level") for e in log if e["event"] == "hint"}
    shown = any(e["event"] == "solution" for e in log)
    return [exercise.title, state + (", solution seen" if shown else ""), len(tries), len(hints)]


def progress(lesson: str | None = None) -> None:
    """Show how far you have come, in one lesson or in all.

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
    solved = table["state"].str.startswith("solved").sum()
    line = f"{solved} of {len(table)} exercises solved."
    _show({"text/plain": f"{line}\n{table}", "text/html": f"<p>{line}</p>{table.to_html()}"})


def _box(message: str, edge: str) -> None:
    """Show a message with a coloured edge; the words alone say everything."""
    body = re.sub(r"```python\n(.*?)\n```", lambda m: f"<pre>{html.escape(m.group(1))}</pre>",
                  message, flags=re.S)
    parts = re.split(r"(<pre>.*?</pre>)", body, flags=re.S)
    body = "".join(p if p.startswith("<pre>") else _inline(p) for p in parts)
    style = f"border-left:4px solid {edge};padding:.4em .9em;margin:.3em 0"
    _show({"text/plain": message,
           "text/html": f'<div role="status" style="{style}">{body}</div>'})


def _inline(text: str) -> str:
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)


def _show(bundle: dict[str, str]) -> None:
    from IPython import get_ipython
    from IPython.display import display

    if get_ipython() is None:
        print(bundle["text/plain"])
    else:
        display(bundle, raw=True)


__all__ = ["UNATTEMPTED", "check", "grade", "hint", "progress", "solution", "summary"]
