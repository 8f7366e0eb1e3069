"""The page in numbers: what DESIGN asks of every notebook, held for all of them."""
from __future__ import annotations

import json
import pathlib
import re
import statistics
import tempfile

import nbformat
import pytest

from pages import (CHECK, LESSONS, NOTEBOOKS, code_cells, lines, markdown_cells, name, prose, read,
                   said, words)

BOXES = {"info": "Prediction.", "warning": "Check the source.", "danger": "Pitfall.",
         "success": "Going further."}
# Where somebody's machine would show through.
MACHINE = ("/home/", "/Users/", ":\\\\Users", str(pathlib.Path.home()) + "/", tempfile.gettempdir(),
           str(pathlib.Path(__file__).parents[1]))
SLIDES = {"slide", "subslide", "fragment", "skip", "notes"}

# Numbers that no cell could compute: what the reader is told to do or how long it takes.
ALLOWED = [
    r"“[^”]*”",                          # a line that a source prints
    r"\bexercises? \d\d\.\d+\b", r"\b\d\d\.\d+\b(?=[,)])",  # exercise numbers
    r"\b(1[5-9]|20)\d\d\b",              # years
    r"\blessons? \d\d(\W+\d\d)*", r"\b0\d [A-Z·]", r"\b\d\d_\w+",  # lessons
    r"\babout \d+ minutes\b",            # time on the page
    r"^#+ (\d+ ·|\d\d ·|Exercises? [\d.and ]+)", r"^\d+\. ",  # headings and lists
    r"\b0 (and|to) 1\b", r"\b95 % confidence\b",
    r"^\|.*\|$",                         # a table's section numbers (checked by eye)
]
ALLOWED_ON = {"01_titanic_eda": [r"a rate of 50 % mean\?"]}

every = pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
lessons = pytest.mark.parametrize("path", LESSONS, ids=name)


def typed_numbers(text: str, extra: list[str]) -> list[str]:
    """Return the digits of a prose text that nothing allows."""
    text = re.sub(r"`[^`]*`", " ", prose(text))
    for pattern in [*ALLOWED, *extra]:
        text = re.sub(pattern, " ", text, flags=re.M)
    return re.findall(r".{0,20}\d.{0,20}", text)


@lessons
def test_a_lesson_has_the_right_length(path):
    assert 35 <= len(read(path).cells) <= 60


@every
def test_code_cells_are_short(path):
    sizes = sorted(len(lines(c.source)) for c in code_cells(read(path)))
    assert statistics.median(sizes) <= 5
    assert sizes[int(0.9 * (len(sizes) - 1))] <= 15
    assert sizes[-1] <= 25
    assert [line for c in code_cells(read(path)) for line in lines(c.source) if len(line) > 88] == []


@every
def test_prose_comes_in_short_cells(path):
    counts = {k: words(c.source) for k, c in enumerate(read(path).cells) if c.cell_type == "markdown"}
    assert 30 <= statistics.median(counts.values()) <= 60
    assert {k: n for k, n in counts.items() if n > 120} == {}


@lessons
def test_words_and_code_are_in_balance(path):
    page = read(path)
    told = sum(words(c.source) for c in markdown_cells(page))
    coded = sum(len(lines(c.source)) for c in code_cells(page))
    assert 10 <= told / coded <= 20


@every
def test_code_seldom_runs_on(path):
    kinds = "".join(c.cell_type[0] for c in read(path).cells)
    assert len(re.findall("c{3,}", kinds)) <= 2


@every
def test_every_formula_becomes_code_in_its_letters_and_is_checked(path):
    cells = read(path).cells
    for k, cell in enumerate(cells):
        if cell.cell_type != "markdown" or "$$" not in cell.source:
            continue
        after = [c.source for c in cells[k + 1:k + 5] if c.cell_type == "code"]
        assert after and cells[k + 1].cell_type == "code", f"cell {k}: no code after the formula"
        assert any(re.search(r"\bconfirm\(|\bassert\b", s) for s in after), f"cell {k}: not checked"
        letters = symbols(cell.source)
        written = set(re.findall(r"[A-Za-z]\w*", "\n".join(after)))
        assert len(letters & written) >= 0.6 * len(letters), f"cell {k}: {letters - written}"


def symbols(source: str) -> set[str]:
    r"""Return the letters of the displayed formulas as Python would spell them: n_{gs} -> n_gs."""
    found = set()
    for formula in re.findall(r"\$\$(.*?)\$\$", source, flags=re.S):
        formula = re.sub(r"\\text\{[^}]*\s[^}]*\}", " ", formula)
        formula = re.sub(r"\\(text|mathrm|operatorname)\{(\w+)\}", r"\2", formula)
        formula = re.sub(r"\\(hat|bar|tilde|mathbf|vec)\s*\{?(\w)\}?", r"\2", formula)
        formula = re.sub(r"\^\{(\w{2,})\}", r"_\1", formula)
        formula = re.sub(r"\\(alpha|beta|gamma|eta|lambda|mu|nu|xi|phi|omega)\b", r" \1 ", formula)
        formula = re.sub(r"\\[A-Za-z]+|\\.", " ", formula)
        formula = re.sub(r"_\{?([A-Za-z]\w*)\}?", r"_\1", formula)
        found |= set(re.findall(r"[A-Za-z]\w*", formula))
    return found - {"s", "x", "i", "j", "g", "k"}  # running indices


