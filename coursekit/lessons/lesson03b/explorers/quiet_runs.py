"""Lesson 03b: a machine whose run ended after quiet passes, among a hundred such runs.

Legend: as in `coursekit.lessons.lesson03b.runs`.
"""
from __future__ import annotations

import numpy as np
from matplotlib.patches import Polygon, Rectangle

from coursekit.explorer import above, Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson03b.runs import (
    FAIR,
    LONGEST,
    SEEDS,
    C,
    X,
    Y,
    Machine,
    clouds,
    machine,
    optimum,
    quiet_run,
)
from coursekit.plots import style

COUNTS = (1, 2, 3, 5, 10, 20, 30, 50)     # quiet passes at which all runs are drawn
SPREAD = 0.11               # of the dots of a count, sideways, in units of the logarithm
JITTER = 0.26               # of the dots, upwards, in strays
FAR = 60.0                  # longer than any line in the plane
FACES = ((1, "o"), (-1, "X"))
SMALL, LARGE = 60, 420      # area of a marker at α = 0, and what is added at α = C
STREET = "#F8F2A0"          # the yellow of the margin, half as strong
DONE = "#DDEFE7"            # the green of "finished", as an area
GOOD, BAD = style.WORDS["male"], style.WORDS["female"]
VIEWS = ("strays", "KKT gap")


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: "no stray", "1 stray", "2 strays"."""
    return f"{number or 'no'} {one if number in (0, 1) else more or one + 's'}"


class QuietRuns(Explorer):
    """The machine that a quiet run leaves, and a hundred of them for each number of quiet passes.

    Examples
    --------
    >>> QuietRuns(passes=10).status.split(".")[0]
    'Run 0, ended after 10 quiet passes: 7 support vectors, 2 of them strays'
    """

    title = "Quiet, or finished?"
    question = "Nothing has moved for a while. Has the run found the best line?"
    size = (8.8, 5.1)
    controls = (
        Slider("passes", "passes", 1, LONGEST, 1, LONGEST,
               "quiet passes in a row that end the run"),
        Slider("seed", "run", 0, SEEDS - 1, 1, 0, "which of the hundred runs; each draws other "
               "partners"),
        Choice("shows", "on the right", VIEWS, "strays",
               "what is drawn of all runs: strays, support vectors more than 0.05 "
               "outside the margin; or the KKT gap, the largest slope of a pair"))
    presets = {
        "one pass": Preset(
            {"passes": 1}, "How far is the line from the best one?",
            shows=r"^Run 0, ended after 1 quiet pass: 8 support vectors, 2 of them strays"),
        "ten passes": Preset(
            {"passes": 10}, "Where are the strays?",
            shows=r"^Run 0, ended after 10 quiet passes: 7 support vectors, 2 of them strays"),
        "gaps at ten": Preset(
            {"passes": 10, "shows": "KKT gap"}, "Which two samples can still improve W?",
            shows=r"after 10 quiet passes: KKT gap 0\.209, .*not finished"),
        "gaps at fifty": Preset(
            {"shows": "KKT gap"}, "How many of the hundred runs have reached the green zone?",
            shows=r"after 50 quiet passes: KKT gap 0\.0583, .*not finished")}

    # -- what is drawn ---------------------------------------------------------------

    def build(self, canvas: Canvas) -> None:
        """Create both panels and what is written."""
        canvas.figure.set_layout_engine("none")
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._left = canvas.figure.add_axes((0.015, 0.2, 0.455, 0.655), xticks=[], yticks=[])
        self._left.grid(False)
        self._left.spines[:].set_visible(True)
        self._build_plane(canvas, self._left)
        self._right = {view: canvas.figure.add_axes((0.575, 0.145, 0.415, 0.645),
                                                    label=view) for view in VIEWS}
        self._clouds = {view: self._build_cloud(canvas, ax, view)
                        for view, ax in self._right.items()}

        def words(x: float, y: float, text: str, size: int = 14, weight: str = "bold",
                  colour: str = style.INK):
            return canvas.moving(paper.text(x, y, text, fontsize=size, color=colour, weight=weight,
                                            va="center"))
        self._title = words(0.015, 0.95, "", 17)
        words(0.015, 0.15, "solid: this run", 13, "normal")
        words(0.23, 0.15, "dotted: the best line", 13, "normal", GOOD)
        words(0.015, 0.095, "bigger marker = larger multiplier α", 13, "normal")
        self._rings_say = words(0.015, 0.04, "", 13, "bold", BAD)
        self._top = words(0.52, 0.875, "", 14)

    def _build_plane(self, canvas: Canvas, ax) -> None:
        low, high = X.min(axis=0) - 0.6, X.max(axis=0) + 0.6
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        self._street = ax.add_patch(Polygon(np.zeros((4, 2)), facecolor=STREET,
                                            edgecolor=style.GREY, lw=1.2, zorder=0))
        (self._line,) = ax.plot([], [], color=style.INK, lw=4, zorder=1)
        best = optimum()
        canvas.moving(ax.plot(*_along(best, 0), ":", color=style.GREEN, lw=4, zorder=2)[0])
        self._dots = {c: ax.scatter(*X[c == Y].T, marker=marker, color=style.COLOURS[c],
                                    edgecolor="white", linewidth=0.9, zorder=3)
                      for c, marker in FACES}
        self._rings = ax.scatter([], [], facecolor="none", edgecolor=BAD, linewidth=3.6, zorder=4)
        (self._join,) = ax.plot([], [], "-", color=BAD, lw=2, zorder=2.5)
        for artist in (self._street, self._line, *self._dots.values(), self._rings, self._join):
            canvas.moving(artist)

    def _build_cloud(self, canvas: Canvas, ax, view: str) -> list:
        """Draw all runs of a view; return what moves and whatever hides with the view."""
        style.label(ax, "", "quiet passes that end a run",
                    "strays" if view == "strays" else "KKT gap  F_up − F_low")
        ax.set(xscale="log", xlim=(0.82, 61))
        ax.grid(False)
        ax.set_xticks(COUNTS, [str(p) for p in COUNTS], fontsize=13)
        ax.minorticks_off()
        values, rng = clouds()["strays" if view == "strays" else "gap"], np.random.default_rng(0)
        if view == "strays":
            ax.set(ylim=(-0.6, 8.7), yticks=[0, 2, 4, 6, 8])
        else:
            ax.set(yscale="log", ylim=(2.2e-4, 20))
            ax.set_yticks([1e-3, 1e-2, 0.1, 1, 10], ["0.001", "0.01", "0.1", "1", "10"])
            ax.minorticks_off()
            ax.add_patch(Rectangle((0.5, 1e-5), 100, FAIR - 1e-5, facecolor=DONE, lw=0, zorder=0))
            ax.text(0.9, 0.75e-3, "finished", fontsize=15, weight="bold", color=GOOD, zorder=5,
                    va="center")
        for p in COUNTS:
            across = p * np.exp(rng.uniform(-SPREAD, SPREAD, SEEDS))
            lift = rng.uniform(-JITTER, JITTER, SEEDS) if view == "strays" else 0
            ax.scatter(across, values[:, p] + lift, s=15, color=style.SKY, linewidth=0, zorder=1)
            middle = np.median(values[:, p])
            ax.plot(p * np.exp([-SPREAD * 1.35, SPREAD * 1.35]), [middle] * 2, color=style.INK,
                    lw=4.5, zorder=3, solid_capstyle="butt")
            good = np.sum(values[:, p] == 0 if view == "strays" else values[:, p] <= FAIR)
            ax.annotate(str(good), (p, 1), (0, 5), xycoords=("data", "axes fraction"), ha="center",
                        textcoords="offset points", fontsize=14, weight="bold", color=GOOD)
        ax.text(0.985, 0.96, "dot, grey track: this run\nbar: median", fontsize=13, ha="right",
                va="top", transform=ax.transAxes)
        (track,) = ax.plot([], [], color=style.GREY, lw=1.8, zorder=2)
        (here,) = ax.plot([], [], "o", color=style.INK, ms=16, mec="white", mew=2, zorder=6)
        return [canvas.moving(track), canvas.moving(here)]

    # -- one state -------------------------------------------------------------------

    def draw(self, state: dict) -> str:
        """Show a machine, and where it stands among the hundred."""
        passes, seed, view = state["passes"], state["seed"], state["shows"]
        now = machine(quiet_run(seed)[passes])
        self._draw_machine(now, view)
        for name, ax in self._right.items():
            for artist in self._clouds[name]:
                artist.set_visible(name == view)
            if ax.get_visible() != (name == view):
                ax.set_visible(name == view)
                self.canvas.invalidate(key=view)
        values = clouds()["strays" if view == "strays" else "gap"][seed]
        track, here = self._clouds[view]
        track.set_data(np.arange(1, LONGEST + 1), values[1:])
        here.set_data([passes], [values[passes]])
        return self._write(now, passes, seed, view)

    def _draw_machine(self, now: Machine, view: str) -> None:
        self._line.set_data(*_along(now, 0))
        self._street.set_xy(np.concatenate([_along(now, -1).T, _along(now, 1).T[::-1]]))
        size = SMALL + LARGE * np.abs(now.beta) / C
        for c, dots in self._dots.items():
            dots.set_sizes(size[c == Y])
        pair = [now.up, now.low] if now.gap > FAIR else []
        ringed = np.flatnonzero(now.strays) if view == "strays" else pair
        self._rings.set_offsets(X[ringed].reshape(-1, 2))
        self._rings.set_sizes(1.35 * size[ringed] + 260)
        self._join.set_data(*X[pair if view != "strays" else []].reshape(-1, 2).T)

    def _write(self, now: Machine, passes: int, seed: int, view: str) -> str:
        gap, good = now.gap, clouds()["gap"][:, passes] <= FAIR
        strays, count = int(now.strays.sum()), int(np.count_nonzero(now.beta))
        told = above(gap, FAIR)[0] if gap > FAIR else f"{gap:.2g}"
        ended = f"Run {seed}, ended after {passes} quiet pass{'es' * (passes > 1)}"
        share = f"W has reached {np.floor(1e4 * now.W / optimum().W) / 100:.2f}% of its maximum."
        if view == "strays":
            self._title.set_text(f"{passes} quiet pass{'es' * (passes > 1)}: {count} support "
                                 f"vectors, {counted(strays, 'stray')}")
            self._rings_say.set_text("ringed: strays, α > 0 and y f > 1.05" if strays else
                                     "no stray: no α > 0 with y f > 1.05")
            self._top.set_text("runs without a stray, of 100:")
            some = int(np.sum(clouds()["strays"][:, passes] > 0))
            return (f"{ended}: {count} support vectors, {strays or 'none'} of them "
                    f"{'a stray' if strays < 2 else 'strays'}. Of 100 runs, "
                    f"{some} {'has' if some == 1 else 'have'} strays. The best line has "
                    f"{np.count_nonzero(optimum().beta)} support vectors.")
        done = gap <= FAIR
        self._title.set_text(f"KKT gap {told}, {'at most' if done else 'above'} {FAIR:g}: "
                             f"{'finished' if done else 'not finished'}")
        self._rings_say.set_text("" if done else "ringed: this pair can still improve W")
        self._top.set_text("finished runs, of 100:")
        return (f"{ended}: KKT gap {told}, {'at most' if done else 'above'} {FAIR:g}, so it is "
                f"{'' if done else 'not '}finished. Of 100 runs, {int(good.sum()) or 'none'} "
                f"{'is' if good.sum() < 2 else 'are'} finished. {share}")

    def details(self, state: dict) -> str:
        """Return the line, and how far it is turned away from the best one."""
        now, best = machine(quiet_run(state["seed"])[state["passes"]]), optimum()
        cosine = now.w @ best.w / np.linalg.norm(now.w) / np.linalg.norm(best.w)
        wrong = int(np.sum(Y * (X @ now.w + now.b) <= 0))
        return (f"w = ({now.w[0]:.3f}, {now.w[1]:.3f}), b = {now.b:.3f}; turned by "
                f"{np.degrees(np.arccos(min(1, cosine))):.1f} degrees from the best line; "
                f"misclassified: {wrong}.").replace("-", "−")


def _along(of: Machine, height: float) -> np.ndarray:
    """Return both ends of the line f = height, as columns."""
    w = of.w
    side = FAR * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    foot = (height - of.b) * w / (w @ w)
    return np.column_stack([foot - side, foot + side])
