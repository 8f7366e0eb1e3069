"""Run the tests that a change to one notebook can fail, except those in the browser.

    python tools/page_tests.py 07_rule_learning      (or the beginning of a name)

These are the notebook itself, executed and compared, with answers put into it; the tests of its
lesson and the examples in its docstrings; of the tests of all pages, exercises and explorers those
of this page; and those that compare documents with all notebooks. Last come its new formulas that
no test can evaluate.
"""
from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import nbformat
import pytest
from reading import code_cells, explorers_in, find_notebook

ROOT = pathlib.Path(__file__).resolve().parents[1]
#: Where cases are named after a page, an exercise, an explorer, or a file of a lesson.
SHARED = ("tests/exercises", "tests/explorers", "tests/pages", "tests/project/test_layout.py",
          "tests/project/test_notebook_tool.py", "tests/project/test_present.py")
#: Tests of all pages at once: lists and documents that a new cell, exercise or explorer may fail.
ALWAYS = ("test_documents.py", "test_layout.py", "test_terms.py", "test_no_piece_of_code_in_a_hint_is_left_out")
KEY = re.compile(r"= check\(\"([\w-]+)\"")


class Selection:
    """The tests of one page."""

    def __init__(self, page: pathlib.Path) -> None:
        self.page, number = page, page.stem.split("_")[0]
        self.lesson = f"lesson{number}"
        cells = [cell.source for cell in code_cells(nbformat.read(page, as_version=4))]
        names = [page.stem, number, self.lesson, *KEY.findall("\n".join(cells)),
                 *(name for cell in cells for name in explorers_in(cell))]
        self._named = re.compile(rf"(?<!\w)({'|'.join(names)})(?!\w)")

    def places(self) -> list[str]:
        """Return the files and folders to collect from."""
        own = [self.page, ROOT / "coursekit" / "lessons" / self.lesson, *ROOT.glob(f"tests/lessons/test_{self.lesson}[._]*")]
        return [*SHARED, "tests/project/test_documents.py", *(str(place.relative_to(ROOT)) for place in own if place.exists())]

    def wanted(self, path: pathlib.Path, name: str) -> bool:
        """Tell whether a test of the places is the page's: its name has a case, `[06_cart]`, or none."""
        test, _, case = name.partition("[")
        if path.stem == "test_sources_page":
            return self.page.stem == "a3_sources"
        if not path.is_relative_to(ROOT / "tests") or self.lesson in path.stem:
            return True
        return bool(self._named.search(case)) if case else path.name in ALWAYS or test in ALWAYS


def pytest_collection_modifyitems(config, items: list) -> None:
    """Leave out the tests of other pages; this file is a plugin of pytest, in each of its processes."""
    selection = Selection(pathlib.Path(os.environ["COURSE_PAGE"]))
    kept = [item for item in items if selection.wanted(item.path, item.name)]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def main(asked: str) -> int:
    """Run the tests of a notebook; return 0 if all pass."""
    selection = Selection(find_notebook(asked, "test-page"))
    os.chdir(ROOT)
    os.environ["COURSE_PAGE"] = str(selection.page)
    failed = pytest.main(["-q", "-p", "page_tests", "-n", "2", "--dist", "loadfile", *selection.places()])
    subprocess.run([sys.executable, "tests/helpers/page_formulas.py", str(selection.page)])
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
