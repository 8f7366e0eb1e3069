"""Lesson 04b: C, γ and the tolerance, moved together; what the solver had not finished is grey.

Legend: ``path`` the whole run of SMO, ``step`` where the solver stops, ``f`` the machine there and
``f_end`` the finished one, both on a grid; ``V``, ``v`` fresh samples and their labels.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap

from coursekit.explorer import Canvas, Choice, Explorer, FACES, LogSlider, Preset, Toggle
from coursekit.kernels import squared_distances
from coursekit.lessons.lesson04b.own import (
    KEPT, Own, check_own, clicked_sample, moved_cursor, toggled,
)
from coursekit.lessons.lesson04b.path import MOST_STEPS, SolverPath, solver_path
from coursekit.lessons.lesson04b.samples import DATA, FRESH, N, Samples, samples
from coursekit.plots import style
from coursekit.wording import percent, signed

GRID = 101              # points per axis at which f is drawn
ROOM = 0.06             # of the extent of the samples, free around them
ASKED = 60              # fresh samples of which those it gets wrong are drawn
MOST_POINTS = 400       # of the curve of gaps that are drawn
WORTH_SAYING = 0.005    # fewer other answers to fresh points are not worth a headline
OVERFIT = 0.15          # own samples right minus fresh ones right
LONGEST, LOWEST, HIGHEST = 3e4, 4e-5, 500.0     # ends of the axes of steps and of the gap
DIFFER = "#B4B4B4"
FACES_OF_F = ListedColormap([style.PALE_ORANGE, "#F8F8F8", style.PALE_BLUE, DIFFER])
SIZE = (8.8, 5.1)


class Seen(NamedTuple):
    """What a state shows: counts of steps and support vectors, and shares of right answers."""

    step: int
    steps: int
    fresh: float
    fresh_end: float
    own: float
    differ: float
    used: int
    used_end: int
    at_bound: int
    gap: float
    f: np.ndarray
    f_end: np.ndarray
    rings: np.ndarray
    missed: np.ndarray


def extent(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the lower left and the upper right corner of the plane."""
    X = samples(data).X
    low, high = X.min(axis=0), X.max(axis=0)
    return low - ROOM * (high - low), high + ROOM * (high - low)


@lru_cache(maxsize=32)
def training(data: str, own: Own) -> Samples:
    """Return the samples with what was added by hand and without what was taken away."""
    s, (low, high) = samples(data), extent(data)
    if own == Own((), ()):
        return s
    keep = np.setdiff1d(np.arange(N), own.gone)
    added = np.array([point[:2] for point in own.added]).reshape(-1, 2)
    X = np.vstack([s.X[keep], low + added * (high - low)])
    y = np.concatenate([s.y[keep], [point[2] for point in own.added]]).astype(int)
    return s._replace(X=X, y=y, D=squared_distances(X), D_fresh=squared_distances(s.V, X))


@lru_cache(maxsize=64)
def run(data: str, own: Own, C: float, gamma: float) -> SolverPath:
    """Return the whole run of the solver; the tolerance only says where on it one stops."""
    s = training(data, own)
    return solver_path(np.exp(-gamma * s.D), s.y, C)


