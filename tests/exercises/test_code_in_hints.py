"""The code in an exercise's hints is code, and names what there is on its page."""
from __future__ import annotations

import ast
import builtins
import re

import pytest

from coursekit.exercise import CodeExercise
from coursekit.exercise.registry import exercises, lessons
from page_code import page_names

ALL = [(lesson, e) for lesson in lessons() for e in exercises(lesson).values()
       if isinstance(e, CodeExercise)]


def pieces(exercise) -> list[str]:
    """Return the pieces of code in the hints, the way and the sentence on unknown mistakes."""
    said = " ".join([*exercise.hints, exercise.way, exercise.fallback_hint])
    return re.findall(r"`([^`]+)`", " ".join(said.split()))


def parsed(piece: str) -> ast.AST | None:
    """Return the tree of a statement, of a line that opens a block, or of the end of one."""
    piece = piece.replace("…", "...")
    for form in "{}", "{}: pass", "{} pass", "_{}", "def {}: pass":
        try:
            return ast.parse(form.format(piece))
        except SyntaxError:
            pass
    return None


def unknown(piece: str, space: dict) -> list[str]:
    """Return which functions and names of modules in a piece do not exist."""
    tree = parsed(piece)
    if tree is None:
        return [piece]
    calls = {node.func.id for node in ast.walk(tree)
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    of_modules = [(node.value.id, node.attr) for node in ast.walk(tree)
                  if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    return [name for name in calls if name not in space and not hasattr(builtins, name)] + [
        f"{module}.{name}" for module, name in of_modules
        if type(space.get(module)).__name__ == "module" and not hasattr(space[module], name)]


@pytest.mark.parametrize("lesson, exercise", ALL, ids=lambda part: getattr(part, "key", part))
def test_the_code_of_the_hints_is_code_with_names_that_exist(lesson, exercise):
    arguments = re.findall(r"\w+", exercise.solution)       # functions may be handed in
    space = dict.fromkeys(arguments) | page_names(lesson)
    assert [name for piece in pieces(exercise) for name in unknown(piece, space)] == []


@pytest.mark.parametrize("piece, names", [
    ("np.argsrt(x)", ["np.argsrt"]), ("x +* 2", ["x +* 2"]), ("largst(v)", ["largst"]),
    ("if y * (x @ w) <= 0", []), (".argmax(axis=0)", []), ("np.where(…)", []),
])
def test_a_slip_in_a_hint_is_seen(piece, names):
    import numpy as np
    assert unknown(piece, {"np": np}) == names
