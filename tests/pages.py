"""What the tests of the pages share: reading a notebook as a reader sees it."""
from __future__ import annotations

import ast
import pathlib
import re

import nbformat

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
LESSONS = [p for p in NOTEBOOKS if re.match(r"0[1-9]_", p.name)]

CHECK = re.compile(r"^\w+ = check\(\"([\w-]+)\", (\w+)\)", re.M)


def name(path: pathlib.Path) -> str:
    """Name a notebook in a test's id."""
    return path.stem


def read(path: pathlib.Path) -> nbformat.NotebookNode:
    """Return the notebook."""
    return nbformat.read(path, as_version=4)


def code_cells(page) -> list:
    """Return the cells of code."""
    return [c for c in page.cells if c.cell_type == "code"]


def markdown_cells(page) -> list:
    """Return the cells of prose."""
    return [c for c in page.cells if c.cell_type == "markdown"]


def lines(source: str) -> list[str]:
    """Return the lines that are not blank."""
    return [line for line in source.splitlines() if line.strip()]


def prose(source: str) -> str:
    """Return the words of a markdown cell: no code, formulas, tags or link targets."""
    text = re.sub(r"<details.*?</details>", " ", source, flags=re.S)
    text = re.sub(r"```.*?```", " ", text, flags=re.S)
    text = re.sub(r"\$\$.*?\$\$", " ", text, flags=re.S)
    text = re.sub(r"\$[^$]+\$", " formula ", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"<[^>]+>", " ", text)
    return re.sub(r"^\|[-| :]+\|$", " ", text, flags=re.M)


def words(source: str) -> int:
    """Count the words of a markdown cell."""
    return len(re.findall(r"\w[\w'’–-]*", re.sub(r"`[^`]*`", " code ", prose(source))))


def said(source: str) -> list[str]:
    """Return the sentences a code cell says: first arguments of `say`, and titles of figures."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                and (node.func.id in ("say", "confirm") or node.func.id.startswith("plot_")):
            texts = [a for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            found += [t.value for t in texts[:1]]
    return found


def outputs_text(outputs) -> str:
    """Return all text of a cell's outputs."""
    parts = []
    for output in outputs:
        parts.append(output.get("text", ""))
        parts += [v for k, v in output.get("data", {}).items() if k in ("text/plain", "text/markdown")]
    return "\n".join(parts)
