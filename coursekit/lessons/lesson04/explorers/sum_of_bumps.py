"""Lesson 04: above, a bump on each support vector under its ceiling; below, their sum.

Legend: ``t`` (m,) points of the line at which bumps and sum are drawn, ``f`` the sum there, ``at``
the sum at the samples.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import ListedColormap

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson04.samples import STRAY
from coursekit.lessons.lesson04.machines import Bumps, fitted
from coursekit.plots import style
from coursekit.wording import plural, signed

TINT = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])
FRAMES = {"line": (-3.9, 4.0), "men by age": (-0.5, 81.0)}
ACROSS = {"line": "position x of a sample", "men by age": "age in years of 453 men and boys"}
SCALES = {2.4: (-1, 0, 1), 5.9: (-5, 0, 5), 14.5: (-10, 0, 10), 42.0: (-30, 0, 30)}
SEEN = 0.004        # share of the tallest bump below which nothing is drawn
POINTS, PER_BUMP = 900, 90      # of the line, and of the curve of one bump
FACES = ((1, "o"), (-1, "X"))
WORDS = {1: style.BLUE, -1: "#B34A00"}      # of words on white; the orange is darker


class Drawn(NamedTuple):
    """What a state shows."""

    machine: Bumps
    t: np.ndarray
    f: np.ndarray
    at: np.ndarray
    borders: np.ndarray
    bumps: dict[int, list[np.ndarray]]      # curves (m, 2) of each class, the tallest 1 high
    tallest: float
    scale: float

    @property
    def wrong(self) -> np.ndarray:
        """Which rows are misclassified."""
        return self.at * self.machine.y <= 0


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
    terms = machine.terms(t[:, None])
    f = machine.number @ terms + machine.b
    tallest = float(np.abs(machine.beta).max())
    bumps = {1: [], -1: []}
    for row in np.flatnonzero(machine.beta):
        seen = (np.abs(terms[row]) > SEEN * tallest).nonzero()[0]
        seen = seen[::max(1, len(seen) // PER_BUMP)]
        bumps[int(machine.y[row])].append(np.column_stack([t[seen], terms[row, seen] / tallest]))
    k = np.flatnonzero(np.sign(f[:-1]) != np.sign(f[1:]))
    borders = t[k] - f[k] * (t[k + 1] - t[k]) / (f[k + 1] - f[k])
    scale = next(s for s in SCALES if np.abs(f).max() < 0.98 * s or s == max(SCALES))
    return Drawn(machine, t, f, machine.f(machine.X), borders, bumps, tallest, scale)


class SumOfBumps(Explorer):
    """The terms α_i y_i k(x_i, ·) of a Gaussian machine on a line, and their sum plus b.

    Examples
    --------
    >>> SumOfBumps(C=2, gamma=0.5).status.split(";")[0]
    'Line, C = 2, γ = 0.5, weight of class +1: 1'
    """

    title = "A sum of bumps"
    question = "How wide, how tall: what do γ and C leave for the solver to choose?"
    size = (8.8, 5.1)
    controls = (
        Choice("data", "samples", tuple(FRAMES), "line",
               "eleven samples, one of them a stray, or 453 men and boys: +1 survived"),
        LogSlider("C", "penalty C = ceiling", 0.2, 2000, 2, "largest height of a bump"),
        LogSlider("gamma", "γ: narrowness", 0.005, 50, 0.5,
                  "a bump falls to 1/e of its height at distance 1/√γ"),
        Slider("weight", "weight of +1", 1, 4, 0.25, 1,
               "the ceiling of class +1 is this many times C"))
    presets = {
        "high ceiling": Preset(
            {"C": 200.0}, "How tall does the stray's bump become?",
            shows=r"C = 200.*tallest is 63\.4.*misclassifies 0 of 11"),
        "narrow bumps": Preset(
            {"gamma": 50.0}, "Where does f touch 1 and −1, and what is between the samples?",
            shows=r"γ = 50.*11 of 11 samples have a bump.*10 borders"),
        "wide bumps": Preset(
            {"gamma": 0.005}, "Tall bumps, and a flat sum: where is the border?",
            shows=r"γ = 0\.005.*0 borders"),
        "men and boys": Preset(
            {"data": "men by age", "C": 1.00237446725, "gamma": 0.0199053585277},
            "Which of them are called survivors?",
            shows=r"Men by age.*15 of 93 survivors")}

    def build(self, canvas: Canvas) -> None:
        """Create both panels and what is written beside them."""
        canvas.figure.set_layout_engine("none")
        self._top = canvas.figure.add_axes((0.06, 0.535, 0.72, 0.29), ylim=(-1.3, 1.3),
                                           xticks=[], yticks=[])
        self._low = canvas.figure.add_axes((0.06, 0.125, 0.72, 0.32))
        for ax in (self._top, self._low):
            ax.grid(False)
            ax.spines[["bottom", "left"]].set_visible(False)
        self._low.tick_params(length=0)
        self._top.axhline(0, color=style.INK, lw=1.2, zorder=1)
        canvas.moving(self._low.axhline(0, color=style.INK, lw=1.2, zorder=1))
        for height in (-1, 1):
            canvas.moving(self._low.axhline(height, color=style.GREY, lw=1.4, ls="--", zorder=1))
        self._build_bumps(canvas)
        self._build_sum(canvas)
        self._build_words(canvas)

    def _build_bumps(self, canvas: Canvas) -> None:
        colours = {c: style.COLOURS[c] for c, _ in FACES}
        self._fills = {c: canvas.moving(self._top.add_collection(PolyCollection(
            [], facecolors=colour, alpha=0.16, linewidths=0, zorder=1)))
            for c, colour in colours.items()}
        self._curves = {c: canvas.moving(self._top.add_collection(LineCollection(
            [], colors=colour, linewidths=2, zorder=2))) for c, colour in colours.items()}
        self._ceilings = {c: canvas.moving(self._top.plot(
            [0, 1], [0, 0], color=colour, lw=2.8, dashes=(6, 2), zorder=3,
            transform=self._top.get_yaxis_transform())[0]) for c, colour in colours.items()}
        self._shift = canvas.moving(self._top.plot(
            [0, 1], [0, 0], color="#7A7A7A", lw=2.2, zorder=2,
            transform=self._top.get_yaxis_transform())[0])
        (self._own,) = self._top.plot([], [], "o", markersize=16, markerfacecolor="none",
                                      markeredgecolor=style.INK, markeredgewidth=1.6, zorder=5)
        canvas.moving(self._own)

    def _build_sum(self, canvas: Canvas) -> None:
        self._tint = canvas.moving(self._low.imshow(
            np.zeros((1, 2)), cmap=TINT, vmin=-1, vmax=1, aspect="auto", interpolation="nearest",
            zorder=0))
        (self._sum,) = self._low.plot([], [], color=style.INK, lw=4, zorder=4)
        self._drops = [ax.add_collection(LineCollection([], colors=style.INK, linewidths=1.4,
                                                        linestyles=":", zorder=2))
                       for ax in (self._top, self._low)]
        (self._zeros,) = self._low.plot([], [], "o", color="white", markeredgecolor=style.INK,
                                        markeredgewidth=2.4, markersize=9, zorder=7)
        self._dots = {(ax, c): ax.plot([], [], marker, color=style.COLOURS[c], zorder=6,
                                       markeredgecolor="white", markeredgewidth=0.7)[0]
                      for ax in (self._top, self._low) for c, marker in FACES}
        (self._lost,) = self._low.plot([], [], "o", markersize=23, markerfacecolor="none",
                                       markeredgecolor="#B8468C", markeredgewidth=3, zorder=8)
        for artist in (self._sum, *self._drops, self._zeros, *self._dots.values(), self._lost):
            canvas.moving(artist)

    def _build_words(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def words(x: float, y: float, size: int, colour: str = style.INK, weight: str = "bold"):
            return canvas.moving(paper.text(x, y, "", fontsize=size, color=colour, weight=weight,
                                             va="center", linespacing=1.1))
        self._title = words(0.015, 0.955, 16)
        self._above = words(0.06, 0.865, 14)
        self._below = words(0.06, 0.485, 14)
        self._named = {c: words(0.79, 0.5, 14, WORDS[c]) for c, _ in FACES}
        self._shifted = words(0.79, 0.5, 13, "#5C5C5C", "normal")
        self._shifted.set_text("grey line: b")
        self._big = {c: words(0.79, y, 19) for c, y in ((1, .40), (-1, .235))}
        self._more = {c: words(0.79, y, 13, style.INK, "normal")
                      for c, y in ((1, .328), (-1, .165))}

    def draw(self, state: dict) -> str:
        """Draw the bumps, their sum and the samples of a state."""
        key = state["data"], state["C"], state["gamma"], state["weight"]
        shown, (data, C, _, weight) = drawn(*key), key
        self._frame(data, shown.scale)
        self._draw_bumps(data, C, weight, shown)
        self._draw_sum(data, shown)
        self._title.set_text(_finding(data, shown))
        self._above.set_text("Blue bumps lift, orange ones press down" + (
            "   (black ring: has a bump)" if data == "line" else ""))
        self._below.set_text("Their sum, plus b (dashed: ±1)" if shown.scale < 10 else
                             "Their sum, plus b (the scale is larger now)")
        return _status(state, shown)

    def details(self, state: dict) -> str:
        """Return the borders, b, and on the line the height of every bump."""
        shown = drawn(state["data"], state["C"], state["gamma"], state["weight"])
        places = ", ".join(f"{x:.2f}" for x in shown.borders) or "none"
        told = f"b = {shown.machine.b:.2f}. Borders: {places}."
        if state["data"] == "line":
            told += " Height of each bump, with its sign: " + "; ".join(
                f"{beta + 0.0:.2f} at {x:.1f}" for x, beta in zip(
                    shown.machine.X[:, 0], shown.machine.beta, strict=True)) + "."
        return told.replace("-", "−")

    def _frame(self, data: str, scale: float) -> None:
        """Set limits and ticks, if they are not as they should be."""
        if (self._low.get_xlim(), self._low.get_ylim()) != (FRAMES[data], (-scale, scale)):
            for ax in (self._top, self._low):
                ax.set_xlim(FRAMES[data])
            ticks = SCALES[scale]
            self._low.set_ylim(-scale, scale)
            self._low.set_yticks(ticks, [signed(v).replace("+0", "0")
                                         for v in ticks])
            self._low.set_xlabel(ACROSS[data])
            for dots in self._dots.values():
                dots.set_markersize(11 if data == "line" else 5.5)
                dots.set_markeredgewidth(0.7 if data == "line" else 0)
        self.canvas.invalidate(key=(data, scale))

    def _draw_bumps(self, data: str, C: float, weight: float, shown: Drawn) -> None:
        many, machine = data != "line", shown.machine
        for c, sign in ((1, ""), (-1, "−")):
            curves = shown.bumps[c]
            self._curves[c].set_segments(curves)
            self._curves[c].set_linewidths([0.8 if many else 2.2])
            self._fills[c].set_verts([] if many else [
                np.concatenate([curve, [[curve[-1, 0], 0], [curve[0, 0], 0]]])
                for curve in curves])
            ceiling = C * (weight if c > 0 else 1)
            height, inside = c * ceiling / shown.tallest, ceiling <= 1.2 * shown.tallest
            self._ceilings[c].set_ydata([height, height])
            self._ceilings[c].set_visible(inside)
            self._named[c].set_text(f"ceiling {sign}{_short(ceiling)}" if inside else
                                    f"ceiling {sign}{_short(ceiling)}\nfarther off")
            self._named[c].set_y(_up(height if inside else 0.95 * c))
        b = machine.b / shown.tallest
        self._shift.set_ydata([b, b])
        self._shift.set_visible(abs(b) < 1.25)
        free = all(abs(_up(b) - words.get_position()[1]) > 0.075 for words in self._named.values())
        self._shifted.set_y(_up(b))
        self._shifted.set_visible(abs(b) < 1.25 and free)
        x, has = machine.X[:, 0], machine.beta != 0
        self._own.set_data(([], []) if many else (x[has], 0 * x[has]))

    def _draw_sum(self, data: str, shown: Drawn) -> None:
        many, machine, scale = data != "line", shown.machine, shown.scale
        self._tint.set(data=np.sign(np.interp(np.linspace(*FRAMES[data], 1200), shown.t, shown.f)
                                    )[None], extent=(*FRAMES[data], -scale, scale))
        self._sum.set_data(shown.t, np.clip(shown.f, -scale, scale))
        self._zeros.set_data(shown.borders, 0 * shown.borders)
        self._drops[0].set_segments([[(p, -1.3), (p, 1.3)] for p in shown.borders])
        self._drops[1].set_segments([[(p, 0), (p, scale)] for p in shown.borders])
        for c, _ in FACES:
            of_class = machine.y == c
            x = machine.X[of_class, 0]
            if many:
                x = np.repeat(x, machine.number[of_class])
                jitter = np.random.default_rng(3).uniform(-0.11, 0.11, len(x))
                self._dots[self._low, c].set_data(x, scale * (0.86 * c + jitter))
                self._dots[self._top, c].set_data([], [])
            else:
                self._dots[self._low, c].set_data(x, shown.at[of_class])
                self._dots[self._top, c].set_data(x, 0 * x)
        lost = shown.wrong & ~np.array(many)
        self._lost.set_data(machine.X[lost, 0], shown.at[lost])
        self._count(many, shown)

    def _count(self, many: bool, shown: Drawn) -> None:
        """Write the numbers that decide beside the sum."""
        machine = shown.machine
        if many:
            found, false = called_survivors(shown)
            said = {1: (f"{found} of {machine.number[machine.y > 0].sum()}", "survivors found"),
                    -1: (f"{false} of {machine.number[machine.y < 0].sum()}",
                         "victims called\nsurvivors")}
        else:
            wrong = int(shown.wrong.sum())
            said = {1: (f"{wrong} of {len(machine.y)}", "misclassified\n(pink ring)" if wrong else
                        "misclassified"), -1: (_short(shown.tallest), "the tallest bump")}
        for c, (number, words) in said.items():
            for text, said_there in ((self._big[c], number), (self._more[c], words)):
                text.set_text(said_there)
                text.set_color(WORDS[c] if many else style.INK)


def called_survivors(shown: Drawn) -> tuple[int, int]:
    """Return how many survivors, and how many victims, have a sum above 0."""
    above, y, number = shown.at > 0, shown.machine.y, shown.machine.number
    return int(number[above & (y > 0)].sum()), int(number[above & (y < 0)].sum())


def _up(height: float) -> float:
    """Return the height in the figure of a height in the upper panel, at a whole pixel."""
    return round(510 * (0.535 + 0.29 * (height + 1.3) / 2.6)) / 510


def _short(value: float) -> str:
    """Return a number with three digits at most."""
    digits = max(0, 2 - int(np.floor(np.log10(max(abs(value), 0.01)))))
    text = f"{value + 0.0:,.{digits}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def _finding(data: str, shown: Drawn) -> str:
    if data != "line":
        return _ages(shown)
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


def _ages(shown: Drawn) -> str:
    if not len(shown.borders):
        return "No age is called a survivor's" if shown.f[0] < 0 else "All are called survivors"
    stretches = (len(shown.borders) + (shown.f[0] > 0) + 1) // 2
    if stretches == 1 and shown.f[0] > 0:
        return f"Only boys under {shown.borders[0]:.1f} years are called survivors"
    if stretches == 2 and shown.f[0] > 0 and len(shown.borders) == 2:
        return (f"Called survivors: under {shown.borders[0]:.1f} years, and from "
                f"{shown.borders[1]:.1f} on")
    if stretches == 1:
        return "One stretch of age is called survivors"
    return f"{stretches} stretches of age are called survivors"


def _status(state: dict, shown: Drawn) -> str:
    machine, n = shown.machine, int(shown.machine.number.sum())
    has = int(machine.number[machine.beta != 0].sum())
    capped = int(machine.number[machine.capped].sum())
    told = (f"{state['data'].capitalize()}, C = {_short(state['C'])}, γ = {_short(state['gamma'])},"
            f" weight of class +1: {_short(state['weight'])}; {has} of {n} samples have a bump, "
            f"{capped} at the ceiling; ")
    count = plural(len(shown.borders), "border")
    if state["data"] == "line":
        return (f"{told}the tallest is {_short(shown.tallest)} high; their sum has {count} and "
                f"misclassifies {int(shown.wrong.sum())} of {n}.")
    found, false = called_survivors(shown)
    return (f"{told}their sum has {count}; it finds {found} of 93 survivors and calls {false} of "
            "360 victims survivors.")
