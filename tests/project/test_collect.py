"""What a class has handed in, read without running it."""
from __future__ import annotations

import re
import subprocess
import sys

import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_output

from coursekit.collect import collect
from pages import NOTEBOOKS

PAGE = next(page for page in NOTEBOOKS if page.stem.startswith("02_"))


def handed_in(path, verdict: str = "✗ No.", guess: str = '"a"', answer: str = "You chose a. The answer: **b**."):
    """Write lesson 02 as a learner may have left it; return the key of its first exercise."""
    page = nbformat.read(PAGE, as_version=4)
    key = ""
    for cell in page.cells:
        if cell.cell_type == "code":
            cell.outputs = []
            if "guess_push = None" in cell.source:
                cell.source = cell.source.replace("None", guess, 1)
            elif cell.source.startswith("reveal(") and "guess_push" in cell.source:
                cell.outputs = [new_output("display_data", {"text/markdown": answer, "text/plain": "a"})]
            elif 'check("' in cell.source and not key:
                key = cell.source.split('check("')[1].split('"')[0]
                cell.outputs = [new_output("display_data", {"text/plain": verdict})]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(page, path)
    return key


def test_an_overview_has_each_learners_verdicts_and_predictions(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    key = handed_in(folder / "ada" / PAGE.name)
    handed_in(folder / "emil" / "renamed.ipynb", "✓ Right.", '"b"', "Well predicted. The answer: **b**.")
    handed_in(folder / f"ruth_{PAGE.name}", "○ Not attempted yet.", "None", "")
    (folder / "bad.ipynb").write_text("{", "utf-8")
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("Mine.")]), folder / "own.ipynb")
    handed_in(folder / "ada" / ".ipynb_checkpoints" / PAGE.name)
    table, left_out = collect(folder, out)
    assert table[f"02 {key}"].to_dict() == {"ada": "wrong", "emil": "right", "ruth": "not attempted"}
    assert table["02 push?"].to_dict() == {"ada": "a ✗", "emil": "b ✓", "ruth": ""}
    assert (table.drop(columns=[f"02 {key}"]).filter(regex="[^?]$") == "not run").all(axis=None)
    assert sorted(line.split()[0] for line in left_out) == ["bad.ipynb", "own.ipynb"]
    written = pd.read_csv(out / "overview.csv", index_col="learner", keep_default_na=False)
    assert written.equals(table.rename_axis("learner"))
    pages = [*out.glob("0*.html")]
    index = (out / "index.html").read_text("utf-8")
    assert len(pages) == 3 and all(page.name in index for page in pages)
    text = next(page for page in map(lambda page: page.read_text("utf-8"), pages) if "<h1>emil" in page)
    assert "guess_push = &quot;b&quot;" in text and "✓ Right." in text and "guess_climb" not in text


@pytest.mark.parametrize("told, mark", [("You predicted 0.105, exactly right.", "0.4 ✓"),
                                        ("You predicted 0.400, 0.295 too high.", "0.4 (0.295 too high)"), ("", "0.4 ?")])
def test_a_number_comes_with_its_distance(tmp_path, told, mark):
    handed_in(tmp_path / "in" / "ada" / PAGE.name, guess="0.4", answer=told)
    table, _ = collect(tmp_path / "in", tmp_path / "out")
    assert table.loc["ada", "02 push?"] == mark


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_choice_on_a_page_is_found(tmp_path, path):
    page = nbformat.read(path, as_version=4)
    for cell in page.cells:
        if cell.cell_type == "code":
            cell.source = re.sub(r"^(\w*guess\w*) = None", r'\1 = "b"', cell.source, flags=re.M)
            cell.outputs = []
    (tmp_path / "in" / "ada").mkdir(parents=True)
    nbformat.write(page, tmp_path / "in" / "ada" / path.name)
    table, _ = collect(tmp_path / "in", tmp_path / "out")
    chosen = table.filter(regex=r"\?$")
    assert (chosen == "b ?").all(axis=None) and chosen.shape[1] == sum(
        "reveal(" in cell.source for cell in page.cells if cell.cell_type == "code")


def test_what_somebody_wrote_into_a_page_is_neither_run_nor_trusted(tmp_path):
    path = tmp_path / "in" / "<b>eve" / PAGE.name
    handed_in(path)
    page = nbformat.read(path, as_version=4)
    page.cells[1].source += f"\nopen({str(tmp_path / 'ran')!r}, 'w')"
    page.cells[1].outputs = [new_output("display_data", {"text/html": "<script>steal()</script>",
                                                          "text/plain": "<script>steal()</script>"})]
    nbformat.write(page, path)
    collect(tmp_path / "in", tmp_path / "out")
    assert not (tmp_path / "ran").exists()
    shown = next((tmp_path / "out").glob("0*.html")).read_text("utf-8")
    assert "<script" not in shown and "<b>" not in shown
    assert "<b>eve" not in (tmp_path / "out" / "index.html").read_text("utf-8")


def test_a_folder_that_is_missing_or_empty_is_said(tmp_path):
    with pytest.raises(ValueError, match="one folder a learner"):
        collect(tmp_path, tmp_path / "out")
    ran = subprocess.run([sys.executable, "-m", "coursekit", "collect", str(tmp_path / "gone")], text=True, capture_output=True)
    assert ran.returncode == 1 and "There is no folder" in ran.stderr and "Traceback" not in ran.stderr
