"""Lesson 03b: a run of SMO, pair by pair, and the two rules that may end it."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from coursekit.datasets import make_overlap_60
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Button, Choice, LogSlider, Slider, above
from coursekit.explorer.artists import Plane, rings
from coursekit.explorers.svm_runs import (
    CHOICES,
    DATA,
    FINEST,
    LONGEST,
    Reading,
    Run,
    first_within,
    gaps,
    optimum,
    read,
    recorded,
)
from coursekit.plots import style
from coursekit.plots.smo import LANE, MAY

MOST = 120        # the last step of the slider; every run is shorter
RUN = ("data", "partner", "seed")   # the controls that choose a run


class QuietRuns(Explorer):
    """A run, one pair at a time: the dots, the line, the coming pair, and when it may end.

    Examples
    --------
    >>> QuietRuns(step=0).status.split(".")[0]
    'Step 0 of 55: all β are zero'
    """

    title = "When may it stop?"
    question = "Will the next step be clipped? And which rule ends the run at the optimum?"
    size = (8.6, 3.9)
    controls = (
        Slider("step", "step", 0, MOST, 1, 6, "how many pairs have moved"),
        Choice("partner", "pair", tuple(CHOICES), "random",
               "a random partner, the maximal violating pair, or the second-order choice"),
        Slider("seed", "seed", 0, 19, 1, 0, "which random partners are drawn"),
        Slider("passes", "quiet passes", 1, LONGEST, 1, 10,
               "passes in a row without a change after which the quiet rule ends a run"),
        LogSlider("tol", "tol", FINEST, 1.0, 1e-3, "largest KKT gap at which the run may end; "
                  "the band around b is as wide"),
        Choice("data", "data", tuple(DATA), "sixty samples",
               "the sixty samples overlap, C = 1; AND can be separated, C = 10"),
    )
    presets = {
        "start": Preset(
            {"step": 0},
            "all β zero: every slope is a label",
            shows=r"^Step 0 of .*all β are zero"),
        "quiet": Preset(
            {"step": 45},
            "the quiet rule ends the run; which two dots object?",
            shows=r"^Step 45 of .*not certified.*quiet passes stop it at 45"),
        "certified": Preset(
            {"step": MOST, "partner": "maximal"},
            "m − M is below tol",
            shows=r": certified;.*end of the record"),
        "AND": Preset(
            {"step": 0, "partner": "maximal", "data": "AND"},
            "from step 3 on the gap is halved every two steps",
            shows=r"^Step 0 of .*tol stops it at \d+; quiet passes occur "
                  r"with random partners only"),
    }

    buttons = (
        Button("Back", "One step back", "back"),
        Button("Next", "One step on", "next"),
        Button("Play", "Play to the end; again to pause", "play"),
        Button("to quiet", "Where the quiet passes end the run", "to_quiet"),
        Button("to tol", "Where the KKT gap is at most tol for the first time", "to_gap"),
    )

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of the run in view: the slider ends where the record ends."""
        return {"step": (0, recorded(*(state[name] for name in RUN)).last)}

    def build(self, canvas: Canvas) -> None:
        """Create both panels."""
        canvas.figure.set_layout_engine("none")     # ticks change with the state: keep the places
        dots, plane = canvas.figure.subplots(1, 2, width_ratios=[1.15, 1], gridspec_kw={
            "left": 0.07, "right": 0.985, "top": 0.91, "bottom": 0.145, "wspace": 0.17})
        style.label(dots, "Slopes", "slope F (units of f)", "class")
        style.label(plane, "Line; dotted: optimum", "x1", "x2")
        self._build_dots(canvas, dots)
        X, y = make_overlap_60()
        self._plane = Plane(canvas, plane, X, y)
        self._best = canvas.moving(plane.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=3, linestyles=":", zorder=2)))
        self._ringed, _ = rings(canvas, plane, style.INK, "next pair")
        halo = [withStroke(linewidth=4, foreground="white")]
        self._names = [[canvas.moving(ax.text(0, 0, letter, fontsize=14, fontweight="bold", ha=side,
                                              va="bottom", zorder=6, path_effects=halo))
                        for letter, side in (("i", "right"), ("j", "left"))]
                       for ax in (dots, plane)]
        self._shown = self._data = ""

    def _build_dots(self, canvas: Canvas, ax) -> None:
        ax.set(ylim=(-0.5, 0.62), yticks=[LANE[-1], LANE[1]], yticklabels=["−1", "+1"])
        ax.grid(False)
        self._band = canvas.moving(ax.add_patch(Rectangle((0, -0.36), 0, 0.72, color="#DDEFE7",
                                                          zorder=0)))
        self._dots = {}
        for c in LANE:
            for kind, (marker, _) in MAY.items():
                self._dots[c, kind] = canvas.moving(ax.scatter(
                    [], [], marker=marker, s=110 if kind == "free" else 60,
                    color=style.COLOURS[c], edgecolor="white", linewidth=0.6, zorder=3))
        self._strokes = [canvas.moving(*ax.plot([], [], color=style.INK, lw=2, zorder=2))
                         for _ in "mM"]
        self._marks = [canvas.moving(ax.text(0, 0.46, letter, fontsize=14, ha=side,
                                             fontweight="bold"))
                       for letter, side in (("m", "left"), ("M", "right"))]
        self._pair, _ = rings(canvas, ax, style.INK, "next pair")
        band = Rectangle((0, 0), 1, 1, color=self._band.get_facecolor(), label="tol")
        ax.legend(handles=[*(_entry(*entry) for entry in MAY.values()), band], ncols=4, fontsize=10,
                  loc="lower center", handletextpad=0.2, handlelength=1.5, columnspacing=0.6)
        for part in (ax.xaxis, ax.set_title("Slopes")):     # they follow the enlargement
            canvas.moving(part, in_layout=True)
        self._axes = ax

    def _show_data(self, data: str, run: Run) -> None:
        """Put another run, and perhaps another data set, into the panels."""
        self._reach = 1.12 * max(np.abs(run.slopes(k)).max() for k in range(run.last + 1))
        if data == self._data:
            return
        self._data = data
        self._plane.place(run.X, run.y, room=0.35 if len(run.y) < 9 else 0.12)
        beta, b = optimum(data)
        self._best.set_segments(self._plane.level(self._plane.grid @ (run.X.T @ beta) + b, 0.0))
        self.canvas.invalidate(key=data)

    # -- one state -----------------------------------------------------------------

    def draw(self, state: dict) -> str:
        """Show the state after a step, with the pair that moves next."""
        key = tuple(state[name] for name in RUN)
        run = recorded(*key)
        if key != self._shown:
            self._show_data(state["data"], run)
            self._shown = key
        k = min(state["step"], run.last)
        now = read(run, k)
        self._aim(run, k, now, state["tol"])
        self._draw_dots(run, now, state["tol"])
        f = self._plane.grid @ (run.X.T @ run.betas[k]) + now.b
        self._plane.show(f if k else np.zeros_like(f))
        self._draw_pair(run, k, now)
        return " ".join([self._made(run, k), self._judged(state["tol"], now),
                         self._side(run, k, now, state["data"]), self._coming(run, k),
                         self._rules(run, gaps(*key), state)])

    def _aim(self, run: Run, k: int, now: Reading, tol: float) -> None:
        """Show all dots, or come closer as long as m, M, the next pair and the band are in view."""
        pair = now.F[list(run.pairs[k])] if k < run.last else []
        half = 1.25 * max(now.gap / 2, tol / 2, *np.abs(np.subtract(pair, now.b)), 0)
        for zoom in (16, 4, 1):
            reach = self._reach / zoom
            # Near b, at a multiple of a quarter of the view: from step to step it mostly stays.
            middle = 0.0 if zoom == 1 else round(2 * now.b / reach) * reach / 2
            if reach >= half + abs(middle - now.b):
                break
        self._axes.set_xlim(middle - reach, middle + reach)
        self._axes.set_title("Slopes" + f" near b, {zoom} times enlarged" * (zoom > 1))

    def _draw_dots(self, run: Run, now: Reading, tol: float) -> None:
        for (c, kind), dots in self._dots.items():
            chosen = now.F[(run.y == c) & (now.may == kind)]
            dots.set_offsets(np.column_stack([chosen, np.full(len(chosen), LANE[c])]))
        self._band.set(x=now.b - tol / 2, width=tol)
        for stroke, mark, holder in zip(self._strokes, self._marks, (now.up, now.low),
                                        strict=True):
            stroke.set_data([now.F[holder]] * 2, [-0.36, 0.42])
            mark.set_x(now.F[holder])

    def _draw_pair(self, run: Run, k: int, now: Reading) -> None:
        pair = list(run.pairs[k]) if k < run.last else []
        lanes = [LANE[int(run.y[i])] for i in pair]
        on_line = np.reshape(np.column_stack([now.F[pair], lanes]), (-1, 2))
        in_plane = run.X[pair]
        for ringed, names, places in ((self._pair, self._names[0], on_line),
                                      (self._ringed, self._names[1], in_plane)):
            ringed.set_offsets(places)
            for name in names:
                name.set_visible(bool(pair))
            wide, high = (0.02 * np.ptp(lim()) for lim in (ringed.axes.get_xlim,
                                                           ringed.axes.get_ylim))
            for name, (x, y), side in zip(names, places, (-1, 1), strict=False):
                name.set_position((x + side * wide, y + 1.5 * high))

    # -- in words ------------------------------------------------------------------

    def _made(self, run: Run, k: int) -> str:
        """Say what the step before this state did."""
        if not k:
            return f"Step 0 of {run.last}: all β are zero."
        (i, j), (slope, eta, low, high) = run.pairs[k - 1], run.ends(k - 1)
        t = run.betas[k][i] - run.betas[k - 1][i]
        clipped = not eta or not low <= -slope / eta <= high
        return (f"Step {k} of {run.last}: samples {i} and {j} moved by t = {t:.3g}, "
                f"{'clipped' if clipped else 'not clipped'}; W rose by "
                f"{slope * t + eta * t * t / 2:.3g}.")

    def _judged(self, tol: float, now: Reading) -> str:
        """Say what the gap proves."""
        if now.gap > tol:
            gap, bound = above(now.gap, tol)
            return (f"KKT gap {gap}, above tol = {bound}: not certified; samples "
                    f"{now.up} (m) and {now.low} (M) can still gain.")
        return (f"KKT gap {now.gap:.3g}, at most tol = {tol:.3g}: certified; no margin condition "
                f"is broken by more than {max(now.gap, 0) / 2:.2g}.")

    def _side(self, run: Run, k: int, now: Reading, data: str) -> str:
        """Say how many samples lie on another side than at the optimum, and if the line is seen."""
        if not run.betas[k].any():
            return "There is no line yet."
        beta, b = optimum(data)
        f, best = (run.problem.K @ v + c for v, c in ((run.betas[k], now.b), (beta, b)))
        other = int(np.sum((f > 0) != (best > 0)))
        seen = "" if self._plane.line.get_segments() else " The line is outside the picture."
        samples = "sample is" if other == 1 else "samples are"
        return f"{other} {samples} on another side of the line than at the optimum.{seen}"

    def _coming(self, run: Run, k: int) -> str:
        """Say which pair moves next, with all that decides whether it will be clipped."""
        if k == run.last:
            return "This is the end of the record."
        (i, j), (slope, eta, low, high) = run.pairs[k], run.ends(k)
        return (f"Next: i = {i}, j = {j}, slope {slope:.3g}, η = {eta:.3g}, segment "
                f"[{low:.3g}, {high:.3g}].")

    def _rules(self, run: Run, left: np.ndarray, state: dict) -> str:
        """Say where either rule ends this run."""
        by_gap, by_quiet = first_within(left, state["tol"]), self._quiet_end(run, state["passes"])
        gap = "tol does not stop this record" if by_gap is None else f"tol stops it at {by_gap}"
        passes = "1 quiet pass stops" if state["passes"] == 1 else \
            f"{state['passes']} quiet passes stop"
        if by_quiet is None:
            return f"Rules: {gap}; quiet passes occur with random partners only."
        return f"Rules: {gap}; {passes} it at {by_quiet}."

    @staticmethod
    def _quiet_end(run: Run, passes: int) -> int | None:
        return run.quiet.get(passes)

    # -- to the end -----------------------------------------------------------------

    def _run(self) -> Run:
        return recorded(*(self._state[name] for name in RUN))

    def to_quiet(self) -> None:
        """Go to where the quiet passes end the run; to its last step where they do not."""
        end = self._quiet_end(self._run(), self._state["passes"])
        self.set(step=self.steps() if end is None else end)

    def to_gap(self) -> None:
        """Go to the first state whose gap is at most the tolerance; else to the last."""
        left = gaps(*(self._state[name] for name in RUN))
        end = first_within(left, self._state["tol"])
        self.set(step=self.steps() if end is None else end)


def _entry(marker: str, words: str) -> Line2D:
    return Line2D([], [], marker=marker, ls="none", color=style.INK, markersize=8,
                  label=words.split(":")[0])