@lru_cache(maxsize=8)
def bumps(data: str, own: Own, gamma: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the kernel values with the fresh samples, the columns and the rows of the grid.

    The Gaussian is a product over the coordinates, so f on the grid needs no more.
    """
    s, (low, high) = training(data, own), extent(data)
    sides = [np.exp(-gamma * (np.linspace(low[k], high[k], GRID)[:, None] - s.X[:, k]) ** 2)
             for k in (0, 1)]
    return np.exp(-gamma * s.D_fresh), *sides


@lru_cache(maxsize=64)
def look(data: str, own: Own, C: float, gamma: float, tol: float) -> Seen:
    """Return what there is to see where the solver stops."""
    s, path = training(data, own), run(data, own, C, gamma)
    step = path.stop(tol)
    K_fresh, across, up = bumps(data, own, gamma)
    beta, b = path.machine(step)
    beta_end, b_end = path.machine(path.steps)
    answer, end = (np.sign(K_fresh @ w + c) for w, c in ((beta, b), (beta_end, b_end)))
    missed = np.flatnonzero(answer[:ASKED] != s.v[:ASKED]) if step else []
    return Seen(
        step, path.steps, float(np.mean(answer == s.v)), float(np.mean(end == s.v)),
        float(np.mean(np.sign(path.problem.K @ beta + b) == s.y)), float(np.mean(answer != end)),
        int(np.sum(beta != 0)), int(np.sum(beta_end != 0)), int(np.sum(np.abs(beta) == C)),
        float(path.gaps[step]), up * beta @ across.T + b, up * beta_end @ across.T + b_end,
        s.X[beta != 0], s.V[missed])


class ThreeKnobs(Explorer):
    """The machine where the solver stopped, over the finished one, and the way of its gap.

    Examples
    --------
    >>> print(ThreeKnobs().status.split(":")[0])
    C = 1, γ = 1, tolerance 0.001
    """

    title = "C, γ, tolerance"
    question = "Which of the three changes the machine, and which only how nearly you reach it?"
    size = SIZE
    controls = (
        Choice("data", "samples", tuple(DATA), "crescents",
               "200 samples; in the crescents each label is flipped with probability 0.1"),
        LogSlider("C", "penalty C", 0.01, 1000, 1.0,
                  "ceiling of every multiplier; from 100 on a new picture may take two seconds",
                  steps=2),
        LogSlider("gamma", "γ", 10**-3.0, 10**2.5, 1.0,
                  "inverse squared width of the bumps: exp(−γ ‖x − z‖²)", steps=2),
        LogSlider("tol", "tolerance", 1e-4, 10**0.5, 1e-3,
                  "the solver stops at the first KKT gap that is no larger", steps=4),
        Choice("side", "a click adds", ("+1", "−1"), "+1",
               "class of the sample that a click on the plane adds; a click on one removes it; "
               "with keys: arrows on the picture, then Enter"),
        Toggle("fresh", "fresh points", True,
               "whether to show how many fresh points it gets right; guess first"))
    kept = KEPT
    together = ("C", "gamma", "tol")
    presets = {
        "too early": Preset(
            {"tol": 1.0}, "Where do the black and the grey border part?",
            shows=r"tolerance 1: stopped after \d\d of"),
        "a high ceiling": Preset(
            {"C": 1000.0}, "How many steps does the solver need now?",
            shows=r"^C = 1000, γ = 1, tolerance 0\.001: stopped after 1\d,\d+ of"),
        "the same, early": Preset(
            {"C": 1000.0, "tol": 1.0}, "How many steps does a tolerance of 1 save?",
            shows=r"^C = 1000, γ = 1, tolerance 1: stopped after 1,\d+ of"),
        "islands": Preset(
            {"C": 100.0, "gamma": 10**1.5},
            "How many of its own samples does it get right, and how many fresh ones?",
            shows=r"^C = 100, γ = 31\.6.*100\.0% of its own")}

    def build(self, canvas: Canvas) -> None:
        """Create the plane, the curve of the gap, the large numbers and the headline."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        wide, high = self.size
        self._plane = _Plane(canvas, figure.add_axes(
            (0.15 / wide, 1.0 / high, 4.3 / wide, 3.35 / high)))
        self._gap = _GapCurve(canvas, figure.add_axes(
            (5.35 / wide, 0.62 / high, 3.25 / wide, 2.15 / high)))
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, wide), ylim=(0, high), zorder=3)
        paper.set_axis_off()
        paper.patch.set_visible(False)

        def written(x, y, size, weight="normal", colour=style.INK, words=""):
            text = paper.text(x, y, words, fontsize=size, fontweight=weight, color=colour,
                              va="center")
            return text if words else canvas.moving(text)
        self._headline = written(0.15, 4.87, 15, "bold")
        written(0.15, 4.52, 12, "bold", words="black: stopped")
        written(1.62, 4.52, 12, "bold", style.GREY, "grey: finished")
        written(3.06, 4.52, 12, "normal", style.GREY, "filled: they differ")
        self._big = [written(5.0, y, 27, "bold") for y in (4.33, 3.6)]
        written(6.85, 4.44, 12, words="of fresh points right;")
        written(6.85, 3.71, 12, words="steps of the solver;")
        self._beside = [written(6.85, y, 12) for y in (4.22, 3.49)]
        written(5.0, 2.98, 12.5, "bold", words="how far from finished (KKT gap)")

    def set(self, **state) -> None:
        """Move some controls; other samples come without what was added to the last ones."""
        if state.get("data", self.state()["data"]) != self.state()["data"]:
            state = dict(self.kept) | state
        super().set(**state)

    def check_kept(self, name: str, value: Any) -> tuple:
        """Return added samples, removed ones, or the cursor, as tuples."""
        return check_own(name, value)

    def clicked(self, x: float, y: float) -> None:
        """Add a sample where the plane was clicked, or remove the one there."""
        share = self._plane.share(self.canvas, x, y)
        if share is not None:
            self._toggle(*share)

    def pressed(self, key: str) -> None:
        """Move the cursor by an arrow key; add or remove a sample at it by Enter or space."""
        state = self.state()
        if key in ("Enter", " ") and state["cursor"]:
            self._toggle(*state["cursor"])
        else:
            self.set(cursor=moved_cursor(state["cursor"], key))

    def _toggle(self, x: float, y: float) -> None:
        state = self.state()
        own = Own(state["added"], state["gone"])
        (low, high), s = extent(state["data"]), samples(state["data"])
        where = (s.X - low) / (high - low)
        hit = clicked_sample(own, where, x, y)
        side = 1 if state["side"] == "+1" else -1
        self.set(**toggled(own, hit, (x, y, side))._asdict())

    def draw(self, state: dict) -> str:
        """Show where the solver stops at this tolerance."""
        own = Own(state["added"], state["gone"])
        chosen = (state["data"], own, state["C"], state["gamma"])
        seen, path = look(*chosen, state["tol"]), run(*chosen)
        s = training(state["data"], own)
        if not state["fresh"]:
            seen = seen._replace(missed=seen.missed[:0])
        self._plane.show(s, seen, extent(state["data"]), len(own.added), state["cursor"])
        self._gap.show(path, seen.step, state["tol"])
        self._headline.set_text(_headline(seen, path.is_finished) if state["fresh"] else
                                f"{100 * seen.own:.1f}% of its own samples right")
        self._big[0].set_text("?" if not state["fresh"] else
                              percent(seen.fresh) if seen.step else "none")
        self._beside[0].set_text(
            f"{_end(path)}: " + (percent(seen.fresh_end) if state["fresh"] else "?"))
        self._big[1].set_text(f"{seen.step:,}")
        self._beside[1].set_text(f"{_end(path)}: {seen.steps:,}")
        return _words(state, seen, path, own)

    def details(self, state: dict) -> str:
        """Return support vectors, the gap, and where the samples of one's own lie."""
        own = Own(state["added"], state["gone"])
        seen = look(state["data"], own, state["C"], state["gamma"], state["tol"])
        low, high = extent(state["data"])
        yours = "".join(f" Yours: {side:+d} at ({x:.2f}, {y:.2f}).".replace("-", "−")
                        for (x, y), side in ((low + np.array(p[:2]) * (high - low), p[2])
                                             for p in own.added))
        change = (f" {100 * seen.differ:.1f}% of the fresh points get another answer when it is "
                  "finished.") if state["fresh"] else ""
        return (f"{seen.used} support vectors, {seen.at_bound} of them at the ceiling C; finished: "
                f"{seen.used_end}. The gap is {seen.gap:.2g}.{change}{yours}")


