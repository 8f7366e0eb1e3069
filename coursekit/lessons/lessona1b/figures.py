"""Figures of lesson a1b: log-odds and probabilities, laws made straight, two fits of growth."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from scipy.special import expit, logit

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
        ["log-odds: a constant distance", "probability: no constant"], "age in years",
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


def plot_contours(X: np.ndarray, models: Mapping[str, tuple[float, float, float]], y_max: float,
                  levels: tuple[float, ...], title: str) -> Figure:
    """Draw samples in the plane, and lines where y_max / (1 + exp(−w₁x₁ − w₂x₂ − b)) has a level.

    Parameters
    ----------
    X : ndarray, shape (n, 2)
    models : mapping of str to (w₁, w₂, b)
        At most four, by their names in the legend; w₂ is not 0.
    levels : tuple of float
        Values between 0 and y_max at which each model gets a line.
    """
    figure, ax = style.new_axes(title, "first feature $x_1$", "second feature $x_2$", width=8.8,
                                height=4.8)
    ax.grid(False)
    ax.scatter(*X.T, s=30, color=style.GREY, label="sample")
    ends = np.array([0.0, 4.0])
    for (name, (w_1, w_2, b)), colour, dash in zip(
            models.items(), (style.INK, style.ORANGE, style.BLUE, style.GREEN),
            ("-", "--", ":", "-."), strict=False):
        for k, level in enumerate(levels):
            x_2 = (logit(level / y_max) - b - w_1 * ends) / w_2
            ax.plot(ends, x_2, dash, color=colour, lw=3, label=name if k == 0 else None)
    ax.set(xlim=(0, 4), ylim=(0, 4.4))
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=13,
              title="lines where f is\n" + ", ".join(f"{level:g}" for level in levels))
    return figure
