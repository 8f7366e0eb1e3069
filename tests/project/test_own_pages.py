"""A learner's copy of the pages: laid out bare, brought up to date, never overwritten."""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import zipfile

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from coursekit import own_pages
from coursekit.own_pages import lay_out, own_folder
from pages import NOTEBOOKS, ROOT, read

PICTURE = new_output("display_data", data={"image/png": "AAAA", "text/plain": "a picture"})
ANSWER = new_output("display_data", data={"text/markdown": "**b**"})


def page_of(**texts: str) -> nbformat.NotebookNode:
    """Return a page: a cell of code with a picture and an answer for each text; a text cell "words"."""
    cells = [new_markdown_cell(text, id=name) if name == "words" else
             new_code_cell(text, id=name, execution_count=1, outputs=[PICTURE, ANSWER])
             for name, text in texts.items()]
    return new_notebook(cells=cells)


FIRST = page_of(words="A question.", guess="guess = None", steps="f(1)", gone="old()", end="g()")
SECOND = page_of(words="A better question.", guess="guess = None", fresh="new()", steps="f(2)", end="g()")


@pytest.fixture
def course(tmp_path, monkeypatch) -> pathlib.Path:
    """Return the folder of a course with one page."""
    monkeypatch.setattr(own_pages, "PAGES", tmp_path / "notebooks")
    own_pages.PAGES.mkdir()
    nbformat.write(FIRST, own_pages.PAGES / "00_start.ipynb")
    return own_pages.PAGES


def test_a_page_that_an_instructor_keeps_in_own_is_laid_out_too(course, tmp_path):
    (tmp_path / "own").mkdir()
    nbformat.write(SECOND, tmp_path / "own" / "bread.ipynb")
    lay_out(tmp_path / "mine")
    assert {page.stem for page in (tmp_path / "mine").glob("*.ipynb")} == {"00_start", "bread"}


def test_a_page_in_own_that_cannot_be_read_is_named_and_keeps_no_other_back(course, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "bread.ipynb").write_text("{", "utf-8")
    said = lay_out(tmp_path / "mine")
    assert len(said) == 1 and "bread.ipynb" in said[0]
    assert [page.stem for page in (tmp_path / "mine").glob("*.ipynb")] == ["00_start"]


@pytest.fixture
def mine(course, tmp_path) -> pathlib.Path:
    """Return the learner's page, laid out."""
    assert lay_out(tmp_path / "mine") == []
    return tmp_path / "mine" / "00_start.ipynb"


def change(path: pathlib.Path, **texts: str) -> nbformat.NotebookNode:
    """Write other texts into cells of a page, as a learner does."""
    page = nbformat.read(path, as_version=4)
    for cell in page.cells:
        cell.source = texts.get(cell.id, cell.source)
    nbformat.write(page, path)
    return page


def texts(path: pathlib.Path) -> dict[str, str]:
    return {cell.id: cell.source for cell in nbformat.read(path, as_version=4).cells}


def test_pages_are_laid_out_bare_but_for_the_picture_before_the_first_question(tmp_path):
    lay_out(tmp_path)
    assert {p.name for p in NOTEBOOKS} <= {p.name for p in tmp_path.glob("*.ipynb")}
    for path in NOTEBOOKS:
        page, laid = read(path), nbformat.read(tmp_path / path.name, as_version=4)
        nbformat.validate(laid)
        assert [(c.id, c.source, c.metadata) for c in laid.cells] == [(c.id, c.source, c.metadata) for c in page.cells]
        code = [cell for cell in laid.cells if cell.cell_type == "code"]
        assert all(cell.execution_count is None for cell in code)
        if path.stem == "a3_sources":       # it asks nothing
            assert [c.outputs for c in code] == [c.outputs for c in page.cells if c.cell_type == "code"]
            continue
        seen = [(k, o) for k, cell in enumerate(code) for o in cell.outputs]
        asked = next((k for k, cell in enumerate(code) if "reveal(" in cell.source), 0)
        assert len(seen) <= 1 and all(k < asked and "image/png" in o.data for k, o in seen), path.name


def test_what_a_learner_wrote_ran_and_deleted_stays_when_the_course_changes(course, mine):
    page = change(mine, guess="guess = 'b'")
    page.cells = [cell for cell in page.cells if cell.id != "end"]
    page.cells.insert(2, new_code_cell("my_own(3)", id="own", outputs=[ANSWER]))
    page.cells[1].update(execution_count=4, outputs=[ANSWER])
    nbformat.write(page, mine)
    nbformat.write(SECOND, course / "00_start.ipynb")
    (said,) = lay_out(mine.parent)
    assert "00_start" in said and "with what you wrote" in said
    assert list(texts(mine).items()) == [("words", "A better question."), ("guess", "guess = 'b'"),
                                         ("own", "my_own(3)"), ("fresh", "new()"), ("steps", "f(2)")]
    kept = {cell.id: cell for cell in nbformat.read(mine, as_version=4).cells}
    assert kept["guess"].outputs == kept["own"].outputs == [ANSWER] and kept["fresh"].outputs == []
    before = mine.read_bytes()
    assert lay_out(mine.parent) == [] and mine.read_bytes() == before


