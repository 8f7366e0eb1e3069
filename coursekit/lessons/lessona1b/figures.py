"""Figures of lesson a1b: log-odds and probabilities, Newton's parabola, a model beside what
happened, curves made straight."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.special import expit, log_expit, logit

from coursekit.lessons.lessona1b.classes import Share
from coursekit.plots import style


WORD_BLUE, WORD_GREEN = style.WORDS["survived"], style.WORDS["male"]


class Law(NamedTuple):
    """Measurements, the line through them on a scale that makes it straight, and the axes."""

    x: np.ndarray
    y: np.ndarray
    slope: float
    intercept: float
    xlabel: str
    ylabel: str
    finding: str
    yticks: tuple[float, ...]
    xticks: tuple[float, ...]
    log_x: bool = True


def plot_odds(age: np.ndarray, log_odds: Mapping[str, np.ndarray], factor: float,
              title: str) -> Figure:
    """Draw the log-odds of women and men by age, and the probabilities, side by side.

    Parameters
    ----------
    age : ndarray, shape (m,)
    log_odds : mapping of str to ndarray, shape (m,)
        For "women" and "men".
    factor : float
        The odds ratio between them.
    title : str
        The title, which states the finding.
    """
    figure, panels = style.new_panels(
        ["log-odds: a constant distance", "probability: the distance varies"], "age in years",
        ["log-odds f", "probability p"], width=8.8, height=4.3, sharey=False)
    style.headline(figure, title)
    for name, role, dash in (("women", "female", "-"), ("men", "male", "--")):
        for ax, values in zip(panels, (log_odds[name], expit(log_odds[name])), strict=True):
            ax.plot(age, values, dash, color=style.COLOURS[role], lw=3.5, label=name)
            ax.text(age[-1], values[-1], f" {name}", color=style.WORDS[role], fontsize=14,
                    fontweight="bold", va="center")
    at = len(age) // 2
    low, high = log_odds["men"][at], log_odds["women"][at]
    panels[0].annotate("", (age[at], high), (age[at], low),
                       arrowprops={"arrowstyle": "<->", "lw": 2, "color": style.INK})
    panels[0].text(age[at] - 2, (low + high) / 2 + 0.15, f"odds\n× {factor:.1f}", fontsize=15,
                   fontweight="bold", va="center", ha="right")
    for k in (4, len(age) - 8):
        a, c = expit(log_odds["men"][k]), expit(log_odds["women"][k])
        panels[1].annotate("", (age[k], c), (age[k], a),
                           arrowprops={"arrowstyle": "<->", "lw": 2, "color": style.INK})
        side = 1 if k == 4 else -1
        panels[1].text(age[k] + 1.5 * side, a + 0.35 * (c - a), f"+{100 * (c - a):.0f} points",
                       fontsize=14, fontweight="bold", va="center",
                       ha="left" if k == 4 else "right")
    for ax in panels:
        ax.set_xlim(age[0], age[-1] + 24)
        ax.set_xticks([0, 20, 40, 60])
    panels[1].set_ylim(0, 1)
    return figure


def plot_laws(laws: Mapping[str, Law], title: str) -> Figure:
    """Draw each law on the scales that make it straight, with its slope in large type."""
    figure, panels = style.new_panels(
        list(laws), [law.xlabel for law in laws.values()], [law.ylabel for law in laws.values()],
        width=8.8, height=4.0, sharey=False)
    style.headline(figure, title)
    for ax, law in zip(panels, laws.values(), strict=True):
        x = np.linspace(law.x.min(), law.x.max(), 100)
        line = law.intercept + law.slope * (np.log(x) if law.log_x else x)
        ax.plot(x, np.exp(line), color=style.BLUE, lw=2.5, label="line through the logarithms")
        ax.plot(law.x, law.y, "o", color=style.INK, ms=8, label="measured")
        ax.set_yscale("log")
        if law.log_x:
            ax.set_xscale("log")
            ax.set_aspect("equal", adjustable="datalim")    # a factor of ten is as long both ways
        ax.text(0.04 if law.slope > 0 else 0.96, 0.97, law.finding, transform=ax.transAxes,
                fontsize=13.5, fontweight="bold", va="top", ha="left" if law.slope > 0 else "right")
        ax.margins(y=0.25)
        ax.minorticks_off()
        ax.set_yticks(law.yticks, [f"{v:g}" for v in law.yticks])
        ax.set_xticks(law.xticks, [f"{v:g}" for v in law.xticks])
    return figure


def plot_growth(t: np.ndarray, y: np.ndarray, y_max: float, curves: Mapping[str, tuple],
                title: str) -> Figure:
    """Draw two logistic curves through samples: as sizes, and as logits, with sums of squares.

    ``curves`` has the (w, b) of each curve; the first is the line through the logits.
    """
    figure, panels = style.new_panels(["size", "logit of the size"], "time t",
                                      ["size y", "ln(y / (6 − y))"], width=8.8, height=4.3,
                                      sharey=False)
    style.headline(figure, title)
    times = np.linspace(0.5, 5.6, 120)
    for (name, (w, b)), colour, dash in zip(curves.items(), (style.BLUE, style.GREEN),
                                            ("-", "--"), strict=True):
        panels[0].plot(times, y_max * expit(w * times + b), dash, color=colour, lw=3, label=name)
        panels[1].plot(times, w * times + b, dash, color=colour, lw=3, label=name)
    for ax, values in ((panels[0], y), (panels[1], logit(y / y_max))):
        ax.plot(t, values, "o", color=style.INK, ms=9, label="sample")
        ax.text(0.04, 0.95, "sum of squares here", transform=ax.transAxes, fontsize=14, va="top")
        for (w, b), colour, mark, line in zip(curves.values(), (WORD_BLUE, WORD_GREEN),
                                              ("solid", "dashed"), (0.84, 0.74), strict=True):
            f = w * t + b
            left = values - (y_max * expit(f) if ax is panels[0] else f)
            ax.text(0.04, line, f"{mark}: {left @ left:.3f}", transform=ax.transAxes, fontsize=15,
                    fontweight="bold", color=colour, va="top")
    style.legend_below(figure, panels, 3)
    return figure


def plot_newton(z: np.ndarray, y: np.ndarray, steps: int, title: str) -> Figure:
    """Draw the loss of one weight w, f = w z, and the parabolas of Newton's steps from w = 0.

    Parameters
    ----------
    z, y : ndarray, shape (n,)
        Features and labels 0 and 1.
    steps : int
        How many parabolas, at most three.
    title : str
        The title, which states the finding.
    """
    figure, ax = style.new_axes(title, "slope w", r"loss $\ell$", width=8.8, height=4.4)
    signed, w = np.where(y == 1, z, -z), 0.0
    grid = np.linspace(-0.36, 0.02, 191)

    def loss(w):
        return -log_expit(np.multiply.outer(w, signed)).sum(axis=-1)
    ax.plot(grid, loss(grid), color=style.INK, lw=4)
    for k in range(steps):
        p = expit(w * z)
        slope, bend = z @ (p - y), z**2 @ (p * (1 - p))
        bottom = w - slope / bend
        if k == 0:
            x, lowest = np.linspace(-0.25, 0.02, 100), loss(0.0) - slope**2 / (2 * bend)
            ax.plot(x, loss(0.0) + slope * x + bend * x**2 / 2, "--", color=style.BLUE, lw=3)
            ax.plot(bottom, lowest, "D", color=style.BLUE, ms=13, zorder=4)
            ax.plot([bottom] * 2, [lowest, loss(bottom)], color=style.GREY, lw=1.4, zorder=1)
            _numbered(ax, w, loss(w), "start: w = 0", (-8, 14), "right")
            ax.annotate("parabola: same value, slope and\ncurvature as the loss at the start",
                        (-0.345, 17), fontsize=14, color=WORD_BLUE)
        w = bottom
        _numbered(ax, w, loss(w), f"{k + 1}")
    ax.text(-0.345, loss(-0.345) - 0.9, r"loss $\ell$", fontsize=14, fontweight="bold", va="top")
    ax.set(xlim=(grid[0], grid[-1]), ylim=(0, 27))
    return figure


def _numbered(ax: Axes, w: float, loss: float, word: str, away: tuple[float, float] = (7, -9),
              side: str = "left") -> None:
    """Draw a dot on the loss, and say beside it after which step it is reached."""
    ax.plot(w, loss, "o", color=style.INK, ms=9, mec="white", mew=1.2, zorder=5)
    ax.annotate(word, (w, loss), away, textcoords="offset points", fontsize=14,
                fontweight="bold", ha=side, va="top")


def plot_cells(shares: Sequence[Share], strong: str, title: str) -> Figure:
    """Draw what a model expects (hollow) and what happened (filled), a row per group.

    The group named ``strong`` stands out. The names of both marks stand in the first row.
    """
    figure, ax = style.new_axes("", "percentage who survived", "group", width=8.8, height=4.4)
    style.headline(figure, title)
    for k, share in enumerate(reversed(shares)):
        main = share.name == strong
        role = "female" if share.name.startswith("women") else "male"
        pair = 100 * np.array([share.expected, share.survived])
        colour = style.COLOURS[role]
        ax.plot(pair, [k, k], color=style.INK if main else style.GREY, lw=5 if main else 1.5,
                zorder=1)
        ax.plot(pair[0], k, "o", ms=13, mfc="white", mec=colour, mew=2.5)
        ax.plot(pair[1], k, "o", ms=13, color=colour)
        for value, other in (pair, pair[::-1]):
            ax.annotate(f"{value:.0f}", (value, k), (12 if value > other else -12, 0),
                        textcoords="offset points", ha="left" if value > other else "right",
                        va="center", fontsize=19 if main else 14,
                        fontweight="bold" if main else "normal")
        if k == len(shares) - 1:
            for value, name, side in ((pair[0], "model", "right"), (pair[1], "survived", "left")):
                ax.annotate(name, (value, k), (0, 13), textcoords="offset points", fontsize=14,
                            ha=side, fontweight="bold")
    ax.set(xlim=(0, 106), ylim=(-0.6, len(shares) - 0.2), xticks=range(0, 101, 20))
    ax.set_yticks(range(len(shares)), [share.name for share in reversed(shares)], fontsize=14)
    ax.grid(False, axis="y")
    return figure


def plot_along(ways: Mapping[str, tuple[float, float, float]], true: tuple[float, float, float],
               y_max: float, title: str) -> Figure:
    """Draw each surface minus the true one, y_max / (1 + exp(−w₁x₁ − w₂x₂ − b)), along x₁ = x₂.

    Parameters
    ----------
    ways : mapping of str to (w₁, w₂, b)
        Two, by the names that stand at their curves.
    true : (w₁, w₂, b)
    y_max : float
    title : str
        The title, which states the finding.
    """
    figure, ax = style.new_axes(title, "both features, $x_1 = x_2$", "estimate minus true size",
                                width=8.8, height=4.2)
    x = np.linspace(0, 4, 161)

    def size(way):
        return y_max * expit((way[0] + way[1]) * x + way[2])
    ax.axhline(0, color=style.INK, lw=1.2)
    for (name, way), colour, word, dash, k in zip(
            ways.items(), (style.ORANGE, style.BLUE), (style.WORDS["died"], WORD_BLUE), ("-", "--"),
            (64, 20), strict=True):
        off = size(way) - size(true)
        ax.plot(x, off, dash, color=colour, lw=3.5)
        ax.annotate(name, (x[k], off[k]), (8, 4 if k > 40 else -20), textcoords="offset points",
                    fontsize=14, fontweight="bold", color=word)
    for at, word, side in ((0, "small sizes", "left"), (1, "large sizes", "right")):
        ax.text(at, 0.03, word, transform=ax.transAxes, fontsize=14, ha=side, color=style.GREY)
    ax.set(xlim=(0, 4), xticks=range(5))
    return figure
