"""The instructor's guide agrees with the pages: sections, minutes, questions, exercises, explorers."""
from __future__ import annotations

import re
from math import comb

import nbformat
import pytest

from coursekit.explorer import find_explorer
from guide import GUIDE, TAUGHT, headings, sections, exercises, opened, title, told_minutes, guide, plan, numbers, flat
from pages import ROOT, name, outputs_text, read, reading

# What stands elsewhere, and is compared there: code, quotes, places on the page, minutes.
ELSEWHERE = re.compile(r"`[^`]*`|“[^”]*”|\b([Ss]ection|[Ee]xercise|lesson)s? \d\w*|\| \d+ (\||·)|\w+ minutes")
ROUNDED = 3             # minutes by which a section of the guide may differ from the page's

pages = pytest.mark.parametrize("page", [read(path) for path in TAUGHT], ids=[*map(name, TAUGHT)])


def test_the_guide_has_the_pages_in_their_order_and_no_others():
    titles = [title(read(path)) for path in TAUGHT]
    linked = re.findall(r"^\[The page\]\(notebooks/(.+)\.ipynb\)$", GUIDE, re.M)
    assert linked == [path.stem for path in TAUGHT]
    told = re.findall(r"^## (.+)", GUIDE, re.M)
    assert told[-len(titles):] == titles
    assert not [text for text in told[:-len(titles)] if re.match(r"\w{2,3} · ", text)]


@pages
def test_the_plan_has_each_section_and_adds_up(page):
    minutes = {section: told[0] for section, told in plan(page).items() if told[0]}
    assert reading.parts(page)[1] or reading.LATER not in plan(page)
    assert list(minutes) == [section.heading for section in sections(page)], "TEACHING.md: a row for each section"
    worked_out = {heading: round(reading.minutes(cells), 1) for heading, cells in sections(page)}
    assert sum(minutes.values()) == told_minutes(page), \
        f"TEACHING.md: the minutes of the rows add up to the title's; worked out for each section: {worked_out}"
    for heading, cells in sections(page):
        assert abs(minutes[heading] - reading.minutes(cells)) <= ROUNDED, \
            f"TEACHING.md, {heading}: a row is at most {ROUNDED} minutes from what is worked out: {worked_out}"


@pages
def test_each_section_asks_what_its_page_asks_and_has_its_exercises(page):
    rows = plan(page)
    for heading, cells in sections(page):
        told = rows[heading][1]
        asked = sum(reading.calls(c.source, "reveal") for c in cells if c.cell_type == "code")
        assert told.count("**Ask:**") == asked, f"TEACHING.md, {heading}: one **Ask:** for each prediction"
        numbers = {int(n) for n in re.findall(r"[Ee]xercise (\d+)", told)}
        assert numbers == set(exercises(cells)), f"TEACHING.md, {heading}: the exercises of the section"
        opens = any(reading.only_opens_an_explorer(c.source) for c in cells)
        assert not opens or "explorer" in told or "one by keyboard" in told, heading


@pages
def test_every_section_and_exercise_that_is_named_is_on_the_page(page):
    told, known = flat(guide(page)), exercises(page.cells)
    numbers = {text.split(" · ")[0] for cell in page.cells for _, text in headings(cell)}
    named = re.findall(r"(?<!lesson )\b[Ss]ections? (\d+)(?: and (\d+))?", told)
    assert {n for pair in named for n in pair if n} <= numbers
    assert {int(n) for n in re.findall(r"[Ee]xercise (\d+)", told)} <= set(known)
    titles = re.findall(r"\*Exercise (\d+) · (.+?)\*", told)
    assert titles and all(known.get(int(n)) == text for n, text in titles), titles


@pages
def test_the_guide_says_what_to_defend_show_assign_and_leave_out(page):
    told = guide(page)
    for part in ("Defend", "Goes wrong.", "Show", "Assign", "Short of time:"):
        assert told.count(f"\n- **{part}**") == 1, part


@pages
def test_something_goes_wrong_in_every_exercise(page):
    (told,) = re.findall(r"\n- \*\*Goes wrong\.\*\*(.*?)(?=\n- \*\*|\Z)", guide(page), re.S)
    named = re.findall(r"[Ee]xercises? (\d+(?:(?:, | and )\d+)*)", flat(told))
    told = {int(n) for some in named for n in re.findall(r"\d+", some)}
    assert told == set(exercises(page.cells)), "TEACHING.md, Goes wrong: a line for each exercise of the page"


@pages
def test_every_number_of_the_guide_stands_on_its_page(page):
    """The pairs of sixty people stand on no page; they are counted here."""
    told = numbers(ELSEWHERE.sub(" ", flat(guide(page)))) - {comb(60, 2)}
    shown = " ".join(cell.source + outputs_text(cell.get("outputs", [])) for cell in page.cells)
    assert told <= numbers(shown), f"TEACHING.md says {told - numbers(shown)}, which the page does not show"