def test_what_was_run_keeps_its_output_unless_the_course_changed_the_cell(course, mine):
    page = change(mine)
    for cell in page.cells[1:]:
        cell.update(execution_count=7, outputs=[ANSWER])
    nbformat.write(page, mine)
    nbformat.write(SECOND, course / "00_start.ipynb")
    lay_out(mine.parent)
    runs = {cell.id: cell.get("execution_count") for cell in nbformat.read(mine, as_version=4).cells}
    assert runs == {"words": None, "guess": 7, "fresh": None, "steps": None, "end": 7}


def test_a_page_that_was_not_touched_becomes_the_new_one(course, mine, tmp_path):
    nbformat.write(SECOND, course / "00_start.ipynb")
    (said,) = lay_out(mine.parent)
    assert "wrote" not in said
    lay_out(tmp_path / "another")
    assert mine.read_bytes() == (tmp_path / "another" / mine.name).read_bytes()


def test_a_cell_that_both_changed_stays_the_learners_and_is_counted(course, mine):
    change(mine, steps="f(100)", words="My notes.", gone="mine()")
    nbformat.write(SECOND, course / "00_start.ipynb")
    (said,) = lay_out(mine.parent)
    assert "; 2 " in said
    now = texts(mine)
    assert (now["steps"], now["words"], now["gone"]) == ("f(100)", "My notes.", "mine()")
    assert list(now) == ["words", "guess", "fresh", "steps", "gone", "end"]
    assert lay_out(mine.parent) == []


def test_a_page_can_be_begun_again_and_the_old_one_is_kept(mine):
    change(mine, guess="guess = 'c'")
    (said,) = lay_out(mine.parent, again="00")
    (old,) = {*mine.parent.glob("*.ipynb")} - {mine}
    assert old.name in said and texts(old)["guess"] == "guess = 'c'" and texts(mine) == texts_of(FIRST)
    with pytest.raises(ValueError, match="'99'.* 00"):
        lay_out(mine.parent, again="99")


def texts_of(page: nbformat.NotebookNode) -> dict[str, str]:
    return {cell.id: cell.source for cell in page.cells}


@pytest.mark.parametrize("content", ["<<<<<<< no notebook", "[]", '{"cells": [{}]}',
                                     json.dumps({"cells": [{"cell_type": "code", "source": "x"}]})])
def test_a_page_that_cannot_be_told_apart_is_left_alone(course, mine, content):
    """Git's marks of a conflict, another format, or a program that drops the ids of cells."""
    mine.write_text(content, "utf-8")
    nbformat.write(SECOND, course / "00_start.ipynb")
    (said,) = lay_out(mine.parent)
    assert "stays as it is" in said and mine.read_text("utf-8") == content


def test_a_page_that_was_there_before_is_not_overwritten(course, tmp_path):
    nbformat.write(page_of(guess="guess = 'a'", end="g()"), tmp_path / "00_start.ipynb")
    lay_out(tmp_path)
    nbformat.write(SECOND, course / "00_start.ipynb")
    lay_out(tmp_path)
    assert texts(tmp_path / "00_start.ipynb")["guess"] == "guess = 'a'"


def test_a_course_that_cannot_be_written_is_learned_at_home(course, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert own_folder() == tmp_path / "my_course"
    monkeypatch.setattr(own_pages.os, "access", lambda path, mode: False)
    for file in course.iterdir():
        file.chmod(0o444)
    assert own_folder() == tmp_path / "home" / "my_course"
    lay_out(own_folder())
    assert (own_folder() / "00_start.ipynb").stat().st_mode & 0o200


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a downloaded archive has no history")
def test_git_does_not_see_the_learners_folder():
    seen = subprocess.run(["git", "check-ignore", "my_course/00_start_here.ipynb"], cwd=ROOT)
    assert seen.returncode == 0


def test_the_wheel_brings_the_pages_and_the_settings_of_the_lab(tmp_path):
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT,
                   check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 6_000_000
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    own = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "HOME": str(tmp_path / "home")}
    asked = [sys.executable, "-c", "from coursekit.own_pages import SETTINGS; print(SETTINGS)"]
    settings = subprocess.run(asked, cwd=tmp_path, env=own, check=True, capture_output=True, text=True).stdout
    assert {p.name for p in pathlib.Path(settings.strip()).rglob("*.*")} == {
        p.name for p in (ROOT / "tools" / "lab").rglob("*.*")} - {"place.py"}
    subprocess.run([sys.executable, "-m", "coursekit", "pages"], cwd=tmp_path, env=own, check=True)
    lay_out(tmp_path / "checkout")
    for page in (tmp_path / "checkout").iterdir():
        assert (tmp_path / "home" / "my_course" / page.name).read_bytes() == page.read_bytes()
