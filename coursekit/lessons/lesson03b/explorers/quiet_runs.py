"""Lesson 03b: a machine whose run ended after quiet passes, among a hundred such runs.

Legend: as in `coursekit.lessons.lesson03b.runs`.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import above, Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson03b.runs import (
    FAIR, LONGEST, SEEDS, C, X, Y, Machine, clouds, machine, optimum, quiet_run,
)
from coursekit.plots import style
from coursekit.wording import plural

FAR = 60.0                  # longer than any line in the plane
SMALL, LARGE = 60, 420      # area of a marker at α = 0, and what is added at α = C
STREET = "#F8F2A0"          # the yellow of the margin, half as strong
GOOD, BAD, DIM = style.WORDS["male"], style.WORDS["female"], "#5A5A5A"
VIEWS = ("strays", "KKT gap")
FEWER = 20                  # runs fewer than look right, or more: answer a of the opening


class QuietRuns(Explorer):
    """The machine that a quiet run leaves, and how many of a hundred runs look right, or are.

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
        Choice("shows", "judged by", VIEWS, "strays",
               "strays: support vectors more than 0.05 outside the margin; or the KKT gap, the "
               "largest slope of a pair"))
    presets = {
        "one pass": Preset(
            {"passes": 1}, "How far is the line from the best one?",
            shows=r"^Run 0, ended after 1 quiet pass: 8 support vectors, 2 of them strays"),
        "ten passes": Preset(
            {"passes": 10}, "Where are the strays?",
            shows=r"^Run 0, ended after 10 quiet passes: 7 support vectors, 2 of them strays"),
        "gap at ten": Preset(
            {"passes": 10, "shows": "KKT gap"}, "Which two samples can still improve W?",
            shows=r"after 10 quiet passes: KKT gap 0\.209, .*not finished"),
        "gap at fifty": Preset(
            {"shows": "KKT gap"}, "How many of the runs that look right are finished?",
            shows=r"after 50 quiet passes: KKT gap 0\.0583, .*not finished")}

    def build(self, canvas: Canvas) -> None:
        """Set the plane of the samples with the best line, and the count of runs."""
        low, high = X.min(axis=0) - 0.6, X.max(axis=0) + 0.6
        self._stage = stage = Stage(
            canvas,
            plane=((0.015, 0.1, 0.455, 0.755), {
                "xlim": (low[0], high[0]), "ylim": (low[1], high[1]), "xticks": [], "yticks": []}),
            runs=((0.56, 0.145, 0.36, 0.71), {
                "xlim": (0, LONGEST + 1), "ylim": (-2, 104), "xticks": range(0, LONGEST + 1, 10),
                "yticks": range(0, 101, 20)}))
        stage.plane.spines[:].set_visible(True)
        style.label(stage.runs, "", "quiet passes in a row", "of 100 runs")
        stage.word(0.015, 0.068, "dotted: best line", 13, color=GOOD)
        stage.word(0.015, 0.025, "larger: larger α", 13)

    def draw(self, state: dict) -> str:
        """Show a machine, and how many of the hundred look like it."""
        passes, by_gap, stage = state["passes"], state["shows"] == "KKT gap", self._stage
        now = machine(quiet_run(state["seed"])[passes])
        strays, gap = int(now.strays.sum()), now.gap
        self._machine(now, by_gap)
        right, finished = self._count(passes, by_gap)
        ended = f"Run {state['seed']}, ended after {plural(passes, 'quiet pass', 'quiet passes')}"
        if not by_gap:
            stage.word(0.012, 0.945, f"Run {state['seed']}: " + (
                plural(strays, "stray") if strays else "no stray, it looks right"), 17)
            some = SEEDS - right
            return (f"{ended}: {np.count_nonzero(now.beta)} support vectors, {strays or 'none'} of "
                    f"them {'a stray' if strays < 2 else 'strays'}. Of 100 runs, {some} "
                    f"{'has' if some == 1 else 'have'} strays. The best line has "
                    f"{np.count_nonzero(optimum().beta)} support vectors.")
        told = above(gap, FAIR)[0] if gap > FAIR else f"{gap:.2g}"
        done = "finished" if gap <= FAIR else "not finished"
        stage.word(0.012, 0.945, f"Run {state['seed']}: {done}", 17)
        if gap > FAIR:
            stage.word(0.47, 0.045, f"pair: slope {told}", color=BAD, ha="right")
        share = np.floor(1e4 * now.W / optimum().W) / 100
        return (f"{ended}: KKT gap {told}, {'at most' if gap <= FAIR else 'above'} {FAIR:g}, so it "
                f"is {done}. Of 100 runs, {finished or 'none'} {'is' if finished < 2 else 'are'} "
                f"finished. W has reached {share:.2f}% of its maximum.")

    def _machine(self, now: Machine, by_gap: bool) -> None:
        """Draw the line with its margin, and ring the strays, or the pair that can still move."""
        plane, stage = self._stage.plane, self._stage
        strip = np.concatenate([_along(now, -1), _along(now, 1)[::-1]])
        stage.areas(plane, [strip], STREET, z=0, edgecolors=style.GREY)
        stage.lines(plane, [_along(now, 0)], width=4, z=1)
        stage.lines(plane, [_along(optimum(), 0)], style.GREEN, 4, z=2, linestyles=":")
        size = SMALL + LARGE * np.abs(now.beta) / C
        for c, marker in ((1, "o"), (-1, "X")):
            plane.scatter(*X[c == Y].T, s=size[c == Y], marker=marker, color=style.COLOURS[c],
                          edgecolor="white", linewidth=0.9, zorder=3)
        pair = [now.up, now.low] if now.gap > FAIR else []
        ringed = pair if by_gap else np.flatnonzero(now.strays)
        plane.scatter(*X[ringed].reshape(-1, 2).T, s=1.35 * size[ringed] + 260, facecolor="none",
                      edgecolor=BAD, linewidth=3.6, zorder=4)
        if by_gap and pair:
            stage.lines(plane, [X[pair]], BAD, 2, z=2.5)
        if len(ringed) and not by_gap:
            stage.word(0.47, 0.045, "ringed: strays", color=BAD, ha="right")
        elif not by_gap:
            stage.word(0.47, 0.045, "stray: α > 0, yet well\non its own side", 13,
                       fontweight="normal", ha="right", linespacing=1.25)

    def _count(self, passes: int, by_gap: bool) -> tuple[int, int]:
        """Draw how many runs look right and, judged by the gap, how many are finished."""
        stage, ax, k = self._stage, self._stage.runs, np.arange(1, LONGEST + 1)
        looks = np.sum(clouds()["strays"][:, 1:] == 0, axis=0)
        done = np.sum(clouds()["gap"][:, 1:] <= FAIR, axis=0)
        right, finished = int(looks[passes - 1]), int(done[passes - 1])
        ax.plot(k, looks, color=style.GREY, lw=4)
        ax.plot(passes, right, "o", color=DIM, markersize=13, markeredgecolor="white")
        stage.word(25, 84, "look right:\nno stray", 15, ax=ax, ha="right", color=DIM)
        if by_gap:
            ax.plot(k, done, color=style.GREEN, lw=4)
            ax.plot(passes, finished, "o", color=GOOD, markersize=13, markeredgecolor="white")
            stage.word(34, 26, "finished", 15, ax=ax, ha="right", color=GOOD)
            stage.word(0.52, 0.945, f"{right} look right, {finished} "
                       f"{'is' if finished == 1 else 'are'} finished", 17)
            return right, finished
        stage.word(0.52, 0.945, f"{right} of 100 {'looks' if right == 1 else 'look'} right", 17)
        if "shows" not in {control.name for control in self.controls}:
            stage.word(0.735, 0.5, "How many\nare finished?", 15, color=GOOD)
            top = int(looks[-1])
            for letter, low, high in (("a", 0, top - FEWER), ("b", top - FEWER + 1, top)):
                ax.plot([LONGEST + 2.2] * 2, [low + 1, high - 1], color=style.GREEN, lw=7,
                        clip_on=False, solid_capstyle="butt")
                stage.word(LONGEST + 4, (low + high) / 2, letter, 20, ax=ax, color=GOOD)
        return right, finished

    def details(self, state: dict) -> str:
        """Return the line, and how far it is turned away from the best one."""
        now, best = machine(quiet_run(state["seed"])[state["passes"]]), optimum()
        cosine = now.w @ best.w / np.linalg.norm(now.w) / np.linalg.norm(best.w)
        wrong = int(np.sum(Y * (X @ now.w + now.b) <= 0))
        return (f"w = ({now.w[0]:.3f}, {now.w[1]:.3f}), b = {now.b:.3f}; turned by "
                f"{np.degrees(np.arccos(min(1, cosine))):.1f} degrees from the best line; "
                f"misclassified: {wrong}.").replace("-", "−")


def _along(of: Machine, height: float) -> np.ndarray:
    """Return both ends of the line f = height, shape (2, 2)."""
    w = of.w
    side = FAR * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    foot = (height - of.b) * w / (w @ w)
    return np.array([foot - side, foot + side])
