"""Solving the dual problem two samples at a time: the figures of lessons 03 and 03c.

Legend: ``beta`` signed multipliers with their boxes [A, B], ``F`` slopes of W, ``m`` the largest
slope of a sample that may rise, ``M`` the smallest of one that may fall.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from coursekit.plots import style

#: How a sample may move: marker, words.
MAY = {"up": ("^", "may rise only"), "free": ("D", "free: may rise and fall"),
       "low": ("v", "may fall only")}
LANE = {1: 0.17, -1: -0.17}     # vertical offset of a class within its row


class Moment(NamedTuple):
    """The state of a run, for one row of `plot_slopes`."""

    name: str
    F: np.ndarray
    beta: np.ndarray
    A: np.ndarray
    B: np.ndarray


def may_move(beta: np.ndarray, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return a key of `MAY` for each sample: "up" at A, "low" at B, else "free".

    Examples
    --------
    >>> may_move(np.array([0.0, 0.5, 1.0]), np.zeros(3), np.ones(3)).tolist()
    ['up', 'free', 'low']
    """
    return np.where(beta <= A, "up", np.where(beta >= B, "low", "free"))


def furthest(F: np.ndarray, may: np.ndarray) -> tuple[int, int]:
    """Return the indices of m, the largest slope that may rise, and M, the smallest that may fall.

    Examples
    --------
    >>> furthest(np.array([0.4, 0.9, -0.1]), np.array(["up", "low", "free"]))
    (0, 2)
    """
    return (int(np.where(may != "low", F, -np.inf).argmax()),
            int(np.where(may != "up", F, np.inf).argmin()))


def plot_slopes(moments: Sequence[Moment], title: str,
                window: tuple[float, float] | None = None) -> Figure:
    """Draw the slopes F of all samples as dots on a line, one row per state.

    The marker says what a sample may do, the colour its class; the two upright strokes of a row
    are m and M. A row where m stands to the right of M is not at the optimum.

    Parameters
    ----------
    moments : sequence of Moment
        From top to bottom.
    title : str
        The message.
    window : (low, high), optional
        The part of the line to show; all of it if absent.

    Examples
    --------
    >>> start = Moment("start", np.array([-1.0, 1]), np.zeros(2), np.array([-1, 0]), np.ones(2))
    >>> plot_slopes([start], "Two dots").axes[0].get_xlabel()
    'slope F (units of f)'
    """
    figure, ax = style.new_axes(title, "slope F (units of f)", "state", width=9.6,
                                height=2.0 + 1.15 * len(moments))
    rows = range(len(moments))[::-1]
    for row, moment in zip(rows, moments, strict=True):
        draw_slopes(ax, moment, row)
    ax.set_yticks(rows, [m.name for m in moments])
    ax.set(ylim=(-0.55, len(moments) - 0.45), xlim=window)
    ax.grid(False)
    kinds = [_entry(marker, words) for marker, words in MAY.values()]
    classes = [_entry("s", words, style.COLOURS[c])
               for c, words in ((1, "class +1, upper half"), (-1, "class −1, lower half"))]
    ax.legend(handles=kinds + classes, loc="upper center", ncols=3,
              bbox_to_anchor=(0.5, -0.7 / figure.get_figheight()))
    return figure


def draw_slopes(ax: Axes, moment: Moment, row: float) -> None:
    """Draw one row of dots, with its m and M."""
    may = may_move(moment.beta, moment.A, moment.B)
    label = np.where(moment.A < 0, -1, 1)
    for c, lane in LANE.items():
        for kind, (marker, words) in MAY.items():
            chosen = (label == c) & (may == kind)
            if chosen.any():
                ax.scatter(moment.F[chosen], np.full(chosen.sum(), row + lane), marker=marker,
                           s=90 if kind == "free" else 62, color=style.COLOURS[c], zorder=3,
                           edgecolor="white", linewidth=0.6,
                           label=f"{moment.name}, class {c:+d}, {words}")
    for name, holder in zip("mM", furthest(moment.F, may), strict=True):
        at = moment.F[holder]
        ax.plot([at, at], [row - 0.36, row + 0.36], "-", color=style.INK, lw=2, zorder=2,
                gid=f"{moment.name}, {name} = {at:.3g}, held by sample {holder}")
        ax.annotate(name, (at, row + 0.36), ha="center", va="bottom", fontsize=13,
                    xytext=(6 if name == "m" else -6, 0), textcoords="offset points",
                    fontweight="bold")


def _entry(marker: str, words: str, colour: str = style.INK) -> Line2D:
    return Line2D([], [], marker=marker, ls="none", color=colour, markersize=10, label=words)


