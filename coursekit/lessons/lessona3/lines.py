"""Lines of the five documents that mislead, what holds instead, and two indexes.

The file lines.csv has a row per line: the document's first author, an id, the place, what is
printed, what holds, how much it matters, and the lessons where it stands. Words of a document are
in “ ”; `found` computes the numbers whose names stand in braces. Of a line that is *withdrawn* the
row says what we doubted, and why it stands; of what is *best* in a document, what we add. Where
the lesson is *evidence*, a cell of the page gives evidence.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from coursekit.lessons.lesson00.course import LESSONS
from coursekit.lessons.lessona3.found import found
from coursekit.lessons.lessona3.printed import (HERE, link, places, printed_rows,
                                                printed_table)
from coursekit.notebook import say

KEPT = Path(__file__).with_name("lines.csv")
TO_CORRECT = ("misleads", "slip")
WEIGHTS = (*TO_CORRECT, "remark", "misprint", "withdrawn", "best")     # in this order in a document
SOURCES = {"Niehues": "Niehues and Hessmann", "Acquaviva": "Acquaviva", "Cooney": "Cooney",
           "Borgelt": "Borgelt", "Schmidt": "Schmidt"}  # in the order of the page's sections
EVIDENCE = "evidence"
COMPUTED = re.compile(r"\{\w+\[\d+\]:[^}]*\}")          # {over[0]:.1%}, and no formula


def lines(source: str | None = None, *weights: str) -> pd.DataFrame:
    """Return the rows of a document, or of all, with these weights, or with any.

    Examples
    --------
    >>> lines("Niehues", "misprint")["id"].tolist()
    ['NH13', 'NH14']
    """
    rows = pd.read_csv(KEPT, dtype=str, keep_default_na=False)
    wanted = rows["source"].eq(source or rows["source"]) & rows["weight"].isin(weights or WEIGHTS)
    return rows[wanted]


def best_in(source: str) -> str:
    """Return a table, in Markdown, of what a document explains better than the course.

    Examples
    --------
    >>> print(best_in("Cooney").splitlines()[0])
    | subject | better there | what we add | see |
    """
    return _table(("subject", "better there", "what we add", "see"),
                  [(row.place, row.printed, row.holds, _see(row.lesson))
                   for row in lines(source, "best").itertuples()])


def to_correct(source: str, *weights: str) -> str:
    """Return a table, in Markdown, of a document's lines to correct, worst first.

    Examples
    --------
    >>> to_correct("Schmidt", "misprint").count("TS")
    4
    """
    return _table(("place", "printed", "correct", "see"), [
        (f"**{row.id}** {row.weight}<br>{row.place}", row.printed, row.holds, _see(row.lesson))
        for row in lines(source, *(weights or TO_CORRECT)).itertuples()])


def folds(source: str) -> str:
    """Return remarks and misprints, printed numbers and withdrawn doubts of a document, in folds.

    Examples
    --------
    >>> folds("Acquaviva").count("<summary>")
    3
    """
    withdrawn = _table(("place", "printed", "what we doubted, and why it stands", "see"), [
        (f"**{row.id}**<br>{row.place}", row.printed, row.holds, _see(row.lesson))
        for row in lines(source, "withdrawn").itertuples()])
    parts = {"Remarks and misprints": to_correct(source, "remark", "misprint"),
             "Every printed number, and what became of it": printed_table(source),
             "Withdrawn doubts": withdrawn}
    return "\n\n".join(f"<details><summary>{title}</summary>\n\n{table}\n\n</details>"
                       for title, table in parts.items())


def by_document() -> str:
    """Return an index of the documents: their lines to correct, and how many numbers they print.

    Examples
    --------
    >>> print(by_document().splitlines()[-1].split(" | ")[1])
    Schmidt
    """
    counts = printed_rows()["source"].value_counts()
    rows = []
    for section, (source, name) in enumerate(SOURCES.items(), 1):
        ids = {weight: _span(lines(source, weight)["id"]) for weight in WEIGHTS[:-1]}
        rows.append((str(section), name, *ids.values(), str(counts[source])))
    return _table(("section", "document", *WEIGHTS[:-1], "printed numbers"), rows)


def by_lesson() -> str:
    """Return an index of the lessons: what the documents print on each, by the rows' ids.

    Examples
    --------
    >>> "[02 Lagrange and KKT](02_lagrange_kkt.ipynb)" in by_lesson()
    True
    """
    kinds = {"lines": (*TO_CORRECT, "remark", "misprint"), "withdrawn": ("withdrawn",)}
    every, numbers, rows = lines(), printed_rows(), []
    for lesson in LESSONS:
        here = every[_stands_on(every["lesson"], lesson.page)]
        count = numbers["source"][_stands_on(numbers["where"], lesson.page)].value_counts()
        if lesson.page != HERE and len(here) + len(count):
            ids = [", ".join(here["id"][here["weight"].isin(kind)]) for kind in kinds.values()]
            best = "; ".join(f"{row.source}: {row.place}"
                             for row in here[here["weight"] == "best"].itertuples())
            rows.append((f"[{lesson.label} {lesson.title}]({lesson.page}.ipynb)", *ids, best,
                         ", ".join(f"{source} {n}" for source, n in count.items())))
    return _table(("lesson", *kinds, "better there", "printed numbers"), rows)


def evidence(id_: str, sentence: str, confirmed: bool | Iterable[bool], **values) -> None:
    """Say what a computation finds about the line with this id.

    Raises AssertionError if it does not confirm what the row says, ValueError if no row has the id
    or the row does not promise evidence.

    Examples
    --------
    >>> evidence("NH1", "Of {n} samples it holds for {k}.", True, n=3, k=3)
    **NH1.** Of 3 samples it holds for 3.
    """
    rows = lines()
    lesson = rows["lesson"][rows["id"] == id_]
    if EVIDENCE not in "; ".join(lesson).split("; "):
        raise ValueError(f"lines.csv has no row {id_!r} whose lesson is {EVIDENCE!r}")
    if not all(confirmed if isinstance(confirmed, Iterable) else [confirmed]):
        raise AssertionError(f"{id_}: what is computed does not confirm the row")
    say(f"**{id_}.** {sentence}", **values)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = tuple(heads)
    every = [heads, [":---"] * len(heads), *([_cell(text) for text in row] for row in rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in every)


def _cell(text: str) -> str:
    """Return a text with its numbers, and without bars, which would end a table's cell."""
    text = COMPUTED.sub(lambda name: name[0].format(**found()), text)
    parts = text.split("$")
    parts[::2] = [words.replace("|", "&#124;") for words in parts[::2]]
    parts[1::2] = [formula.replace(r"\|", r"\Vert{}").replace("|", r"\vert{}")
                   for formula in parts[1::2]]
    return "$".join(parts)


def _see(lesson: str) -> str:
    return "; ".join(EVIDENCE if place == EVIDENCE else link(place)
                     for place in places(lesson)) or "only here"


def _stands_on(where: pd.Series, stem: str) -> pd.Series:
    return where.map(lambda text: stem in {place.split(" ")[0] for place in places(text)})


def _span(ids: pd.Series) -> str:
    return "–".join(dict.fromkeys([*ids[:1], *ids[-1:]]))
