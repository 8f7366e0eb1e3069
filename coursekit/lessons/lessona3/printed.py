"""Every printed number of the five documents, and what became of it.

The file printed.csv has a row per number, or per group of numbers: the document's first author, the
place, what is printed, what the course finds, the fate and its reason, and where it stands. A row
with a *key* is compared: `found` computes its numbers, and a test sets them beside the printed
ones, digit by digit. Names in braces stand for computed numbers, too.
"""
from __future__ import annotations

from pathlib import Path

import pandas as pd

from coursekit.lessons.lessona3.found import found

KEPT = Path(__file__).with_name("printed.csv")
FATES = ("equal", "differs", "data lost", "not attempted")
HERE = "a3_sources"
HEADS = ("place", "printed", "the course finds", "verdict", "where")


def printed_rows() -> pd.DataFrame:
    """Return the file as it is, all columns text.

    Examples
    --------
    >>> set(printed_rows()["fate"]) == set(FATES)
    True
    """
    return pd.read_csv(KEPT, dtype=str, keep_default_na=False)


def fates() -> dict[str, int]:
    """Return how many rows there are, how many are compared by a test, and how many met each fate.

    Examples
    --------
    >>> count = fates()
    >>> count["n"] == count["equal"] + count["differs"] + count["lost"] + count["left"]
    True
    """
    rows = printed_rows()
    counts = {fate: int((rows["fate"] == fate).sum()) for fate in FATES}
    return {"n": len(rows), "tested": int((rows["key"] != "").sum()), "equal": counts["equal"],
            "differs": counts["differs"], "lost": counts["data lost"],
            "left": counts["not attempted"]}


def printed_table(source: str) -> str:
    """Return the rows of a document, named by its first author, as a table in Markdown.

    Examples
    --------
    >>> printed_table("Acquaviva").splitlines()[3]          # doctest: +ELLIPSIS
    '| second table | means 81%, 83%, 80% | the same | equal | [05b](05b_nested_cv.ipynb) §3 |'
    """
    lines = [HEADS, ["---"] * len(HEADS)]
    for row in printed_rows().query("source == @source").itertuples():
        lines.append((row.place, row.printed, row.finds.format(**found()), _fate(row),
                      _where(row.where)))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _fate(row) -> str:
    joint = ", " if row.fate == "equal" else ", because "
    return row.fate + joint * bool(row.because) + row.because.format(**found())


def _where(where: str) -> str:
    return "; ".join(map(link, places(where))) or "only here"


def places(text: str) -> list[str]:
    """Return the places that a row names: a page and a section each, or an id of this page.

    Examples
    --------
    >>> places("01_titanic_eda 3; a3_sources NH4")
    ['01_titanic_eda 3', 'a3_sources NH4']
    """
    return [place for place in text.split("; ") if place]


def link(place: str) -> str:
    """Return a place as Markdown.

    Examples
    --------
    >>> link("02d_soft_margin 2")
    '[02d](02d_soft_margin.ipynb) §2'
    """
    stem, _, section = place.partition(" ")
    if stem == HERE:
        return section
    page = f"[{stem.split('_')[0].capitalize()}]({stem}.ipynb)"
    return f"{page} §{section}" if section.isdigit() else f"{page}, {section}"
