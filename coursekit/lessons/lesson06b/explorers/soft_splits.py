"""Lesson 06b: the frame of lesson 06 once more, with boxes whose walls lean."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgba

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage
from coursekit.lessons.lesson06.wave import GRID, NOISE, Frame, bumps, wave
from coursekit.lessons.lesson06b.soft import boxes
from coursekit.plots import style
from coursekit.wording import signed

UPRIGHT, SOFT, BUMPS = "boxes", "soft boxes", "bumps"
HUES = [style.SKY, style.PINK, style.GREEN]
MOST = 12
LOW, HIGH = -4.9, 3.6
THIN = GRID[::6]                # enough points for a curve
LEANING = 2.0                   # with a smaller κ a sample belongs to more than two boxes
GAMMA = 1.0                     # of the bumps


class SoftSplits(Explorer):
    """Functions of height 1 above; below, each times its weight, their sum, and a rival's sum.

    Examples
    --------
    >>> SoftSplits(kind="boxes").status.split(";")[0]
    '6 boxes: squared error 16.1 on the 40 samples, typical miss on fresh ones 0.80 (noise 0.60)'
    """

    title = "Walls that lean"
    question = "What does a sample near a wall belong to?"
    size = (8.8, 5.1)
    controls = (
        Choice("kind", "functions", (SOFT, UPRIGHT, BUMPS), SOFT, "what is added up"),
        Slider("boxes", "how many boxes", 2, MOST, 1, 6, "leaves of the tree"),
        LogSlider("kappa", "κ, how steep", 0.4, 400, 4.0, "a large κ makes the walls of the soft "
                  "boxes steep", steps=20))
    presets = {
        "upright": Preset({"kind": UPRIGHT}, "Which of the two errors has fallen, and which has "
                          "risen?", shows=r"^6 boxes: .*16\.1.*0\.80"),
        "too soft": Preset({"kappa": 0.4}, "What is lost when every function "
                           "reaches everywhere?", shows=r"κ = 0\.4: "),
        "nearly upright": Preset({"kappa": 40.0}, "Can you see a difference from "
                                 "the boxes?", shows=r"κ = 40:"),
        "bumps": Preset({"kind": BUMPS}, "Lesson 04's machine beside the soft boxes (dashed).",
                        shows=r"^40 bumps: .*0\.65"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set both rows on one scale."""
        tall, wide = 0.57, {"xlim": (0, 9), "xticks": range(10)}
        self._stage = stage = Stage(
            canvas,
            phi=((0.085, 0.76, 0.9, tall * 1.2 / (HIGH - LOW)), {
                **wide, "ylim": (-0.05, 1.15), "yticks": [0, 1], "ylabel": "φ"}),
            sum=((0.085, 0.125, 0.9, tall), {
                **wide, "ylim": (LOW, HIGH), "yticks": range(-3, 4), "xlabel": "x",
                "ylabel": "y, and the sum f"}))
        stage.phi.set_xticklabels([])
        stage.sum.set_title("each φ times its weight (shaded), their sum f (thick), and a rival "
                            "(dashed)", fontsize=13, fontweight="normal", pad=4)
        stage.sum.axhline(0, color=style.GREY, lw=1)

    def draw(self, state: dict) -> str:
        """Add up the functions of the state."""
        kind, stage = state["kind"], self._stage
        other = UPRIGHT if kind == SOFT else SOFT
        (found, rival), (name, rival_name) = ([f(k, state) for k in (kind, other)]
                                              for f in (_found, _name))
        self._draw_parts(found, kind)
        stage.sum.plot(GRID[::3], rival.f[::3], "--", color=style.GREY, lw=2.2, zorder=3)
        stage.sum.plot(GRID, found.f, color=style.INK, lw=4, zorder=3)
        stage.sum.plot(*wave(), "o", color=style.INK, markersize=7, zorder=4,
                       markeredgecolor="white", markeredgewidth=0.9)
        stage.word(0.012, 0.95, _finding(state), 16)
        stage.word(0.085, 0.872, "the functions φ: " + (
            "one on each sample" if kind == BUMPS else
            f"at every x the {state['boxes']} of them add up to 1"), 13, fontweight="normal")
        for y, words, size, weight, colour in (
                (0.95, f"squared error {found.error:.1f};  typical miss on fresh samples "
                       f"{found.fresh:.2f} (noise {NOISE:.2f})", 14, "bold", style.INK),
                (0.1, f"dashed, {rival_name}: {rival.error:.1f};  {rival.fresh:.2f}", 13, "normal",
                 style.GREY)):
            stage.word(8.92, LOW + y, words, size, stage.sum, weight, ha="right", va="bottom",
                       color=colour)
        return (f"{name}: squared error {found.error:.1f} on the 40 samples, typical miss on "
                f"fresh ones {found.fresh:.2f} (noise {NOISE:.2f}); for comparison, {rival_name}: "
                f"{rival.error:.1f} and {rival.fresh:.2f}.")

    def details(self, state: dict) -> str:
        """Return the weights."""
        w = _found(state["kind"], state).weights
        if state["kind"] == BUMPS:
            least, most = signed(w.min(), ".2f"), signed(w.max(), ".2f")
            return f"Weights of the bumps from {least} to {most}."
        return f"Weights from left to right: {', '.join(signed(one, '.2f') for one in w)}."

    def _draw_parts(self, found: Frame, kind: str) -> None:
        """Draw each function above, and the area between 0 and it times its weight below."""
        lines, areas, many = [], [], kind == BUMPS
        for values, w, place in zip(found.phi, found.weights, found.places, strict=True):
            if kind == UPRIGHT:
                low, high = place
                lines.append([(low, 0), (low, 1), (high, 1), (high, 0)])
                areas.append([(low, 0), (low, w), (high, w), (high, 0)])
            else:
                lines.append(np.column_stack([THIN, values[::6]]))
                areas.append([(0, 0), *zip(THIN, w * values[::6], strict=True), (9, 0)])
        hues = [style.SKY] if many else [HUES[k % 3] for k in range(len(lines))]
        self._stage.lines(self._stage.phi, lines, hues, 1.3 if many else 2.6)
        self._stage.areas(self._stage.sum, areas,
                          [to_rgba(hue, 0.15 if many else 0.3) for hue in hues],
                          0.5 if many else 1.2, 1, edgecolors=hues)


def _found(kind: str, state: dict) -> Frame:
    if kind == BUMPS:
        return bumps(GAMMA)
    return boxes(state["boxes"], np.inf if kind == UPRIGHT else state["kappa"])


def _name(kind: str, state: dict) -> str:
    if kind == BUMPS:
        return "40 bumps"
    return f"{state['boxes']} {kind}" + (f", κ = {state['kappa']:.3g}" if kind == SOFT else "")


def _finding(state: dict) -> str:
    if state["kind"] == BUMPS:
        return "Bumps: one on each sample; only the heights are learned"
    if state["kind"] == UPRIGHT:
        return f"{state['boxes']} boxes: every sample is in one of them"
    return f"Near a wall a sample belongs to {'two' if state['kappa'] >= LEANING else 'many'} boxes"