@pytest.mark.slow
@pages
def test_every_explorer_opens_in_the_state_and_says_what_is_quoted(page):
    told = flat(guide(page))
    shown = re.findall(r"`explorers\.(\w+)\(([^`]*)\)`(?: \(“([^”]+)”\))?", told)
    kinds = {kind for kind, _, _ in shown}
    assert kinds == opened(page.cells), "TEACHING.md names, under Show, each explorer of the page and no other"
    assert not kinds or "no explorer" not in told, "TEACHING.md says that the page has no explorer"
    assert told.count("`explorers.") == len(shown)
    for kind, state, words in shown:
        wanted = eval(f"dict({state})", {"__builtins__": {}, "dict": dict})
        explorer = find_explorer(kind)(**wanted)
        reached = {control: explorer.state()[control] for control in wanted}
        assert reached == pytest.approx(wanted) and not explorer.failed, (kind, state)
        assert words and words in explorer.status, (kind, state, explorer.status)


@pages
def test_an_explorer_stands_where_the_guide_says(page):
    later = opened(reading.parts(page)[1])
    within, number = {}, None
    for cell in page.cells:
        for mark, text in headings(cell):
            number = text.split(" · ")[0] if mark == "##" else number
        within |= dict.fromkeys(opened([cell]), number)
    told = flat(guide(page))
    for where, kind in re.findall(r"\(the explorer stands in (.*?)\) `explorers\.(\w+)\(", told):
        section = re.fullmatch(r"section (\d+)", where)
        assert section[1] == within[kind] if section else (where, kind in later) == ("a section marked ◇", True)
    (show,) = re.findall(r"- \*\*Show\*\*(.*?)(?=- \*\*|$)", told)
    for part in re.findall(r"for a second reading,? (.*?)(?=\. |$)", show):
        assert set(re.findall(r"explorers\.(\w+)\(", part)) <= later


def test_the_guide_names_no_target_of_the_makefile_that_is_not_there():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = set(re.findall(r"`make ([a-z-]+)", GUIDE))
    assert named and named <= targets


A_PAGE = re.compile(r"\b(0\d[a-z]?|A[12])\b")


def needs() -> dict[str, set[str]]:
    """Return what the guide's table says that each sitting needs, and what those need.

    "02b; then 03; then 04": what stands behind a semicolon needs what stands before it. What
    stands in brackets is no sitting of the row.
    """
    direct = {}
    for first, row in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", GUIDE.split("| needs | sittings |")[1].split("\n\n")[0], re.M):
        before = set(A_PAGE.findall(first))
        for part in row.split(";"):
            own = A_PAGE.findall(re.sub(r"\(.*?\)", "", part))
            direct |= dict.fromkeys(own, before)
            before = before | set(own)
    return with_their_needs(direct)


def asked_for() -> dict[str, set[str]]:
    """Return what each title cell asks for; what is a black box, or for a second reading, is not needed."""
    asked = {}
    for path in TAUGHT:
        page = read(path)
        told = re.search(r"\*\*Needs\*\*(.*?)(?:Working alone|$)", flat(page.cells[0].source))
        parts = re.split(r"[.;] ", told[1]) if told else []
        asked[sitting_of(page)] = set(A_PAGE.findall(" ".join(
            part for part in parts if "black box" not in part and "◇" not in part)))
    return asked


def with_their_needs(direct: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return for each sitting what it needs, and what those need."""
    def all_of(n: str) -> set[str]:
        return direct[n].union(*map(all_of, direct[n]))
    return {n: all_of(n) for n in direct}


def sitting_of(page) -> str:
    """Return the name of a page's sitting as its title has it: 02b, A1."""
    return title(page).split()[0]


def test_the_table_of_needs_says_what_the_title_cells_ask_for():
    assert needs() == with_their_needs(asked_for())


def test_tables_and_weeks_have_every_sitting_once():
    numbered = sorted(sitting_of(read(path)) for path in TAUGHT if path.stem.startswith("0"))
    assert set(numbered) <= set(needs())
    week = re.search(r"\*\*A block week\*\*(.*?)(?=\n- )", GUIDE, re.S)[1]
    assert sorted(A_PAGE.findall(week)) == numbered


def test_each_path_has_before_a_sitting_what_it_needs():
    paths = re.search(r"\*\*Half a term\*\*(.*?)(?=\n- )", GUIDE, re.S)[1]
    found = [A_PAGE.findall(path) for path in paths.split(".")[1:] if A_PAGE.search(path)]
    assert len(found) == 3
    asked = asked_for()
    for path in found:
        for k, number in enumerate(path):
            assert asked[number] <= set(path[:k]), (path, number)


def test_the_minutes_of_exercises_that_the_guide_names_are_those_that_are_counted():
    value = nbformat.v4.new_code_cell("x = None\nx = check('x', x)")
    code = nbformat.v4.new_code_cell("def f(a):\n    ...\n\nf = check('f', f)")
    words = {"five": 5, "ten": 10, "fifteen": 15, "twenty": 20}
    preamble = GUIDE.split("## How to read the minutes")[1].split("\n## ")[0]
    counts, = re.findall(r"a code exercise counts (\w+)", preamble)
    off = re.findall(r"take off\s+(\w+) for each code exercise and (\w+) for each other one", preamble)[0]
    assert [words[w] for w in (counts, *off)] == [
        reading.minutes([code]), reading.minutes([code]), reading.minutes([value])]


def test_what_a_short_term_leaves_out_is_needed_by_no_other_page():
    left = re.findall(r"leave out (\w+), too; no later page needs it", GUIDE)
    assert len(left) == 1
    assert [n for n, before in needs().items() if left[0] in before] == []
