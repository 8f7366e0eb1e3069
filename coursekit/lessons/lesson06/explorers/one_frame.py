"""Lesson 06: a curve as a sum of bumps on the samples, or of boxes that a tree has cut."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgba

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage
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
        """Set both rows on one scale."""
        tall = 0.57
        self._stage = stage = Stage(
            canvas,
            top=((0.085, 0.76, 0.9, tall * 1.2 / (HIGH - LOW)), {
                "xlim": (0, 9), "ylim": (-0.05, 1.15), "yticks": [0, 1], "xticks": range(10),
                "xticklabels": [], "ylabel": "φ"}),
            sum=((0.085, 0.125, 0.9, tall), {
                "xlim": (0, 9), "ylim": (LOW, HIGH), "xlabel": "x", "ylabel": "y, and the sum f",
                "yticks": range(-3, 4)}))
        for ax, words in ((stage.top, "the functions φ, each 1 high"),
                          (stage.sum, "each φ times its weight (shaded), and their sum f (thick)")):
            ax.set_title(words, fontsize=13, fontweight="normal", pad=4)
            ax.grid(False)
        stage.sum.axhline(0, color=style.GREY, lw=1)

    def draw(self, state: dict) -> str:
        """Add up the functions of the state."""
        both = {BOXES: boxes(state["boxes"]), BUMPS: bumps(state["gamma"])}
        many_boxes = f"{state['boxes']} box{'es' * (state['boxes'] > 1)}"
        names = {BOXES: many_boxes, BUMPS: f"40 bumps, γ = {state['gamma']:.3g}"}
        kind, stage = state["kind"], self._stage
        other, found = BUMPS if kind == BOXES else BOXES, both[kind]
        _draw_parts(stage, found, kind)
        stage.sum.plot(GRID, found.f, color=style.INK, lw=4, zorder=3)
        stage.sum.plot(*wave(), "o", color=style.INK, markersize=7, zorder=4,
                       markeredgecolor="white", markeredgewidth=0.9)
        stage.word(8.92, LOW + 0.95, f"squared error {found.error:.1f};  typical miss on fresh "
                   f"samples {found.fresh:.2f} (noise {NOISE:.2f})", ax=stage.sum, ha="right",
                   va="bottom")
        stage.word(8.92, LOW + 0.1, f"for comparison, {names[other]}: {both[other].error:.1f};  "
                   f"{both[other].fresh:.2f}", 13, stage.sum, ha="right", va="bottom",
                   fontweight="normal", color=style.GREY)
        learned = "the tree learns their ends and their heights" if kind == BOXES else \
            "one on each sample, only their heights are learned"
        stage.word(0.012, 0.95, f"{names[kind].split(',')[0]}: {learned}", 16)
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


def _draw_parts(stage: Stage, found: Frame, kind: str) -> None:
    """Draw each function alone, and the area between 0 and its weight times it."""
    lines, areas = [], []
    for values, w, place in zip(found.phi, found.weights, found.places, strict=True):
        if kind == BOXES:
            low, high = place
            lines.append([(low, 0), (low, 1), (high, 1), (high, 0)])
            areas.append([(low, 0), (low, w), (high, w), (high, 0)])
            if high - low >= NARROW:
                at = w / 3 if abs(w) > 0.7 else max(w, 0) + 0.36
                stage.word((low + high) / 2, at, f"{w:.1f}".replace("-", "−"), 13, stage.sum,
                           ha="center", zorder=5)
        else:
            lines.append(np.column_stack([THIN, values[::6]]))
            areas.append([(0, 0), *zip(THIN, w * values[::6], strict=True), (9, 0)])
    hues = [HUES[k % 2] for k in range(len(lines))] if kind == BOXES else [style.SKY]
    strong = kind == BOXES
    stage.lines(stage.top, lines, hues, 3 if strong else 1.3, z=2)
    stage.areas(stage.sum, areas, [to_rgba(hue, 0.35 if strong else 0.15) for hue in hues],
                1.2 if strong else 0.5, z=1, edgecolors=hues)
