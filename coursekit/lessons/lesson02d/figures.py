"""Figures of lesson 02d: the hinge, the three zones, two penalties side by side, the passengers.

Legend: ``yf`` (n,) y·f of each sample, ``alpha`` its multiplier, ``now`` an optimum.
"""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from coursekit.lessons.lesson02d.samples import Optimum, bars
from coursekit.plots import style

PINK_WORD = style.WORDS["female"]
FACES = ((1, "o"), (-1, "X"))
HIDDEN = 0.02       # samples that differ by less in y·f hide one another
TALL = 7            # passengers on top of each other in a block
BLOCK = TALL + 3.2  # from one row of blocks to the next


def plot_hinge(yf: np.ndarray, y: np.ndarray, title: str) -> Figure:
    """Draw hinge and number of errors over y·f; stems are slacks, strokes samples without any.

    Examples
    --------
    >>> plot_hinge(np.array([2.0, 0.5]), np.array([1, -1]), "A bend").axes[0].get_ylabel()
    'slack ξ'
    """
    slack = np.maximum(0, 1 - yf)
    short = slack > 0
    figure, ax = style.new_axes(title, "y·f, the value of f counted towards the sample's own side",
                                "slack ξ", width=8.8, height=4.6)
    ends = np.array([min(yf.min(), -0.5) - 0.4, 1.0, max(yf.max(), 1.5) + 0.3])
    top, floor = 1 - ends[0] + 0.75, -0.35
    ax.plot([ends[0], 0, 0, ends[2]], [1, 1, 0, 0], "--", color=style.GREY, lw=2.6,
            gid="0–1, counts errors")
    ax.vlines(yf[short], 0, slack[short], color=style.COLOURS["slack"], lw=5, gid="slack")
    ax.plot(ends, np.maximum(0, 1 - ends), color=style.INK, lw=3, gid="hinge max(0, 1 − y·f)")
    for c, marker in FACES:
        own = y == c
        ax.vlines(yf[own & ~short], floor + 0.05, -0.08, color=style.COLOURS[c], lw=1.6,
                  gid=f"samples of class {c:+d} without slack")
        ax.plot(yf[own & short], slack[own & short], marker, color=style.COLOURS[c], markersize=10,
                markeredgecolor="white", zorder=3, gid=f"samples of class {c:+d} with slack")
    pays = np.sort(yf[short])
    for same in np.split(pays, np.flatnonzero(np.diff(pays) > HIDDEN) + 1):
        if len(same) > 1:
            ax.annotate(f"{len(same)} samples", (same.mean(), (1 - same.mean()) / 2), (1.3, 0.4),
                        fontsize=14, va="center", arrowprops={"arrowstyle": "-", "lw": 1.5,
                                                              "color": style.INK})
    for place in (0, 1):
        ax.plot([place, place], [floor, top], ":", color=style.GREY, lw=1.6, gid="decoration")
    for place, words in ((ends[0] / 2, "wrong side"), (0.5, "in the\nstreet"),
                         ((1 + ends[2]) / 2, "no slack")):
        ax.text(place, top - 0.1, words, fontsize=14, ha="center", va="top")
    ax.annotate("hinge: max(0, 1 − y·f)", (0.55, 0.45), (1.3, 1.0), fontsize=15, fontweight="bold",
                arrowprops={"arrowstyle": "-", "color": style.INK, "lw": 1.5})
    ax.annotate("0–1: counts errors", (-0.1, 1.0), (1.3, 1.6), fontsize=15, fontweight="bold",
                color=style.GREY, arrowprops={"arrowstyle": "-", "color": style.GREY, "lw": 1.5})
    ax.set(xlim=(ends[0], ends[2]), ylim=(floor, top))
    return figure