@every
def test_displayed_maths_is_what_every_viewer_renders(path):
    for cell in markdown_cells(read(path)):
        assert cell.source.count("$$") % 2 == 0
        assert not re.search(r"\\begin\{(align|equation|gather)\*?\}|\\\[|\\\(", cell.source)


@every
def test_there_are_four_kinds_of_box(path):
    for cell in markdown_cells(read(path)):
        for kind, body in re.findall(r'<div class="alert alert-(\w+)"[^>]*>(.*?)</div>', cell.source, re.S):
            assert kind in BOXES and f"**{BOXES[kind]}**" in body
        assert cell.source.count("<div") == len(re.findall('<div class="alert alert-', cell.source))


@every
def test_no_number_is_typed_that_a_cell_could_compute(path):
    extra, page = ALLOWED_ON.get(path.stem, []), read(path)
    typed = [(k, t) for k, c in enumerate(page.cells) if c.cell_type == "markdown"
             for t in typed_numbers(c.source, extra)]
    for k, cell in enumerate(page.cells):
        if cell.cell_type == "code":
            typed += [(k, t) for sentence in said(cell.source)
                      for t in typed_numbers(re.sub(r"\{[^}]*\}", " ", sentence), extra)]
    assert typed == []


@pytest.mark.parametrize("text", ["40.7 % survived", "in 3 of 4 cases", "**0.787** of them",
                                  "about 50 percent"])
def test_a_typed_number_is_seen(text):
    assert typed_numbers(text, [])


@every
def test_every_figure_has_title_labels_and_words(path):
    for k, cell in enumerate(code_cells(read(path))):
        pictures = [o for o in cell.outputs if "image/png" in o.get("data", {})]
        told = [o for o in cell.outputs if "figure-in-words" in o.get("data", {}).get("text/html", "")]
        from_show = [p for p in pictures if p.metadata.get("image/png", {}).get("alt")]
        explorers = [p for p in pictures if p not in from_show]
        assert len(told) == len(from_show), f"code cell {k}: a picture without words"
        for picture in from_show:
            alt = picture.metadata["image/png"]["alt"]
            assert re.search(r"Horizontal axis: [^;]", alt) and re.search(r"vertical axis: [^.]", alt)
            assert not alt.startswith("Untitled")
        assert all(len(e.data["text/plain"]) > 40 for e in explorers), f"code cell {k}"
        assert not any("Figure size" in o.get("data", {}).get("text/plain", "") for o in cell.outputs)


@every
def test_every_cell_has_a_place_in_the_slide_show(path):
    page = read(path)
    kinds = [c.metadata.get("slideshow", {}).get("slide_type") for c in page.cells]
    assert set(kinds) <= SLIDES and kinds[0] == "slide"
    long_prose = [k for k, c in enumerate(page.cells) if kinds[k] not in ("skip", "notes")
                  and c.cell_type == "markdown" and words(c.source) > 120]
    assert long_prose == []


@lessons
def test_a_lesson_has_explorers_exercises_and_notes(path):
    page = read(path)
    code = "\n".join(c.source for c in code_cells(page))
    assert len(re.findall(r"^explorers\.\w+\(", code, re.M)) >= 2
    assert len(CHECK.findall(code)) >= 4
    assert any(c.metadata.slideshow.slide_type == "notes" for c in page.cells)
    last = page.cells[-4:]
    assert any("Further reading" in c.source for c in last)


@every
def test_the_committed_page_is_executed_and_clean(path):
    page = read(path)
    nbformat.validate(page)
    assert path.stat().st_size < 2_000_000
    assert "widgets" not in page.metadata
    raw = path.read_text("utf-8")
    assert "widget-view+json" not in raw
    assert [place for place in MACHINE if place in raw] == []
    counts = [c.execution_count for c in code_cells(page)]
    assert counts == list(range(1, len(counts) + 1)), "not run top to bottom in a fresh kernel"
    for cell in code_cells(page):
        assert not [o for o in cell.outputs if o.output_type == "error" or o.get("name") == "stderr"]


@every
def test_links_between_notebooks_lead_somewhere(path):
    for cell in markdown_cells(read(path)):
        for target in re.findall(r"\]\(([^)#:]+\.(?:ipynb|md))\)", cell.source):
            assert (path.parent / target).exists(), target


@every
def test_the_committed_json_is_stable(path):
    ids = [c["id"] for c in json.loads(path.read_text("utf-8"))["cells"]]
    assert ids == [f"{path.stem.split('_')[0]}-{k:02d}" for k in range(len(ids))]
