"""Lesson 05d: what a threshold costs, as two kinds of error with two prices.

On the left the passengers stand at their probabilities, survivors upwards and victims downwards;
the filled ones are answered wrongly. On the right the same two fills are stacked as a cost.
"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from coursekit.explorer import Canvas, Choice, Explorer, Numbers, Preset, Slider, Toggle
from coursekit.lessons.lesson05d.passengers import COUNTS, STEPS
from coursekit.plots import style

EDGES = np.arange(STEPS + 1) / STEPS
HIGH, LOW = 70, -125            # passengers at which a bar is cut off
TOP = 1.6                       # cost per passenger at the upper end of the right panel
BAR = 0.05                      # width of the bar on the right
LEFT, RIGHT = (0.05, 0.135, 0.435, 0.51), (0.57, 0.135, 0.405, 0.51)


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
        Toggle("all", "all thresholds", False, "draw the cost of every threshold"))
    presets = {
        "all thresholds": Preset(
            {"all": True}, "Which way is it cheaper, and why does the curve rise at both ends?",
            shows=r"^Threshold 0\.50.*lowest cost .* at 0\.34"),
        "theory": Preset(
            {"threshold": 0.2, "all": True},
            "Fewer survivors missed, more false alarms. Is the bill smaller?",
            shows=r"^Threshold 0\.20.*theory says 0\.20"),
        "equal costs": Preset(
            {"miss": 1, "all": True}, "Where is the bottom now?",
            shows=r"a miss at 1 .*theory says 0\.50"),
        "overconfident": Preset(
            {"model": "naive Bayes", "threshold": 0.2, "all": True},
            "Why does moving the threshold change so little?",
            shows=r"^Threshold 0\.20, naive Bayes")}

    def build(self, canvas: Canvas) -> None:
        """Create both panels, and what is written above them."""
        canvas.figure.set_layout_engine("none")
        left = canvas.figure.add_axes(LEFT, xlim=(0, 1), ylim=(LOW - 28, HIGH + 22))
        right = canvas.figure.add_axes(RIGHT, xlim=(0, 1), ylim=(0, TOP))
        left.set(xticks=[0, 0.2, 0.4, 0.6, 0.8, 1], yticks=[],
                 xlabel="probability of survival, by the model")
        right.set(xticks=[0, 0.2, 0.4, 0.6, 0.8, 1], yticks=[0, 0.4, 0.8, 1.2, 1.6],
                  xlabel="threshold", ylabel="cost per passenger")
        left.spines["left"].set_visible(False)
        left.axhline(0, color=style.INK, lw=1.2, zorder=4)
        self._build_left(canvas, left)
        self._build_right(canvas, right)
        self._build_words(canvas)

    def _build_left(self, canvas: Canvas, ax: Axes) -> None:
        looks = {("survived", True): style.BLUE, ("survived", False): style.LIGHT_BLUE,
                 ("died", True): style.ORANGE, ("died", False): style.PALE_ORANGE}
        self._bars = {key: canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=colour, edgecolor=style.COLOURS[key[0]], linewidth=0.8, zorder=2,
            label=f"{key[0]}, {'wrong' if key[1] else 'right'}")))
            for key, colour in looks.items()}
        self._line = canvas.moving(ax.axvline(0, color=style.INK, lw=4, zorder=5))
        self._at = canvas.moving(ax.text(0, LOW - 17, "", fontsize=14, weight="bold", va="center",
                                         zorder=6))
        self.cut_off = Numbers(canvas, ax, 12)

    def _build_right(self, canvas: Canvas, ax: Axes) -> None:
        def area(colour: str, name: str, zorder: int) -> PolyCollection:
            return canvas.moving(ax.add_collection(PolyCollection(
                [], facecolor=colour, zorder=zorder, label=name)))
        self._areas = [area(style.LIGHT_BLUE, "missed, every threshold", 1),
                       area("#F9CDB0", "false alarms, every threshold", 1)]
        self._stack = [area(style.BLUE, "missed", 3), area(style.ORANGE, "false alarms", 3)]
        (self._curve,) = ax.plot([], [], color=style.INK, lw=3, zorder=4, label="cost")
        (self._lowest,) = ax.plot([], [], "D", ms=11, color="white", mec=style.INK, mew=2.5,
                                  zorder=5, label="lowest")
        (self._theory,) = ax.plot([], [], "^", ms=14, color=style.GREEN, mec="white", zorder=6,
                                  clip_on=False, label="theory")
        self._note = ax.text(0, 0, "", fontsize=13, va="bottom", zorder=6)
        for artist in (self._curve, self._lowest, self._theory, self._note):
            canvas.moving(artist)

    def _build_words(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=3)
        paper.set_axis_off()
        paper.patch.set_visible(False)

        def words(x: float, y: float, size: float, colour: str = style.INK, **look):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", color=colour,
                                            **look))
        survived, died = style.WORDS["survived"], style.WORDS["died"]
        self._headline = words(0.02, 0.95, 16, weight="bold")
        self._missed = words(0.205, 0.835, 23, survived, weight="bold", ha="right")
        self._alarms = words(0.205, 0.735, 23, died, weight="bold", ha="right")
        paper.text(0.22, 0.835, "missed: survived,\nanswered “died”", fontsize=13, va="center",
                   color=survived)
        paper.text(0.22, 0.735, "false alarms: died,\nanswered “survived”", fontsize=13,
                   va="center", color=died)
        for name, y, colour in (("survived", 0.55, survived), ("died", 0.31, died)):
            paper.text(0.027, y, name, fontsize=13, rotation=90, ha="center", va="center",
                       color=colour)
        self._cost = words(0.515, 0.835, 25, weight="bold")
        paper.text(0.655, 0.835, "cost per passenger", fontsize=14, va="center")
        self._parts = [words(0.515, 0.735, 13, survived), words(0.735, 0.735, 13, died)]

    def draw(self, state: dict) -> str:
        """Fill the wrong answers on the left, and stack their costs on the right."""
        t, miss = state["threshold"], state["miss"]
        found, k = Errors(state["model"], miss), round(t * STEPS)
        self._draw_left(found, k)
        missed, alarms, cost = found.of_missed[k], found.of_alarms[k], found.cost[k]
        ends = min(max(t - BAR / 2, 0), 1 - BAR), min(max(t + BAR / 2, BAR), 1)
        self._stack[0].set_verts([_box(*ends, 0, missed)])
        self._stack[1].set_verts([_box(*ends, missed, cost)])
        self._draw_curve(state["all"], found)
        self._missed.set_text(f"{found.missed[k]} × {miss}")
        self._alarms.set_text(f"{found.alarms[k]} × 1")
        self._cost.set_text(f"{cost:.3f}")
        self._parts[0].set_text(f"= {missed:.3f} missed")
        self._parts[1].set_text(f"+ {alarms:.3f} false alarms")
        self._headline.set_text(_finding(state, found, k))
        return _words(state, found, k)

    def _draw_left(self, found: Errors, k: int) -> None:
        t, numbers = k / STEPS, []
        for (fate, wrong), bars in self._bars.items():
            counts = found.survived if fate == "survived" else -found.died
            below = np.arange(STEPS) < k
            mine = (below if fate == "survived" else ~below) == wrong
            bars.set_verts([_box(EDGES[i], EDGES[i + 1], 0, min(max(counts[i], LOW), HIGH))
                            for i in np.flatnonzero(mine & (counts != 0))])
        for i in range(STEPS):
            for count, end in ((found.survived[i], HIGH + 11), (found.died[i], LOW - 6)):
                if count > (HIGH if end > 0 else -LOW):
                    numbers.append((min(max(EDGES[i] + 0.01, 0.08), 0.955), end, str(count)))
        self.cut_off.show(numbers)
        self._line.set_xdata([t, t])
        self._at.set(text=f"threshold {t:.2f}", x=max(t + 0.015, 0.13) if t < 0.6 else t - 0.015,
                     ha="left" if t < 0.6 else "right")

    def _draw_curve(self, shown: bool, found: Errors) -> None:
        there = np.concatenate([EDGES, EDGES[::-1]])
        for area, low, high in zip(self._areas, (0 * EDGES, found.of_missed),
                                   (found.of_missed, found.cost), strict=True):
            heights = np.concatenate([low, high[::-1]])
            area.set_verts([np.column_stack([there, heights])] if shown else [])
        self._curve.set_data(*((EDGES, found.cost) if shown else ([], [])))
        best = found.lowest
        self._lowest.set_data(*(([EDGES[best]], [found.cost[best]]) if shown else ([], [])))
        self._theory.set_data(*(([found.theory], [0.05]) if shown else ([], [])))
        self._note.set(text=f"◇ lowest: {found.cost[best]:.3f} at {EDGES[best]:.2f}\n"
                            f"▲ theory: 1/{1 + found.miss:g} = {found.theory:.2f}"
                       if shown else "", x=0.03, y=1.23)

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
        return f"What does the threshold {state['threshold']:.2f} cost?"
    if np.isclose(found.cost[k], found.cost.min()):
        return "No threshold is cheaper on these passengers"
    side = "lower" if found.lowest < k else "higher"
    return (f"A miss costs {state['miss']}: a {side} threshold is "
            f"{1 - found.cost.min() / found.cost[k]:.0%} cheaper")


def _words(state: dict, found: Errors, k: int) -> str:
    words = (f"Threshold {state['threshold']:.2f}, {state['model']}: {found.missed[k]} of "
             f"{found.missed[-1]} survivors are missed, and {found.alarms[k]} of "
             f"{found.alarms[0]} who died are false alarms. With a miss at {state['miss']} and a "
             f"false alarm at 1, the cost per passenger is {found.cost[k]:.3f}"
             f"{' (the bar is cut off)' if found.cost[k] > TOP else ''}.")
    if state["all"]:
        words += (f" The lowest cost on these passengers is {found.cost[found.lowest]:.3f}, at "
                  f"{EDGES[found.lowest]:.2f}; theory says {found.theory:.2f}.")
    return words