def plot_zones(states: Mapping[str, tuple[np.ndarray, np.ndarray, np.ndarray]], C: float,
               title: str) -> Figure:
    """Draw the multiplier of each sample against its y·f, and the bent line of the KKT conditions.

    Parameters
    ----------
    states : mapping of str to (yf, alpha, violation)
        Panel titles; y·f, multiplier and violation of each sample, shape (n,) each.
    C : float
        Penalty.
    title : str
        The message.
    """
    figure, panels = style.new_panels(list(states), "y·f", ["multiplier α", ""], width=8.8,
                                      height=4.5)
    style.headline(figure, title)
    every = np.concatenate([yf for yf, *_ in states.values()])
    left, right = every.min() - 0.5, every.max() + 0.4
    for ax, (name, (yf, alpha, violation)) in zip(panels, states.items(), strict=True):
        fits = np.asarray(violation) <= 1e-6
        ax.set_title(f"{name}: {np.sum(~fits) or 'none'} off the line", loc="left", fontsize=15,
                     fontweight="normal")
        ax.grid(False)
        ax.plot([left, 1, 1, right], [C, C, 0, 0], color=style.SKY, lw=7, alpha=0.45,
                solid_joinstyle="round", zorder=1, gid="allowed")
        for which, colour, marker, size, name in ((fits, style.GREEN, "o", 7, "no violation"),
                                                  (~fits, style.INK, "d", 11, "violation")):
            if which.any():
                ax.plot(yf[which], alpha[which], marker, color=colour, markersize=size, zorder=3,
                        markeredgecolor="white", clip_on=False, gid=f"{which.sum()} with {name}")
        ax.set_yticks([0, C], ["0", "C"])
        ax.set(xlim=(left, right), ylim=(-0.2 * C, 1.3 * C))
    first, last = panels[0], panels[-1]
    for place, words, side in (((left + 0.1, 1.17 * C), "α = C: y·f ≤ 1", "left"),
                               ((1.5, 0.5 * C), "0 < α < C:\ny·f = 1", "left"),
                               ((right, 0.16 * C), "α = 0: y·f ≥ 1", "right")):
        first.text(*place, words, fontsize=15, ha=side, va="center")
    many = int(np.sum(list(states.values())[-1][2] > 1e-6))
    if many:
        last.text(1.8, 0.5 * C, f"black: the {many}\nthat violate\ntheir condition", fontsize=16,
                  fontweight="bold", va="center")
    return figure


def plot_penalties(optima: Mapping[float, Optimum], X: np.ndarray, y: np.ndarray, title: str
                   ) -> Figure:
    """Draw the same samples with the street of each penalty, and slack as bars."""
    names = [f"C = {C:g}: street {now.width:.2f}, {np.sum(now.alpha > 0)} support vectors"
             for C, now in optima.items()]
    figure, panels = style.new_panels(names, "$x_1$", "$x_2$", width=8.8, height=5.0)
    style.headline(figure, title)
    for ax, now in zip(panels, optima.values(), strict=True):
        ax.set_title(ax.get_title(loc="left"), loc="left", fontsize=13.5, fontweight="normal")
        draw_street(ax, X, y, now)
    first = next(iter(optima.values()))
    middles = bars(X, y, first).mean(axis=1)
    panels[0].annotate("slack", middles[np.argmax(middles[:, 0])], (28, 24), fontsize=15,
                       textcoords="offset points", fontweight="bold", color=PINK_WORD,
                       arrowprops={"arrowstyle": "-", "color": PINK_WORD, "lw": 1.6})
    return figure