def plot_relaxation(omega: np.ndarray, sweeps: Mapping[str, np.ndarray], most: int,
                    title: str) -> Figure:
    """Draw the sweeps that SOR needs against ω, one line per data set; cut-off runs are marked.

    Parameters
    ----------
    omega : ndarray, shape (m,)
    sweeps : mapping of str to ndarray, shape (m,)
        Name of the data to sweeps.
    most : int
        Sweeps after which a run was cut off.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_relaxation(np.array([1.0, 2.1]), {"here": np.array([20, 500])}, 500, "Two")
    >>> [line.get_label() for line in figure.axes[0].lines]
    ['here', 'cut off after 500']
    """
    figure, ax = style.new_axes(title, "relaxation ω", "sweeps", height=3.9)
    for (name, counts), marker in zip(sweeps.items(), style.MARKERS, strict=False):
        done = counts < most
        ax.plot(omega[done], counts[done], f"{marker}-", label=name, markersize=9)
    if not done.all():
        ax.plot(omega[~done], counts[~done], "P", color=style.INK, markersize=12,
                label=f"cut off after {most}")
    ax.set_yscale("log")
    ax.set_yticks([t for t in (10, 20, 50, 100, 200, 500, 1000) if t <= most])
    ax.yaxis.set_major_formatter("{x:.0f}")
    ax.yaxis.set_minor_formatter("")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def plot_gap_area(F: np.ndarray, room: np.ndarray, y: np.ndarray, b: float, title: str) -> Figure:
    """Draw the duality gap as an area: a bar from b to F for each sample, ``room`` high.

    Parameters
    ----------
    F, room, y : ndarray, shape (n,)
        Slopes, distance to the bound on the side of b on which F lies, labels -1 and +1.
    b : float
        Intercept.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_gap_area(np.array([-1.0, 1]), np.array([2.0, 3]), np.array([-1, 1]), 0, "Two")
    >>> [abs(float(bar.get_width())) * float(bar.get_height()) for bar in figure.axes[0].patches]
    [2.0, 3.0]
    """
    figure, ax = style.new_axes(title, "slope F (units of f)", "room, piled up", height=4.2)
    far = np.abs(F - b)
    order = [k for k in np.argsort(-far, kind="stable") if far[k] * room[k] > 0]
    bottom = 0.0
    for k in order:
        name = f"class {y[k]:+d}".replace("-", "−")
        first = name not in ax.get_legend_handles_labels()[1]
        ax.barh(bottom, F[k] - b, room[k], left=b, align="edge", color=style.COLOURS[int(y[k])],
                hatch="" if y[k] > 0 else "//", edgecolor="white",
                label=name if first else f"_sample {k}")
        bottom += room[k]
    tall = bottom or 1.0
    ax.axvline(b, color=style.INK, label="b")
    ax.plot(F, np.full(len(F), -0.06 * tall), "|", color=style.GREY, markersize=9,
            label="F of a sample")
    held = np.append(F[order], b)
    margin = 0.25 * np.ptp(held) or 1.0
    ax.set(xlim=(held.min() - margin, held.max() + margin), ylim=(-0.12 * tall, 1.04 * tall))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=4)
    return figure


def plot_gains(distance: np.ndarray, slope: np.ndarray, chosen: Mapping[str, int],
               title: str) -> Figure:
    """Draw the promise of each partner: its slope against its distance, with rays of equal gain.

    Parameters
    ----------
    distance, slope : ndarray, shape (m,)
        √|eta| and F_i - F_j of the partners that may fall and have a smaller slope. Without a
        bound the gain is half the square of slope over distance.
    chosen : mapping of str to int
        Name of a rule to the partner that it takes.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_gains(np.array([1.0, 4]), np.array([1.0, 2]), {"steepest": 1}, "Two partners")
    >>> figure.axes[0].lines[-1].get_label()
    'steepest: gain 0.125'
    """
    figure, ax = style.new_axes(title, "distance from sample i", "slope $F_i - F_j$", height=4.6)
    gain, wide, top = (slope / distance)**2 / 2, 1.08 * distance.max(), 1.12 * slope.max()
    for level in sorted({*gain[list(chosen.values())], gain.max() / 9}):
        end = min(wide, top / np.sqrt(2 * level))
        ax.plot([0, end], [0, end * np.sqrt(2 * level)], "--", color=style.GREY, lw=1.4,
                gid="decoration", label="_ray")
        below = end < wide                      # the ray leaves through the top: put its name below
        ax.annotate(f"gain {level:.2f}", (end, end * np.sqrt(2 * level)), fontsize=11, ha="left",
                    va="center", xytext=(4, -10 if below else 0), textcoords="offset points",
                    color=style.GREY, annotation_clip=False)
    ax.scatter(distance, slope, s=50, color=style.INK, edgecolor="white", label="partners")
    for (name, k), marker, colour in zip(chosen.items(), "s*", (style.PINK, style.GREEN),
                                         strict=False):
        ax.plot(distance[k], slope[k], marker, color=colour, markersize=15 if marker == "s" else 20,
                ls="none", markeredgecolor="white", label=f"{name}: gain {gain[k]:.3f}")
    ax.set(xlim=(0, wide), ylim=(0, top))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=3)
    return figure
