"""The house stands: floors, style, and no page of code too long to be read.

The rules are ruff's and import-linter's, set in pyproject.toml; what they cannot say is here.
"""
from __future__ import annotations

import ast
import builtins
import importlib
import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import pytest
from importlinter.cli import lint_imports

from guards import LONGEST_FILE, LONGEST_FUNCTION, MOST_AT_ONCE

ROOT = pathlib.Path(__file__).parents[2]
FILES = sorted((ROOT / "coursekit").rglob("*.py"))


def test_imports_point_down(capsys):
    broken = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert not broken, capsys.readouterr().out


def test_ruff_has_nothing_to_say():
    run = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "."], cwd=ROOT,
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def docstring_lines(node: ast.AST) -> set[int]:
    first = node.body[0]
    value = getattr(first, "value", None)
    text = isinstance(first, ast.Expr) and isinstance(value, ast.Constant) \
        and isinstance(value.value, str)
    return set(range(first.lineno, first.end_lineno + 1)) if text else set()


def too_long(source: str) -> list[str]:
    """Return the functions of more than forty lines of code: no docstring, blank or comment."""
    lines, found = source.splitlines(), []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            told = docstring_lines(node)
            code = [k for k in range(node.lineno, node.end_lineno + 1) if k not in told
                    and lines[k - 1].strip() and not lines[k - 1].strip().startswith("#")]
            if len(code) > LONGEST_FUNCTION:
                found.append(f"{node.name}: {len(code)} lines")
    return found


def packed(source: str) -> list[str]:
    """Return the assignments that give values of their own to five names or more at once."""
    return [f"line {node.lineno}: {len(node.value.elts)} values" for node in ast.walk(
        ast.parse(source)) if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
        and isinstance(node.targets[0], ast.Tuple) and len(node.value.elts) > MOST_AT_ONCE]


@pytest.mark.parametrize("room", ["svm", "tree"])
def test_a_room_lists_its_files_in_the_order_of_their_imports(room):
    told = importlib.import_module(f"coursekit.{room}").__doc__
    order = [name for row in re.findall(r"^    (\w+)  .+?(?:  (\w+)  .+)?$", told, re.M) for name in row if name]
    files = {path.stem: path for path in (ROOT / "coursekit" / room).glob("[a-z]*.py")}
    assert {*order, *re.findall(r"(?<!`)`(\w+)`", told)} == set(files), "name each file of the room once in its docstring"
    for k, name in enumerate(order):
        asked = {node.module.split(".")[2] for node in ast.walk(ast.parse(files[name].read_text("utf-8")))
                 if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"coursekit.{room}.")}
        assert asked <= set(order[:k]), f"{name} imports {asked - set(order[:k])}, which its room lists after it"


def told_but_missing(path: pathlib.Path) -> list[str]:
    """Return what a module's docstring names that is no name of it or of its room, no file of the
    room, and no whole path."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    module, room = importlib.import_module(name), importlib.import_module(".".join(name.split(".")[:2]))
    names = re.findall(r"(?<!`)`([A-Za-z_]\w*(?:\.\w+)*)`(?!`)", module.__doc__ or "")
    return [told for told in names
            if not (any(hasattr(place, told) for place in (module, room, builtins)) or (path.parent / f"{told}.py").exists()
                    or importlib.util.find_spec(told if "." in told else f"coursekit.{told}"))]


def hard_to_read(path: pathlib.Path) -> list[str]:
    """Return why a file is hard to read: its length, its functions, its assignments."""
    source = path.read_text("utf-8")
    lines = len(source.splitlines())
    return [f"{lines} lines"] * (lines > LONGEST_FILE) + too_long(source) + packed(source)


@pytest.mark.parametrize("fault", [told_but_missing, hard_to_read])
@pytest.mark.parametrize("room", sorted({path.relative_to(ROOT).parts[1] for path in FILES}))
def test_a_file_can_be_read_and_names_what_is_there(room, fault):
    found = {str(path): fault(path) for path in FILES if path.relative_to(ROOT).parts[1] == room}
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_what_is_too_long_or_packed_is_seen():
    body = "\n".join(f"    x = {k}" for k in range(40))
    assert too_long(f'def f():\n    """Short."""\n{body}') == ["f: 41 lines"]
    assert packed("a, b, c, d, e = 1, 2, 3, 4, 5\na, b = 1, 2") == ["line 1: 5 values"]


def test_the_bare_package_is_instant():
    """`import coursekit` loads none of its rooms and none of their libraries."""
    code = ("import sys; before = set(sys.modules); import coursekit; "
            "new = {m.split('.')[0] for m in set(sys.modules) - before}; "
            "print(sorted(new & {'numpy', 'pandas', 'scipy', 'sklearn', 'matplotlib', 'IPython'}))")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["README.md", "TEACHING.md", "CONTRIBUTING.md", "RELEASING.md"])
def test_a_link_in_a_document_leads_somewhere(name):
    links = re.findall(r"\]\((?!http|#|../../actions)([^)#]+)", (ROOT / name).read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("path", [*(ROOT / f for f in ("README.md", "TEACHING.md")),
                                  *sorted((ROOT / "notebooks").glob("*.ipynb"))], ids=lambda p: p.stem)
def test_a_link_that_names_a_sitting_leads_to_its_page(path):
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join("".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "markdown")
    links = re.findall(r"\[([^\]]+)\]\((?:notebooks/)?([0a]\d[a-z]?)_\w+\.ipynb", text)
    assert links
    for told, lesson in links:
        named = {n.lower() for n in re.findall(r"(?<![\w.])(?:0\d[a-z]?|[Aa][1-3])\b", told)}
        assert named <= {lesson}, f"[{told}] leads to {lesson}"


def test_a_variable_of_the_environment_that_a_document_names_is_read():
    code = "\n".join(path.read_text("utf-8") for room in ("coursekit", "tests", "tools")
                     for path in (ROOT / room).rglob("*.py"))
    named = {name for path in ROOT.glob("*.md")
             for name in re.findall(r"\bCOURSE[A-Z]*_[A-Z_]+\b", path.read_text("utf-8"))}
    assert named and [name for name in sorted(named) if not re.search(rf"[\"']{name}[\"']", code)] == []


def test_the_readme_has_a_row_for_every_notebook_with_the_minutes_of_its_opening():
    rows = re.findall(r"^\| \[(.+)\]\((notebooks/.+)\) \|.*\| ([\d +]+)(?: per question)? \|$",
                      (ROOT / "README.md").read_text("utf-8"), re.M)
    pages = {f"notebooks/{p.name}" for p in (ROOT / "notebooks").glob("*.ipynb")}
    assert {page for _, page, _ in rows} == pages, "README.md has a row for each notebook"
    for told, page, minutes in rows:
        assert told.split()[0].lower() == pathlib.Path(page).stem.split("_")[0]
        cells = ["".join(c["source"]) for c in json.loads((ROOT / page).read_text("utf-8"))["cells"] if c["cell_type"] == "markdown"]
        opening = "\n".join(cells).split("\n## ")[0]
        assert set(minutes.split(" + ")) <= set(re.findall(r"\d+", opening.replace("two", "2"))), f"{page} says other minutes than README.md"