def draw_street(ax: Axes, X: np.ndarray, y: np.ndarray, now: Optimum) -> None:
    """Draw samples, street and slack."""
    ends = np.abs(X).max() * 1.12 * np.array([-1, 1])
    ax.grid(False)
    ax.set(xlim=ends, ylim=ends, xticks=[], yticks=[], aspect="equal")
    along = np.array([-now.w[1], now.w[0]]) / np.linalg.norm(now.w)

    def line(level: float) -> np.ndarray:
        foot = (level - now.b) * now.w / (now.w @ now.w)
        return np.array([foot - 30 * along, foot + 30 * along])
    ax.fill(*np.vstack([line(1), line(-1)[::-1]]).T, color=style.AREAS["margin"], alpha=0.55, lw=0,
            zorder=0)
    ax.plot(*line(0).T, color=style.INK, lw=3, zorder=1, gid="decoration")
    for c, marker in FACES:
        ax.plot(*line(c).T, "--", color=style.COLOURS[c], lw=2, zorder=1, gid="decoration")
        ax.plot(*X[y == c].T, marker, color=style.COLOURS[c], markersize=8, zorder=3,
                markeredgecolor="white", gid=f"class {c:+d}, {np.sum(y == c)} samples")
    ax.add_collection(LineCollection(bars(X, y, now), colors=style.COLOURS["slack"], linewidths=5,
                                     zorder=2))


def plot_sentence(groups: Mapping[tuple[str, str], np.ndarray], survived: np.ndarray,
                  says: np.ndarray, title: str) -> Figure:
    """Draw one marker per passenger, in a block per group, on the colour of the machine's answer.

    Parameters
    ----------
    groups : mapping of (row, column) to ndarray of bool, shape (n,)
        Members of each block, by the names of its row and of its column.
    survived, says : ndarray of 0 and 1, shape (n,)
        Each passenger's fate, and the machine's answer, which is one for each group.
    title : str
        The message.
    """
    figure, ax = style.new_axes(title, "blue dot: survived; orange cross: died",
                                "one marker per passenger", width=8.8, height=4.9)
    ax.grid(False)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    rows, columns = (list(dict.fromkeys(names)) for names in zip(*groups, strict=True))
    lefts = np.cumsum([0, *(_columns(groups, name) + 5 for name in columns[:-1])])
    for left, column in zip(lefts, columns, strict=True):
        ax.text(left - 0.8, TALL + 2.7, column, fontsize=15, fontweight="bold", va="bottom")
        for k, row in enumerate(rows):
            who = groups[row, column]
            answer = int(says[who][0])
            _draw_block(ax, left, -BLOCK * k, row, np.sort(survived[who])[::-1], answer)
            if k == 0:
                verb, fate = ("survive", "survived") if answer else ("die", "died")
                ax.text(left + -(-who.sum() // TALL) + 1, TALL / 2 - 0.5, f"predicted\nto {verb}",
                        fontsize=15, fontweight="bold", color=style.WORDS[fate], va="center")
    ax.set(xlim=(-1.5, lefts[-1] + 33), ylim=(-BLOCK * (len(rows) - 1) - 1, TALL + 5))
    return figure


def _columns(groups: Mapping[tuple[str, str], np.ndarray], column: str) -> int:
    """Return how many markers the widest block of a column is wide."""
    return max(-(-int(who.sum()) // TALL) for (_, name), who in groups.items() if name == column)


def _draw_block(ax: Axes, left: float, low: float, name: str, fates: np.ndarray, answer: int
                ) -> None:
    """Draw the passengers of a group, survivors first, from the left; and how many lived."""
    column, row = np.divmod(np.arange(len(fates)), TALL)
    ends = [left - 0.8, left + column.max() + 0.8]
    ax.fill_between(ends, low - 0.8, low + TALL - 0.2, lw=0,
                    color=style.PALE_BLUE if answer else style.PALE_ORANGE)
    for fate, key, marker in ((1, "survived", "o"), (0, "died", "X")):
        which = fates == fate
        ax.plot(left + column[which], low + row[which], marker, color=style.COLOURS[key],
                markersize=5.5, markeredgecolor="white", markeredgewidth=0.4, gid="decoration")
    ax.text(left - 0.8, low + TALL, f"{name}: {fates.sum()} of {len(fates)} lived", fontsize=13,
            va="bottom")
