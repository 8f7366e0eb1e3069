"""Lesson 04b: C, γ and the tolerance, moved together: the border, fresh samples, the solver's way.

Legend: ``path`` the whole run of SMO, ``step`` where the solver stops, ``f`` the machine there and
``f_end`` the finished one, both on a grid; ``V``, ``v`` fresh samples and their labels.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Stage
from coursekit.kernels import squared_distances
from coursekit.lessons.lesson04b.own import (
    KEPT, Own, check_own, clicked_sample, moved_cursor, toggled,
)
from coursekit.lessons.lesson04b.path import MOST_STEPS, SolverPath, solver_path
from coursekit.lessons.lesson04b.samples import DATA, FACES, FRESH, N, Samples, samples
from coursekit.plots import style

GRID = 101              # points per axis at which f is drawn
ROOM = 0.03             # of the extent of all samples, free around them
MOST_POINTS = 400       # of the curve of gaps that are drawn
OVERFIT = 0.15          # own samples right minus fresh ones right, as proportions
LONGEST, LOWEST, HIGHEST = 3e4, 4e-5, 500.0     # ends of the axes of steps and of the gap
YELLOW, DOTS = "#F2DF6B", "#777777"
SIDES = ListedColormap([style.PALE_ORANGE, "#F8F8F8", style.PALE_BLUE, YELLOW])
HIDDEN, FRESH_ONES, WAY = "hidden fresh samples", "fresh samples", "the solver's way"
SIZE = (8.8, 5.1)


class Seen(NamedTuple):
    """What a state shows: counts of steps, of own samples and support vectors, and fresh answers.

    ``right``, ``right_end`` and ``changed`` say of each fresh sample whether it is right where the
    solver stopped, whether it is at the end, and whether its answer changes in between.
    """

    step: int
    steps: int
    own: int
    n: int
    right: np.ndarray
    right_end: np.ndarray
    changed: np.ndarray
    used: int
    used_end: int
    at_bound: int
    gap: float
    f: np.ndarray
    f_end: np.ndarray


@lru_cache
def extent(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the lower left and the upper right corner of the plane."""
    X = np.vstack([samples(data).X, samples(data).V])
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
    return Seen(
        step, path.steps, int(np.sum(np.sign(path.problem.K @ beta + b) == s.y)), len(s.y),
        answer == s.v, end == s.v, answer != end,
        int(np.sum(beta != 0)), int(np.sum(beta_end != 0)), int(np.sum(np.abs(beta) == C)),
        float(path.gaps[step]), up * beta @ across.T + b, up * beta_end @ across.T + b_end)


