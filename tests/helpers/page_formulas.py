"""The formulas of a page, with the letters of its lesson.

    python tests/helpers/page_formulas.py notebooks/04c_which_kernels.ipynb

prints those that are not on the committed page and that no test tries: with a relation that cannot
be read, or with letters that have no values in `letters/`.
"""
from __future__ import annotations

import functools
import importlib.util
import inspect
import pathlib
import subprocess
import sys

import nbformat
import numpy as np
from cases import ALL
from formulas import sides, spans, statements, tried
from pages import ROOT, markdown_cells, read, lesson_of

DRAWS = 4 if ALL else 2


def module(page: str):
    """Return the module with the letters of a page, or nothing."""
    name = f"letters.lesson{page}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def only_numbers(_: np.random.Generator) -> dict:
    """Return no letters: a formula of numbers alone."""
    return {}


def meanings(page: str) -> list:
    """Return what the letters of a page may stand for: the functions of its module."""
    here = module(page)
    return [only_numbers] + [f for _, f in inspect.getmembers(here, inspect.isfunction)
                             if here and f.__module__ == here.__name__
                             and not f.__name__.startswith("_")]


@functools.cache
def letters(meaning, seed: int) -> dict:
    """Return the values of the letters in one draw."""
    return meaning(np.random.default_rng(seed))


def verdict(statement: str, functions: list) -> tuple[int, bool, list[str]]:
    """Return how many relations of a statement could be tried, whether all hold, and which do not.

    Letters may mean one thing in one section and another in the next: those count in which most
    of the statement could be tried, and it holds if it does so in one of them, in every draw.
    """
    best, good, wrong = 0, False, []
    for function in functions:
        outcome: dict[str, bool] = {}
        for seed in range(DRAWS):
            for relation, holds in tried(statement, letters(function, seed)):
                outcome[relation] = outcome.get(relation, True) and holds
        if len(outcome) > best:
            best, good, wrong = len(outcome), False, []
        if outcome and len(outcome) == best and not good:
            good = all(outcome.values())
            wrong += [f"{function.__name__}: {r}" for r, holds in outcome.items() if not holds]
    return best, good, [] if good else wrong


def stated(page) -> list[str]:
    """Return each statement of a notebook, in one line."""
    found = (s for cell in markdown_cells(page) for span in spans(cell.source)
             for s in statements(span))
    return [" ".join(s.replace("&", " ").replace("\1", "&").split()) for s in found]


@functools.cache
def results(path) -> list[tuple[str, int, bool, list[str]]]:
    """Return each statement of a page with its verdict."""
    functions = meanings(lesson_of(path))
    return [(s, *verdict(s, functions)) for s in stated(read(path))]


def supposed(path) -> set[str]:
    """Return what the page only supposes, asks for or sets in an example, by its module."""
    return {" ".join(s.split()) for s in getattr(module(lesson_of(path)), "SUPPOSED", ())}


def untried(path: pathlib.Path) -> list[str]:
    """Return the relations of a page that no letters reach and that are not on the committed
    one."""
    place = path.resolve().relative_to(ROOT).as_posix()
    before = subprocess.run(["git", "show", f"HEAD:{place}"], cwd=ROOT,
                            capture_output=True, text=True)
    known = stated(nbformat.reads(before.stdout, as_version=4)) if before.returncode == 0 else []
    return [s for s, n, *_ in results(path) if not n and sides(s)[1] and s not in known]


if __name__ == "__main__":
    for formula in untried(pathlib.Path(sys.argv[1])):
        print("New, and tried by no test (its letters: tests/helpers/letters):", formula)
