"""What CONTRIBUTING.md asks of every notebook. No measure of style is a target: these are
guards."""
from __future__ import annotations

import ast
import json
import pathlib
import re
import tempfile

import nbformat
import pytest

from guards import BOXES, LONGEST_CODE, LONGEST_LINE
from pages import (CHECK, LESSONS, NOTEBOOKS, code_cells, lines, markdown_cells, name, outputs_text,
                   prose, read, reading, said, lesson_of)
from pictures import spoken_of

# Where somebody's machine would show through.
MACHINE = ("/home/", "/Users/", ":\\\\Users", str(pathlib.Path.home()) + "/", tempfile.gettempdir(),
           str(pathlib.Path(__file__).parents[2]))
SLIDES = {"slide", "subslide", "fragment", "skip", "notes", "-"}

# A number that a cell could have computed looks like a measured one: a per cent, decimals, a
# count of more than two digits, so many of so many. It may be typed in a formula, in code, in a
# line that a source prints, where an exercise or an example done by hand gives its data, and:
MEASURED = re.compile(r"\d[\d,]*(\.\d+)? ?(%|per cent|percent)|\d+\.\d+|\d{3,}|\d,\d{3}"
                      r"|\b\d+ (of|out of) \d+\b")
ALLOWED = [
    r"“[^”]*”", r"\b(1[5-9]|20)\d\d\b", r"\blessons? \d\d\w?", r"\b\d\d\w?_\w+",
    r"\babout \d+ minutes\b", r"^#+ .*$", r"^\d+\. ", r"\b95% confidence\b",
    r"\b(section|§|eq\.|equation|page|p\.|figure|table|version|exercises?) ?[\d.]+\d*",
    r"\b\d\d\.\d+\b(?=[,)])", r"^\|.*\|$",
]
BY_HAND = re.compile(r"\*\*(Exercise|Example)|^#+ .*(Exercise|Example)|by hand", re.M)
ALLOWED_ON = {"a3_sources": [r"\blines? \d+\b(, \d+)*"],         # of a document's program
              "06e_other_prunings": [r"\bC4\.5\b"],                  # the name of a program
              "07c_rules_from_trees": [r"\bC4\.5(?:rules)?\b"],
              "07d_message": [r"\bC4\.5(?:rules)?\b", r"[Rr]ules? \d\.\d\b"]}

every = pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
lessons = pytest.mark.parametrize("path", LESSONS, ids=name)


def typed_numbers(text: str, extra: list[str]) -> list[str]:
    """Return what looks like a measured number in a prose text, and is not allowed."""
    if BY_HAND.search(text):
        return []
    text = re.sub(r"`[^`]*`", " ", prose(text))
    for pattern in [*ALLOWED, *extra]:
        text = re.sub(pattern, " ", text, flags=re.M)
    return [m.group() for m in MEASURED.finditer(text)]


@every
def test_cells_of_code_are_short_enough_to_take_in(path):
    shown = [lines(c.source) for c in code_cells(read(path)) if not reading.only_says(c.source)]
    assert [len(source) for source in shown if len(source) > LONGEST_CODE] == [], \
        f"a cell has at most {LONGEST_CODE} lines"
    assert [line for source in shown for line in source if len(line) > LONGEST_LINE] == [], \
        f"a line has at most {LONGEST_LINE} characters"


@every
def test_sentences_and_explorers_stand_in_cells_of_their_own_with_hidden_input(path):
    answers = reading.answering(read(path))
    for cell in code_cells(read(path)):
        says = reading.only_says(cell.source)
        opens = reading.only_opens_an_explorer(cell.source)
        statements = reading.statements(cell.source)
        mixed = [s for s in statements if isinstance(s, ast.Expr) and (
            reading.called(s) in reading.SAYING or reading.explorer_of(reading.called(s)))]
        assert not mixed or says or opens, f"{cell.id}: {cell.source}"
        hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        assert hidden == ("hide-input" in cell.metadata.get("tags", [])) \
            == (cell.metadata.get("cellView") == "form") \
            == (says or opens or reading.makes_ready(cell.source)
                or reading.gives_evidence(cell.source) or cell.id in answers), cell.id


@every
def test_a_prediction_is_asked_in_its_own_cell_and_answered_after_it(path):
    """Question, guess in a cell of its own, then the answer: in this order."""
    cells, asked = read(path).cells, set()
    for k, cell in enumerate(cells):
        if cell.cell_type != "code":
            continue
        if reading.only_asks(cell.source):
            question = "Prediction" in cells[k - 1].source
            assert question, f"{cell.id}: no question above the guess"
            asked |= {t.id for s in reading.statements(cell.source) for t in s.targets}
        assert "guess = None" not in cell.source or reading.only_asks(cell.source), cell.id
        for call in reveals(cell.source):
            guess = ast.unparse(call.args[1])
            assert guess in asked, f"{cell.id}: {guess} was not asked in a cell of its own"