def _plural(count: int, word: str) -> str:
    return word if count == 1 else f"{word}s"


def _end(path: SolverPath) -> str:
    return "finished" if path.is_finished else "at the cap"


def _headline(seen: Seen, is_finished: bool) -> str:
    if not seen.step:
        return "Not one step: f is 0 everywhere"
    if seen.step == seen.steps and not is_finished:
        return f"Not there yet: given up after {seen.steps:,} steps"
    if seen.differ >= WORTH_SAYING:
        return (f"After {seen.step:,} {_plural(seen.step, 'step')}: {100 * seen.differ:.1f}% of "
                "the fresh answers will still change")
    if len(np.unique(np.sign(seen.f))) == 1:
        return "The same answer everywhere"
    if seen.own - seen.fresh >= OVERFIT:
        return (f"{100 * seen.own:.0f}% of its own samples right, "
                f"{100 * seen.fresh:.0f}% of fresh ones")
    return f"After {seen.step:,} steps: the border is as good as finished"


def _words(state: dict, seen: Seen, path: SolverPath, own: Own) -> str:
    C, gamma, tol = (ThreeKnobs.controls[k].text(state[name])
                     for k, name in ((1, "C"), (2, "gamma"), (3, "tol")))
    cap = "" if path.is_finished else f" (the cap of {MOST_STEPS:,} steps)"
    count = f"{seen.step:,} of {seen.steps:,} {_plural(seen.steps, 'step')}{cap}"
    right = (
        "no sample is on either side, as the first gap is not above the tolerance."
        if not seen.step else f"{100 * seen.own:.1f}% of its own samples right." if
        not state["fresh"] else
        f"{100 * seen.fresh:.1f}% of {FRESH:,} fresh points and {100 * seen.own:.1f}% of its own "
        f"right; {_end(path)}: {100 * seen.fresh_end:.1f}% of the fresh ones.")
    said = f"C = {C}, γ = {gamma}, tolerance {tol}: stopped after {count}, {right}"
    changed = [f"{len(who)} {what}" for who, what in ((own.added, "added"), (own.gone, "removed"))
               if who]
    cross = ("" if not state["cursor"] else " The cross is at {:.0f}% of the width and {:.0f}% "
             "of the height.".format(*(100 * c for c in state["cursor"])))
    return said + (f" Samples: {', '.join(changed)}." if changed else "") + \
        f" A click adds a {state['side']}.{cross}"