class ThreeKnobs(Explorer):
    """The border where the solver stopped; beside it fresh samples, or the way of its gap.

    Examples
    --------
    >>> print(ThreeKnobs(C=100, gamma=31.6227766017).status)
    C = 100, γ = 31.6, tolerance 0.001: 200 of its 200 and 752 of 1,000 fresh samples right.
    """

    title = "C, γ, tolerance"
    question = "What do the three numbers of this machine do?"
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
               "class of the sample that a click on the left plane adds; a click on one removes "
               "it; with keys: arrows on the picture, then Enter"),
        Choice("beside", "beside it", (HIDDEN, FRESH_ONES, WAY), FRESH_ONES,
               "what is shown beside the border; guess before you look"))
    kept = KEPT
    together = ("C", "gamma", "tol")
    presets = {
        "islands": Preset(
            {"C": 100.0, "gamma": 10**1.5},
            "How many of its own samples does it get right, and how many fresh ones?",
            shows=r"^C = 100, γ = 31\.6.*: 200 of its 200"),
        "a high ceiling": Preset(
            {"C": 1000.0}, "Where has the border moved, and what has it gained?",
            shows=r"^C = 1000, γ = 1,"),
        "too early": Preset(
            {"tol": 1.0, "beside": WAY}, "Which answers will still change?",
            shows=r"stopped after \d\d of \d+ steps.*2\d answers to fresh samples will")}

    def build(self, canvas: Canvas) -> None:
        """Make room for the plane, the plane beside it, and the curve of the gap."""
        wide, high = self.size
        plane = {"xlim": (0, 1), "ylim": (0, 1), "xticks": [], "yticks": []}
        places = {"plane": (0.15, 0.12, 4.2, 3.5), "other": (4.48, 0.12, 4.2, 3.5),
                  "gap": (5.3, 0.7, 3.3, 2.85)}
        self._stage = stage = Stage(canvas, extent=SIZE, **{
            name: ((x / wide, y / high, w / wide, h / high), {} if name == "gap" else plane)
            for name, (x, y, w, h) in places.items()})
        stage.plane.set_axis_off()
        stage.other.set_axis_off()
        stage.gap.set(xscale="log", yscale="log", xlim=(0.85, LONGEST), ylim=(LOWEST, HIGHEST),
                      xlabel="steps of the solver (log scale)")
        stage.gap.set_xticks([1, 10, 100, 1000, 10_000], ["1", "10", "100", "1,000", "10,000"])
        stage.gap.set_yticks([1e-4, 1e-2, 1, 100], ["0.0001", "0.01", "1", "100"])
        stage.gap.minorticks_off()

    def set(self, **state) -> None:
        """Move some controls; other samples come without what was added to the last ones."""
        if state.get("data", self.state()["data"]) != self.state()["data"]:
            state = dict(self.kept) | state
        super().set(**state)

    def check_kept(self, name: str, value: Any) -> tuple:
        """Return added samples, removed ones, or the cursor, as tuples."""
        return check_own(name, value)

    def clicked(self, x: float, y: float) -> None:
        """Add a sample where the left plane was clicked, or remove the one there."""
        pixel = np.array([x, y]) * self.canvas.figure.bbox.size
        share = self._stage.plane.transAxes.inverted().transform(pixel)
        if ((share >= 0) & (share <= 1)).all():
            self._toggle(*map(float, share))

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
        hit = clicked_sample(own, (s.X - low) / (high - low), x, y)
        side = 1 if state["side"] == "+1" else -1
        self.set(**toggled(own, hit, (x, y, side))._asdict())

    def draw(self, state: dict) -> str:
        """Show where the solver stops at this tolerance, and what stands beside it."""
        own = Own(state["added"], state["gone"])
        chosen = (state["data"], own, state["C"], state["gamma"])
        seen, path = look(*chosen, state["tol"]), run(*chosen)
        stage, way = self._stage, state["beside"] == WAY
        (low, high), s = extent(state["data"]), training(state["data"], own)
        own_places, places = (s.X - low) / (high - low), (s.V - low) / (high - low)
        stage.gap.axison = way
        self._draw_border(stage.plane, seen, yellow=True)
        first = len(s.y) - len(own.added)
        for which, size, edge, line in ((slice(0 if not way else first, first), 5.5, "white", 0.5),
                                        (slice(first, None), 10.5, style.INK, 1.6)):
            for side, marker, colour in FACES:
                at = own_places[which][s.y[which] == side]
                if len(at):
                    _marks(stage.plane, at, marker, colour, size, 5, "own", edge, line)
        if state["cursor"]:
            stage.plane.plot(*([share] for share in state["cursor"]), "+", color=style.INK,
                             markersize=24, mew=3, zorder=6)
        if way:
            self._draw_changing(seen, places)
            self._draw_gap(path, seen.step, state["tol"])
        else:
            self._draw_fresh(seen, places, told=state["beside"] == FRESH_ONES)
        if headline := _headline(state, seen, path.is_finished):
            stage.word(0.15, 4.83, headline, 15.5)
        return _words(state, seen, path, own)

    def _draw_border(self, ax: Axes, seen: Seen, yellow: bool) -> None:
        """Draw both sides of f, f = 0, and in yellow where the finished machine disagrees."""
        differ = yellow & (np.sign(seen.f) * np.sign(seen.f_end) < 0)
        ax.imshow(np.where(differ, 2, np.sign(seen.f)), origin="lower", cmap=SIDES, vmin=-1,
                  vmax=2, aspect="auto", interpolation="nearest", extent=(0, 1, 0, 1), zorder=0)
        sides = np.linspace(0, 1, GRID)
        self._stage.lines(ax, contour_generator(sides, sides, seen.f).lines(0.0), z=2,
                          gid="border")

    def _draw_fresh(self, seen: Seen, places: np.ndarray, told: bool) -> None:
        """Draw the fresh samples: without their colours, or the misclassified ones in pink."""
        stage, big = self._stage, 24
        self._draw_border(stage.other, seen, yellow=False)
        wrong = ~seen.right & told
        _marks(stage.other, places[~wrong], "o", DOTS, 2.5, 3, "fresh")
        if wrong.any():
            _marks(stage.other, places[wrong], "D", style.PINK, 5, 4, "wrong", "white", 0.4)
        count = f"{seen.right.sum():,}" if told else "?"
        stage.word(0.15, 4.3, f"{seen.own} of {seen.n} right", big)
        stage.word(4.48, 4.3, f"{count} of {FRESH:,} right", big)
        stage.word(0.15, 3.86, "it learned from these" + (
            "; yellow: will still change" if _differs(seen) else ""), 13, fontweight="normal")
        stage.word(4.48, 3.86, "fresh ones, never seen; " + (
            "pink: misclassified" if told else "colours hidden"), 13, fontweight="normal")

    def _draw_changing(self, seen: Seen, places: np.ndarray) -> None:
        """Draw the fresh samples, the ones whose answer will still change large and black."""
        stage = self._stage
        large = seen.changed & (seen.step > 0)
        _marks(stage.plane, places[~large], "o", DOTS, 2.5, 3, "fresh")
        _marks(stage.plane, places[large], "o", style.INK, 8.5, 4, "changing", "white", 0.8)
        changing = " and ".join(["black"] * bool(large.any()) + ["yellow"] * _differs(seen))
        stage.word(0.15, 3.9, "grey: no side yet" if not seen.step else
                   f"{changing}: will still change" if changing else
                   "nothing here will change", 15)
        stage.word(5.0, 3.9, "KKT gap, in units of f", 15)

    def _draw_gap(self, path: SolverPath, step: int, tol: float) -> None:
        """Draw the run as far as its stop, and beyond."""
        ax, stage = self._stage.gap, self._stage
        count, heights = np.arange(len(path.gaps)), np.clip(path.gaps, LOWEST, HIGHEST)
        kept = np.unique(np.geomspace(1, len(count), MOST_POINTS).astype(int) - 1)
        seen, later = np.union1d(kept[kept <= step], [step]), np.append(step, kept[kept > step])
        for where, colour, width, gid in ((later, style.GREY, 1.8, "left undone"),
                                          (seen, style.INK, 3, "done")):
            ax.plot(np.maximum(count[where], 1), heights[where], color=colour, lw=width, zorder=3,
                    gid=gid)
        ax.axhline(tol, color=style.INK, lw=1.6, ls="--", zorder=2)
        ax.plot([max(step, 1)], [heights[step]], "o", ms=12, mfc="white", mec=style.INK, mew=3,
                zorder=5, clip_on=False, gid="stop")
        early = step < 300
        x, y, side, end = (LONGEST, 0.8 * tol, "right", "top") if early else \
            (1.1, 1.2 * tol, "left", "bottom") if tol < 0.3 else (1.1, 0.8 * tol, "left", "top")
        stage.word(x, y, f"tolerance {_text('tol', tol)}", 14, ax, ha=side, va=end)
        x, y, side, end = (1.3, 2.2, "left", "bottom") if early else \
            (0.7, 0.15, "right", "top") if tol > 0.005 else (0.5, 14, "right", "bottom")
        stage.word(x * max(step, 1), y * max(tol, heights[step]), f"stop: step {step:,}", 14, ax,
                   ha=side, va=end)

    def details(self, state: dict) -> str:
        """Return support vectors, the gap, and where the samples of one's own lie."""
        own = Own(state["added"], state["gone"])
        seen = look(state["data"], own, state["C"], state["gamma"], state["tol"])
        low, high = extent(state["data"])
        yours = "".join(f" Yours: {side:+d} at ({x:.2f}, {y:.2f}).".replace("-", "−")
                        for (x, y), side in ((low + np.array(p[:2]) * (high - low), p[2])
                                             for p in own.added))
        return (f"{seen.used} support vectors, {seen.at_bound} of them at the ceiling C; finished: "
                f"{seen.used_end}. The gap is {seen.gap:.2g}.{yours}")


