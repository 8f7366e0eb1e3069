"""Answers that are put into a page after its last cell, in the kernel that has just run it.

That every reference is right and every mistake is recognised is shown without a kernel in
``test_exercises``; here a page is seen to take an answer, to reply, and to go on with it.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from nbval.plugin import IPyNbFile

from cases import ALL
from coursekit.exercise.answers_as_code import misconception_codes, reference_code
from pages import CHECK, outputs_text, reading


def answered(source: str, variable: str, code: str) -> str:
    """Return the source of a cell with its stub replaced by an answer."""
    stub = next(s for s in reading.statements(source) if getattr(s, "name", None) == variable or (
        isinstance(s, ast.Assign) and s.targets[0].id == variable))
    assert isinstance(stub, (ast.FunctionDef, ast.ClassDef)) or ast.unparse(stub.value) == "None"
    lines = source.splitlines()
    lines[stub.lineno - 1:stub.end_lineno] = code.splitlines()
    return "\n".join(lines)


def squeeze(text: str) -> str:
    """Return the words of a reply without marks of Markdown and breaks of lines."""
    return " ".join(re.sub(r"[*`_\\]", "", text).split())


def run(kernel, code: str) -> str:
    """Run code in a kernel; return what it printed and displayed."""
    outputs = []
    reply = kernel.kc.execute_interactive(
        code, store_history=False, allow_stdin=False, timeout=300,
        output_hook=lambda message: outputs.append(message["content"]))["content"]
    assert reply["status"] == "ok", "\n".join([code, *reply.get("traceback", ())])
    return outputs_text(outputs)


class Answers(pytest.Item):
    """One exercise: a known mistake, the right answer, and the cells that go on with it."""

    def __init__(self, variable: str, cell: str, after: list[str], **rest) -> None:
        super().__init__(**rest)
        self.variable, self.cell, self.after = variable, cell, after

    def runtest(self) -> None:
        """Answer wrongly, then rightly, and go on."""
        kernel = self.parent.kernel
        for _, mistake, hint in misconception_codes(self.name)[:1]:
            reply = squeeze(run(kernel, answered(self.cell, self.variable, mistake)))
            assert "✗" in reply and squeeze(hint) in reply, reply
        reply = run(kernel, answered(self.cell, self.variable, reference_code(self.name)))
        assert "✓ Right" in squeeze(reply), reply
        for cell in self.after:
            run(kernel, cell)


def goes_on(cells: list, variable: str) -> Iterator[str]:
    """Yield the cells that use an answer, up to the next heading; at night all to the end."""
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("#") and not ALL:
            return
        if cell.cell_type == "code" and re.search(rf"\b{variable}\b", cell.source):
            yield cell.source


def answers(page: IPyNbFile) -> Iterator[Answers]:
    """Yield the exercises of a page."""
    for k, cell in enumerate(page.nb.cells):
        for key, variable in CHECK.findall(cell.source) if cell.cell_type == "code" else ():
            after = [*goes_on(page.nb.cells[k + 1:], variable)]
            yield Answers.from_parent(page, name=key, variable=variable, cell=cell.source,
                                      after=after)
