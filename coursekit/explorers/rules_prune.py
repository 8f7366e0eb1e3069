"""Lesson 07c: delete the conditions of a rule, and watch what the level of the bound does to it."""
from __future__ import annotations

from functools import cache

import numpy as np

from coursekit.datasets import load_hypothyroid
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import LogSlider, Slider
from coursekit.plots import style
from coursekit.rules import Deletion, Rule, Table, rules_of_tree, simplify
from coursekit.tree.c45 import grow_c45

MOST = 7    # conditions of the longest rule
LOWEST = 5e-4


@cache
def thyroid() -> tuple[Table, np.ndarray, tuple[Rule, ...]]:
    """Return the training samples, their classes, and the rules of C4.5's tree."""
    frame = load_hypothyroid()
    X, y = frame.drop(columns="class"), frame["class"].astype(str)
    return Table.of(X), y.to_numpy(), rules_of_tree(grow_c45(X, y))


@cache
def deletions(number: int, alpha: float) -> tuple[Deletion, ...]:
    """Return the greedy steps for one rule of the tree, counted from 1."""
    table, y, rules = thyroid()
    return tuple(simplify(rules[number - 1], table, y, alpha)[1])


class RulePruner(Explorer):
    """The rules of the thyroid tree, simplified greedily at a level that can be chosen."""

    title = "A rule made shorter"
    question = "How does the level of the bound decide how much of a rule stays?"
    size = (8.8, 4.6)
    controls = (
        Slider("rule", "rule of the tree", 1, 11, 1, 5, "one rule for each leaf, from the top"),
        LogSlider("alpha", "level α", 1 / 64, 0.5, 0.25,
                  "two-sided level of the bound; the smaller, the more a small cover costs",
                  steps=8, base=2.0),
    )
    presets = {
        "a little more careful": Preset(
            {"rule": 5, "alpha": 0.25 * 2 ** (-1 / 8)},
            "what is left of the rule now?",
            shows=r"^Rule 5, .*α = 0\.229.*no condition at all"),
        "nobody covered": Preset(
            {"rule": 7, "alpha": 0.25},
            "U is 1 at the start: what can greedy go by?",
            shows=r"^Rule 7, .*U goes from 100\.00%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the rows of text, the dots of all deletions and the way taken."""
        left, ax, right = canvas.figure.subplots(1, 3, width_ratios=[8, 11, 4])
        for side, heading in ((left, "deleted, one after another"), (right, "right / wrong")):
            side.set(xlim=(0, 1), ylim=(MOST + 0.6, -0.6))
            side.set_title(heading, fontsize=11.5, loc="left", fontweight="normal")
            side.set_axis_off()
        style.label(ax, "what each deletion would give", "upper bound U, % (log scale)",
                    "deletions made")
        ax.set(xscale="log", xlim=(100 * LOWEST, 100), ylim=(MOST + 0.6, -0.6),
               xticks=[0.1, 1, 10, 100], yticks=range(MOST + 1))
        ax.xaxis.set_major_formatter("{x:g}")
        self._names, self._told = (
            [canvas.moving(side.text(0, k, "", fontsize=11.5, va="center", parse_math=False))
             for k in range(MOST + 1)] for side in (left, right))
        self._tried = canvas.moving(*ax.plot([], [], "o", color=style.GREY, markersize=5,
                                             clip_on=False))
        self._way = canvas.moving(*ax.plot([], [], "D-", color=style.BLUE, markersize=8, lw=2,
                                           clip_on=False))
        canvas.figure.legend([self._tried, self._way], ["one condition less", "chosen"],
                             loc="outside lower center", ncols=2)

    def draw(self, state: dict) -> str:
        """Show all deletions that were tried, and those that were made."""
        steps = deletions(state["rule"], state["alpha"])
        start, end = steps[0].now, steps[-1].now
        self._way.set_data([100 * s.now.bound for s in steps], range(len(steps)))
        tried = [(100 * judged.bound, k + 1) for k, s in enumerate(steps) for judged in s.without]
        self._tried.set_data(*zip(*tried) if tried else ([], []))
        for k, (name, told) in enumerate(zip(self._names, self._told)):
            if k >= len(steps):
                name.set_text("")
                told.set_text("")
                continue
            now = steps[k].now
            gone = steps[k - 1].deleted
            name.set_text(str(gone) if k else "nothing yet")
            told.set_text(f"{now.right} / {now.wrong}")
        label = thyroid()[2][state["rule"] - 1].label
        kept = " and ".join(map(str, end.conditions)) or "no condition at all"
        U = (f"stays at {end.bound:.2%}" if start.bound == end.bound else
             f"goes from {start.bound:.2%} to {end.bound:.2%}")
        return (f"Rule {state['rule']}, {label}, α = {state['alpha']:.3g}: U {U}. Left of "
                f"{_number(len(start.conditions))}: {kept}. {_story(steps)}")


def _number(k: int) -> str:
    return f"{k} condition{'s' * (k != 1)}"


def _story(steps: tuple[Deletion, ...]) -> str:
    """Tell what decided: nobody covered, all samples, a tie, or a bound that would rise."""
    start, end = steps[0].now, steps[-1].now
    if not end.conditions:
        return "All samples together are charged less than any small cover."
    if start.right + start.wrong == 0 and end.wrong > end.right:
        return ("Nobody was covered, so the first deletions were ties, decided by their order; "
                "greedy ended in a rule that is mostly wrong.")
    if start.right + start.wrong == 0:
        return ("Nobody was covered at first (U = 1): a deletion helps once someone is covered "
                "rightly.")
    if len(steps) == 1:
        return (f"Nothing goes: the best deletion would raise U to "
                f"{min(j.bound for j in steps[0].without):.2%}.")
    return (f"Another deletion would raise U to "
            f"{min(j.bound for j in steps[-1].without):.2%} at least.")
