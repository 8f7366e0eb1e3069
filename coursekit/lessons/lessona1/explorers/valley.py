"""Lesson a1: the weights of two features, from one draw of forty samples to the next.

Legend: ``rho`` correlation of the features, ``lam`` the penalty λ of ridge.
"""
from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lessona1.cloud import (
    COMBINATIONS, FITS, TRUTHS, Fits, condition, fits, path,
)
from coursekit.plots import style
from coursekit.wording import signed

SIDE = (-3.6, 5.1)
ROWS = (-4.9, 6.9)
OPEN = 0.96             # from this |ρ| on, the interval of each weight contains 0
ONE = 1                 # the fit whose way is drawn
INSIDE = (0.95, 0.5)     # shares of the fits within the contours of J
NAME = 0.55             # how far right of the true weights the name of the green ring stands
DARK = "#005A8C"        # words about ridge: 4.5 : 1 on white


class Valley(Explorer):
    """A cloud of fitted weights, as long as the valley of the squared error; ridge shortens it.

    The contours are those of J, averaged over the errors: it is lowest at the true weights. The
    green one is that of features without correlation.

    Examples
    --------
    >>> Valley(rho=0.99).status.split("; ")[-1]
    'the condition number is 199.'
    """

    title = "Valley"
    question = "How well do forty samples determine the weights of two similar features?"
    size = (8.8, 5.1)
    controls = (
        Slider("rho", "correlation ρ", -0.99, 0.99, 0.01, 0.9, "correlation of the two features"),
        Slider("lam", "penalty λ", 0.0, 20.0, 0.5, 0.0, "0: least squares; more: ridge"),
        Choice("truth", "true weights", tuple(TRUTHS), "(1, 1)",
               "weights from which the targets are made"))
    presets = {
        "ρ = 0.99": Preset({"rho": 0.99}, "Is the sign of w₁ known? And the sum?",
                           shows=r"number is 199"),
        "ridge": Preset({"rho": 0.99, "lam": 5.0}, "What does λ shorten, and what does it keep?",
                        shows=r"λ = 5\.0.*number is 16"),
        "other truth": Preset({"lam": 5.0, "truth": "(2, 0)"},
                              "Does the blue cloud reach the true weights?",
                              shows=r"weights \(2, 0\).* 0\.26 .* 0\.69"),
        "opposites": Preset({"rho": -0.87}, "Which combination of the weights is known now?",
                            shows=r"ρ = −0\.87.*number is 14")}

    def build(self, canvas: Canvas) -> None:
        """Create the plane of weights, the four intervals, and what is written."""
        canvas.figure.set_layout_engine("none")
        self._build_plane(canvas.figure)
        self._build_rows(canvas.figure)
        self._build_words(canvas.figure)
        for artist in (*self._valley, self._unlike, self._unlike_name, self._rho, self._least,
                       self._way, self._ridge, self._one, *self._truth, self._true_name,
                       self._way_name, *self._ends["least"],
                       *self._ends["ridge"], self._ridge_name, self._title, self._fact,
                       self._distance):
            canvas.moving(artist)

    def _build_plane(self, figure: Figure) -> None:
        ax = figure.add_axes((0.075, 0.135, 0.43, 0.43 * 8.8 / 5.1), xlim=SIDE, ylim=SIDE,
                             xlabel="weight $w_1$", ylabel="weight $w_2$")
        ax.grid(False)
        ax.axhline(0, color="#8A8A8A", lw=1, zorder=0)
        ax.axvline(0, color="#8A8A8A", lw=1, zorder=0)
        self._valley = [ax.plot([], [], color=style.INK, lw=1.6, zorder=2.5)[0] for _ in INSIDE]
        (self._unlike,) = ax.plot([], [], color=style.GREEN, lw=2.6, zorder=4.5)
        self._unlike_name = ax.text(0, 0, "95% if ρ = 0", fontsize=12, weight="bold",
                                    color=style.WORDS["male"], va="center", zorder=7)
        (self._least,) = ax.plot([], [], "o", color="#8A8A8A", ms=2.8, zorder=2)
        (self._way,) = ax.plot([], [], color=style.INK, lw=2.6, zorder=3)
        (self._ridge,) = ax.plot([], [], "o", color=style.BLUE, ms=4, mec="white", mew=0.3,
                                 zorder=4)
        (self._one,) = ax.plot([], [], "o", color=style.INK, ms=9, mec="white", zorder=5)
        self._truth = ax.plot([], [], "P", color=style.ORANGE, ms=13, mec="white", zorder=6)
        self._true_name = ax.text(0, 0, "true weights", fontsize=13, color="#A94A00",
                                  weight="bold", va="center", zorder=7)
        over = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}      # the line at zero
        ax.text(-3.45, -3.3, "grey dots: fits; black rings: 50%, 95%", fontsize=12, va="center",
                bbox=over)
        self._way_name = ax.text(-3.45, 4.75, "black dot: one fit, and its way as λ grows",
                                 fontsize=12, va="center", bbox=over)

    def _build_rows(self, figure: Figure) -> None:
        self._rows = figure.add_axes((0.655, 0.25, 0.33, 0.46), xlim=ROWS, ylim=(-0.6, 3.5))
        self._rows.set(xticks=range(-4, 7, 2), yticks=range(3, -1, -1),
                       yticklabels=list(COMBINATIONS))
        self._rows.tick_params(axis="y", labelsize=15, length=0)
        self._rows.grid(False)
        self._rows.axvline(0, color="#8A8A8A", lw=1)
        self._ends = {name: [self._rows.plot([], [], color=colour, lw=width, zorder=zorder,
                                             solid_capstyle="butt")[0] for _ in COMBINATIONS]
                      for name, colour, width, zorder in (("least", "#8A8A8A", 9, 2),
                                                          ("ridge", style.BLUE, 9, 3))}
        self._truth += [self._rows.plot([], [], "P", color=style.ORANGE, ms=9, mec="white",
                                        zorder=5)[0] for _ in COMBINATIONS]

    def _build_words(self, figure: Figure) -> None:
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=-1)
        paper.set_axis_off()
        paper.text(0.655, 0.805, "where 95% of the fits lie", fontsize=14, weight="bold",
                   va="center")
        paper.text(0.655, 0.75, "grey: least squares", fontsize=13, color=style.GREY, va="center")
        self._ridge_name = paper.text(0.985, 0.75, "blue: ridge", fontsize=13, color=DARK,
                                      va="center", ha="right")
        self._title = paper.text(0.015, 0.95, "", fontsize=16, weight="bold", va="center")
        self._rho = paper.text(0.655, 0.875, "", fontsize=17, weight="bold", va="center")
        self._fact, self._distance = (
            paper.text(0.985, y, "", fontsize=14, weight="bold", va="center", ha="right")
            for y in (0.12, 0.05))

    def draw(self, state: dict) -> str:
        """Scatter the fits, and shrink them."""
        rho, lam, truth = state["rho"], state["lam"], state["truth"]
        least, shrunk = fits(rho, 0.0, truth), fits(rho, lam, truth)
        cloud = least.drawn()
        self._least.set_data(*cloud.T)
        for share, line in zip(INSIDE, self._valley, strict=True):
            line.set_data(*least.ellipse(share).T)
        self._unlike.set_data(*fits(0.0, truth=truth).ellipse().T)
        self._rho.set_text(f"correlation ρ = {signed(rho, '.2f')}")
        self._ridge.set_data(*shrunk.drawn().T)
        self._way.set_data(*path(cloud[ONE], rho).T)
        self._one.set_data(*shrunk.drawn()[ONE][:, None])
        for artist in (self._way, self._one, self._ridge, self._ridge_name, self._way_name,
                       *self._ends["ridge"]):
            artist.set_visible(lam > 0)
        for k, combination in enumerate(COMBINATIONS.values()):
            for name, found, up in (("least", least, 0.11 if lam else 0.0),
                                    ("ridge", shrunk, -0.11)):
                self._ends[name][k].set_data(found.interval(combination), [3 - k + up] * 2)
        points = [least.true, *((np.dot(a, least.true), 3 - k)
                                for k, a in enumerate(COMBINATIONS.values()))]
        for cross, (x, y) in zip(self._truth, points, strict=True):
            cross.set_data([x], [y])
        self._true_name.set_position(least.true + ((0.3, 0.85) if rho >= 0 else (0.35, -0.9)))
        self._unlike_name.set_position(least.true + (NAME, 0.3 if rho >= 0 else -0.35))
        number = condition(rho, lam)
        was = f"{condition(rho):.0f} → " if lam else ""
        self._fact.set_text(f"condition number {was}{number:.0f}")
        before, after = (f"{found.distance:.2f}" for found in (least, shrunk))
        self._distance.set_text("mean distance² from truth "
                                + (f"{before} → {after}" if lam else before))
        self._title.set_text(_finding(rho, lam, shrunk.distance < least.distance))
        first, total = (shrunk.interval(COMBINATIONS[name]) for name in ("w₁", "w₁ + w₂"))
        return (f"Correlation ρ = {rho:.2f}, penalty λ = {lam:.1f}, true weights {truth}: 95% of "
                f"the fits have w₁ between {first[0]:.2f} and {first[1]:.2f}, and w₁ + w₂ between "
                f"{total[0]:.2f} and {total[1]:.2f}; the mean squared distance from the true "
                f"weights is {before}{f' without λ and {after} with it' if lam else ''}; "
                f"the condition number is {number:.0f}.").replace("-", "−")

    def details(self, state: dict) -> str:
        """Return the other two intervals, and how many of the drawn fits have a negative weight."""
        found = fits(state["rho"], state["lam"], state["truth"])
        second, between = (found.interval(COMBINATIONS[name]) for name in ("w₂", "w₁ − w₂"))
        return (f"w₂ lies between {second[0]:.2f} and {second[1]:.2f}, w₁ − w₂ between "
                f"{between[0]:.2f} and {between[1]:.2f}. Of the {FITS} fits drawn "
                f"{negative(found)} have a negative weight.").replace("-", "−")


def negative(found: Fits) -> int:
    """Return how many of the drawn fits have a negative weight."""
    return int((found.drawn().min(axis=1) < 0).sum())


def _finding(rho: float, lam: float, nearer: bool) -> str:
    if lam:
        return ("Ridge pays: its fits are nearer to the true weights, on average" if nearer else
                "Ridge does not pay: its bias costs more than it saves")
    if abs(rho) < 0.5:
        return "The features differ: both weights are known well"
    kind, known = ("similar", "sum") if rho > 0 else ("opposite", "difference")
    if abs(rho) < OPEN:
        return f"The more {kind} the features, the longer the valley"
    return f"{kind.capitalize()} features: only the {known} of the weights is known well"
