"""Lesson 06b: the frame of lesson 06 once more, with boxes whose walls lean."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgba

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson06.wave import GRID, NOISE, Frame, bumps, wave
from coursekit.lessons.lesson06b.soft import boxes
from coursekit.plots import style

UPRIGHT, SOFT, BUMPS = "boxes", "soft boxes", "bumps"
HUES = [style.SKY, style.PINK, style.GREEN]
MOST = 12
LOW, HIGH = -4.9, 3.6
EVERY = 6                       # of the grid's points: enough for a curve
ALIKE = 0.01                    # difference of two misses that nobody sees
GAMMA = 1.0                     # of the bumps


class SoftSplits(Explorer):
    """Functions of height 1 above; below, each times its weight, their sum, and a rival's sum.

    Examples
    --------
    >>> SoftSplits().status.split(";")[0]
    '6 boxes: squared error 16.1 on the 40 samples, typical miss on fresh ones 0.80 (noise 0.60)'
    """

    title = "Walls that lean"
    question = "What does a sample near a wall belong to?"
    size = (8.8, 5.1)
    controls = (
        Choice("kind", "functions", (UPRIGHT, SOFT, BUMPS), UPRIGHT, "what is added up"),
        Slider("boxes", "how many boxes", 2, MOST, 1, 6, "leaves of the tree"),
        LogSlider("kappa", "κ, how steep", 0.4, 400, 4.0, "a large κ makes the walls of the soft "
                  "boxes steep", steps=20))
    presets = {
        "lean a little": Preset({"kind": SOFT}, "Which of the two errors has risen, and which "
                                "has fallen?", shows=r"^6 soft boxes, κ = 4: .*17\.1.*0\.67"),
        "too soft": Preset({"kind": SOFT, "kappa": 0.4}, "What is lost when every function "
                           "reaches everywhere?", shows=r"κ = 0\.4: "),
        "nearly upright": Preset({"kind": SOFT, "kappa": 40.0}, "Can you see a difference from "
                                 "the boxes?", shows=r"κ = 40:"),
        "bumps": Preset({"kind": BUMPS}, "Lesson 04's machine beside the soft boxes (dashed).",
                        shows=r"^40 bumps: .*0\.65"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create both rows on one scale, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        tall = 0.57
        self._top = figure.add_axes((0.085, 0.76, 0.9, tall * 1.2 / (HIGH - LOW)), xlim=(0, 9),
                                    ylim=(-0.05, 1.15), yticks=[0, 1], ylabel="φ")
        self._sum = figure.add_axes((0.085, 0.125, 0.9, tall), xlim=(0, 9), ylim=(LOW, HIGH),
                                    xlabel="x", ylabel="y, and the sum f", yticks=range(-3, 4))
        self._top.set(xticks=range(10))
        self._top.set_xticklabels([])
        for ax in (self._top, self._sum):
            ax.grid(False)
        self._sum.set_title("each φ times its weight (shaded), their sum f (thick), and a rival "
                            "(dashed)", fontsize=13, fontweight="normal", pad=4)
        self._sum.axhline(0, color=style.GREY, lw=1)
        self._phi = canvas.moving(self._top.add_collection(LineCollection([], linewidths=2.4)))
        self._parts = canvas.moving(self._sum.add_collection(PolyCollection([], zorder=1)))
        self._other = canvas.moving(self._sum.plot([], [], "--", color=style.GREY, lw=2.2,
                                                   zorder=3)[0])
        self._curve = canvas.moving(self._sum.plot([], [], color=style.INK, lw=4, zorder=3)[0])
        x, y = wave()
        canvas.moving(self._sum.plot(x, y, "o", color=style.INK, markersize=7, zorder=4,
                                     markeredgecolor="white", markeredgewidth=0.9)[0])
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.012, 0.95, "", fontsize=16, fontweight="bold",
                                               va="center"))
        self._above = canvas.moving(paper.text(0.085, 0.872, "", fontsize=13, va="center"))
        self._error = canvas.moving(self._sum.text(8.92, LOW + 0.95, "", fontsize=14,
                                                   fontweight="bold", ha="right", va="bottom"))
        self._rival = canvas.moving(self._sum.text(8.92, LOW + 0.1, "", fontsize=13, ha="right",
                                                   va="bottom", color=style.GREY))

    def draw(self, state: dict) -> str:
        """Add up the functions of the state."""
        both = (_found(state["kind"], state), _found(_rival_of(state["kind"]), state))
        names = [_name(kind, state) for kind in (state["kind"], _rival_of(state["kind"]))]
        found, rival = both
        self._draw_parts(found, state["kind"])
        self._curve.set_data(GRID, found.f)
        self._other.set_data(GRID[::3], rival.f[::3])
        self._error.set_text(f"squared error {found.error:.1f};  typical miss on fresh samples "
                             f"{found.fresh:.2f} (noise {NOISE:.2f})")
        self._rival.set_text(f"dashed, {names[1]}: {rival.error:.1f};  {rival.fresh:.2f}")
        self._title.set_text(_finding(state, found, rival))
        self._above.set_text("the functions φ: " + (
            "one on each sample" if state["kind"] == BUMPS else
            f"at every x the {state['boxes']} of them add up to 1"))
        return (f"{names[0]}: squared error {found.error:.1f} on the 40 samples, typical miss on "
                f"fresh ones {found.fresh:.2f} (noise {NOISE:.2f}); for comparison, {names[1]}: "
                f"{rival.error:.1f} and {rival.fresh:.2f}.")

    def details(self, state: dict) -> str:
        """Return the weights."""
        found = _found(state["kind"], state)
        if state["kind"] == BUMPS:
            w = found.weights
            return f"Weights of the bumps from {w.min():.2f} to {w.max():.2f}.".replace("-", "−")
        return "Weights from left to right: " + ", ".join(
            f"{w:.2f}" for w in found.weights).replace("-", "−") + "."

    def _draw_parts(self, found: Frame, kind: str) -> None:
        lines, areas = [], []
        for values, w, place in zip(found.phi, found.weights, found.places, strict=True):
            if kind == UPRIGHT:
                low, high = place
                lines.append([(low, 0), (low, 1), (high, 1), (high, 0)])
                areas.append([(low, 0), (low, w), (high, w), (high, 0)])
            else:
                x, values = GRID[::EVERY], values[::EVERY]
                lines.append(np.column_stack([x, values]))
                areas.append([(0, 0), *zip(x, w * values, strict=True), (9, 0)])
        hues = [style.SKY] if kind == BUMPS else [HUES[k % 3] for k in range(len(lines))]
        self._phi.set_segments(lines)
        self._phi.set_color(hues)
        self._phi.set_linewidth(1.3 if kind == BUMPS else 2.6)
        self._parts.set_verts(areas)
        self._parts.set_facecolor([to_rgba(hue, 0.15 if kind == BUMPS else 0.3) for hue in hues])
        self._parts.set_edgecolor(hues)
        self._parts.set_linewidth(0.5 if kind == BUMPS else 1.2)


def _found(kind: str, state: dict) -> Frame:
    if kind == BUMPS:
        return bumps(GAMMA)
    return boxes(state["boxes"], np.inf if kind == UPRIGHT else state["kappa"])


def _rival_of(kind: str) -> str:
    return UPRIGHT if kind == SOFT else SOFT


def _name(kind: str, state: dict) -> str:
    if kind == BUMPS:
        return "40 bumps"
    return f"{state['boxes']} {kind}" + (f", κ = {state['kappa']:.3g}" if kind == SOFT else "")


def _finding(state: dict, found: Frame, rival: Frame) -> str:
    if state["kind"] == BUMPS:
        return "Bumps: one on each sample; only the heights are learned"
    if state["kind"] == UPRIGHT:
        return f"{state['boxes']} boxes: every sample is in one of them"
    better = found.fresh < rival.fresh
    if abs(found.fresh - rival.fresh) < ALIKE:
        return "On fresh samples as good as the upright boxes"
    return (f"Leaning walls: a smooth f, {'better' if better else 'worse'} on fresh samples "
            f"({found.fresh:.2f}, not {rival.fresh:.2f})")
