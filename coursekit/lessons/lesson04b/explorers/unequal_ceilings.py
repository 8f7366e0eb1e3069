"""Lesson 04b: the men and boys again, with a ceiling of its own for each class."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Explorer, Preset, Slider
from coursekit.lessons.lesson04.explorers.men_by_age import MenByAge, called
from coursekit.lessons.lesson04.explorers.sum_of_bumps import MEN, Drawn, drawn, short
from coursekit.plots import style


class UnequalCeilings(MenByAge, Explorer):
    """The sum of bumps over the ages, where missing a survivor costs more than a false alarm.

    Examples
    --------
    >>> UnequalCeilings(weight=3).status.split("; ")[-1]
    'it finds 22 of 93 survivors and calls 16 of 360 victims survivors.'
    """

    title = "Unequal ceilings"
    question = "What does a higher ceiling for the survivors change?"
    controls = (Slider("weight", "weight of the survivors", 1, 4, 0.25, 1,
                       "the survivors' ceiling is this many times that of the victims"),
                *MenByAge.controls)
    presets = {
        "three times": Preset(
            {"weight": 3}, "Who is found now, and who is wrongly called a survivor?",
            shows=r"survivors = 3, .*22 of 93 .*16 of 360"),
        "balanced": Preset(
            {"weight": 3.75}, "Nearly the ratio of victims to survivors. Whom does it add?",
            shows=r"survivors = 3\.75")}

    def _draw_sum(self, shown: Drawn) -> None:
        """Draw the sum, and where its first border was with equal ceilings."""
        super()._draw_sum(shown)
        equal = drawn(MEN, float(shown.machine.ceiling.min()), shown.machine.gamma, 1.0)
        if not np.array_equal(equal.f, shown.f) and len(equal.borders):
            at = equal.borders[0]
            self._stage.lines(self._stage.low, [[(at, -shown.scale), (at, shown.scale)]],
                              style.GREY, 2.6, linestyles=(0, (1, 1.2)), gid="equal ceilings")
            self._stage.word(at + 1, -0.62 * shown.scale, f"equal ceilings: {at:.1f}", 13,
                             self._stage.low, color="#4A4A4A", zorder=9,
                             bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})

    def _finding(self, shown: Drawn, state: dict) -> str:
        weight = state["weight"]
        equal = drawn(MEN, state["C"], state["gamma"], 1.0)
        now = called(shown)
        ends = [stretches[0][1] for stretches in (called(equal), now) if stretches]
        if weight == 1 or len(ends) < 2 or max(ends) == np.inf or ends[0] > ends[1] or len(now) > 2:
            return super()._finding(shown, state)
        return (f"A ceiling {short(weight)} times as high moves the border from "
                f"{ends[0]:.0f} to {ends[1]:.0f} years")
