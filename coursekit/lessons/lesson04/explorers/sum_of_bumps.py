"""Lesson 04: above, a bump on each support vector under its ceiling; below, their sum.

Legend: ``t`` (m,) points of the line at which bumps and sum are drawn, ``f`` the sum there, ``at``
the sum at the samples.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.explorer import Canvas, Explorer, LogSlider, Preset, Stage
from coursekit.lessons.lesson04.machines import Bumps, fitted
from coursekit.lessons.lesson04.samples import STRAY
from coursekit.plots import style
from coursekit.wording import plural, signed

TINT = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])
LINE, MEN = "line", "men by age"
FRAMES = {LINE: (-3.9, 4.0), MEN: (-0.5, 80.5)}
SCALES = {2.4: (-1, 0, 1), 5.9: (-5, 0, 5), 14.5: (-10, 0, 10), 42.0: (-30, 0, 30)}
SEEN = 0.004        # share of the tallest bump below which nothing is drawn
SHOWN = 12          # bumps of each class that are drawn, of men and boys
POINTS, PER_BUMP = 900, 90      # of the line, and of the curve of one bump
FACES = ((1, "o"), (-1, "X"))
WORDS = {1: style.BLUE, -1: "#B34A00"}      # of words on white; the orange is darker
PLACE = (0.06, 0.535, 0.72, 0.29)           # of the upper panel
ROOM = 1.3                                  # of the upper panel, in heights of the tallest bump
PINK = "#B8468C"


class Drawn(NamedTuple):
    """What a state shows."""

    machine: Bumps
    t: np.ndarray
    f: np.ndarray
    at: np.ndarray
    borders: np.ndarray
    tallest: float
    scale: float

    @property
    def wrong(self) -> np.ndarray:
        """Which rows are misclassified."""
        return self.at * self.machine.y <= 0

    def bumps(self, side: int) -> list[tuple[int, np.ndarray]]:
        """Return rows of a class and the curves (m, 2) of their bumps, the tallest 1 high."""
        machine = self.machine
        rows = np.flatnonzero(machine.beta * side > 0)
        if len(machine.y) > 2 * SHOWN:
            rows = rows[np.linspace(0, len(rows) - 1, SHOWN).astype(int)]
        curves = []
        for row, bump in zip(rows, machine.terms(self.t[:, None], rows), strict=True):
            seen = (np.abs(bump) > SEEN * self.tallest).nonzero()[0]
            seen = seen[::max(1, len(seen) // PER_BUMP)]
            curves.append((row, np.column_stack([self.t[seen], bump[seen] / self.tallest])))
        return curves


@lru_cache
def _points(data: str) -> np.ndarray:
    """Return places along the line, the samples among them."""
    X = fitted(data, 1.0, 1.0).X
    return np.union1d(np.linspace(*FRAMES[data], POINTS), X[:, 0])


@lru_cache(maxsize=512)
def drawn(data: str, C: float, gamma: float, weight: float) -> Drawn:
    """Return what is shown of one machine."""
    machine = fitted(data, C, gamma, weight)
    t = _points(data)
    f = machine.f(t[:, None])
    k = np.flatnonzero(np.sign(f[:-1]) != np.sign(f[1:]))
    borders = t[k] - f[k] * (t[k + 1] - t[k]) / (f[k + 1] - f[k])
    scale = next(s for s in SCALES if np.abs(f).max() < 0.98 * s or s == max(SCALES))
    return Drawn(machine, t, f, machine.f(machine.X), borders,
                 float(np.abs(machine.beta).max()), scale)


class SumOfBumps(Explorer):
    """The terms α_i y_i k(x_i, ·) of a Gaussian machine on a line, and their sum plus b.

    Examples
    --------
    >>> SumOfBumps(C=2, gamma=0.5).status.split(";")[0]
    'Line, C = 2, γ = 0.5'
    """

    title = "A sum of bumps"
    question = "How wide, how tall: what do γ and C leave for the solver to choose?"
    size = (8.8, 5.1)
    data, across = LINE, "position x of a sample"
    controls = (
        LogSlider("C", "penalty C = ceiling", 0.2, 2000, 2, "a bound for the height of every bump"),
        LogSlider("gamma", "γ: narrowness", 0.005, 50, 0.5,
                  "a bump falls to 1/e of its height at distance 1/√γ"))
    presets = {
        "high ceiling": Preset(
            {"C": 200.0}, "Which bumps are at the ceiling now?",
            shows=r"C = 200.*tallest is 63\.4.*misclassifies 0 of 11"),
        "narrow bumps": Preset(
            {"gamma": 50.0}, "Where does f touch 1 and −1, and what is between the samples?",
            shows=r"γ = 50.*11 of 11 samples have a bump.*10 borders"),
        "wide bumps": Preset(
            {"gamma": 0.005}, "Tall bumps, and a flat sum: where is the border?",
            shows=r"γ = 0\.005.*0 borders")}

    def build(self, canvas: Canvas) -> None:
        """Make room for the bumps, their sum, and the words beside them."""
        self._stage = Stage(
            canvas, top=(PLACE, {"ylim": (-ROOM, ROOM), "xticks": [], "yticks": []}),
            low=((0.06, 0.125, 0.72, 0.32), {"xlabel": self.across}))
        for ax in (self._stage.top, self._stage.low):
            ax.spines[["bottom", "left"]].set_visible(False)
            ax.set_xlim(FRAMES[self.data])
        self._stage.low.tick_params(length=0)
        self._stage.top.axhline(0, color=style.INK, lw=1.2, zorder=1)

    def draw(self, state: dict) -> str:
        """Draw the bumps, their sum and the samples of a state."""
        C, gamma, weight = state["C"], state["gamma"], state.get("weight", 1.0)
        shown, stage = drawn(self.data, C, gamma, weight), self._stage
        self._draw_bumps(shown)
        self._name_ceilings(shown, {1: C * weight, -1: C})
        self._draw_sum(shown)
        self._draw_samples(shown)
        for k, (number, words, colour) in enumerate(self._told(shown)):
            stage.word(0.79, 0.4 - 0.165 * k, number, 19, color=colour)
            stage.word(0.79, 0.328 - 0.163 * k, words, 13, color=colour, fontweight="normal",
                       linespacing=1.1)
        stage.word(0.015, 0.955, self._finding(shown, state), 16)
        dots = self.data == LINE and shown.machine.capped.any()
        stage.word(0.06, 0.865, self._above() + ("; dots: at the ceiling" if dots else ""))
        stage.word(0.06, 0.485, "Sum of all bumps, plus b" if shown.scale < 10 else
                   "Sum of all bumps, plus b (the scale is larger now)")
        return self._status(state, shown)

    def details(self, state: dict) -> str:
        """Return the borders, b, and the height of every bump."""
        shown = drawn(self.data, state["C"], state["gamma"], state.get("weight", 1.0))
        places = ", ".join(f"{x:.2f}" for x in shown.borders) or "none"
        told = f"b = {shown.machine.b:.2f}. Borders: {places}." + self._heights(shown.machine)
        return told.replace("-", "−")

    def _draw_bumps(self, shown: Drawn) -> None:
        """Draw the bumps, the stray's darker, and the places where their sum with b is 0."""
        stage, few = self._stage, self.data == LINE
        for c, _ in FACES:
            curves = dict(shown.bumps(c))
            if few:
                stage.areas(stage.top, [
                    np.concatenate([curve, [[curve[-1, 0], 0], [curve[0, 0], 0]]])
                    for curve in curves.values()], style.COLOURS[c], 0, z=1,
                    alpha=[0.6 if row == STRAY else 0.16 for row in curves])
            stage.lines(stage.top, list(curves.values()), style.COLOURS[c], 2.2 if few else 1.6,
                        z=2, gid="bumps")
            full = shown.machine.capped & (shown.machine.y == c)
            if few:
                x = shown.machine.X[full, 0]
                stage.top.plot(x, np.full(len(x), c), "o", color=style.INK, markersize=7, zorder=4)
        stage.lines(stage.top, [[(p, -ROOM), (p, ROOM)] for p in shown.borders], width=1.4,
                    z=2, linestyles=":")

    def _name_ceilings(self, shown: Drawn, ceilings: dict[int, float]) -> None:
        """Draw each ceiling that lies in the panel, and write beside it how high it is."""
        stage, tallest = self._stage, shown.tallest
        for c, ceiling in ceilings.items():
            inside = ceiling <= 1.2 * tallest
            height = c * ceiling / tallest if inside else 0.95 * c
            if inside:
                stage.lines(stage.top, [[(x, height) for x in FRAMES[self.data]]],
                            style.COLOURS[c], 2.8, linestyles=(0, (6, 2)), gid="ceiling")
            words = self._ceiling(c, ceiling) + "\nfarther off" * (not inside)
            stage.word(0.79, _up(height), words, 14, color=WORDS[c], linespacing=1.1)

    def _draw_sum(self, shown: Drawn) -> None:
        """Draw the sum over the sides that it gives, and where it crosses 0."""
        stage, ax, scale, frame = self._stage, self._stage.low, shown.scale, FRAMES[self.data]
        ticks = SCALES[scale]
        ax.set_ylim(-scale, scale)
        ax.set_yticks(ticks, [signed(v).replace("+0", "0") for v in ticks])
        ax.imshow(np.sign(np.interp(np.linspace(*frame, 1200), shown.t, shown.f))[None],
                  cmap=TINT, vmin=-1, vmax=1, aspect="auto", interpolation="nearest", zorder=0,
                  extent=(*frame, -scale, scale))
        for height, colour, width, dashes in ((0, style.INK, 1.2, "-"), (1, style.GREY, 1.4, "--"),
                                              (-1, style.GREY, 1.4, "--")):
            ax.axhline(height, color=colour, lw=width, ls=dashes, zorder=1)
        ax.plot(shown.t, np.clip(shown.f, -scale, scale), color=style.INK, lw=4, zorder=4)
        stage.lines(ax, [[(p, 0), (p, scale)] for p in shown.borders], width=1.4, z=2,
                    linestyles=":")
        ax.plot(shown.borders, 0 * shown.borders, "o", color="white", markersize=9, zorder=7,
                markeredgecolor=style.INK, markeredgewidth=2.4)

    def _draw_samples(self, shown: Drawn) -> None:
        """Draw the samples on the sum; under the bumps, who has one, and who is misclassified."""
        machine, x = shown.machine, shown.machine.X[:, 0]
        look = {"markeredgecolor": "white", "markeredgewidth": 0.7, "markersize": 11, "zorder": 6}
        lost = {"markerfacecolor": "none", "markeredgecolor": PINK, "markeredgewidth": 3,
                "markersize": 23, "zorder": 8}
        for c, marker in FACES:
            own = machine.y == c
            for ax, at in ((self._stage.top, 0 * x), (self._stage.low, shown.at)):
                ax.plot(x[own], at[own], marker, color=style.COLOURS[c], **look)
        for ax, at in ((self._stage.top, 0 * x), (self._stage.low, shown.at)):
            ax.plot(x[shown.wrong], at[shown.wrong], "o", **lost)
        if self.data == LINE:
            at = shown.at[STRAY]
            self._stage.word(x[STRAY], at - 0.4 * shown.scale if at < 0 else 0.8 * shown.scale,
                             "the stray", 14, self._stage.low, ha="center", color=PINK, zorder=9)
        has = machine.beta != 0
        self._stage.top.plot(x[has], 0 * x[has], "o", markersize=16, markerfacecolor="none",
                             markeredgecolor=style.INK, markeredgewidth=1.6, zorder=5)

    def _above(self) -> str:
        return "Blue bumps lift, orange ones press down"

    def _ceiling(self, side: int, ceiling: float) -> str:
        return f"ceiling {'−' * (side < 0)}{short(ceiling)}"

    def _told(self, shown: Drawn) -> list[tuple[str, str, str]]:
        """Return the numbers that decide, their words and their colours."""
        wrong = int(shown.wrong.sum())
        told = [(f"{wrong} of {len(shown.at)}", "misclassified" + "\n(pink ring)" * (wrong > 0),
                 style.INK)]
        if not shown.machine.capped.any():
            told.append((short(shown.tallest), "the tallest bump", style.INK))
        return told

    def _heights(self, machine: Bumps) -> str:
        return " Height of each bump, with its sign: " + "; ".join(
            f"{beta + 0.0:.2f} at {x:.1f}"
            for x, beta in zip(machine.X[:, 0], machine.beta, strict=True)) + "."

    def _finding(self, shown: Drawn, state: dict) -> str:
        wrong, machine = shown.wrong, shown.machine
        if not len(shown.borders):
            return "No border: bumps and b never change the sign of the sum"
        if wrong.sum() == 1 and machine.capped[STRAY] and wrong[STRAY]:
            return "The stray's bump is at its ceiling, and is outvoted"
        if wrong.any():
            return f"{wrong.sum()} of {len(wrong)} samples on the wrong side"
        if (machine.beta != 0).all():
            return "Every sample has a bump of its own: learned by heart"
        return "All samples are right, the stray too"

    def _status(self, state: dict, shown: Drawn) -> str:
        machine, n = shown.machine, int(shown.machine.number.sum())
        has = int(machine.number[machine.beta != 0].sum())
        capped = int(machine.number[machine.capped].sum())
        names = {"C": "C", "gamma": "γ", "weight": "weight of the survivors"}
        stands = ", ".join(f"{names[name]} = {short(value)}" for name, value in state.items())
        return (f"{self.data.capitalize()}, {stands}; {has} of {n} samples have a bump, {capped} at"
                f" the ceiling; {self._result(shown)}.")

    def _result(self, shown: Drawn) -> str:
        return (f"the tallest is {short(shown.tallest)} high; their sum has "
                f"{plural(len(shown.borders), 'border')} and misclassifies "
                f"{int(shown.wrong.sum())} of {len(shown.wrong)}")


def _up(height: float) -> float:
    """Return the height in the figure of a height in the upper panel, at a whole pixel."""
    return round(510 * (PLACE[1] + PLACE[3] * (height + ROOM) / (2 * ROOM))) / 510


def short(value: float) -> str:
    """Return a number with three digits at most."""
    digits = max(0, 2 - int(np.floor(np.log10(max(abs(value), 0.01)))))
    text = signed(value + 0.0, f",.{digits}f")
    return text.rstrip("0").rstrip(".") if "." in text else text