class _Plane:
    """The samples, the two borders, and where the two machines disagree."""

    def __init__(self, canvas: Canvas, ax: Axes):
        self.ax = ax
        ax.grid(False)
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set_visible(False)
        self._tint = canvas.moving(ax.imshow(
            np.zeros((GRID, GRID)), origin="lower", cmap=FACES_OF_F, vmin=-1, vmax=2,
            aspect="auto", interpolation="nearest", extent=(0, 1, 0, 1), zorder=0))
        self._end, self._stop = (canvas.moving(ax.add_collection(LineCollection(
            [], colors=colour, linewidths=width, zorder=zorder)))
            for colour, width, zorder in ((style.GREY, 6, 1), (style.INK, 2.4, 2)))
        self._dots, self._yours = ([canvas.moving(ax.scatter(
            [], [], marker=marker, color=colour, s=size, edgecolor=edge, linewidth=line, zorder=z,
            label=f"y = {signed(side)}" if z == 3 else "_yours"))
            for side, marker, colour in FACES]
            for size, edge, line, z in ((30, "white", 0.5, 3), (110, style.INK, 1.6, 5)))
        self._rings = canvas.moving(ax.scatter(
            [], [], s=70, facecolor="none", edgecolor=style.INK, linewidth=1.0, zorder=4,
            label="support vector"))
        self._missed = canvas.moving(ax.scatter(
            [], [], s=46, marker="D", color=style.PINK, edgecolor="white", linewidth=0.8, zorder=4,
            label="fresh, answered wrong"))
        self._cross, = ax.plot([], [], "+", color=style.INK, markersize=24, mew=3, zorder=6)
        canvas.moving(self._cross)
        ax.legend(loc="upper left", bbox_to_anchor=(-0.02, -0.01), ncols=2, fontsize=12,
                  handletextpad=0.3, columnspacing=1.2, labelspacing=0.35, borderpad=0.1)
        ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="", ylabel="")

    def share(self, canvas: Canvas, x: float, y: float) -> tuple[float, float] | None:
        """Return a place of the picture in shares of the plane; None if it lies beside it."""
        pixel = np.array([x, y]) * canvas.figure.bbox.size
        found = self.ax.transAxes.inverted().transform(pixel)
        return tuple(map(float, found)) if ((found >= 0) & (found <= 1)).all() else None

    def show(self, s: Samples, seen: Seen, corners: tuple, yours: int, cursor: tuple) -> None:
        """Draw everything in shares of the plane, of which `corners` are the corners."""
        low, high = corners
        sides = np.linspace(0, 1, GRID)
        self._tint.set_data(np.where(
            np.sign(seen.f) * np.sign(seen.f_end) < 0, 2, np.sign(seen.f)))
        for lines, f in ((self._end, seen.f_end), (self._stop, seen.f)):
            lines.set_segments(contour_generator(sides, sides, f).lines(0.0))
        X, first = (s.X - low) / (high - low), len(s.y) - yours
        for k, (side, *_) in enumerate(FACES):
            self._dots[k].set_offsets(X[:first][s.y[:first] == side])
            self._yours[k].set_offsets(X[first:][s.y[first:] == side])
            self._yours[k].set_visible(yours > 0)
        self._rings.set_offsets((seen.rings - low) / (high - low))
        missed = (seen.missed - low) / (high - low)
        self._missed.set_offsets(missed[((missed >= 0) & (missed <= 1)).all(axis=1)])
        self._cross.set_visible(bool(cursor))
        self._cross.set_data(*([share] for share in cursor or (0.5, 0.5)))


