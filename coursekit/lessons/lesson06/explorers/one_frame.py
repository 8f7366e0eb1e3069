"""Lesson 06: a curve as a sum of bumps on the samples, or of boxes that a tree has cut."""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgba

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, LogSlider, Slider
from coursekit.lessons.lesson06.wave import GRID, NOISE, Frame, boxes, bumps, wave
from coursekit.plots import style

BUMPS, BOXES = "bumps on the samples", "boxes of a tree"
HUES = [style.SKY, style.GREY]
MOST = 12
THIN = GRID[::6]                # enough points for a bump
LOW, HIGH = -4.9, 3.6
NARROW = 0.5                    # a narrower box has no room for its weight


class OneFrame(Explorer):
    """Functions of height 1 above; below, each times its weight, and their sum.

    Examples
    --------
    >>> OneFrame(boxes=6).status.split(",")[0]
    '6 boxes: squared error 16.1 on the 40 samples'
    """

    title = "One formula"
    question = "What is fixed beforehand, and what is learned: the heights, or the places, too?"
    size = (8.8, 5.1)
    controls = (
        Choice("kind", "functions", (BOXES, BUMPS), BOXES, "what is added up"),
        Slider("boxes", "boxes", 1, MOST, 1, 6,
               "leaves of the tree; for bumps they are the rival"),
        LogSlider("gamma", "γ of the bumps", 0.1, 100, 1, "a large γ makes bumps narrow; for boxes "
                  "they are the rival", steps=4))
    presets = {
        "three boxes": Preset({"boxes": 3}, "Which bends of the wave do three boxes miss?",
                              shows=r"^3 boxes"),
        "bumps": Preset({"kind": BUMPS}, "How many bumps are there, and where do they stand?",
                        shows=r"^40 bumps.*16\.2"),
        "twelve boxes": Preset(
            {"boxes": MOST}, "Does the curve follow the wave, or the samples?",
            shows=r"^12 boxes"),
        "narrow bumps": Preset(
            {"kind": BUMPS, "gamma": 31.6227766017}, "What does the curve do between the "
            "samples, and why?", shows=r"γ = 31\.6"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create both rows on one scale, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        tall = 0.57
        self._top = figure.add_axes((0.085, 0.76, 0.9, tall * 1.2 / (HIGH - LOW)),
                                    xlim=(0, 9), ylim=(-0.05, 1.15), yticks=[0, 1])
        self._sum = figure.add_axes((0.085, 0.125, 0.9, tall), xlim=(0, 9), ylim=(LOW, HIGH),
                                    xlabel="x", ylabel="y, and the sum f", yticks=range(-3, 4))
        self._top.set(xticks=range(10), ylabel="φ")
        for ax, words in ((self._top, "the functions φ, each 1 high"),
                          (self._sum, "each φ times its weight (shaded), and their sum f (thick)")):
            ax.set_title(words, fontsize=13, fontweight="normal", pad=4)
        self._top.set_xticklabels([])
        for ax in (self._top, self._sum):
            ax.grid(False)
        self._sum.axhline(0, color=style.GREY, lw=1)
        self._phi = canvas.moving(self._top.add_collection(LineCollection([], linewidths=2)))
        self._parts = canvas.moving(self._sum.add_collection(PolyCollection([], zorder=1)))
        (self._curve,) = self._sum.plot([], [], color=style.INK, lw=4, zorder=3)
        x, y = wave()
        (dots,) = self._sum.plot(x, y, "o", color=style.INK, markersize=7, zorder=4,
                                 markeredgecolor="white", markeredgewidth=0.9)
        for artist in (self._curve, dots):
            canvas.moving(artist)
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.012, 0.95, "", fontsize=16, fontweight="bold",
                                               va="center"))
        self._error = canvas.moving(self._sum.text(
            8.92, LOW + 0.95, "", fontsize=14, fontweight="bold", ha="right", va="bottom"))
        self._rival = canvas.moving(self._sum.text(
            8.92, LOW + 0.1, "", fontsize=13, ha="right", va="bottom", color=style.GREY))
        self._words = [canvas.moving(self._sum.text(
            0, 0, "", fontsize=13, fontweight="bold", ha="center", va="center",
            zorder=5, color=style.INK)) for _ in range(MOST)]

    def draw(self, state: dict) -> str:
        """Add up the functions of the state."""
        both = {BOXES: boxes(state["boxes"]), BUMPS: bumps(state["gamma"])}
        many_boxes = f"{state['boxes']} box{'es' * (state['boxes'] > 1)}"
        names = {BOXES: many_boxes, BUMPS: f"40 bumps, γ = {state['gamma']:.3g}"}
        kind = state["kind"]
        other, found = BUMPS if kind == BOXES else BOXES, both[kind]
        _draw_parts(self._top, self._phi, self._parts, found, state["kind"])
        self._curve.set_data(GRID, found.f)
        for text in self._words:
            text.set_text("")
        if state["kind"] == BOXES:
            for text, (low, high), w in zip(self._words, found.places, found.weights, strict=False):
                if high - low >= NARROW:
                    at = w / 3 if abs(w) > 0.7 else max(w, 0) + 0.36
                    text.set(position=((low + high) / 2, at), text=f"{w:.1f}".replace("-", "−"))
        self._error.set_text(f"squared error {found.error:.1f};  typical miss on fresh samples "
                             f"{found.fresh:.2f} (noise {NOISE:.2f})")
        self._rival.set_text(f"for comparison, {names[other]}: {both[other].error:.1f};  "
                             f"{both[other].fresh:.2f}")
        learned = "the tree learns their ends and their heights" if kind == BOXES else \
            "one on each sample, only their heights are learned"
        self._title.set_text(f"{names[kind].split(',')[0]}: {learned}")
        return (f"{names[kind]}: squared error {found.error:.1f} on the 40 samples, typical miss "
                f"(root mean square) {found.fresh:.2f} on fresh ones, of which the noise "
                f"alone accounts for {NOISE:.2f}. For comparison, {names[other]}: "
                f"{both[other].error:.1f} and {both[other].fresh:.2f}.")

    def details(self, state: dict) -> str:
        """Return the weights."""
        if state["kind"] == BUMPS:
            w = bumps(state["gamma"]).weights
            return f"Weights of the bumps from {w.min():.2f} to {w.max():.2f}.".replace("-", "−")
        found = boxes(state["boxes"])
        return "Boxes: " + "; ".join(
            f"{low:.2f} to {high:.2f}, weight {w:.2f}".replace("-", "−")
            for (low, high), w in zip(found.places, found.weights, strict=True)) + "."


def _draw_parts(top: Axes, phi: LineCollection, parts: PolyCollection, found: Frame, kind: str
                ) -> None:
    """Draw each function alone, and the area between 0 and its weight times it."""
    lines, areas = [], []
    for values, w, place in zip(found.phi, found.weights, found.places, strict=True):
        if kind == BOXES:
            low, high = place
            lines.append([(low, 0), (low, 1), (high, 1), (high, 0)])
            areas.append([(low, 0), (low, w), (high, w), (high, 0)])
        else:
            lines.append(np.column_stack([THIN, values[::6]]))
            areas.append([(0, 0), *zip(THIN, w * values[::6], strict=True), (9, 0)])
    hues = [HUES[k % 2] for k in range(len(lines))] if kind == BOXES else [style.SKY]
    phi.set_segments(lines)
    phi.set_color(hues)
    phi.set_linewidth(3 if kind == BOXES else 1.3)
    parts.set_verts(areas)
    parts.set_facecolor([to_rgba(hue, 0.35 if kind == BOXES else 0.15) for hue in hues])
    parts.set_edgecolor(hues)
    parts.set_linewidth(1.2 if kind == BOXES else 0.5)