def _differs(seen: Seen) -> bool:
    """Tell whether the finished machine has another side somewhere in the plane."""
    return bool((np.sign(seen.f) * np.sign(seen.f_end) < 0).any())


def _marks(ax: Axes, places: np.ndarray, marker: str, colour: str, size: float, z: float,
           gid: str, edge: str = "none", width: float = 0) -> None:
    ax.plot(*places.T, marker, color=colour, markersize=size, markeredgecolor=edge,
            markeredgewidth=width, zorder=z, gid=gid)


def _text(name: str, value: float) -> str:
    """Return a value of a control as it stands beside the control."""
    return next(c for c in ThreeKnobs.controls if c.name == name).text(value)


def _headline(state: dict, seen: Seen, is_finished: bool) -> str:
    if not seen.step:
        return "Not one step: f is 0 everywhere, and nothing is right"
    if seen.step == seen.steps and not is_finished:
        return f"Not there yet: given up after {seen.steps:,} steps"
    if state["beside"] == WAY:
        count = int(seen.changed.sum())
        return (f"Stopped at step {seen.step:,} of {seen.steps:,}: "
                + (f"{count} fresh answer{'s' * (count != 1)} will still change" if count else
                   "no fresh answer will change"))
    if len(np.unique(np.sign(seen.f))) == 1:
        return "The same answer everywhere"
    if state["beside"] == FRESH_ONES and seen.own / seen.n - seen.right.mean() >= OVERFIT:
        return "Its own samples right, many fresh ones wrong"
    return ""