class _GapCurve:
    """The gap, step by step: black as far as the solver went, grey what it left undone."""

    def __init__(self, canvas: Canvas, ax: Axes):
        style.label(ax, "", "steps of the solver (log scale)", "")
        ax.set(xscale="log", yscale="log", xlim=(0.85, LONGEST), ylim=(LOWEST, HIGHEST))
        ax.set_xticks([1, 10, 100, 1000, 10_000], ["1", "10", "100", "1,000", "10,000"])
        ax.set_yticks([1e-4, 1e-2, 1, 100], ["0.0001", "0.01", "1", "100"])
        ax.minorticks_off()
        ax.grid(False)
        self._band = canvas.moving(ax.axhspan(LOWEST, 1, color="#E6E6E6", zorder=0))
        self._level = canvas.moving(ax.axhline(1, color=style.INK, lw=1.6, ls="--", zorder=2))
        self._rest, = ax.plot([], [], color=style.GREY, lw=1.8, zorder=2)
        self._done, = ax.plot([], [], color=style.INK, lw=2.6, zorder=3)
        self._dot, = ax.plot([], [], "o", ms=12, mfc="white", mec=style.INK, mew=3, zorder=5,
                             clip_on=False)
        self._name = ax.text(1.1, 1, "", fontsize=12.5, fontweight="bold", va="top", zorder=4)
        ax.text(1, 1.02, "shaded: good enough", fontsize=12, ha="right", va="top",
                transform=ax.transAxes)
        for artist in (self._rest, self._done, self._dot, self._name):
            canvas.moving(artist)

    def show(self, path: SolverPath, step: int, tol: float) -> None:
        """Draw the run as far as its stop, and beyond."""
        count, heights = np.arange(len(path.gaps)), np.clip(path.gaps, LOWEST, HIGHEST)
        kept = np.unique(np.geomspace(1, len(count), MOST_POINTS).astype(int) - 1)
        seen, later = np.union1d(kept[kept <= step], [step]), np.append(step, kept[kept > step])
        for line, where in ((self._done, seen), (self._rest, later)):
            line.set_data(np.maximum(count[where], 1), heights[where])
        self._dot.set_data([max(step, 1)], [heights[step]])
        self._level.set_ydata([tol, tol])
        self._band.set_height(tol - LOWEST)
        above = tol < 0.3               # else the curve is there
        self._name.set(text=f"tolerance\n{ThreeKnobs.controls[3].text(tol)}",
                       y=1.3 * tol if above else min(0.75 * tol, 0.6),
                       va="bottom" if above else "top")
