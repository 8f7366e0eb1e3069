"""Lesson 06: a curve as a sum of bumps on the samples, or of boxes that a tree has cut."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgba

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage
from coursekit.lessons.lesson06.wave import GRID, NOISE, Frame, boxes, bumps, wave
from coursekit.plots import style
from coursekit.wording import plural, signed

BUMPS, BOXES = "bumps on the samples", "boxes of a tree"
HUES = [style.SKY, style.GREY]
MOST = 12
THIN = GRID[::6]                # enough points for a bump
LOW, HIGH = -4.9, 3.6
NARROW, WIDE = 0.5, 0.95        # a narrower box has no room for its height, or for its name


class OneFrame(Explorer):
    """Boxes of a tree, or bumps on the samples, each times its weight, and their sum.

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
               "leaves of the tree"),
        LogSlider("gamma", "γ of the bumps", 0.1, 100, 1, "a large γ makes bumps narrow", steps=4))
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
        """Set the plane of the sum."""
        self._stage = stage = Stage(canvas, sum=((0.085, 0.125, 0.9, 0.72), {
            "xlim": (0, 9), "ylim": (LOW, HIGH), "xlabel": "x", "ylabel": "y, and the sum f",
            "yticks": range(-3, 4), "xticks": range(10)}))
        stage.word(0.085, 0.875, "each function times its weight (shaded), and their sum f (thick)",
                   13, fontweight="normal")
        stage.sum.axhline(0, color=style.GREY, lw=1)

    def draw(self, state: dict) -> str:
        """Add up the functions of the state."""
        many_boxes = plural(state["boxes"], "box", "boxes")
        names = {BOXES: many_boxes, BUMPS: f"40 bumps, γ = {state['gamma']:.3g}"}
        kind, stage = state["kind"], self._stage
        found = boxes(state["boxes"]) if kind == BOXES else bumps(state["gamma"])
        _draw_parts(stage, found, kind)
        stage.sum.plot(GRID, found.f, color=style.INK, lw=4, zorder=3)
        stage.sum.plot(*wave(), "o", color=style.INK, markersize=7, zorder=4,
                       markeredgecolor="white", markeredgewidth=0.9)
        compared = "kind" in {control.name for control in self.controls}
        fresh = f";  typical miss on fresh samples {found.fresh:.2f} (noise {NOISE:.2f})"
        stage.word(8.92, LOW + 0.15, f"squared error {found.error:.1f}{fresh * compared}",
                   ax=stage.sum, ha="right", va="bottom")
        stage.word(0.012, 0.95, f"A tree adds up {names[kind]}: each has its place and its height"
                   if kind == BOXES else "40 bumps, one on each sample: only their heights are "
                   "learned", 16)
        told = f"{names[kind]}: squared error {found.error:.1f} on the 40 samples"
        if not compared:                # how it does on fresh samples is still asked
            return f"{told}."
        rival = f"The bumps have γ = {state['gamma']:.3g}" if kind == BOXES else \
            f"Boxes of the tree: {state['boxes']}"
        return (f"{told}, typical miss (root mean square) {found.fresh:.2f} on fresh ones, of "
                f"which the noise alone accounts for {NOISE:.2f}. {rival}.")

    def details(self, state: dict) -> str:
        """Return the weights."""
        if state["kind"] == BUMPS:
            w = bumps(state["gamma"]).weights
            least, most = signed(w.min(), ".2f"), signed(w.max(), ".2f")
            return f"Weights of the bumps from {least} to {most}."
        found = boxes(state["boxes"])
        return "Boxes: " + "; ".join(
            f"{low:.2f} to {high:.2f}, weight {signed(w, '.2f')}"
            for (low, high), w in zip(found.places, found.weights, strict=True)) + "."


def _draw_parts(stage: Stage, found: Frame, kind: str) -> None:
    """Draw the area between 0 and each function times its weight."""
    areas, strong = [], kind == BOXES
    for k, (values, w, place) in enumerate(zip(found.phi, found.weights, found.places,
                                               strict=True)):
        if strong:
            low, high = place
            areas.append([(low, 0), (low, w), (high, w), (high, 0)])
            if high - low >= NARROW:
                named = high - low >= WIDE and abs(w) > 1.2
                at = max(w, 0) + 0.36 if abs(w) < 0.7 else (-0.9 if named else -0.36) * np.sign(w)
                words = f"box {k + 1}\nheight\n" if named else ""
                stage.word((low + high) / 2, at, words + signed(w, ".1f"), 13, stage.sum,
                           ha="center", zorder=5, linespacing=1.1)
        else:
            areas.append([(0, 0), *zip(THIN, w * values[::6], strict=True), (9, 0)])
    hues = [HUES[k % 2] for k in range(len(areas))] if strong else [style.SKY]
    stage.areas(stage.sum, areas, [to_rgba(hue, 0.35 if strong else 0.15) for hue in hues],
                1.2 if strong else 0.5, z=1, edgecolors=hues)
