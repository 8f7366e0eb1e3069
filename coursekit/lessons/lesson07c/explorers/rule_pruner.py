"""Lesson 07c: delete the conditions of a rule, and watch what level and bound do to it."""
from __future__ import annotations

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage
from coursekit.lessons.lesson07c.thyroid import (
    BOUNDS, CLASSES, deletions, sentence, thyroid, words,
)
from coursekit.plots import style
from coursekit.rules import Deletion, Judged
from coursekit.tree.conditions import Condition

MOST = 7    # conditions of the longest rule
ROWS = (-0.7, MOST + 0.7)
COUNTED = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven")


class RulePruner(Explorer):
    """The rules of the thyroid tree, simplified greedily at a level and a bound to be chosen.

    Examples
    --------
    >>> RulePruner().status.split(";")[0]
    'Rule 5 (negative), two-sided, α = 0.25: U goes from 65.01% to 8.19%'
    """

    title = "A rule made shorter"
    question = "How do the level and the choice of the bound decide how much of a rule stays?"
    size = (8.8, 4.7)
    controls = (
        Slider("rule", "rule", 1, 11, 1, 5, "one rule for each leaf of the tree, from the top"),
        LogSlider("alpha", "level α", 1 / 64, 0.5, 0.25,
                  "the smaller, the larger the bound of a small cover", steps=8, base=2.0),
        Choice("bound", "bound U", tuple(BOUNDS), "two-sided",
               "two-sided: α/2 is left above it; Quinlan's: α, one-sided"),
    )
    presets = {
        "a little stricter": Preset(
            {"rule": 5, "alpha": 0.25 * 2 ** (-1 / 8), "bound": "two-sided"},
            "What is left of the rule now?",
            shows=r"^Rule 5 .*α = 0\.229.*left is no condition"),
        "covers nobody": Preset(
            {"rule": 7, "alpha": 0.25, "bound": "two-sided"},
            "U is 100% at the start: by what can the greedy way choose?",
            shows=r"^Rule 7 .*U goes from 100\.00%"),
        "whose U?": Preset(
            {"rule": 10, "alpha": 0.25, "bound": "Quinlan's"},
            "Switch the bound. Which of the two rules would you rather tell a doctor?",
            shows=r"^Rule 10 .*Quinlan's.*FTI > 64 and surgery"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the axis of the bound, and the paper with its headings."""
        self._stage = stage = Stage(canvas, extent=(880, 470), plane=(
            (0.33, 0.235, 0.4, 0.59), {"xlim": (0, 102), "ylim": ROWS[::-1], "yticks": [],
                                       "xticks": range(0, 101, 25)}))
        stage.plane.xaxis.set_major_formatter("{x:g}%")
        stage.plane.tick_params(labelsize=13)
        stage.plane.set_xlabel("upper bound U of the error rate", fontsize=13)
        stage.plane.grid(True, axis="x")
        for x, heading, side in ((11, "the rule", "left"), (738, "right / wrong", "center"),
                                 (868, "U", "right")):
            stage.word(x, 402, heading, 13, ha=side, fontweight="normal")

    def draw(self, state: dict) -> str:
        """Show all deletions that were tried, and those that were made."""
        steps = deletions(state["rule"], state["alpha"], state["bound"])
        start, end = steps[0].now, steps[-1].now
        stage, ax = self._stage, self._stage.plane
        tried = [(100 * judged.bound, k + 1) for k, s in enumerate(steps) for judged in s.without]
        ax.plot(*zip(*tried) if tried else ([], []), "o", color=style.GREY, markersize=7,
                mfc="white", mew=1.8, clip_on=False)
        ax.plot([100 * s.now.bound for s in steps], range(len(steps)), "D-", color=style.BLUE,
                markersize=10, lw=2.4, clip_on=False)
        for k, step in enumerate(steps):
            y, now = _height(k), step.now
            stage.word(11, y, _without(steps[k - 1].deleted) if k else "as it stands", 13,
                       fontweight="normal")
            stage.word(738, y, f"{now.right} / {now.wrong}", 13, ha="center", fontweight="normal")
            stage.word(868, y, _percent(now.bound), 13, ha="right")
        if steps[-1].without:
            least = min(judged.bound for judged in steps[-1].without)
            stage.word(11, _height(len(steps)), f"stop: {end.bound:.1%} → {least:.1%}", 13)
        if tried:
            x, k = max(tried, key=lambda at: (at[1] == 1, at[0] if at[0] < 99 else 0))
            stage.word(x + 2 if x < 70 else x - 2, k - 0.42, "other choices", 12, ax,
                       fontweight="normal", ha="left" if x < 70 else "right")
        kept = sentence(end.conditions)
        stage.word(11, 444, _finding(start, end), 16)
        stage.word(11, 26, _wrapped(f"what remains: {kept}"), 18 if len(kept) < 50 else 13,
                   color=style.WORDS["survived"])
        told = (f"stays at {_percent(end.bound)}" if start.bound == end.bound else
                f"goes from {_percent(start.bound)} to {_percent(end.bound)}")
        label = CLASSES[thyroid()[2][state["rule"] - 1].label]
        return (f"Rule {state['rule']} ({label}), {state['bound']}, α = {state['alpha']:.3g}: U "
                f"{told}; left is {kept}. {_story(steps)}")

    def details(self, state: dict) -> str:
        """Return the bound after each deletion that was tried."""
        rows = []
        for k, step in enumerate(deletions(state["rule"], state["alpha"], state["bound"]), 1):
            each = [f"without {words(gone)} {_percent(judged.bound)}"
                    for gone, judged in zip(step.now.conditions, step.without)]
            rows += [f"step {k}: {', '.join(each)}"] if each else []
        return "; ".join(rows) + "."


def _percent(U: float) -> str:
    return f"{U:.2%}"


def _wrapped(text: str) -> str:
    """Break a long rule into two lines."""
    if len(text) < 84:
        return text
    at = text.rindex(" and ", 0, 84)
    return f"{text[:at]}\n{text[at + 1:]}"


def _height(k: int) -> float:
    """Return where on the paper the row of a step lies."""
    low, high = 470 * 0.235, 470 * (0.235 + 0.59)
    return high - (high - low) * (k - ROWS[0]) / (ROWS[1] - ROWS[0])


def _without(condition: Condition) -> str:
    text = words(condition)
    return f"without “{text}”" if text.startswith("no ") else f"without {text}"


def _finding(start: Judged, end: Judged) -> str:
    gone = len(start.conditions) - len(end.conditions)
    many = f"{COUNTED[gone]} condition{'s go' if gone > 1 else ' goes'}"
    if start.bound == end.bound:
        return f"{many}, and the bound stays at {end.bound:.0%}"
    return f"{many}, and the bound falls from {start.bound:.0%} to {_short(end.bound)}"


def _short(U: float) -> str:
    return f"{U:.0%}" if U > 0.015 else f"{U:.1%}"


def _story(steps: tuple[Deletion, ...]) -> str:
    """Tell what decided: nobody covered, all samples, a tie, or a bound that would rise."""
    start, end = steps[0].now, steps[-1].now
    if not end.conditions:
        return "All samples together have a smaller bound than what was left of the rule."
    if start.right + start.wrong == 0 and end.wrong > end.right:
        return ("Nobody was covered, so the first deletions were ties, decided by their order; "
                "greedy ended in a rule that is mostly wrong.")
    if start.right + start.wrong == 0:
        return ("Nobody was covered at first (U = 100%): a deletion helps once someone is covered "
                "rightly.")
    least = _percent(min(judged.bound for judged in steps[-1].without))
    if len(steps) == 1:
        return f"The best deletion would raise U to {least}, so nothing goes."
    return f"Another deletion would raise U to {least} at least."
