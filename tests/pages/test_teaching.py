"""The instructors' guide agrees with the pages in what can be counted or looked up, not in its
words."""
from __future__ import annotations

import re
from math import comb

import nbformat
import pytest

from guide import (GUIDE, LATER, TAUGHT, exercises, flat, guide, headings, named_exercises, numbers,
                   opened, parts, plan, quoted_explorers, sections)
from pages import ROOT, name, outputs_text, read, lesson_of
from teaching import joined

# What stands elsewhere, and is compared there: code, quotes, places on the page, minutes.
ELSEWHERE = re.compile(r"`[^`]*`|“[^”]*”|\b([Ss]ection|[Ee]xercise|lesson)s? \d\w*|\| \d+ "
                       r"(\||·)|\w+ minutes")

pages = pytest.mark.parametrize("path", TAUGHT, ids=name)


def page_of(*cells):
    return nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell(c[1:]) if c[0] == ">" else nbformat.v4.new_markdown_cell(c)
        for c in cells])


def test_a_section_for_a_second_reading_ends_with_the_next_of_its_level():
    first, second = parts(page_of(
        "# T", "## 1 · A", "## 2 · B ◇", ">x = 1", "### C", "A fold.\n\n## 3 · D", "### E ◇",
        ">y", "### F"))
    assert [c.source for c in first] == ["# T", "## 1 · A", "A fold.\n\n## 3 · D", "### F"]
    assert [c.source for c in second] == ["## 2 · B ◇", "x = 1", "### C", "### E ◇", "y"]


def test_an_exercise_in_a_section_for_a_second_reading_belongs_to_it():
    first, second = parts(page_of(
        "# T", "### A ◇", "### Exercise · New", ">x", "### B", "### Exercise · Marked ◇",
        "#### Its end",
        "### Exercise · Not marked", "### C ◇", "## Exercises", "### Exercise · Two"))
    assert [c.source for c in second] == [
        "### A ◇", "### Exercise · New", "x", "### Exercise · Marked ◇", "#### Its end", "### C ◇"]
    assert len(first) == 5


def test_the_guide_is_what_the_guides_of_the_lessons_make():
    assert GUIDE == joined(), \
        "TEACHING.md is written by tools/teaching.py: change coursekit/lessons/lesson…/guide.md"


def test_the_guide_has_the_pages_in_their_order_and_no_others():
    linked = re.findall(r"^\[[^\]]+\]\(notebooks/(.+)\.ipynb\)$", GUIDE, re.M)
    assert linked == [path.stem for path in TAUGHT]


def numbered(path) -> dict[str, list]:
    """Return the cells of each section of a first reading that has a number."""
    return {found[1]: cells for heading, cells in sections(read(path))
            if (found := re.match(r"(\d+) · ", heading))}


@pages
def test_the_plan_has_a_row_for_each_section(path):
    rows = plan(path)
    assert [section for section in rows if section.isdigit()] == list(numbered(path)), \
        "guide.md of the lesson: a row for each section"
    assert parts(read(path))[1] or LATER not in rows


@pages
def test_every_section_that_is_named_is_on_the_page(path):
    told, page = flat(guide(path)), read(path)
    there = {text.split(" · ")[0] for cell in page.cells for _, text in headings(cell)}
    named = re.findall(r"(?<!lesson )\b[Ss]ections? (\d+)(?: and (\d+))?", told)
    assert {n for pair in named for n in pair if n} <= there


@pages
def test_the_guide_has_all_its_parts(path):
    told = guide(path)
    for part in (r"Defend", r"Goes wrong\.", r"Show", r"Short of time:", r"Assign|Lab, .*"):
        assert len(re.findall(rf"\n- \*\*({part})\*\*", told)) == 1, part


@pages
def test_the_guide_says_in_three_to_five_lines_what_one_can_do_in_the_end(path):
    (told,) = re.findall(r"^\*\*By the end you can\*\*\n\n((?:- .+\n)+)\n", guide(path), re.M)
    assert 3 <= len(told.splitlines()) <= 5


@pages
def test_something_goes_wrong_in_every_exercise(path):
    (told,) = re.findall(r"\n- \*\*Goes wrong\.\*\*(.*?)(?=\n- \*\*|\Z)", guide(path), re.S)
    assert named_exercises(told, read(path)) == exercises(read(path).cells), \
        "guide.md of the lesson, Goes wrong: a line for each exercise of the page"


@pages
def test_every_number_of_the_guide_stands_on_its_page(path):
    """The pairs of sixty people stand on no page; they are counted here."""
    told = numbers(ELSEWHERE.sub(" ", flat(guide(path).split("- **Exam.**")[0]))) - {comb(60, 2)}
    shown = " ".join(cell.source + outputs_text(cell.get("outputs", []))
                     for cell in read(path).cells)
    assert told <= numbers(shown), \
        f"TEACHING.md says {told - numbers(shown)}, which the page does not show"


@pages
def test_the_guide_shows_each_explorer_of_the_page_and_no_other(path):
    """Whether it opens so and says what is quoted, the explorers' tests ask."""
    shown = {quoted.kind for quoted in quoted_explorers(guide(path))}
    assert shown == opened(read(path).cells), \
        "guide.md of the lesson names, under Show, each explorer of the page and no other"


@pages
def test_an_explorer_stands_in_the_section_that_the_guide_names(path):
    within, number = {}, None
    for cell in read(path).cells:
        for mark, text in headings(cell):
            number = text.split(" · ")[0] if mark == "##" else number
        within |= dict.fromkeys(opened([cell]), number)
    for section, kind in re.findall(r"\(the explorer stands in section (\d+)\) "
                                    r"`(?:explorers\.)?(\w+)\(", flat(guide(path))):
        assert section == within[kind]


def test_the_guide_names_no_target_of_the_makefile_that_is_not_there():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = set(re.findall(r"`make ([a-z-]+)", GUIDE))
    assert named and named <= targets


@pages
def test_the_minutes_of_the_sections_add_up_to_about_those_of_the_lesson(path):
    told = re.search(rf"\({re.escape(f'notebooks/{path.name}')}\).*\| (\d+)[ +\d]* \|",
                     (ROOT / "README.md").read_text("utf-8"))
    rows = re.findall(r"^\| (?!◇)[^|]+ \| (\d+) \|", guide(path), re.M)
    assert abs(sum(map(int, rows)) - int(told[1])) <= 5


def test_the_table_of_needs_has_every_lesson_once():
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$",
                      GUIDE.split("| needs | lessons |")[1].split("\n\n")[0], re.M)
    listed = re.findall(r"\b(?:0\d[a-z]?|A[12]b?)\b",
                        " ".join(re.sub(r"\(.*?\)", "", row) for _, row in rows))
    assert sorted(number.lower() for number in listed) == sorted(map(lesson_of, TAUGHT))