def _words(state: dict, seen: Seen, path: SolverPath, own: Own) -> str:
    """Return the sentence under the picture."""
    said = "C = {}, γ = {}, tolerance {}: ".format(
        *(_text(name, state[name]) for name in ThreeKnobs.together))
    if state["beside"] == WAY:
        cap = "" if path.is_finished else f" (the cap of {MOST_STEPS:,} steps)"
        said += f"stopped after {seen.step:,} of {seen.steps:,} steps{cap}; "
    if not seen.step:
        said += "no sample is on either side, as the first gap is not above the tolerance."
    elif state["beside"] == HIDDEN:
        said += f"{seen.own} of its {seen.n} samples right."
    else:
        said += (f"{seen.own} of its {seen.n} and {seen.right.sum()} of {FRESH:,} fresh samples "
                 "right")
        said += f"; {seen.changed.sum()} answers to fresh samples will still change." \
            if state["beside"] == WAY else "."
    changed = [f"{len(who)} {what}" for who, what in ((own.added, "added"), (own.gone, "removed"))
               if who]
    if changed:
        said += f" Samples: {', '.join(changed)}."
    if state["cursor"]:
        said += " The cross is at {:.0f}% of the width and {:.0f}% of the height.".format(
            *(100 * c for c in state["cursor"]))
    told = changed or state["cursor"] or state["side"] != "+1"
    return said + (f" A click adds a {state['side']}." if told else "")
