"""Lesson 04: the sum of bumps over the ages of the men and boys of the Titanic."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Explorer, LogSlider, Preset
from coursekit.lessons.lesson04.explorers.sum_of_bumps import (
    FACES, MEN, SHOWN, WORDS, Drawn, SumOfBumps, short,
)
from coursekit.lessons.lesson04.machines import Bumps
from coursekit.plots import style
from coursekit.wording import plural

BOYS = 16           # years below which somebody is called a boy


def called(shown: Drawn) -> list[tuple[float, float]]:
    """Return the stretches of age that are called survivors and hold a passenger.

    Examples
    --------
    >>> from coursekit.lessons.lesson04.explorers.sum_of_bumps import drawn
    >>> [(low, round(high, 1)) for low, high in called(drawn("men by age", 1.0, 0.02, 1.0))]
    [(-inf, 5.8)]
    """
    ages = shown.machine.X[shown.at > 0, 0]
    ends = [-np.inf, *(float(age) for age in shown.borders), np.inf]
    return [(low, high) for low, high in zip(ends[:-1], ends[1:], strict=True)
            if ((low < ages) & (ages < high)).any()]


def counted(shown: Drawn) -> tuple[int, int]:
    """Return how many survivors, and how many victims, have a sum above 0."""
    above, y, number = shown.at > 0, shown.machine.y, shown.machine.number
    return int(number[above & (y > 0)].sum()), int(number[above & (y < 0)].sum())


class MenByAge(SumOfBumps, Explorer):
    """A Gaussian machine that has learned from their age alone which men and boys survived.

    Examples
    --------
    >>> MenByAge().status.split("; ")[-1]
    'it finds 15 of 93 survivors and calls 8 of 360 victims survivors.'
    """

    title = "Men and boys by age"
    question = "Which ages are called survivors?"
    data, across = MEN, "age in years of 453 men and boys"
    controls = (
        LogSlider("C", "penalty C = ceiling", 0.1, 10, 1.0, "a bound for the height of every bump"),
        LogSlider("gamma", "γ: narrowness", 0.002, 0.2, 0.02,
                  "per squared year: a bump falls to 1/e of its height at distance 1/√γ"))
    presets = {
        "narrow bumps": Preset(
            {"gamma": 0.2}, "A bump has fallen to 1/e two years away. Would you believe it?",
            shows=r"γ = 0\.2;.*16 of 93"),
        "low ceiling": Preset(
            {"C": 0.1}, "Who is still called a survivor?", shows=r"C = 0\.1,.*finds 0 of")}

    def _draw_samples(self, shown: Drawn) -> None:
        """Draw everybody, survivors above the sum and victims below it."""
        machine = shown.machine
        for c, marker in FACES:
            own = machine.y == c
            x = np.repeat(machine.X[own, 0], machine.number[own])
            jitter = np.random.default_rng(3).uniform(-0.11, 0.11, len(x))
            self._stage.low.plot(x, shown.scale * (0.86 * c + jitter), marker, markersize=5.5,
                                 color=style.COLOURS[c], markeredgewidth=0, zorder=6)

    def _above(self) -> str:
        return f"{SHOWN} of the survivors' bumps lift, {SHOWN} of the victims' press down"

    def _ceiling(self, side: int, ceiling: float) -> str:
        return f"{'survivors' if side > 0 else 'victims'}’\nceiling: {short(ceiling)}"

    def _told(self, shown: Drawn) -> list[tuple[str, str, str]]:
        found, false = counted(shown)
        number, y = shown.machine.number, shown.machine.y
        return [(f"{found} of {number[y > 0].sum()}", "survivors found", WORDS[1]),
                (f"{false} of {number[y < 0].sum()}", "victims called\nsurvivors", WORDS[-1])]

    def _heights(self, machine: Bumps) -> str:
        return ""

    def _finding(self, shown: Drawn, state: dict) -> str:
        stretches = called(shown)
        if not stretches:
            return "Nobody is called a survivor"
        (low, high), last = stretches[0], stretches[-1]
        if len(stretches) == 1 and low == -np.inf and high < np.inf:
            who = "boys" if high <= BOYS else "those"
            return f"Only {who} under {high:.1f} years are called survivors"
        if len(stretches) == 2 and low == -np.inf and last[1] == np.inf:
            return f"Called survivors: under {high:.1f} years, and from {last[0]:.1f} on"
        return f"{plural(len(stretches), 'stretch', 'stretches')} of age " + \
            f"{'is' if len(stretches) == 1 else 'are'} called survivors"

    def _result(self, shown: Drawn) -> str:
        found, false = counted(shown)
        return (f"their sum has {plural(len(shown.borders), 'border')}; it finds {found} of 93 "
                f"survivors and calls {false} of 360 victims survivors")
