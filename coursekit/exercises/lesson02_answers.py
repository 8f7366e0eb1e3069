"""How the answers of sitting 02 may be written."""
from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import numpy as np

from coursekit.exercise.compare import short_repr
from coursekit.exercise.parsing import AnswerError, NotAttempted, Numbers

PROBLEMS = "abcd"
WORDS = {"": "", "none": "", "neither": "", "nothing": "", "nan": "", "n": "N", "s": "S",
         "ns": "NS", "sn": "NS", "both": "NS", "necessary": "N", "sufficient": "S",
         "necessarysufficient": "NS", "sufficientnecessary": "NS"}
SPELT = {"λ": "lambda", "lam": "lambda", "lambdas": "lambda", "multipliers": "lambda",
         "λ1": "lambda1", "λ2": "lambda2", "lam1": "lambda1", "lam2": "lambda2"}


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
    letters = letters.replace("and", "").removesuffix("only")
    if letters not in WORDS:
        raise AnswerError(f"I cannot read {short_repr(value)}. Give 'N', 'S', 'NS' or ''.")
    return WORDS[letters]


def read_point_and_multipliers(value: Any) -> tuple[float, ...]:
    """Return (x1, x2, lambda1, lambda2), also where x and λ come as a pair, or by other names."""
    if isinstance(value, Mapping):
        value = _flat({_spelt(k): v for k, v in value.items()})
    elif isinstance(value, (list, tuple)) and len(value) < 4:
        value = [number for part in value for number in np.ravel(part).tolist()]
    return Numbers(("x1", "x2", "lambda1", "lambda2"))(value)


def _spelt(name: Any) -> str:
    plain = str(name).strip().lower().translate(str.maketrans("₁₂", "12", "_\\{} "))
    return {"point": "x", "minimum": "x"}.get(plain, SPELT.get(plain, plain))


def _flat(named: dict[str, Any]) -> dict[str, Any]:
    """Put x1 and x2 for a pair named x, and the same for lambda."""
    parts = {}
    for name, value in named.items():
        numbers = np.ravel(value).tolist()
        parts |= {name: value} if len(numbers) == 1 else \
            {f"{name}{k}": number for k, number in enumerate(numbers, 1)}
    return parts
