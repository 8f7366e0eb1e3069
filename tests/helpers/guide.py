"""Reading TEACHING.md as an instructor does: a section of it for each page, with its plan."""
from __future__ import annotations

import re
from typing import NamedTuple

from pages import NOTEBOOKS, ROOT, reading

GUIDE = (ROOT / "TEACHING.md").read_text("utf-8")
TAUGHT = [path for path in NOTEBOOKS if not path.stem.startswith("a3_")]
HEADING = re.compile(r"^(#{1,3}) (.+)$", re.M)
EXERCISE = re.compile(r"Exercise (\d+) · ([^◇]+)( ◇)?")
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
ONES = dict(zip("one two three four five six seven eight nine".split(), range(1, 10)))


class Section(NamedTuple):
    """A section of a page in a first reading."""

    heading: str
    cells: list


def headings(cell) -> list[tuple[str, str]]:
    """Return the marks and the texts of a cell's headings."""
    if cell.cell_type != "markdown":
        return []
    return HEADING.findall(re.sub(r"```.*?```", "", cell.source, flags=re.S))


def sections(page) -> list[Section]:
    """Return the sections of a first reading, what stands before them first."""
    later = {id(cell) for cell in reading.parts(page)[1]}
    found = [Section("Opening", [])]
    for cell in page.cells:
        found += [Section(text, []) for mark, text in headings(cell)
                  if mark == "##" and not text.endswith(reading.LATER)]
        if id(cell) not in later:
            found[-1].cells.append(cell)
    return found


def exercises(cells) -> dict[int, str]:
    """Return the titles of the exercises by their number."""
    found = (EXERCISE.fullmatch(text) for cell in cells for _, text in headings(cell))
    return {int(match[1]): match[2] for match in found if match}


def opened(cells) -> set[str]:
    """Return the names of the explorers that cells open."""
    return {name for cell in cells if cell.cell_type == "code"
            for name in reading.explorers_in(cell.source)}


def title(page) -> str:
    """Return the title of a page."""
    return headings(page.cells[0])[0][1]


def told_minutes(page) -> int:
    """Return the minutes of a first reading, as the title cell says them."""
    return int(re.search(r"about (\d+) minutes", page.cells[0].source)[1])


def guide(page) -> str:
    """Return what the guide says of a page, its line breaks as blanks."""
    parts = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", GUIDE, re.M | re.S))
    assert title(page) in parts, f"the guide has no section {title(page)!r}"
    return parts[title(page)]


def plan(page) -> dict[str, tuple[int, str]]:
    """Return minutes and words of each row of the guide's table, by section."""
    rows = re.findall(r"^\| (.+?) \| (\d*) ?\| ?(.*?) ?\|$", guide(page), re.M)
    return {section: (int(minutes or 0), told) for section, minutes, told in rows}


def numbers(text: str) -> set[float]:
    """Return the numbers from ten on, and those with a fraction, written in digits or in words."""
    words = re.findall(rf"\b({'|'.join(TENS)})(?:-({'|'.join(ONES)}))?\b", text)
    digits = re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)", text)
    values = [*(TENS[ten] + ONES.get(one, 0) for ten, one in words), *(float(d.replace(",", "")) for d in digits)]
    return {v for v in values if v >= 10 or v % 1}


def flat(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())
