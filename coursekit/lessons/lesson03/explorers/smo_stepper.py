"""Lesson 03: one step of SMO is a parabola between two walls, and the line turns beside it.

Legend: as in `coursekit.lessons.lesson03.runs`. State k shows step k and what it has led to; at 0
it shows the pair that is about to move. Across, the parabola is drawn in units of the way to its
top, upwards in units of the top's height: it always looks the same, and only the walls move.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import (
    above, Button, Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage,
)
from coursekit.lessons.lesson03.runs import CHOICES, DATA, MOST, Record, Step, recorded
from coursekit.lessons.lesson03.words import apart, short
from coursekit.plots import style
from coursekit.wording import signed

ACROSS, UPWARDS = (-0.55, 2.05), (-1.02, 1.74)      # in units of the way to the top, and its height
FAR = 60.0                  # longer than any line in the plane
FACES = ((1, "o"), (-1, "X"))
SMALL, LARGE = 60, 430      # area of a marker at α = 0, and what is added at α = C
GAINED, BEHIND = style.WORDS["male"], "#D4D4D4"
WALL, WALLED = "#7A4A2B", "#6A3E22"
STREET = "#F8F2A0"          # the yellow of the margin, half as strong
TOLERANCE = 1e-3


class SMOStepper(Explorer):
    """A run of SMO, step by step: samples and line on the left, the parabola on the right.

    Examples
    --------
    >>> SMOStepper(step=3).status.split(".")[0]
    'Step 3 of 18 (sixty samples, C = 1): the pair reaches the top at t = 0'
    """

    title = "Two at a time"
    question = "How far does this pair go?"
    size = (8.8, 5.1)
    controls = (
        Slider("step", "step", 0, MOST, 1, 0, "how many pairs have moved"),
        LogSlider("C", "penalty C", 0.01, 100, 1, "no multiplier may exceed it"),
        LogSlider("tol", "tolerance", 1e-5, 1, TOLERANCE,
                  "the run ends when the KKT gap, the largest slope of a pair, is at most this"),
        Choice("pair", "pair", CHOICES, "steepest",
               "which pair moves: the one with the largest slope, or any that can still gain"),
        Choice("data", "samples", tuple(DATA), "sixty samples",
               "sixty samples that overlap, or the four of AND"))
    presets = {
        "first wall": Preset(
            {"step": 2}, "How far is the top? What stops the pair?",
            shows=r"^Step 2 of .*a wall stops the pair at t = 1"),
        "small C": Preset(
            {"step": 4, "C": 0.0501187233627}, "Where do the walls stand when C is small?",
            shows=r"C = 0\.0501.*a wall stops"),
        "tolerance 1": Preset(
            {"step": MOST, "tol": 1.0}, "How many steps, and which line, at a coarse tolerance?",
            shows=r"at most the tolerance 1: finished"),
        "finished": Preset(
            {"step": MOST}, "How many multipliers are above 0?",
            shows=r"at most the tolerance 0\.001: finished")}
    buttons = (Button("Back", "One step back", "back"), Button("Next", "One step on", "next"),
               Button("Play", "Play to the end; again to pause", "play"))

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of the run in view: the slider ends where the run ends."""
        return {"step": (0, recorded(state["data"], state["C"], state["pair"]).end(state["tol"]))}

    def build(self, canvas: Canvas) -> None:
        """Set both panels; the parabola stands still, the walls and the plane do not."""
        bare = {"xticks": [], "yticks": []}
        self._stage = Stage(canvas, plane=((0.015, 0.215, 0.475, 0.64), bare),
                            climb=((0.545, 0.215, 0.44, 0.64),
                                   {**bare, "xlim": ACROSS, "ylim": UPWARDS}))
        for ax in (self._stage.plane, self._stage.climb):
            ax.spines[:].set_visible(True)
        self._stage.word(0.545, 0.885, "W rises as both α change by t")

    def draw(self, state: dict) -> str:
        """Show a step: the pair, its parabola, and where the line has gone."""
        record = recorded(state["data"], state["C"], state["pair"])
        k = min(state["step"], record.end(state["tol"]))
        step = record.step(max(k - 1, 0))
        self._draw_lines(record, k, 0.75 if state["data"] == "AND" else 0.13)
        self._draw_samples(record, k, step, state["C"])
        self._draw_climb(step, made=k > 0)
        self._write(record, state, k, step)
        return _status(record, state, k, step)

    def details(self, state: dict) -> str:
        """Return the pair, its parabola and the line of a state."""
        record = recorded(state["data"], state["C"], state["pair"])
        k = min(state["step"], record.end(state["tol"]))
        step, (w, b) = record.step(max(k - 1, 0)), record.line(k)
        line = f"; w = ({w[0]:.3f}, {w[1]:.3f}), b = {b:.3f}" if k else ""
        wrong = int(np.sum(record.y * (record.X @ w + b) <= 0))
        return (f"Pair i = {step.i}, j = {step.j}: slope {step.slope:.3g}, curvature "
                f"{step.eta:.3g}, from {step.low:.3g} to {step.high:.3g}{line}"
                f"{f'; misclassified: {wrong}' if k else ''}.").replace("-", "−")

    def _draw_lines(self, record: Record, k: int, room: float) -> None:
        ax, (low, high) = self._stage.plane, (record.X.min(axis=0), record.X.max(axis=0))
        low, high = low - room * (high - low), high + room * (high - low)
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        for at in {k, max(k - 1, 0)} - {0}:
            w, b = record.line(at)
            along = FAR * np.array([-w[1], w[0]]) / np.linalg.norm(w)
            below, middle, above_it = (
                np.array([foot - along, foot + along]) for foot in
                ((h - b) * w / (w @ w) for h in (-1, 0, 1)))
            if at < k:
                self._stage.lines(ax, [middle], style.GREY, 2.5, z=1, linestyles="--")
                continue
            self._stage.areas(ax, [np.concatenate([below, above_it[::-1]])], STREET, z=0,
                              edgecolors=style.GREY)
            self._stage.lines(ax, [middle], width=4, z=2)

    def _draw_samples(self, record: Record, k: int, step: Step, C: float) -> None:
        ax, pair = self._stage.plane, [step.i, step.j]
        size = SMALL + LARGE * np.abs(record.betas[k]) / C
        for c, marker in FACES:
            ax.scatter(*record.X[record.y == c].T, size[record.y == c], marker=marker,
                       color=style.COLOURS[c], edgecolor="white", linewidth=0.9, zorder=3)
        ax.scatter(*record.X[pair].T, 1.35 * size[pair] + 190, facecolor="none",
                   edgecolor=style.INK, linewidth=2.8, zorder=4)
        for name, s, side in zip("ij", pair, (-1, 1), strict=True):
            away = 10 + np.sqrt(1.35 * size[s] + 190) / 2
            ax.annotate(name, record.X[s], (side * away, 0), textcoords="offset points",
                        fontsize=16, fontweight="bold", ha="center", va="center", zorder=5,
                        bbox={"boxstyle": "square,pad=0", "fc": "white", "ec": "none"})

    def _draw_climb(self, step: Step, made: bool) -> None:
        ax, stage, top = self._stage.climb, self._stage, step.top
        low, high = max(step.low / top, ACROSS[0]), min(step.high / top, ACROSS[1])
        for out, at, side in ((ACROSS[0], step.low / top, "right"),
                              (ACROSS[1], step.high / top, "left")):
            if min(ACROSS) <= at <= max(ACROSS):
                ax.axvspan(*sorted((out, at)), color=BEHIND, lw=0, zorder=0)
                ax.axvline(at, color=WALL, lw=8, zorder=3)
                if abs(out - at) > 0.45:
                    stage.word(at + (0.07 if side == "left" else -0.07), 1.55, "wall", ax=ax,
                               color=WALLED, ha=side)
        if step.high / top > ACROSS[1]:
            stage.word(2.02, -0.86, f"wall at t = {short(step.high)} →", ax=ax, color=WALLED,
                       ha="right")
        wide, inside = np.linspace(*ACROSS, 200), np.linspace(low, high, 80)
        ax.axhline(0, color=style.GREY, lw=1.2, zorder=1)
        ax.plot(wide, 2 * wide - wide**2, "--", color="#5A5A5A", lw=2.5, zorder=2)
        ax.plot(inside, 2 * inside - inside**2, color=style.INK, lw=5, zorder=4)
        ax.plot(1, 1, "o", color="white", mec=style.INK, mew=2.5, markersize=12, zorder=5)
        near = 0.75 < step.high / top < 1.25        # a wall: the word stands beside it
        stage.word(0.9 if near else 1, 1.27, "top", 15, ax, ha="right" if near else "center")
        ax.plot(0, 0, "o", color=style.INK, mec="white", mew=1.5, markersize=14, zorder=6)
        stage.word(0.08, -1.19, "t = 0", 15, ax, ha="right")
        if made:
            to = step.t / top
            ax.plot([to, to], [0, 2 * to - to**2], color=style.GREEN, lw=5, zorder=5)
            ax.plot(to, 2 * to - to**2, "*", color=style.GREEN, mec="white", mew=1.5,
                    markersize=28, zorder=7)
            stage.word(max(to - 0.08, 0.2), -1.19, f"t = {short(step.t)}", 15, ax, color=GAINED)

    def _write(self, record: Record, state: dict, k: int, step: Step) -> None:
        count, end = int(np.count_nonzero(record.betas[k])), record.end(state["tol"])
        gap, tol, word = record.gaps[k], state["tol"], self._stage.word
        done = f"; {'run finished' if gap <= tol else 'record ends'}" * (k == end)
        met = f"hits a wall {min(step.high / step.top, 0.99):.0%} of the way to the top" \
            if step.clipped else "reaches the top"
        word(0.015, 0.95, f"Step {k} {met}{done}" if k else
             "Will this pair reach the top, or a wall?", 17)
        word(0.015, 0.885, f"{count} of {len(record.y)} multipliers α are above 0" if k else
             "All multipliers α are 0; no line yet")
        word(0.015, 0.172, "bigger marker = larger multiplier α", 13, fontweight="normal")
        if k:
            if k > 1:
                word(0.015, 0.113, "dashed: the line before this step", 13, fontweight="normal")
            word(0.545, 0.1, f"W rises by {short(float(step.rise(step.t)))}", 15, color=GAINED)
            if step.clipped:
                word(0.545, 0.04, f"stopped: {record.stopped_by(k - 1)}", color=WALLED)
        if _known(gap, tol):
            told = above(gap, tol)[0] if gap > tol else short(gap)
            word(0.015, 0.04, f"KKT gap {told}; tolerance {short(tol)}",
                 color=GAINED if gap <= tol else style.INK)


