"""Who is cited in a docstring, on a page or in a document, of which year, and for what, is what
`works.py` lists."""
from __future__ import annotations

import re

import nbformat
import pytest

from pages import NOTEBOOKS, ROOT
from works import WORKS

YEAR = re.compile(r"(?<![a-z])\((?:[^()\d]{,60}, )?(1[89]\d\d|20\d\d)\)")
# (Mercer 1909; Schur 1911)
INSIDE = re.compile(r"[(;] ?([A-Z][^();\d]{1,60}?),? (1[89]\d\d|20\d\d)(?=[;)])")
NEAR = 95           # characters before a year in which its first author stands
TITLE = re.compile(r"^, \*([^*]+)\*")
BEFORE = re.compile(r"\*([^*]+)\* \($")
NOT_WORKS = {"2017"}    # three of the five documents the course grew out of
NO_AUTHORS = {"GOSDT", "MurTree", "US census"}      # programs, and an office


def texts():
    for path in sorted((ROOT / "coursekit").rglob("*.py")):
        yield pytest.param(" ".join(path.read_text("utf-8").split()),
                           id=str(path.relative_to(ROOT)))
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        prose = (line for cell in cells if cell.cell_type == "markdown"
                 for line in cell.source.splitlines()
                 if not line.startswith(">"))       # what others wrote is theirs
        yield pytest.param(" ".join(" ".join(prose).split()), id=path.stem)
    for name in ("README.md", "TEACHING.md", "CONTRIBUTING.md", "data/SOURCES.md"):
        yield pytest.param(" ".join((ROOT / name).read_text("utf-8").split()), id=name)


CITING = [text for text in texts() if YEAR.search(text.values[0]) or INSIDE.search(text.values[0])]


def plain(title: str) -> str:
    return title.lower().rstrip(".,:")


def wrong(text: str) -> list[str]:
    """Return the citations in a text that are no work's, with what stands around them."""
    found = []
    for year in YEAR.finditer(text):
        before, after = \
            text[max(0, year.start() - NEAR):year.start(1)], text[year.end():year.end() + 150]
        title = TITLE.match(after) or BEFORE.search(before)
        written = [work for work in WORKS if work.year == year[1]
                   and re.search(rf"\b{work.authors[0]}\b", before)]
        fits = any(title is None or plain(work.title).startswith(plain(title[1]))
                   for work in written)
        if not fits and year[1] not in NOT_WORKS:
            found.append(f"{before[-60:]}{year[0]}{after[:60]}")
    for cited in INSIDE.finditer(text):
        fits = any(work.year == cited[2] and re.search(rf"\b{work.authors[0]}\b", cited[1])
                   for work in WORKS)
        if not fits and cited[1] not in NO_AUTHORS:
            found.append(cited[0])
    return found


def test_what_is_cited_is_a_work_of_that_year_and_title():
    found = {text.id: faults for text in CITING if (faults := wrong(*text.values))}
    assert not found, ("author, year or title are not those of a work in tests/helpers/works.py "
                       f"(a new one is added there): {found}")


def test_a_slip_in_name_year_or_title_is_seen():
    right = "P. Clark, T. Niblett (1989), *The CN2 induction algorithm*."
    assert wrong(right) == []
    for slip in (right.replace("1989", "1988"), right.replace("Clark", "Clarke"),
                 right.replace("CN2", "AQ")):
        assert len(wrong(slip)) == 1
    within = "as was found (Karush 1939; Kuhn and Tucker 1951)."
    assert wrong(within) == []
    for slip in (within.replace("1939", "1938"), within.replace("Kuhn", "Kuhns"),
                 within.replace("Karush", "Karusch")):
        assert len(wrong(slip)) == 1


def test_every_work_of_the_list_is_cited():
    cited = " ".join(text.values[0] for text in CITING)
    assert [work for work in WORKS
            if not re.search(rf"\b{work.authors[0]}\b.{{,90}}\b{work.year}[);]", cited)] == []
    assert len(CITING) > 40
