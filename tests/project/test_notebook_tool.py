"""The tool that executes the pages: ids are kept, inputs hidden, outputs the same twice."""
from __future__ import annotations

import copy
import os
import re
import subprocess
import sys

import nbformat
import pytest

import pages      # makes the tools importable
import notebooks as tool
from coursekit.exercise.registry import find

v4 = nbformat.v4


@pytest.fixture
def page():
    return v4.new_notebook(cells=[
        v4.new_markdown_cell("# 02 · A title\n\n**Time** about 1 minutes.", id="02-00"),
        v4.new_code_cell("x = [1, 2, 3]\ntotal = sum(x)", id="02-01"),
        v4.new_code_cell("say('It is {n}.', n=total)", id="02-02"),
        v4.new_markdown_cell("One thing is seen here.", id="02-03")])


def edited(page, *cells):
    """The page as its text gives it back: sources only, ids made up."""
    new = v4.new_notebook(cells=[copy.deepcopy(c) for c in cells or page.cells])
    for k, cell in enumerate(new.cells):
        cell.id = f"random{k}"
    return new


def test_a_cell_put_in_the_middle_changes_no_other_id(page):
    new = edited(page, *page.cells[:2], v4.new_markdown_cell("Something new."), *page.cells[2:])
    tool.keep_ids(new, page, "02")
    ids = [c.id for c in new.cells]
    assert ids[:2] + ids[3:] == [c.id for c in page.cells]
    assert ids[2].startswith("02-") and ids[2] not in {c.id for c in page.cells}


def test_a_cell_keeps_its_id_when_its_words_change_or_it_moves(page):
    new = edited(page, *page.cells[::-1])
    new.cells[0].source = "One thing is to be seen here."
    tool.keep_ids(new, page, "02")
    assert [c.id for c in new.cells] == ["02-03", "02-02", "02-01", "02-00"]


def test_an_id_named_in_the_text_is_kept_and_a_new_one_is_the_same_everywhere(page):
    new = edited(page)
    new.cells[1].metadata["id"], new.cells[1].source = "02-01", "nothing = 'alike'"
    new.cells.append(v4.new_code_cell("y = 5"))
    again = copy.deepcopy(new)
    for one in (new, again):
        tool.keep_ids(one, page, "02")
    assert new.cells[1].id == "02-01" and "id" not in new.cells[1].metadata
    assert new.cells[-1].id == again.cells[-1].id


def test_a_cell_that_is_as_it_was_keeps_its_id_before_one_that_is_like_it(page):
    new = edited(page, v4.new_code_cell("x = [1, 2, 3]\ntotal = sum(x) + 1"), page.cells[1])
    tool.keep_ids(new, page, "02")
    assert new.cells[1].id == "02-01" != new.cells[0].id


def test_the_text_of_a_page_gives_it_back_with_its_ids(page, tmp_path, monkeypatch):
    for place in ("ROOT", "BUILD", "NOTEBOOKS"):
        monkeypatch.setattr(tool, place, tmp_path)
    nbformat.write(page, tmp_path / "02_test.ipynb")
    text = tool.write_text("02_test")
    text.write_text(text.read_text("utf-8").replace("sum(x)", "max(x)"), "utf-8")
    os.utime(tmp_path / "02_test.ipynb", (1, 1))
    back = tool.load("02_test")
    assert [c.id for c in back.cells] == [c.id for c in page.cells] and "max(x)" in back.cells[1].source


def test_two_alike_cells_get_two_ids(page):
    new = edited(page, v4.new_code_cell("z = 1"), v4.new_code_cell("z = 1"))
    tool.keep_ids(new, v4.new_notebook(), "02")
    assert len({c.id for c in new.cells}) == 2


def test_hidden_are_cells_that_only_say_or_open_an_explorer(page):
    page.cells += [v4.new_code_cell(s) for s in (
        "reveal('x', g, 1)\nconfirm('y', 1, 1)", "AgeBins(C=3)", "y = 1\nsay('a')",
        "plane = AgeBins()", "# only a comment", "for k in x:\n    say('a')")]
    tool.finish(page, "02_test")
    hidden = [c.metadata.get("jupyter", {}).get("source_hidden", False) for c in page.cells]
    assert hidden == [False, False, True, False, True, True, False, False, False, False]
    assert [("hide-input" in c.metadata.get("tags", [])) for c in page.cells] == hidden
    assert [c.metadata.get("cellView") == "form" for c in page.cells] == hidden
    page.cells[2].source = "x = 1"
    tool.finish(page, "02_test")
    assert not page.cells[2].metadata.get("tags")
    assert not {"jupyter", "cellView"} & {*page.cells[2].metadata}


