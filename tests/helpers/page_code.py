"""The functions that a page defines, taken from the page itself, to be judged by tests."""
from __future__ import annotations

import ast
import contextlib
import warnings
from collections import namedtuple
from functools import cache

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from coursekit.exercise.answers_as_code import reference_code
from coursekit.exercise.registry import exercises
from pages import CHECK, NOTEBOOKS, code_cells, read

GIVEN = {"np": np, "warnings": warnings, "namedtuple": namedtuple,
         "ConvergenceWarning": ConvergenceWarning}


def page_functions(stem: str, **given) -> dict:
    """Return a page's own functions by name, with the references in place of the stubs.

    ``given`` are names of the page that its functions use, and answers to its exercises.
    """
    space = GIVEN | given
    path = next(p for p in NOTEBOOKS if p.stem == stem)
    for cell in code_cells(read(path)):
        checked = CHECK.findall(cell.source)
        for key, variable in checked:
            if variable not in given:
                exec(reference_code(key), space)
        for node in ast.parse(cell.source).body if not checked else ():
            makes = isinstance(node, ast.FunctionDef) or (
                isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("namedtuple"))
            if makes:
                exec(ast.unparse(node), space)
    return space


@cache
def page_names(lesson: str) -> dict:
    """Return what a lesson's page imports and defines, and the references of its exercises."""
    space: dict = {}
    path = next(p for p in NOTEBOOKS if p.stem.lower().startswith(f"{lesson}_"))
    for cell in code_cells(read(path)):
        for node in ast.parse(cell.source).body:
            if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef)):
                with contextlib.suppress(NameError):    # a default that the page computes
                    exec(ast.unparse(node), space)
    space |= {e.variable: e.reference for e in exercises(lesson).values()}
    return space
