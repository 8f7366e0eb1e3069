"""Find usual causes of a wrong result in any exercise, from the code and the values.

Each function returns a sentence for the learner, or an empty string.
"""
from __future__ import annotations

import ast
import inspect
import re
import textwrap
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from coursekit.exercise.compare import agree

IN_PLACE = {        # methods that return `None`, and what to do instead
    "shuffle": "`rng.permutation(x)` returns a shuffled copy",
    "sort": "`sorted(x)` and `np.sort(x)` return a sorted copy",
    "reverse": "`x[::-1]` is a reversed copy",
    "update": "call it on its own line, or use `a | b`",
    **dict.fromkeys(("append", "extend", "insert", "remove", "fill"),
                    "call it on its own line"),
}
RAISED = {          # part of a message of Python or NumPy, and its meaning
    "Cannot cast ufunc": "An operation such as `-=` writes into the array on its left, which can "
                         "only hold whole numbers here. `x = x - y` makes a new array.",
    "is read-only": "A column of pandas, `np.diag` and `np.broadcast_to` hand out arrays that "
                    "nobody may write into. Start with a copy, `np.array(…)`.",
    "truth value of an array": "`if`, `and`, `or`, `max` and `min` need a single truth value. For "
                               "arrays use `np.where`, `&`, `|`, `np.maximum`, `np.minimum`.",
    "only length-1 arrays": "`float`, `int` and the functions of `math` take a single number. "
                            "Those of NumPy take arrays.",
    "only 0-dimensional arrays": "`float`, `int` and the functions of `math` take a single number. "
                                 "Those of NumPy take arrays.",
    **dict.fromkeys(
        ("0-d array", "0d array", "0-dimensional, but", "of unsized object",
         "invalid index to scalar",
         "'float' object is not subscriptable", "'int' object is not subscriptable",
         "'float' object is not iterable", "'int' object is not iterable"),
        "Your code expects an array or a list but got a single number. Is an argument a number "
        "in this case, or did a sum over everything leave only one?"),
    **dict.fromkeys(
        ("'list' and", "and 'list'", "abs(): 'list'", "-: 'list'", "sequence by non-int",
         "list indices must be"),
        "A list does not do arithmetic as an array does. Start with `np.asarray(…)`."),
}
RENAMED = {         # names that NumPy or pandas no longer has, and what to write instead
    "trapz": "np.trapezoid(…)", "in1d": "np.isin(…)", "row_stack": "np.vstack(…)",
    "product": "np.prod(…)", "cumproduct": "np.cumprod(…)", "alltrue": "np.all(…)",
    "sometrue": "np.any(…)", "msort": "np.sort(…, axis=0)", "asscalar": "x.item()",
    "rank": "np.ndim(…)", "alen": "len(…)", "math": "import math", "append": "pd.concat([…, …])",
    "applymap": "frame.map(…)", "iteritems": "items()",
}
GONE = re.compile(r"(?:module 'numpy'|'(?:DataFrame|Series)' object) has no attribute '(\w+)'")


def _code(function: Callable) -> tuple[ast.AST, ...]:
    """Return the parsed source of a function or class; for a lambda, all lambdas on its line."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError, ValueError):   # typed at a prompt, or built in
        return ()
    nodes = tuple(ast.walk(tree))
    if getattr(function, "__name__", "") != "<lambda>":
        return nodes
    return tuple(n for top in nodes if isinstance(top, ast.Lambda) for n in ast.walk(top))


def of_use(function: Callable) -> str:
    """Name a method that returns `None` but whose result is used."""
    nodes = _code(function)
    alone = {id(n.value) for n in nodes if isinstance(n, ast.Expr)}
    for node in nodes:
        called = node.func if isinstance(node, ast.Call) and id(node) not in alone else None
        if isinstance(called, ast.Attribute) and called.attr in IN_PLACE \
                and getattr(called.value, "id", "") not in ("np", "numpy", "pd"):
            return f"`{called.attr}` changes its object and returns `None`: " \
                   f"{IN_PLACE[called.attr]}."
    return ""


def of_silence(function: Callable) -> str:
    """Say that there is no `return`, if so."""
    nodes = _code(function)
    if not nodes or any(isinstance(n, (ast.Return, ast.Lambda)) for n in nodes):
        return ""
    prints = any(getattr(getattr(n, "func", None), "id", "") == "print" for n in nodes)
    return "It has no `return`." + " `print` only shows a result; `return` hands it back." * prints


def of_loop(function: Callable) -> str:
    """Say that a loop ends in its first round, because it always meets a `return`."""
    for loop in _code(function):
        endless = isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant)
        if isinstance(loop, (ast.For, ast.While)) and not endless and _returns(loop.body) \
                and not any(isinstance(n, (ast.Continue, ast.Break)) for n in ast.walk(loop)):
            return f"Your `{type(loop).__name__.lower()}` loop ends in its first round: the " \
                   "`return` stands inside it. Which line should come after the loop?"
    return ""


def _returns(body: list[ast.stmt]) -> bool:
    """Return whether some lines always end in a `return`."""
    last = body[-1] if body else None
    return isinstance(last, ast.Return) or (
        isinstance(last, ast.If) and _returns(last.body) and _returns(last.orelse))


def of_warning(call: Callable[[], Any]) -> str:
    """Explain what pandas warns of when a function is called."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        call()
    if any("Chained" in w.category.__name__ or "chained assignment" in str(w.message)
           for w in told):
        return "`X[\"Age\"]` is a Series of its own: `X[\"Age\"].fillna(…, inplace=True)` and " \
               "`X[\"Age\"][rows] = …` change that one and leave X as it was. Make a frame with " \
               "the new column instead, `X.assign(…)`."
    return ""