def test_hidden_is_what_computes_an_answer_but_not_an_exercise(page):
    page.cells += [v4.new_code_cell(s) for s in (
        "y = 1", "my_guess = None", "answer = 'a'", "def f():\n    ...\nf = check('f', f)",
        "your_guess = None", "other = 'b'", "reveal('x', my_guess, answer)", "z = 2",
        "last_guess = None", "never = 1")]
    before = len(page.cells) - 10
    tool.finish(page, "02_test")
    hidden = [c.source for c in page.cells[before:] if "jupyter" in c.metadata]
    assert hidden == ["answer = 'a'", "other = 'b'", "reveal('x', my_guess, answer)"]


def test_slides_are_given_where_none_are_and_kept_where_they_are(page):
    page.cells[1].metadata["slideshow"] = {"slide_type": "notes"}
    page.cells += [v4.new_markdown_cell("word " * 100), v4.new_markdown_cell("## 1 · One"),
                   v4.new_code_cell("my_guess = None"), v4.new_code_cell("show(f)\n" + "x = 1\n" * 20),
                   v4.new_code_cell("x = 1\n" * 20), v4.new_code_cell("AgeBins()")]
    tool.finish(page, "02_test")
    assert [c.metadata["slideshow"]["slide_type"] for c in page.cells] == [
        "slide", "notes", "fragment", "subslide", "skip", "slide", "skip", "subslide", "skip",
        "subslide"]


def test_the_minutes_of_a_page_are_its_author_s(page):
    page.cells += [v4.new_markdown_cell("word " * 9000)]
    tool.finish(page, "02_test")
    assert "**Time** about 1 minutes." in page.cells[0].source


def test_chance_is_taken_out_of_outputs_and_warnings_are_refused(page):
    data = {"text/plain": "<Styler at 0x7f6e30767850>", "text/html": "#T_3fa1b a T_3fa1b_row",
            tool.WIDGET_VIEW: {"model_id": "1"}}
    page.cells[1].outputs = [v4.new_output("display_data", data)]
    tool.finish(page, "02_test")
    assert page.cells[1].outputs[0].data == {
        "text/plain": "<Styler at 0x000000000000>", "text/html": "#T_02-01 a T_02-01_row"}
    page.cells[1].outputs = [v4.new_output("stream", name="stderr", text="careful")]
    with pytest.raises(SystemExit, match="02_test, cell 1.*stderr"):
        tool.finish(page, "02_test")


@pytest.fixture
def executed(tmp_path, monkeypatch):
    """A folder whose pages run without a kernel; the record of progress, and whether there was one."""
    class Client:
        def __init__(self, notebook, **options):
            self.comm_open_handlers = {}

        def execute(self):
            seen.append(os.environ["COURSEKIT_PROGRESS"])
            seen.append(os.path.exists(seen[0]))

    seen = []
    monkeypatch.setenv("COURSEKIT_PROGRESS", str(tmp_path / "own.jsonl"))
    monkeypatch.setattr(tool, "NotebookClient", Client)
    for folder in ("NOTEBOOKS", "BUILD"):
        monkeypatch.setattr(tool, folder, tmp_path)
    return seen


def test_a_page_is_run_with_an_empty_record_of_progress(page, tmp_path, executed):
    """Else the maintainer's own answers would be told on the page."""
    (tmp_path / "own.jsonl").write_text("answers", "utf-8")
    nbformat.write(page, tmp_path / "02_test.ipynb")
    tool.run("02_test")
    assert executed == [executed[0], False] and executed[0] != str(tmp_path / "own.jsonl")


def test_a_text_that_was_not_taken_in_is_kept_beside_the_new_one(page, tmp_path, executed, monkeypatch):
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    nbformat.write(page, tmp_path / "02_test.ipynb")
    (tmp_path / "02_test.py").write_text("# not read", "utf-8")
    os.utime(tmp_path / "02_test.py", (1, 1))
    tool.run("02_test")
    assert (tmp_path / "02_test.py.old").read_text("utf-8") == "# not read"
    assert "One thing is seen here." in (tmp_path / "02_test.py").read_text("utf-8")


def test_an_edited_text_is_kept_when_it_is_asked_for_again(page, tmp_path, executed, monkeypatch):
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    nbformat.write(page, tmp_path / "02_test.ipynb")
    tool.edit("02_test")
    tool.edit("02_test")
    assert not (tmp_path / "02_test.py.old").exists(), "nothing was edited"
    text = tmp_path / "02_test.py"
    edited = text.read_text("utf-8") + "\n# %%\nmine = 1\n"
    text.write_text(edited, "utf-8")
    tool.edit("02_test")
    assert (tmp_path / "02_test.py.old").read_text("utf-8") == edited
    assert "mine" not in text.read_text("utf-8")


def test_no_text_is_written_where_there_was_none(page, tmp_path, executed):
    nbformat.write(page, tmp_path / "02_test.ipynb")
    tool.run("02_test")
    assert not (tmp_path / "02_test.py").exists()


