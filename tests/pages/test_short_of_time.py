"""A page runs without the sections that its guide leaves out under *Short of time*."""
from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient

from guide import TAUGHT, headings, left_out
from night import nightly
from pages import ROOT, name, read


def without(page, numbers) -> nbformat.NotebookNode:
    """Return a page without the sections of these numbers."""
    kept, number = [], ""
    for cell in page.cells:
        for mark, text in headings(cell):
            number = text.split(" · ")[0] if mark == "##" else number
        kept += [cell] if number not in numbers else []
    page.cells = kept
    return page


SHORTER = [path for path in TAUGHT if left_out(path)]


def test_sections_are_found_and_left_out():
    assert len(SHORTER) > len(TAUGHT) / 2
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text) for text in
                                           ("# T", "## 1 · A", "### a", "## 2 · B", "## Recap")])
    assert [cell.source for cell in without(page, ["1"]).cells] == ["# T", "## 2 · B", "## Recap"]


@nightly
@pytest.mark.slow
@pytest.mark.parametrize("path", SHORTER, ids=name)
def test_a_page_runs_without_the_sections_that_may_be_left_out(path):
    NotebookClient(without(read(path), left_out(path)), timeout=600, kernel_name="python3",
                   resources={"metadata": {"path": str(ROOT / "notebooks")}}).execute()