def of_where(function: Callable, kind: str) -> str:
    """Explain that `np.where` divides by zero even where it picks the other value."""
    if kind != "ZeroDivisionError" or not any(getattr(n, "attr", "") == "where"
                                              for n in _code(function)):
        return ""
    return "`np.where` computes both of its choices before it picks one. For single numbers " \
           "use `if`."


def of_change(function: Callable, name: str) -> str:
    """Say how an argument was changed."""
    for node in _code(function):
        place = getattr(node, "target", None) or next(iter(getattr(node, "targets", ())), None)
        if isinstance(place, ast.Subscript) and getattr(place.value, "id", "") == name:
            return f"`{name}[…] = …` overwrites the caller's data; start with a copy, " \
                   f"`{name} = {name}.copy()`."
        if isinstance(node, ast.AugAssign) and getattr(place, "id", "") == name:
            sign = ast.unparse(ast.BinOp(ast.Name("a"), node.op, ast.Name("b")))[2:-2]
            return f"`{name} {sign}= …` overwrites the caller's data; " \
                   f"`{name} = {name} {sign} …` makes a new array."
        called = getattr(node, "func", None)
        if isinstance(called, ast.Attribute) and called.attr in IN_PLACE and name in {
                getattr(n, "id", "") for n in (called.value, *getattr(node, "args", ()))}:
            return f"`{called.attr}` works in place."
    return ""


def of_failure(function: Callable, kind: str, description: str) -> str:
    """Explain an exception, or a changed argument."""
    if kind == "changes":
        named = re.search(r"argument `(\w+)`", description)
        return of_change(function, named[1]) if named else ""
    gone = GONE.search(description)
    if gone and gone[1] in RENAMED:
        return f"This version no longer has it: write `{RENAMED[gone[1]]}`."
    return next((means for part, means in RAISED.items() if part in description), "")


def of_shape(names: Sequence[str], case: tuple, given: Any, right: Any) -> str:
    """Say which axis a result seems to belong to, or that its shape is wrong."""
    if not isinstance(right, (np.ndarray, list)) or isinstance(given, (dict, str)):
        return ""
    had, wanted = _shape(given), _shape(right)
    if had == wanted or had is None or wanted is None:
        return ""
    if had == ():
        return "You returned a single number for all of them. Does a sum, a mean or a maximum " \
               "need an `axis`?"
    if had == wanted[::-1]:
        return "Rows and columns are swapped."
    for name, part in zip(names, case, strict=False):
        if np.ndim(part) == 2 and len(wanted) == len(had) == 1 and had != wanted \
                and np.shape(part) in (wanted + had, had + wanted):
            one, other = ("column", "row") if np.shape(part) == wanted + had else ("row", "column")
            return f"You returned one value for each {one} of `{name}`, not for each {other}. " \
                   "Check the `axis`."
    if np.prod(had) == np.prod(wanted) and sorted(n for n in had if n > 1) == sorted(
            n for n in wanted if n > 1):
        return "You returned the correct number of values, but in another shape: see `ravel`, " \
               "`[:, None]` and `keepdims`."
    return ""


def _shape(value: Any) -> tuple[int, ...] | None:
    try:
        return np.shape(value)
    except ValueError:      # a ragged list
        return None


def of_values(names: Sequence[str], cases: Sequence[tuple], outcomes: Sequence[Any],
              rights: Sequence[Any], failing: Sequence[int]) -> str:
    """Say what all wrong results have in common, if anything."""
    if len(outcomes) > 2 and _all_agree(outcomes) and not _all_agree(rights):
        example = "It is correct for the first example; compute it from the arguments." \
            if agree(outcomes[0], rights[0], 1e-2) else "Does it use its arguments?"
        return f"Your result is the same in every case. {example}"
    if not all(_is_numeric(v) for k in failing for v in (outcomes[k], rights[k])):
        return ""
    pairs = [(k, np.asarray(outcomes[k], float), np.asarray(rights[k], float)) for k in failing]
    telling = [(k, g, r) for k, g, r in pairs if np.isfinite(r).all() and r.any()]
    if len(telling) < 3 or any(g.shape != r.shape for _, g, r in pairs):
        return ""
    if all(np.array_equal(g, np.trunc(r)) for _, g, r in telling) \
            and any((g != r).any() for _, g, r in telling):
        return "Your results are the correct numbers without their decimals. Does something keep " \
               "only whole numbers (`int`, `//`, `round`, an array of whole numbers)?"
    return _by_length(names, cases, telling)


def _by_length(names: Sequence[str], cases: Sequence[tuple], telling: list) -> str:
    """Say whether all results are wrong by a factor, the length of an argument."""
    for place, name in enumerate(names):
        sizes = [_length(cases[k], place) for k, _, _ in telling]
        if None in sizes or len(set(sizes)) < 2:
            continue
        by = [(g, r, n) for n, (_, g, r) in zip(sizes, telling, strict=True)]
        if all(np.allclose(g * n, r, rtol=1e-6) for g, r, n in by):
            return f"Your result is the correct one divided by the length of `{name}`. Did you " \
                   "take a mean instead of a sum?"
        if all(np.allclose(g, r * n, rtol=1e-6) for g, r, n in by):
            return f"Your result is the correct one times the length of `{name}`. Did you take a " \
                   "sum instead of a mean?"
    return ""


def _all_agree(results: Sequence[Any]) -> bool:
    return all(agree(one, results[0], 1e-9) for one in results)


def _length(case: tuple, place: int) -> int | None:
    shape = _shape(case[place]) if place < len(case) else None
    return shape[0] if shape else None


def _is_numeric(value: Any) -> bool:
    try:
        return np.asarray(value).dtype.kind in "iuf" and not isinstance(value, (dict, str))
    except ValueError:      # a ragged list
        return False
