"""Lesson 05d: what a threshold costs, as two kinds of error with two prices.

On the left the passengers stand at their probabilities, survivors upwards and victims downwards;
the filled ones are answered wrongly. On the right the same two fills are stacked as a cost.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage, Toggle
from coursekit.lessons.lesson05d.passengers import COUNTS, STEPS
from coursekit.plots import style

EDGES = np.arange(STEPS + 1) / STEPS
HIGH, LOW = 45, -105            # passengers at which a bar is cut off
TOP = 0.8                       # cost per passenger at the upper end of the right panel
BAR = 0.05                      # width of the bar on the right
LEFT, RIGHT = (0.05, 0.135, 0.435, 0.51), (0.57, 0.135, 0.405, 0.51)
FATES = {"survived": (style.BLUE, style.LIGHT_BLUE), "died": (style.ORANGE, style.PALE_ORANGE)}


class Errors:
    """Wrong answers and their cost at each threshold 0, 0.02, …, 1, for one model."""

    def __init__(self, model: str, miss: float):
        self.survived, self.died = map(np.array, COUNTS[model])
        self.n = int(self.survived.sum() + self.died.sum())
        self.missed = np.concatenate([[0], np.cumsum(self.survived)])
        self.alarms = self.died.sum() - np.concatenate([[0], np.cumsum(self.died)])
        self.of_missed, self.of_alarms = miss * self.missed / self.n, self.alarms / self.n
        self.cost = self.of_missed + self.of_alarms
        self.miss, self.theory = miss, 1 / (1 + miss)

    @property
    def lowest(self) -> int:
        """The place of the cheapest threshold; of equal ones the first."""
        return int(np.round(self.cost, 9).argmin())


class CostOfAnError(Explorer):
    """Missed survivors and false alarms at a threshold, and what they cost together.

    Examples
    --------
    >>> CostOfAnError().status.split(":")[0]
    'Threshold 0.50, logistic'
    """

    title = "The cost of an error"
    question = "Which threshold is cheapest if a missed survivor costs more than a false alarm?"
    size = (8.8, 4.7)
    controls = (
        Slider("threshold", "threshold", 0, 1, 1 / STEPS, 0.5,
               "from this probability on the answer is “survived”"),
        Slider("miss", "a miss costs", 1, 10, 1, 4,
               "cost of a survivor who is answered “died”; a false alarm costs 1"),
        Choice("model", "model", tuple(COUNTS), "logistic", "who gave the probabilities"),
        Toggle("all", "all thresholds", False, "draw the cost of every threshold"),
        Toggle("theory", "theory", False, "where the two prices put the threshold"))
    presets = {
        "all thresholds": Preset(
            {"all": True}, "Which way is it cheaper, and why does the curve rise at both ends?",
            shows=r"^Threshold 0\.50.*lowest cost .* at 0\.34"),
        "theory": Preset(
            {"threshold": 0.2, "all": True, "theory": True},
            "Fewer survivors missed, more false alarms. Is the bill smaller?",
            shows=r"^Threshold 0\.20.*Theory says 0\.20"),
        "equal costs": Preset(
            {"miss": 1, "all": True, "theory": True}, "Where is the bottom now?",
            shows=r"a miss at 1 .*Theory says 0\.50"),
        "overconfident": Preset(
            {"model": "naive Bayes", "threshold": 0.2, "all": True},
            "Why does moving the threshold change so little?",
            shows=r"^Threshold 0\.20, naive Bayes")}

    def build(self, canvas: Canvas) -> None:
        """Make both panels, and write what does not depend on the threshold."""
        ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
        self._stage = stage = Stage(canvas, fates=(LEFT, {
            "xlim": (0, 1), "ylim": (LOW - 20, HIGH + 16), "xticks": ticks, "yticks": [],
            "xlabel": "probability of survival, by the model"}), cost=(RIGHT, {
                "xlim": (0, 1), "ylim": (0, TOP), "xticks": ticks,
                "yticks": [0, 0.2, 0.4, 0.6, 0.8], "xlabel": "threshold",
                "ylabel": "cost per passenger"}))
        stage.cost.grid(True, axis="y")
        stage.fates.spines["left"].set_visible(False)
        stage.fates.axhline(0, color=style.INK, lw=1.2, zorder=4)
        survived, died = style.WORDS["survived"], style.WORDS["died"]
        for y, words, colour in ((0.835, "missed: survived,\nanswered “died”", survived),
                                 (0.735, "false alarms: died,\nanswered “survived”", died)):
            stage.word(0.22, y, words, 13, color=colour, fontweight="normal")
        for name, y, colour in (("survived", 0.53, survived), ("died", 0.31, died)):
            stage.word(0.027, y, name, 13, color=colour, fontweight="normal", rotation=90,
                       ha="center")
        stage.word(0.655, 0.835, "cost per passenger", fontweight="normal")

    def draw(self, state: dict) -> str:
        """Fill the wrong answers on the left, and stack their costs on the right."""
        found, k, stage = Errors(state["model"], state["miss"]), round(
            state["threshold"] * STEPS), self._stage
        self._draw_fates(found, k)
        self._draw_cost(found, k)
        if state["all"]:
            self._draw_curve(found)
        else:
            for t in (0.22, 0.8):
                stage.word(t, 0.35, "?", 40, stage.cost, "normal", color=style.GREY, ha="center",
                           zorder=1)
        if state["theory"]:
            stage.cost.plot([found.theory], [0.02], "^", ms=14, color=style.GREEN, mec="white",
                            zorder=6, clip_on=False, label="theory")
            stage.word(0.965, 0.672, f"▲ theory 1/{1 + found.miss:g} = {found.theory:.2f}", 13,
                       fontweight="normal", ha="right", color=style.WORDS["male"])
        stage.word(0.02, 0.95, _finding(state, found, k), 16)
        return _words(state, found, k)

    def _draw_fates(self, found: Errors, k: int) -> None:
        """Draw the passengers at their probabilities, the wrong answers in full colour."""
        stage, t = self._stage, k / STEPS
        for fate, counts, end in (("survived", found.survived, HIGH), ("died", -found.died, LOW)):
            wrong = (np.arange(STEPS) < k) == (fate == "survived")
            for mine, colour, name in ((wrong, FATES[fate][0], "wrong"),
                                       (~wrong, FATES[fate][1], "right")):
                stage.areas(stage.fates, [
                    _box(EDGES[i], EDGES[i + 1], 0, min(max(counts[i], LOW), HIGH))
                    for i in np.flatnonzero(mine & (counts != 0))], colour, 0.8,
                    edgecolors=style.COLOURS[fate], label=f"{fate}, {name}")
            for i in np.flatnonzero(np.abs(counts) > abs(end)):
                stage.word(min(max(EDGES[i] + 0.01, 0.08), 0.955), end + (7 if end > 0 else -5),
                           str(abs(counts[i])), 12, stage.fates, "normal", ha="center")
        stage.lines(stage.fates, [[(t, LOW - 20), (t, HIGH + 16)]], style.INK, 4, 5)
        stage.word(max(t + 0.015, 0.13) if t < 0.6 else t - 0.015, LOW - 13, f"threshold {t:.2f}",
                   14, stage.fates, zorder=6, ha="left" if t < 0.6 else "right")

    def _draw_cost(self, found: Errors, k: int) -> None:
        """Stack the two costs at the threshold, and write how they come about."""
        stage, t = self._stage, k / STEPS
        ends = min(max(t - BAR / 2, 0), 1 - BAR), min(max(t + BAR / 2, BAR), 1)
        missed, alarms, cost = found.of_missed[k], found.of_alarms[k], found.cost[k]
        survived, died = style.WORDS["survived"], style.WORDS["died"]
        for low, high, colour, name in ((0, missed, style.BLUE, "missed"),
                                        (missed, cost, style.ORANGE, "false alarms")):
            stage.areas(stage.cost, [_box(*ends, low, high)], colour, 0, 3, label=name)
        stage.word(0.205, 0.835, f"{found.missed[k]} × {found.miss}", 23, color=survived,
                   ha="right")
        stage.word(0.205, 0.735, f"{found.alarms[k]} × 1", 23, color=died, ha="right")
        stage.word(0.515, 0.835, f"{cost:.3f}", 25)
        stage.word(0.515, 0.735, f"= {missed:.3f} missed", 13, color=survived, fontweight="normal")
        stage.word(0.735, 0.735, f"+ {alarms:.3f} false alarms", 13, color=died,
                   fontweight="normal")

    def _draw_curve(self, found: Errors) -> None:
        """Draw both costs of every threshold, and the lowest sum."""
        stage, best = self._stage, found.lowest
        there = np.concatenate([EDGES, EDGES[::-1]])
        for low, high, colour, name in (
                (0 * EDGES, found.of_missed, style.LIGHT_BLUE, "missed"),
                (found.of_missed, found.cost, "#F9CDB0", "false alarms")):
            heights = np.concatenate([low, high[::-1]])
            stage.areas(stage.cost, [np.column_stack([there, heights])], colour, 0, 1,
                        label=f"{name}, every threshold")
        stage.cost.plot(EDGES, found.cost, color=style.INK, lw=3, zorder=4, label="cost")
        stage.cost.plot([EDGES[best]], [found.cost[best]], "D", ms=11, color="white", zorder=5,
                        mec=style.INK, mew=2.5, label="lowest")
        stage.word(0.515, 0.672, f"◇ lowest {found.cost[best]:.3f} at {EDGES[best]:.2f}", 13,
                   fontweight="normal")

    def details(self, state: dict) -> str:
        """Return the two parts of the cost, and what the threshold finds."""
        found, k = Errors(state["model"], state["miss"]), round(state["threshold"] * STEPS)
        return (f"Of the cost, {found.of_missed[k]:.3f} comes from missed survivors and "
                f"{found.of_alarms[k]:.3f} from false alarms; "
                f"{found.missed[k] + found.alarms[k]} of {found.n} answers are wrong.")


def _box(left: float, right: float, low: float, high: float) -> list[tuple[float, float]]:
    return [(left, low), (right, low), (right, high), (left, high)]


def _finding(state: dict, found: Errors, k: int) -> str:
    if not state["all"]:
        return f"{found.missed[k]} missed at {state['miss']}, {found.alarms[k]} false alarms at 1"
    if np.isclose(found.cost[k], found.cost.min()):
        return "No threshold is cheaper on these passengers"
    side = "lower" if found.lowest < k else "higher"
    return (f"On these passengers a {side} threshold is "
            f"{1 - found.cost.min() / found.cost[k]:.0%} cheaper")


def _words(state: dict, found: Errors, k: int) -> str:
    words = (f"Threshold {state['threshold']:.2f}, {state['model']}: {found.missed[k]} of "
             f"{found.missed[-1]} survivors are missed, and {found.alarms[k]} of "
             f"{found.alarms[0]} who died are false alarms. With a miss at {state['miss']} and a "
             f"false alarm at 1, the cost per passenger is {found.cost[k]:.3f}"
             f"{' (the bar is cut off)' if found.cost[k] > TOP else ''}.")
    if state["all"]:
        words += (f" The lowest cost on these passengers is {found.cost[found.lowest]:.3f}, at "
                  f"{EDGES[found.lowest]:.2f}.")
    if state["theory"]:
        words += f" Theory says {found.theory:.2f}."
    return words
