"""Exercise "promises": for which problems is a KKT point necessary, for which sufficient?"""
from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import numpy as np

from coursekit.exercise import AnswerError, Exercise, Misconception, NotAttempted, short_repr

PROBLEMS = "abcd"
WORDS = {"": "", "none": "", "neither": "", "nothing": "", "nan": "", "n": "N", "s": "S",
         "ns": "NS", "sn": "NS", "both": "NS", "necessary": "N", "sufficient": "S",
         "necessarysufficient": "NS", "sufficientnecessary": "NS"}


def read_promises(value: Any) -> dict[str, str]:
    """Return "N", "S", "NS" or "" for each problem; order, case and separators do not count."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    given = _by_problem(value)
    if set(given) != set(PROBLEMS):
        raise AnswerError(f"I expected an entry for each of {', '.join(PROBLEMS)}, but got "
                          f"{', '.join(given)[:40]}.")
    if all(v is None or v is Ellipsis for v in given.values()):
        raise NotAttempted("Nothing is filled in yet.")
    return {problem: _one_promise(given[problem]) for problem in PROBLEMS}


def _by_problem(value: Any) -> dict[str, Any]:
    """Return the entries by problem: by their names, as pairs, or four in order."""
    if hasattr(value, "items"):
        given = {str(k).strip(" ().").lower(): v for k, v in value.items()}
        numbered = list(given) == [str(k) for k in range(len(PROBLEMS))] and hasattr(value, "iloc")
        return dict(zip(PROBLEMS, given.values(), strict=True)) if numbered else given
    if isinstance(value, (list, tuple)) and len(value) == len(PROBLEMS):
        pairs = all(isinstance(v, (list, tuple)) and len(v) == 2 for v in value)
        if pairs and [str(v[0]).lower() for v in value] == list(PROBLEMS):
            return dict(zip(PROBLEMS, (v[1] for v in value), strict=True))
        return dict(zip(PROBLEMS, value, strict=True))
    raise AnswerError("I expected a dictionary such as {'a': 'S', 'b': '', ...}, but got "
                      f"{short_repr(value)}.")


def _one_promise(value: Any) -> str:
    if isinstance(value, Mapping) and all(isinstance(v, (bool, np.bool_)) for v in value.values()):
        value = [letter for letter, promised in value.items() if promised]
    if isinstance(value, (Set, list, tuple)):
        value = "".join(map(str, value))
    text = "" if value is None else str(value)
    letters = "".join(c for c in text.lower() if c not in " ,;.+&|/-–—{}[]()'\"\n\t")
    letters = letters.replace("and", "").replace("only", "")
    if letters not in WORDS:
        raise AnswerError(f"I cannot read {short_repr(value)}. Give 'N', 'S', 'NS' or ''.")
    return WORDS[letters]


def _has(problem: str, letter: str):
    return lambda v: letter in v[problem]


def _lacks(problem: str, letter: str):
    return lambda v: letter not in v[problem]


RIGHT = {"a": "NS", "b": "N", "c": "S", "d": ""}

PROMISES = Exercise(
    key="promises", title="What does the theorem promise?", variable="promises",
    parse=read_promises, reference=lambda: dict(RIGHT),
    misconceptions=(
        Misconception("all of both", dict.fromkeys(PROBLEMS, "NS"),
                      "The theorem does not promise everything everywhere. Check its conditions "
                      "for each problem: a qualification for N, convexity for S.",
                      lambda v: set(v.values()) == {"NS"}),
        Misconception("swapped", {"a": "NS", "b": "S", "c": "N", "d": ""},
                      "You seem to have swapped N and S. N: every minimum has multipliers. "
                      "S: every point that has multipliers is a minimum.",
                      lambda v: v == {"a": "NS", "b": "S", "c": "N", "d": ""}),
        Misconception("affine needs nothing more", RIGHT | {"a": "S"},
                      "Problem a: something is missing. Which of the three qualifications asks "
                      "least of a constraint such as x1 + x2 − 3 ≥ 0?", _lacks("a", "N")),
        Misconception("squares are convex", RIGHT | {"a": "N"},
                      "Problem a: for S, is f a sum of squares of affine functions? Is the "
                      "constraint concave?", _lacks("a", "S")),
        Misconception("no convexity", RIGHT | {"b": "NS"},
                      "Problem b: draw −x². At x = 0 all four conditions hold with λ = 0. Is it "
                      "a minimum?", _has("b", "S")),
        Misconception("N wants convexity", RIGHT | {"b": ""},
                      "Problem b: N does not need a convex f. Which qualification do the "
                      "constraints satisfy?", _lacks("b", "N")),
        Misconception("no point inside", RIGHT | {"c": "NS"},
                      "Problem c: the constraint is concave, but is there a point with c > 0, as "
                      "Slater's condition requires? And what is ∇c at the minimum?",
                      _has("c", "N")),
        Misconception("squares are not concave", RIGHT | {"c": ""},
                      "Problem c: is minus the square of an affine function concave? Then ask "
                      "what S needs.", _lacks("c", "S")),
        Misconception("dependent gradients", RIGHT | {"d": "N"},
                      "Problem d: draw the feasible set. Where is the minimum, and what are the "
                      "gradients of the two active constraints there?", _has("d", "N")),
        Misconception("a set that is not convex", RIGHT | {"d": "S"},
                      "Problem d: is (1 − x1)³ a concave function of x1? Look at x1 < 1.",
                      _has("d", "S")),
    ),
    hints=("Ask two questions about each problem. For N: does one of the three qualifications "
           "hold at the minimum? For S: is f convex, and are all c_i concave?",
           "Two of the four problems have only affine constraints; one of these two has an "
           "objective that is not convex.",
           "For c, the feasible points form the line x1 + x2 = 0, and ∇c is zero on all of it. "
           "For d, sketch x2 between 0 and (1 − x1)³ near the point (1, 0)."),
    solution='promises = {"a": "NS", "b": "N", "c": "S", "d": ""}',
    way="a: the constraint is affine, the objective convex. b: the constraints are affine, but "
        "−x² is not convex; x = 0 satisfies all conditions and has the largest value. c: f is "
        "convex and c concave, but no point has c > 0; at the minimum (−½, ½), ∇f = (−1, −1) and "
        "∇c = 0. d: at the minimum (1, 0) the gradients (0, 1) and (0, −1) are dependent, "
        "∇f = (−1, 0), and (1 − x1)³ is not concave.",
    explanation="Necessity needs a qualification, sufficiency needs convexity: all four "
                "combinations occur. (Problem d is Kuhn and Tucker's own of 1951, without their "
                "x1 ≥ 0.)",
    fallback_hint="Take the two questions one after the other.")
