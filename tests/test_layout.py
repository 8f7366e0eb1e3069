"""The house stands: an import points down a floor, never up, never sideways."""
from __future__ import annotations

import ast
import pathlib
import subprocess
import sys

import pytest

PACKAGE = pathlib.Path(__file__).parents[1] / "coursekit"
FLOORS = [
    {"checks"},
    {"datasets"},
    {"kernels", "linear", "lagrange", "statistics", "titanic", "environment",
     "stopwatch"},
    {"svm", "tree", "rules", "validation"},
    {"plots"},
    {"explorers", "exercises", "notebook"},
]
# Sideways imports that are allowed, each with its reason.
SIDEWAYS = {
    ("titanic", "statistics"): "the ceiling of a design matrix is a statistic",
    ("linear", "lagrange"): "a perceptron's margin is a signed distance",
}
ALGORITHMS = set().union(*FLOORS[:4])
PAGE_ONLY = {"matplotlib", "ipywidgets", "IPython", "seaborn", "PIL"}
FILES = sorted(PACKAGE.rglob("*.py"))


def room(path: pathlib.Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def floor(name: str) -> int:
    return next((k for k, rooms in enumerate(FLOORS) if name in rooms), -1)


def imported(tree: ast.AST, path: pathlib.Path) -> set[str]:
    """Every dotted name the file imports, relative imports made absolute."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = ["coursekit", *path.relative_to(PACKAGE).parts[:-1]]
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = {alias.name for alias in node.names}
            found |= {f"{module}.{n}" for n in names} if module == "coursekit" else {module}
    return found


def violations(source: str, path: pathlib.Path) -> list[str]:
    here = room(path)
    wrong = []
    for name in imported(ast.parse(source), path):
        top, *rest = name.split(".")
        if top in PAGE_ONLY and here in ALGORITHMS:
            wrong.append(f"{here} imports {top}: algorithms stay free of pictures and widgets")
        if top != "coursekit" or not rest or rest[0] == here or here == "__init__":
            continue
        up = floor(rest[0]) >= floor(here) and (here, rest[0]) not in SIDEWAYS
        if up or floor(rest[0]) < 0:
            wrong.append(f"{here} imports {name}, which is not on a lower floor")
    return wrong


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path):
    assert path == PACKAGE / "__init__.py" or floor(room(path)) >= 0, "a room without a floor"
    assert violations(path.read_text("utf-8"), path) == []


@pytest.mark.parametrize("source", [
    "from coursekit.plots import style",
    "from coursekit import explorers",
    "import coursekit.notebook",
    "from ..tree import CARTClassifier",
    "def f():\n    import matplotlib.pyplot",
])
def test_a_wrong_import_is_seen(source):
    assert violations(source, PACKAGE / "svm" / "smo.py")


def test_the_bare_package_is_instant():
    """`import coursekit` loads none of its rooms and none of their libraries."""
    code = ("import sys; before = set(sys.modules); import coursekit; "
            "new = {m.split('.')[0] for m in set(sys.modules) - before}; "
            "print(sorted(new & {'numpy', 'pandas', 'scipy', 'sklearn', 'matplotlib', 'IPython'}))")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
