"""Every exercise of every page, answered rightly and in each of the known wrong ways.

One kernel runs the page from top to bottom. At an exercise the stub is replaced by
each named wrong answer, whose own hint must appear, and then by the reference
solution, which must be called right. So a page whose exercises are all solved runs
through, and no checker is blind.
"""
from __future__ import annotations

import re

import nbformat
import pytest
from nbclient import NotebookClient

from coursekit.exercises.answers_as_code import misconception_codes, reference_code
from pages import CHECK, LESSONS, NOTEBOOKS, name, outputs_text, read


def stub_of(source: str, variable: str) -> str:
    found = re.search(rf"^{variable} = None.*$", source, re.M)
    assert found, f"the cell has no stub `{variable} = None`"
    return found.group(0)


def squeeze(text: str) -> str:
    return " ".join(re.sub(r"[*`_\\]", "", text).split())


class Page:
    """A notebook that is run cell by cell, with answers put in."""

    def __init__(self, path):
        self.page, self.path = read(path), path

    def answers(self):
        """Yield (exercise, what was answered, what was expected, what the page said)."""
        client = NotebookClient(self.page, timeout=300, kernel_name="python3",
                                resources={"metadata": {"path": self.path.parent}})
        with client.setup_kernel():
            for k, cell in enumerate(self.page.cells):
                if cell.cell_type == "code":
                    for exercise, variable in CHECK.findall(cell.source):
                        yield from self.each_answer(client, k, exercise, variable)
                    client.execute_cell(cell, k)

    def each_answer(self, client, k, exercise, variable):
        source, page = self.page.cells[k].source, self.page
        stub = stub_of(source, variable)
        tries = [(wrong, code, hint) for wrong, code, hint in misconception_codes(exercise)]
        for answer, code, expected in [*tries, ("reference", reference_code(exercise), None)]:
            page.cells[k] = nbformat.v4.new_code_cell(source.replace(stub, code))
            client.execute_cell(page.cells[k], k)
            yield exercise, answer, expected, outputs_text(page.cells[k].outputs)


@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if "check(" in p.read_text("utf-8")], ids=name)
def test_right_answers_pass_and_wrong_answers_are_caught(path):
    seen = {}
    for exercise, answer, expected, said in Page(path).answers():
        said = squeeze(said)
        if answer == "reference":
            assert said.startswith("✓") or "Right" in said, f"{exercise}: reference: {said}"
        else:
            assert squeeze(expected) in said, f"{exercise}, {answer}: {said}"
            seen[exercise] = seen.get(exercise, 0) + 1
    assert seen and min(seen.values()) >= 5


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_the_untouched_page_says_not_attempted(path):
    for cell in read(path).cells:
        if cell.cell_type == "code" and CHECK.search(cell.source):
            assert "not attempted" in outputs_text(cell.outputs).lower()