@pytest.mark.parametrize("output", [
    v4.new_output("stream", name="stdout", text=find("share-rihgt").message),
    v4.new_output("display_data", {"text/plain": "? " + find("share-rihgt").message})],
    ids=["printed", "displayed"])
def test_a_page_that_names_an_exercise_that_is_not_there_is_refused(page, output):
    page.cells[1].outputs = [output]
    with pytest.raises(SystemExit, match="02_test, cell 1.*exercise"):
        tool.finish(page, "02_test")


def counted(page):
    """The page with a result, and with the numbers that a kernel gives."""
    page.cells[1].outputs = [v4.new_output("execute_result", {"text/plain": "6"},
                                           execution_count=1)]
    page.cells[1].source = "1 + 2 + 3"
    page.cells[1].execution_count, page.cells[2].execution_count = 1, 2
    page.cells[2].source = "print(6)"
    page.cells[2].outputs = [v4.new_output("stream", name="stdout", text="6\n")]
    return page


def test_a_cell_that_has_run_is_number_one_wherever_it_stands(page):
    tool.finish(counted(page), "02_test")
    nbformat.validate(page)
    assert re.findall(r'"execution_count": (\w+)', nbformat.writes(page)) == ["1", "1", "1"]


def test_a_committed_page_is_compared_cell_by_cell(page, tmp_path):
    """Without a number nbval would take a cell for never run, and compare nothing."""
    tool.finish(counted(page), "02_test")
    for name, place, output in [("result", 1, {"data": {"text/plain": "7"}}), ("print", 2, {"text": "7\n"}),
                                ("none", 2, None), ("same", 2, {})]:
        changed = copy.deepcopy(page)
        if output is None:
            changed.cells[place].outputs = []
        else:
            changed.cells[place].outputs[0].update(output)
        nbformat.write(changed, tmp_path / f"{name}.ipynb")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-rfp", "-c", tool.ROOT / "pyproject.toml",
                           "--rootdir", tool.ROOT, "-p", "page_checks", tmp_path],
                          capture_output=True, text=True, check=False, cwd=tool.ROOT,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tool.ROOT, tool.ROOT / "tests" / "helpers")))})
    told = set(re.findall(r"^(PASSED|FAILED) .*?(\w+)\.ipynb::Cell (\d)", done.stdout, re.M))
    assert told == {("PASSED", "same", "0"), ("PASSED", "same", "1"), ("FAILED", "result", "0"), ("PASSED", "result", "1"),
                    ("PASSED", "print", "0"), ("FAILED", "print", "1"), ("PASSED", "none", "0"), ("FAILED", "none", "1")}, done.stdout


@pytest.mark.parametrize("path", pages.NOTEBOOKS, ids=pages.name)
def test_a_committed_page_is_as_the_tool_leaves_it(path):
    """A second run would change nothing: not even the order of tags."""
    page = pages.read(path)
    before = nbformat.writes(page)
    tool.finish(page, path.stem)
    assert nbformat.writes(page) == before


def test_a_timing_is_not_compared(page):
    page.cells[1].metadata["tags"] = ["timing"]
    tool.finish(page, "02_test")
    assert page.cells[1].metadata["tags"] == ["timing", "nbval-ignore-output"]


@pytest.mark.parametrize("wanted, meant", [("02c", "02c_margins"), ("02c_margins", "02c_margins"), ("a1", "a1_linear_models"),
                                           ("notebooks/03_smo.ipynb", "03_smo")])
def test_a_page_may_be_named_by_its_number(wanted, meant):
    assert tool.names([wanted]) == [meant]


@pytest.mark.parametrize("wanted", ["0", "2b", "99", "margins"])
def test_what_names_no_page_is_answered_with_all(wanted):
    with pytest.raises(SystemExit, match=f"There is no page '{wanted}'. The pages are:\n  make notebooks NB=00_start_here"):
        tool.names([wanted])


def test_a_text_that_is_older_than_its_page_is_said_not_to_be_read(page, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "BUILD", tmp_path)
    monkeypatch.setattr(tool, "NOTEBOOKS", tmp_path)
    tool.jupytext.write(edited(page, *page.cells[:2]), tmp_path / "02.py", fmt="py:percent")
    nbformat.write(page, tmp_path / "02.ipynb")
    os.utime(tmp_path / "02.py", (1, 1))
    assert len(tool.load("02").cells) == 4
    assert capsys.readouterr().err == "02.py is older than the notebook and is not read; it is kept as 02.py.old\n"
    os.utime(tmp_path / "02.ipynb", (1, 1))
    assert len(tool.load("02").cells) == 4 and capsys.readouterr().err, "of the same moment: nobody edited it"
    os.utime(tmp_path / "02.ipynb", (0, 0))
    assert len(tool.load("02").cells) == 2 and not capsys.readouterr().err
