"""Exercise "two-constraints": a minimum with two active constraints, by hand."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from coursekit.exercise import Exercise, Misconception, Numbers
from coursekit.lagrange import inequality_qp

SPELT = {"λ": "lambda", "lam": "lambda", "lambdas": "lambda", "multipliers": "lambda",
         "λ1": "lambda1", "λ2": "lambda2", "lam1": "lambda1", "lam2": "lambda2",
         "point": "x", "minimum": "x"}


def _solved() -> tuple[float, ...]:
    x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [2, 3])
    return tuple(np.append(x, lam).tolist())


def _right_point(v: tuple[float, ...]) -> bool:
    return bool(np.allclose(v[:2], _solved()[:2], atol=1e-3))


def read_point_and_multipliers(value: Any) -> tuple[float, ...]:
    """Return (x1, x2, lambda1, lambda2), also where x and λ come as a pair, or by other names."""
    if isinstance(value, Mapping):
        value = _flat({_spelt(k): v for k, v in value.items()})
    return Numbers(("x1", "x2", "lambda1", "lambda2"))(value)


def _spelt(name: Any) -> str:
    plain = str(name).strip().lower().translate(str.maketrans("₁₂", "12", "_\\{} "))
    return SPELT.get(plain, plain)


def _flat(named: dict[str, Any]) -> dict[str, Any]:
    """Put x1 and x2 for a pair named x, and the same for lambda."""
    parts = {}
    for name, value in named.items():
        numbers = np.ravel(value).tolist()
        parts |= {name: value} if len(numbers) == 1 else \
            {f"{name}{k}": number for k, number in enumerate(numbers, 1)}
    return parts


TWO_CONSTRAINTS = Exercise(
    key="two-constraints", title="Two constraints", variable="two_constraints",
    parse=read_point_and_multipliers, reference=_solved,
    tolerance=1e-3,
    misconceptions=(
        Misconception("second only", (1.5, 1.5, 0.0, 1.5),
                      "You used the second constraint alone. Is x1 ≥ 2 at your point?"),
        Misconception("first only", (2.0, 0.0, 2.0, 0.0),
                      "You used the first constraint alone. Is x1 + x2 ≥ 3 at your point?"),
        Misconception("no half", (2.0, 1.0, 2.0, 2.0),
                      "The point is right. These are the multipliers for ‖x‖²; the objective "
                      "is half of it, with the gradient x."),
        Misconception("sign", (2.0, 1.0, -1.0, -1.0),
                      "The point is right, but with these signs the fences would pull. Use "
                      "∇f = Σ λ_i ∇c_i, with a plus."),
        Misconception("one after the other", (2.0, 1.0, 2.0, 1.0),
                      "The point is right. For λ1 you took all of x1, but the second constraint "
                      "contributes to it, too. Put both into x = λ1 (1, 0) + λ2 (1, 1)."),
        Misconception("no multipliers", (2.0, 1.0, 0.0, 0.0),
                      "The point is right. But with both multipliers zero nothing balances "
                      "∇f."),
        Misconception("multipliers first", (1.0, 1.0, 2.0, 1.0),
                      "You gave the multipliers first. The order is x1, x2, λ1, λ2."),
        Misconception("free minimum", (0.0, 0.0, 0.0, 0.0),
                      "This is the minimum without constraints. Is it feasible?"),
        Misconception("point right", (2.0, 1.0, 1.0, 2.0),
                      "The point is right, the multipliers are not. Put them into "
                      "x = λ1 (1, 0) + λ2 (1, 1) and compare both coordinates.",
                      _right_point),
    ),
    hints=("Which constraints are active? Try the choices: none, only the first, only the "
           "second, both.",
           "With none or one of them active, a constraint is violated. So both are active, and "
           "that gives the point.",
           "Stationarity is x = λ1 (1, 0) + λ2 (1, 1). Its second coordinate gives λ2, then "
           "its first gives λ1."),
    solution="two_constraints = (2, 3 - 2, 2 - (3 - 2), 3 - 2)",
    way="Suppose that none is active: x = (0, 0) violates both. Only the second: x = λ2 (1, 1) = "
        "(1.5, 1.5) violates x1 ≥ 2. Only the first: (2, 0) violates the second. So both are "
        "active: x1 = 2 and x2 = 1. Stationarity (2, 1) = λ1 (1, 0) + λ2 (1, 1) gives λ2 = 1 from "
        "the second coordinate, then λ1 = 1 from the first. The problem is convex, so this is "
        "the minimum.",
    explanation="Both fences push with 1.",
    fallback_hint="Check all four conditions with your `kkt_residuals`.")
