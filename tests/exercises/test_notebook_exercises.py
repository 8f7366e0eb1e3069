"""The pages with an answer put in: in each, one right answer and one known mistake.

That every reference is right and every mistake is recognised is shown without a kernel in
``test_exercises``; here a page is seen to take an answer, to reply, and to go on with it.
"""
from __future__ import annotations

import ast
import re

import nbformat
import pytest
from nbclient import NotebookClient

from coursekit.exercise.answers_as_code import misconception_codes, reference_code
from pages import CHECK, LESSONS, NOTEBOOKS, name, outputs_text, read, reading


def answered(source: str, variable: str, code: str) -> str:
    """Return the source of a cell with its stub replaced by an answer."""
    stub = next(s for s in reading.statements(source) if getattr(s, "name", None) == variable or (
        isinstance(s, ast.Assign) and s.targets[0].id == variable))
    assert isinstance(stub, (ast.FunctionDef, ast.ClassDef)) or ast.unparse(stub.value) == "None"
    lines = source.splitlines()
    lines[stub.lineno - 1:stub.end_lineno] = code.splitlines()
    return "\n".join(lines)


def squeeze(text: str) -> str:
    return " ".join(re.sub(r"[*`_\\]", "", text).split())


@pytest.mark.parametrize("path",
                         [p for p in NOTEBOOKS if "check(" in p.read_text("utf-8")], ids=name)
def test_a_page_takes_right_and_wrong_answers_and_goes_on(path):
    """The first exercise is answered wrongly and then rightly, all others rightly."""
    page, replies = read(path), []
    client = NotebookClient(page, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": path.parent}})

    def tell(k, source):
        page.cells[k] = nbformat.v4.new_code_cell(source)
        client.execute_cell(page.cells[k], k)
        return squeeze(outputs_text(page.cells[k].outputs))

    with client.setup_kernel():
        for k, cell in enumerate(page.cells):
            if cell.cell_type != "code":
                continue
            source = cell.source
            for key, variable in CHECK.findall(cell.source):
                if not replies:
                    _, mistake, expected = misconception_codes(key)[0]
                    replies.append(tell(k, answered(source, variable, mistake)))
                    assert "✗" in replies[0] and squeeze(expected) in replies[0]
                source = answered(source, variable, reference_code(key))
            if source == cell.source:
                client.execute_cell(cell, k)
            else:
                replies.append(tell(k, source))
                assert replies[-1].count("✓ Right") == len(CHECK.findall(source)), replies[-1]
    assert len(replies) > 1


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_the_untouched_page_says_not_attempted(path):
    for cell in read(path).cells:
        if cell.cell_type == "code" and CHECK.search(cell.source):
            assert outputs_text(cell.outputs).strip().startswith("○ Not attempted yet")
