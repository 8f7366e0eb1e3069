"""What the tests of the pages share: reading a notebook as a reader sees it."""
from __future__ import annotations

import ast
import importlib
import pathlib
import re
import sys

import nbformat

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
reading = importlib.import_module("reading")       # what the tool counts, the tests count
lines, words, prose = reading.lines, reading.words, reading.prose
code_cells, markdown_cells = reading.code_cells, reading.markdown_cells

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LESSONS = [p for p in NOTEBOOKS if reading.SITTING.match(p.name)]

CHECK = re.compile(r"^\w+ = check\(\"([\w-]+)\", (\w+)\)", re.M)


def lesson_of(path: pathlib.Path) -> str:
    """Return the name of the lesson of a page: "02c" of 02c_margins."""
    return path.stem.split("_")[0]


def name(path: pathlib.Path) -> str:
    """Name a notebook in a test's id."""
    return path.stem


def read(path: pathlib.Path) -> nbformat.NotebookNode:
    """Return the notebook."""
    return nbformat.read(path, as_version=4)


def explorers_of(path: pathlib.Path) -> list[str]:
    """Return the explorers that a notebook opens."""
    return [name for cell in code_cells(read(path)) for name in reading.explorers_in(cell.source)]


def said(source: str) -> list[str]:
    """Return the sentences a code cell says, and titles of figures."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                and (node.func.id in ("say", "confirm", "evidence")
                     or node.func.id.startswith("plot_")):
            texts = [a for a in node.args if isinstance(a, ast.Constant)
                     and isinstance(a.value, str)]
            found += [t.value for t in texts[node.func.id == "evidence":][:1]]      # after its id
    return found


def outputs_text(outputs) -> str:
    """Return all text of a cell's outputs."""
    parts = []
    for output in outputs:
        parts.append(output.get("text", ""))
        parts += [v for k, v in output.get("data", {}).items()
                  if k in ("text/plain", "text/markdown")]
    return "\n".join(parts)