def _known(gap: float, tol: float) -> bool:
    """Return whether the gap is shown: at the end of a run, or once the tolerance has moved."""
    return bool(gap <= tol or tol != TOLERANCE)


def _status(record: Record, state: dict, k: int, step: Step) -> str:
    """Return a state in words."""
    end, gap, tol = record.end(state["tol"]), record.gaps[k], state["tol"]
    where = f"Step {k} of {end} ({state['data']}, C = {short(state['C'])}"
    where += ")" if state["pair"] == "steepest" else ", random pairs)"
    if not k:
        known = f", and the KKT gap is {short(gap)}" * _known(gap, tol)
        return (f"{where}: the multipliers of samples {step.i} and {step.j} will change first; "
                f"the top lies at t = {short(step.top)}{known}.")
    met = f"a wall stops the pair at t = {short(step.t)}" if step.clipped else \
        f"the pair reaches the top at t = {short(step.t)}"
    moved = " and ".join(f"α of {name} (class {signed(c)}) from {old} to {new}"
                         for name, c, (old, new) in (
        (name, record.y[s], apart(*np.abs(record.betas[[k - 1, k], s]))) for name, s in
        zip("ij", (step.i, step.j), strict=True)))
    ends = f"at most the tolerance {short(tol)}: finished" if gap <= tol else \
        "above the tolerance" + ": the record is cut off here" * (k == end)
    known = f" KKT gap {short(gap) if gap <= tol else above(gap, tol)[0]}, {ends}."
    return (f"{where}: {met}. W rises by {short(float(step.rise(step.t)))}, to "
            f"{record.W(k):.4g}; {moved}." + known * _known(gap, tol))
