"""The style of the library in numbers (DESIGN: short functions, typed, documented, with examples)."""
from __future__ import annotations

import ast
import pathlib
import statistics

import pytest

PACKAGE = pathlib.Path(__file__).parents[1] / "coursekit"
FILES = sorted(PACKAGE.rglob("*.py"))
FUNCTION, CLASS = (ast.FunctionDef, ast.AsyncFunctionDef), ast.ClassDef


def code_lines(node: ast.AST, source: list[str]) -> int:
    """Lines of code of a function: no docstring, no blank line, no comment."""
    first = node.body[0]
    has_doc = isinstance(first, ast.Expr) and isinstance(getattr(first, "value", None), ast.Constant) \
        and isinstance(first.value.value, str)
    doc = range(first.lineno, first.end_lineno + 1) if has_doc else range(0)
    return sum(1 for k in range(node.lineno, node.end_lineno + 1)
               if k not in doc and source[k - 1].strip() and not source[k - 1].strip().startswith("#"))


def public(path: pathlib.Path) -> list[tuple[str, ast.AST]]:
    """Public functions, classes and methods of a file (dunders and privates apart)."""
    tree, found = ast.parse(path.read_text("utf-8")), []
    for node in tree.body:
        if isinstance(node, (*FUNCTION, CLASS)) and not node.name.startswith("_"):
            found.append((node.name, node))
            if isinstance(node, CLASS):
                found += [(f"{node.name}.{m.name}", m) for m in node.body
                          if isinstance(m, FUNCTION) and not m.name.startswith("_")]
    return found


def functions() -> list[tuple[str, int]]:
    sizes = []
    for path in FILES:
        text = path.read_text("utf-8")
        lines = text.splitlines()
        sizes += [(f"{path.relative_to(PACKAGE)}:{n.name}", code_lines(n, lines))
                  for n in ast.walk(ast.parse(text)) if isinstance(n, FUNCTION)]
    return sizes


def test_functions_are_short():
    sizes = functions()
    assert [s for s in sizes if s[1] > 40] == []
    counts = sorted(n for _, n in sizes)
    assert statistics.median(counts) <= 8
    assert counts[int(0.9 * len(counts))] <= 20


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_file_is_one_screenful_of_ideas(path):
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= 400
    assert [k for k, line in enumerate(lines, 1) if len(line) > 100] == []


def test_files_are_small():
    assert statistics.median(len(p.read_text("utf-8").splitlines()) for p in FILES) <= 200


# fit, predict and their kin say what scikit-learn says; their class carries the example.
CONTRACT = {"fit", "predict", "transform", "decision_function", "predict_proba", "fit_transform",
            "get_feature_names_out", "score", "set_output"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_everything_public_is_documented_and_typed(path):
    missing = []
    for name, node in public(path):
        if not ast.get_docstring(node):
            missing.append(f"{name}: no docstring")
        if isinstance(node, FUNCTION):
            arguments = [a for a in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                         if a.arg not in ("self", "cls")]
            contract = name.split(".")[-1] in CONTRACT
            if node.returns is None and not contract and not path.name.startswith("lesson"):
                missing.append(f"{name}: no return type")
            if path.name.startswith("lesson"):  # shown to a learner, who need not know type hints
                continue
            untyped = [a.arg for a in arguments if a.annotation is None]
            if untyped and not contract and len(untyped) == len(arguments) > 0:
                missing.append(f"{name}: no argument has a type")
    assert missing == []


def test_four_public_names_in_five_have_a_runnable_example():
    names = [(f"{p.relative_to(PACKAGE)}:{n}", ">>>" in (ast.get_docstring(node) or ""))
             for p in FILES for n, node in public(p) if "." not in n]
    without = [n for n, has in names if not has]
    assert len(without) <= 0.2 * len(names), without
