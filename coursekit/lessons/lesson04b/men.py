"""The men and boys of lesson 04b: machines with a class weight, and with copies instead.

Legend: ``weight`` the survivors' ceiling over that of the victims.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.lessons.lesson04.machines import fitted
from coursekit.lessons.lesson04.samples import men_by_age
from coursekit.svm import SVC

PENALTY, GAMMA = 1.0, 0.02      # of the machine; γ per year²
YEARS = np.arange(81)


class Answers(NamedTuple):
    """What a machine says: its first border in years, survivors found, victims called survivors."""

    border: float
    found: int
    false: int

    @property
    def wrong(self) -> int:
        """Number of mistakes among the 453 men and boys."""
        return 93 - self.found + self.false


def answers(weight: float) -> Answers:
    """Return what the machine with a class weight says about the passengers that it has learned.

    Examples
    --------
    >>> answers(3)._replace(border=round(answers(3).border, 1))
    Answers(border=12.2, found=22, false=16)
    """
    machine = fitted("men by age", PENALTY, GAMMA, float(weight))
    t = np.linspace(0, 80, 8001)
    f, at = machine.f(t[:, None]), machine.f(machine.X)
    k = np.flatnonzero(np.sign(f[1:]) != np.sign(f[:-1]))[0]
    found, false = (int(machine.number[(at > 0) & (machine.y == c)].sum()) for c in (1, -1))
    return Answers(float(t[k] - f[k] * (t[k + 1] - t[k]) / (f[k + 1] - f[k])), found, false)


def years_called(weight: float) -> list[tuple[int, int]]:
    """Return the first and the last year of each stretch of whole years called survivors.

    Examples
    --------
    >>> years_called(1)
    [(0, 5)]
    """
    yes = YEARS[fitted("men by age", PENALTY, GAMMA, float(weight)).f(YEARS[:, None]) > 0]
    parts = np.split(yes, np.flatnonzero(np.diff(yes) > 1) + 1)
    return [(int(part[0]), int(part[-1])) for part in parts if len(part)]


def weighted_and_copied(copies: int = 3) -> tuple[SVC, SVC]:
    """Return a machine with a class weight, and one whose survivors stand in the list more often.

    Both have learned the list of 453 rows, or more, not the groups of equal ones.
    """
    ages, fates, number = men_by_age()
    X, y = np.repeat(ages, number, axis=0), np.repeat(fates, number)
    rows = np.repeat(np.arange(len(y)), np.where(y > 0, copies, 1))
    look = {"C": PENALTY, "gamma": GAMMA, "tol": 1e-4}
    return (SVC(class_weight={1: copies, -1: 1}, **look).fit(X, y),
            SVC(**look).fit(X[rows], y[rows]))
