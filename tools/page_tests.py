"""Run the tests that a change to one notebook can fail, except those in the browser.

    python tools/page_tests.py 07_rule_learning      (or the beginning of a name)

These are the tests that name the notebook, its lesson, or one of its exercises or explorers, with
the examples in their docstrings, those that compare documents with all notebooks, and the notebook
itself, executed and compared. Last come its new formulas that no test can evaluate.
"""
from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import nbformat
from reading import explorers_in, find_notebook

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUTSIDE = ("tests/browser", "tests/site", "tests/exercises/test_notebook_exercises.py", "tests/project/test_reach.py")
DOCTESTS = ("coursekit/explorer", "coursekit/exercise", "coursekit/lessons")
#: Tests for every notebook: lists, documents and guards that a new cell, exercise or explorer may fail.
ALWAYS = ("test_layout", "test_documents", "test_citations", "test_no_piece_of_code", "test_every_preset_is_here")
KEY = re.compile(r"= check\(\"([\w-]+)\"")


def importers(lesson: str) -> list[str]:
    """Return the folder of a lesson, and those of the lessons that import from it."""
    folders = sorted((ROOT / "coursekit" / "lessons").glob("lesson*/"))
    return [folder.name for folder in folders if folder.name == lesson or any(
        re.search(rf"\b{lesson}\b", file.read_text("utf-8")) for file in folder.rglob("*.py"))]


def selection(path: pathlib.Path) -> str:
    """Return pytest's expression for the tests that a change to a notebook can fail."""
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    code, opened = "\n".join(cells), [name for cell in cells for name in explorers_in(cell)]
    keys = KEY.findall(code)
    lessons = [word for lesson in importers(f"lesson{path.stem.split('_')[0]}") for word in (f"{lesson}_", f"{lesson}.py")]
    return " or ".join([path.stem, *lessons, *keys, *(key.replace("-", "_") for key in keys if "-" in key),
                       *opened, *ALWAYS])


def main(asked: str) -> int:
    """Run the tests of a notebook; return 0 if all pass."""
    path = find_notebook(asked, "test-page")
    units = ["-n", "2", "-m", "not binder", "-k", selection(path), "tests", *DOCTESTS, *(f"--ignore={place}" for place in OUTSIDE)]
    runs = [subprocess.run([sys.executable, "-m", "pytest", "-q", *words], cwd=ROOT).returncode
            for words in (units, [str(path.relative_to(ROOT))])]
    subprocess.run([sys.executable, "tests/helpers/page_formulas.py", str(path)], cwd=ROOT)
    return max(runs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
