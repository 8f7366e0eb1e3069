"""What a learner calls: ``check``, ``hint``, ``solution`` and ``progress``."""
from __future__ import annotations

import html
import operator
import re
from typing import TYPE_CHECKING, Any

from coursekit.exercises.answers import shown
from coursekit.exercises.model import RIGHT, WRONG, Exercise, Verdict
from coursekit.exercises.record import events, note
from coursekit.exercises.registry import exercises, find, lessons

if TYPE_CHECKING:
    import pandas as pd

EDGE = {RIGHT: "#009E73", WRONG: "#D55E00"}
QUIET, HELP = "#8A8A8A", "#0072B2"


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
    _box(f"{verdict.icon} {message}", EDGE.get(verdict.status, QUIET))


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
        _box(f"{exercise.icon} {exercise.message}", QUIET)
        return
    step = _next_level(number) if level is None else _whole(level)
    if step not in (1, 2, 3):
        _box(f"? A hint has level 1, 2 or 3, not {shown(level)}.", QUIET)
        return
    trouble = note(number, "hint", level=step)
    _box(f"Hint {step} of 3: {exercise.hints[step - 1]} {trouble}".rstrip(), HELP)


def _next_level(number: str) -> int:
    return min(max(_levels(number, events()), default=0) + 1, 3)


def _levels(number: str, log: list[dict]) -> set[int]:
    """Return which hints of an exercise have been read."""
    read = [e.get("level") for e in log if e["event"] == "hint" and e["exercise"] == number]
    return {level for level in (1, 2, 3) if level in read}


def _whole(level: Any) -> int | None:
    """Return a whole number of any type, and ``None`` for anything else."""
    try:
        return operator.index(level)
    except TypeError:
        return None


def solution(number: str) -> None:
    """Show code that solves an exercise, and why it does.

    Examples
    --------
    >>> solution("00.1")
    One way: `mean_of_three = (2 + 4 + 9) / 3`. The sum, shared by as many as there are numbers.
    """
    exercise = find(number)
    if isinstance(exercise, Verdict):
        _box(f"{exercise.icon} {exercise.message}", QUIET)
        return
    trouble = note(number, "solution")
    code = exercise.solution.strip()
    written = f"```python\n{code}\n```\n" if "\n" in code else f"`{code}`. "
    _box(f"One way: {written}{exercise.explanation} {trouble}".rstrip(), HELP)


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
    import pandas as pd

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
    looked = ", solution seen" if any(e["event"] == "solution" for e in log) else ""
    return [exercise.title, state + looked, len(tries), len(_levels(exercise.id, log))]


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
    pieces = re.split(r"```python\n(.*?)\n```", message, flags=re.S)
    pieces[1::2] = [f"<pre>{html.escape(code)}</pre>" for code in pieces[1::2]]
    pieces[::2] = [_inline(words) for words in pieces[::2]]
    body = "".join(pieces)
    style = f"border-left:4px solid {edge};padding:.4em .9em;margin:.3em 0"
    _show({"text/plain": message,
           "text/html": f'<div role="status" style="{style}">{body}</div>'})


def _inline(text: str) -> str:
    """Turn code and emphasis to HTML; stars in code, or between spaces, are multiplications."""
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