def reveals(source: str) -> list[ast.Call]:
    """Return the calls of `reveal` in a cell."""
    return [n for s in reading.statements(source) for n in ast.walk(s)
            if isinstance(n, ast.Call) and reading.called(n) == "reveal" and len(n.args) > 2]


@every
def test_a_revealed_truth_is_computed(path):
    typed = [c.id for c in code_cells(read(path)) for call in reveals(c.source)
             if isinstance(call.args[2], ast.Constant)]
    assert typed == []


@every
def test_the_exercises_of_a_page_are_those_of_its_sitting_in_their_order(path):
    from coursekit.exercise.registry import exercises, lessons

    here = [key for c in code_cells(read(path)) for key, _ in CHECK.findall(c.source)]
    known = list(exercises(lesson_of(path))) if lesson_of(path) in lessons() else []
    assert here == known
    calls = sum(reading.calls(c.source, "check") for c in code_cells(read(path)))
    assert calls == len(here), "an answer is checked as `x = check(\"x\", x)`, on a line of its own"


@every
def test_each_exercise_has_a_heading_with_its_title(path):
    from coursekit.exercise.registry import find

    page = read(path)
    titles = [t for c in markdown_cells(page) for t in re.findall(r"^#+ Exercise · (.+?)(?: ◇)?$",
                                                                  c.source, re.M)]
    assert titles == [find(key).title for c in code_cells(page)
                      for key, _ in CHECK.findall(c.source)]


@every
def test_the_stub_of_a_code_exercise_is_one_cell_with_docstring_and_check(path):
    from coursekit.exercise.code_exercise import CodeExercise
    from coursekit.exercise.registry import find

    for cell in code_cells(read(path)):
        for key, variable in CHECK.findall(cell.source):
            if not isinstance(find(key), CodeExercise):
                continue
            stub, last = reading.statements(cell.source)
            assert stub.name == variable == find(key).variable and isinstance(last, ast.Assign)
            assert ">>>" in (ast.get_docstring(stub) or ">>>") or isinstance(stub, ast.ClassDef)


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_the_untouched_page_says_not_attempted(path):
    for cell in code_cells(read(path)):
        if CHECK.search(cell.source):
            assert outputs_text(cell.outputs).strip().startswith("○ Not attempted yet")


@every
def test_displayed_maths_is_what_every_viewer_renders(path):
    for cell in markdown_cells(read(path)):
        assert cell.source.count("$$") % 2 == 0
        assert not re.search(r"\\begin\{(align|equation|gather)\*?\}|\\\[|\\\(", cell.source)


@every
def test_there_are_four_kinds_of_box(path):
    for cell in markdown_cells(read(path)):
        boxes = re.findall(r'<div class="alert alert-(\w+)"[^>]*>\s*(.*?)</div>', cell.source, re.S)
        for colour, body in boxes:
            kind = re.match(r"\*\*(\w+( \w+)*)", body)
            assert kind and any(kind[1].startswith(k) for k in BOXES[colour]), body[:80]
        assert cell.source.count("<div") == len(boxes)
        for style in re.findall(r"<div ([^>]*)>", cell.source):
            assert {"color", "background"} <= set(re.findall(r"[\w-]+(?=:)", style)), \
                "a box that brings no ground of its own is unreadable on a dark page"


@every
def test_no_number_is_typed_that_a_cell_could_compute(path):
    extra, page = ALLOWED_ON.get(path.stem, []), read(path)
    typed = [(c.id, t) for c in markdown_cells(page) for t in typed_numbers(c.source, extra)]
    for cell in code_cells(page):
        typed += [(cell.id, t) for sentence in said(cell.source)
                  for t in typed_numbers(re.sub(r"\{[^}]*\}", " ", sentence), extra)]
    assert typed == []


@pytest.mark.parametrize("text", ["40.7% survived", "in 3 of 4 cases", "**0.787** of them",
                                  "about 50 percent", "of 891 passengers", "some 1,309 rows"])
def test_a_typed_number_is_seen(text):
    assert typed_numbers(text, [])


@pytest.mark.parametrize("text", [
    "There are two classes, and 3 samples of each.", "so $t = 0.25$", "call `f(0.25)`",
    "**Exercise 2 · The step.** Take C = 0.1.", "Vapnik, 1995", "the report prints “40.7%”"])
def test_textbook_prose_is_not_punished(text):
    assert typed_numbers(text, []) == []


