"""Read a notebook of the course: the kinds of its cells, and what they do."""
from __future__ import annotations

import ast
import pathlib
import re
import sys

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "notebooks"
OWN = NOTEBOOKS.parent / "own"      # pages of an instructor's, which no check reads
# Calls that print a sentence with computed numbers; their input is hidden.
SAYING = ("say", "reveal", "confirm")
# The names of the lessons' notebooks.
SITTING = re.compile(r"(0[1-9][a-z]?|a[12])_")
# The first line of the cell that makes a page ready and shows its first picture; its input is hidden.
READY = "# make ready"
# How a title tells a reader with a kernel to begin; a site and slides have none.
START = re.compile(r"^▶ .*\n*", re.M)
# The heading of an exercise: ### Exercise · Its title.
EXERCISE = re.compile(r"^(#+) Exercise ·", re.M)


def find_notebook(wanted: str, target: str, *more: pathlib.Path) -> pathlib.Path:
    """Return the notebook with this name, number or beginning of a name; ``target`` is the target of make.

    ``more``: folders with pages besides the course's own.
    """
    stem, every = pathlib.Path(wanted).name.lower().removesuffix(".ipynb"), []
    for folder in (NOTEBOOKS, *more):
        pages = sorted(folder.glob("*.ipynb"))
        meant = [page for page in pages if page.stem.split("_")[0] == stem] or \
            [page for page in pages if stem and page.stem.startswith(stem)]
        if len(meant) == 1:
            return meant[0]
        every += pages
    sys.exit(f"There is no page {wanted!r}. The pages are:\n"
             + "\n".join(f"  make {target} NB={page.stem}" for page in every))


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


def statements(source: str) -> list[ast.stmt]:
    """Return the statements of a code cell; none if it is not plain Python."""
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []


def called(statement: ast.AST) -> str:
    """Return the dotted name of the function that a statement calls, or an empty string."""
    call = statement.value if isinstance(statement, ast.Expr) else statement
    return ast.unparse(call.func) if isinstance(call, ast.Call) else ""


def explorer_of(call: str) -> str | None:
    """Return the explorer opened by a call of ``SumOfBumps`` or ``explorers.SumOfBumps``."""
    from coursekit.explorer import explorer_names

    name = call.removeprefix("explorers.")
    return name if name in explorer_names() else None


def explorers_in(source: str) -> list[str]:
    """Return the explorers that a code cell opens, by name."""
    return [name for call in all_calls(source) if (name := explorer_of(call))]


def all_calls(source: str) -> list[str]:
    """Return the dotted names of all functions that a code cell calls, at any depth."""
    return [ast.unparse(node.func) for statement in statements(source)
            for node in ast.walk(statement) if isinstance(node, ast.Call)]


def only_says(source: str) -> bool:
    """Return whether a code cell only prints sentences with computed numbers."""
    body = statements(source)
    return bool(body) and all(isinstance(s, ast.Expr) and called(s) in SAYING for s in body)


def only_opens_an_explorer(source: str) -> bool:
    """Return whether a code cell only opens one explorer, after what makes the page ready."""
    *before, last = statements(source) or [None]
    return isinstance(last, ast.Expr) and explorer_of(called(last)) is not None and all(
        isinstance(s, ast.Import | ast.ImportFrom)
        or isinstance(s, ast.Assign) and called(s.value) == "begin" for s in before)


def opened(source: str) -> dict:
    """Return with what a cell that only opens an explorer opens it, but for the reader's guess."""
    return {k.arg: ast.literal_eval(k.value) for k in statements(source)[-1].value.keywords
            if k.arg != "guess"}


def gives_evidence(source: str) -> bool:
    """Return whether a code cell ends by saying what it finds about a line of a document."""
    return any(called(s) == "evidence" for s in statements(source)[-1:])


def makes_ready(source: str) -> bool:
    """Return whether a code cell makes its page ready."""
    return source.startswith(READY)


def only_asks(source: str) -> bool:
    """Return whether a code cell is the stub of a prediction: ``my_guess = None``."""
    body = statements(source)
    return bool(body) and all(
        isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant) and s.value.value is None
        and all(isinstance(t, ast.Name) and "guess" in t.id for t in s.targets) for s in body)


def answering(page) -> set[str]:
    """Return the ids of the cells of code between a question and its answer, but for exercises.

    They compute the answer, so their input is hidden.
    """
    found: set[str] = set()
    waiting: list[str] | None = None
    for cell in code_cells(page):
        if only_asks(cell.source):
            waiting = waiting or []
        elif "reveal" in all_calls(cell.source):
            found.update(waiting or ())
            waiting = None
        elif waiting is not None and not calls(cell.source, "check"):
            waiting.append(cell.id)
    return found


def calls(source: str, *names: str) -> int:
    """Count the calls of some functions in a code cell."""
    return sum(name in names for name in all_calls(source))
