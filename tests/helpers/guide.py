"""Reading TEACHING.md by its structure: a section of it for each page, with its plan."""
from __future__ import annotations

import re
from typing import NamedTuple

from coursekit.explorer import explorer_names
from pages import NOTEBOOKS, ROOT, lesson_of, reading

LATER = "◇"     # ends the heading of a section for a second reading

GUIDE = (ROOT / "TEACHING.md").read_text("utf-8")
TAUGHT = [path for path in NOTEBOOKS if not path.stem.startswith("a3_")]
BY_LESSON = {lesson_of(path): path for path in TAUGHT}
HEADING = re.compile(r"^(#{1,3}) (.+)$", re.M)
SHOWN = re.compile(r"`(?:explorers\.)?([A-Z]\w+)\(([^`]*)\)`(?: \(“([^”]+)”\))?")
EXERCISE = re.compile(r"Exercise · ([^◇]+?)( ◇)?")
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
        "eighty": 80, "ninety": 90}
ONES = dict(zip("one two three four five six seven eight nine".split(), range(1, 10)))


class Section(NamedTuple):
    """A section of a page in a first reading."""

    heading: str
    cells: list


class Quoted(NamedTuple):
    """An explorer that is shown, its state, and the words that are quoted of it."""

    kind: str
    state: dict
    words: str


def headings(cell) -> list[tuple[str, str]]:
    """Return the marks and the texts of a cell's headings."""
    if cell.cell_type != "markdown":
        return []
    return HEADING.findall(re.sub(r"```.*?```", "", cell.source, flags=re.S))


def parts(page) -> tuple[list, list]:
    """Return the cells of a first reading, and those of the sections whose heading ends in ◇.

    Such a section goes on to the next heading of its level or a higher one; an exercise of its
    level belongs to it.
    """
    first, second, level = [], [], None
    for cell in page.cells:
        told = re.sub(r"```.*?```", "", cell.source, flags=re.S)
        heading = re.search(r"^(#+) .*", told, re.M) if cell.cell_type == "markdown" else None
        depth = heading and (len(heading[1]), bool(reading.EXERCISE.match(heading[0])))
        if depth and (not level or depth <= level):
            level = depth if heading[0].rstrip().endswith(LATER) else None
        (second if level else first).append(cell)
    return first, second


def sections(page) -> list[Section]:
    """Return the sections of a first reading, what stands before them first."""
    later = {id(cell) for cell in parts(page)[1]}
    found = [Section("Opening", [])]
    for cell in page.cells:
        found += [Section(text, []) for mark, text in headings(cell)
                  if mark == "##" and not text.endswith(LATER)]
        if id(cell) not in later:
            found[-1].cells.append(cell)
    return found


def exercises(cells) -> set[str]:
    """Return the titles of the exercises that have a heading."""
    found = (EXERCISE.fullmatch(text) for cell in cells for _, text in headings(cell))
    return {match[1] for match in found if match}


def opened(cells) -> set[str]:
    """Return the names of the explorers that cells open."""
    return {name for cell in cells if cell.cell_type == "code"
            for name in reading.explorers_in(cell.source)}


def quoted_explorers(text: str) -> list[Quoted]:
    """Return the explorers that a text of the guide opens."""
    return [Quoted(kind, eval(f"dict({state})", {"__builtins__": {}, "dict": dict}), words)
            for kind, state, words in SHOWN.findall(flat(text)) if kind in explorer_names()]


def guide(path) -> str:
    """Return what the guide says of a page: the section that links to it."""
    parted = re.split(r"^## .+\n", GUIDE, flags=re.M)
    (found,) = (part for part in parted if f"](notebooks/{path.name})" in part)
    return found


def plan(path) -> dict[str, tuple[int, str]]:
    """Return minutes and words of each row of the guide's table, by the section's number or
    name."""
    rows = re.findall(r"^\| (.+?) \| (\d*) ?\| ?(.*?) ?\|$", guide(path), re.M)
    return {section.split(" · ")[0]: (int(minutes or 0), told) for section, minutes, told in rows}


def sheet(lesson: str) -> tuple[int, str]:
    """Return the minutes of a lesson's lab sheet, and its text."""
    (found,) = re.findall(r"^- \*\*Lab, (\d+) minutes\.\*\* (.*)\Z", guide(BY_LESSON[lesson]),
                          re.M | re.S)
    return int(found[0]), found[1]


def left_out(path) -> list[str]:
    """Return the numbers of the sections that may be left out when time is short."""
    told = flat(guide(path)).split("- **Short of time:**")[1].split("- **")[0]
    named = re.findall(r"leave out sections? (\d+)(?:(?:, (\d+))? and (\d+))?", told)
    return [number for numbers in named for number in numbers if number]


def named_exercises(text: str, page) -> set[str]:
    """Return which exercises of a page a text names, each by its title in italics."""
    return {title for title in exercises(page.cells) if f"*{title}*" in flat(text)}


def numbers(text: str) -> set[float]:
    """Return the numbers from ten on, and those with a fraction, written in digits or in words."""
    words = re.findall(rf"\b({'|'.join(TENS)})(?:-({'|'.join(ONES)}))?\b", text)
    digits = re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)", text)
    values = [*(TENS[ten] + ONES.get(one, 0) for ten, one in words),
              *(float(d.replace(",", "")) for d in digits)]
    return {v for v in values if v >= 10 or v % 1}


def flat(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())
