"""How the answers of sitting 02 may be written."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from coursekit.exercise.parsing import Numbers

SPELT = {"λ": "lambda", "lam": "lambda", "lambdas": "lambda", "multipliers": "lambda",
         "λ1": "lambda1", "λ2": "lambda2", "lam1": "lambda1", "lam2": "lambda2"}


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