@every
def test_every_figure_has_title_labels_and_words(path):
    for k, cell in enumerate(code_cells(read(path))):
        pictures = [o for o in cell.outputs if "image/png" in o.get("data", {})]
        told = [o for o in cell.outputs
                if "figure-in-words" in o.get("data", {}).get("text/html", "")]
        explorers = [p for p in pictures if p.output_type == "execute_result"]
        from_show = [p for p in pictures if p not in explorers]
        assert len(told) == len(from_show), f"code cell {k}: a picture without words"
        waiting = [o for o in cell.outputs if "image/png" not in o.get("data", {})]
        for alt in spoken_of(from_show + waiting):
            assert re.search(r"Horizontal axis: [^;]", alt) \
                and re.search(r"[Vv]ertical axis: [^.]", alt)
            assert not alt.startswith("Untitled")
        for picture in explorers:   # the status under it, and question and status for a reader
            assert len(picture.data["text/plain"]) > 40, f"code cell {k}"
            assert "? " in picture.metadata["image/png"]["alt"], f"code cell {k}"
        assert not any("Figure size" in o.get("data", {}).get("text/plain", "")
                       for o in cell.outputs)


@every
def test_every_cell_has_a_place_in_the_slide_show(path):
    page = read(path)
    kinds = [c.metadata.get("slideshow", {}).get("slide_type") for c in page.cells]
    assert set(kinds) <= SLIDES and kinds[0] == "slide"


@lessons
def test_what_a_verdict_tells_a_learner_to_call_is_imported(path):
    """A verdict ends in: Stuck? Run hint("folds")."""
    page = read(path)
    code = [c.source for c in page.cells if c.cell_type == "code"]
    imported = {name.name for source in code for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.ImportFrom) for name in node.names}
    assert not any(map(CHECK.search, code)) or {"check", "hint", "solution"} <= imported


@lessons
def test_a_lesson_ends_with_further_reading_and_the_way_on(path):
    page = read(path)
    assert any("Further reading" in c.source for c in page.cells[-5:])
    assert any(re.search(r"\.ipynb\)", c.source) for c in page.cells[-2:])
    checked = any(CHECK.search(c.source) for c in code_cells(page))
    assert not checked or any("progress(" in c.source for c in page.cells[-3:])


@every
def test_the_committed_page_is_executed_and_clean(path):
    page = read(path)
    nbformat.validate(page)
    assert path.stat().st_size < 2_000_000
    assert "widgets" not in page.metadata
    raw = path.read_text("utf-8")
    assert "widget-view+json" not in raw
    assert [place for place in MACHINE if place in raw] == []
    assert {c.execution_count for c in code_cells(page)} == {1}, "make notebooks runs each once"
    for cell in code_cells(page):
        assert not [o for o in cell.outputs if o.output_type == "error"
                    or o.get("name") == "stderr"]
        assert not re.search(r"\bat 0x(?!0{12})[0-9a-f]{6}", outputs_text(cell.outputs)), cell.id
        tags = cell.metadata.get("tags", [])
        assert bool({"timing", "rounding"} & set(tags)) == ("nbval-ignore-output" in tags), \
            f"{cell.id}: tag it timing or rounding"


@every
def test_links_between_notebooks_lead_somewhere(path):
    for cell in markdown_cells(read(path)):
        for target in re.findall(r"\]\(([^)#:]+\.(?:ipynb|md))\)", cell.source):
            assert (path.parent / target).exists(), target


@every
def test_cells_have_ids_of_their_own(path):
    ids = [c["id"] for c in json.loads(path.read_text("utf-8"))["cells"]]
    assert len(set(ids)) == len(ids) and all(i.startswith(f"{lesson_of(path)}-") for i in ids)


PARTS = re.compile(r"\(([a-e])\)")


def predictions(page) -> list[tuple[dict, dict]]:
    """Return what each letter means in a *Prediction* box, and in the `reveal` that follows it."""
    found, asked = [], {}
    for cell in page.cells:
        if cell.cell_type == "markdown" and "**Prediction.**" in cell.source:
            parts = PARTS.split(cell.source.split("**Prediction.**")[1].split("</div>")[0])
            asked = dict(zip(parts[1::2], parts[2::2]))
        elif cell.cell_type == "code":
            for call in ast.walk(ast.parse(cell.source)):
                told = [k.value for k in getattr(call, "keywords", []) if k.arg == "options"]
                if told and asked and isinstance(told[0], ast.Dict):
                    found.append((asked, {k.value: ast.unparse(v) for k, v in zip(
                        told[0].keys, told[0].values)}))
    return found


@every
def test_the_letters_that_are_asked_for_are_those_that_are_revealed(path):
    for asked, told in predictions(read(path)):
        assert sorted(asked) == sorted(told)
