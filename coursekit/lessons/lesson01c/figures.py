"""The figures of lesson 01c: causal diagrams, rates at one mix, one child, differences."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from coursekit.plots import style
from coursekit.wording import percent, signed

BOX_HEIGHT = 0.72       # inches
HELD, QUIET = "#FFF3B0", "#8A8A8A"
BIG, MIDDLE, SMALL = 17, 15, 13
ONE_WAY, BOTH_WAYS = (f"{ends},head_length=0.7,head_width=0.35" for ends in ("-|>", "<|-|>"))


def plot_back_door(shut: bool) -> Figure:
    """Draw the roads from port to survival; what is held fixed shuts its back door.

    Parameters
    ----------
    shut : bool
        Whether sex stands in the drawing as well, and class and sex are held fixed.
    """
    figure, ax = _sheet(4.1)
    road = {"color": QUIET, "lw": 2.5} if shut else {"color": style.INK, "lw": 5}
    _headline(ax, "Class and sex held fixed: both back doors are shut" if shut else
              "Two roads join port and survival", 3.83)
    port, home = _box(ax, 4.05, 2.9, 1.3, "port"), _box(ax, 1.45, 1.75, 2.3, "home, money", ls="--")
    level, survival = _box(ax, 4.05, 0.75, 1.3, "class", held=shut), _box(
        ax, 7.6, 1.75, 1.7, "survival")
    _arrow(ax, home, port, "home and money → port", **road)
    _arrow(ax, home, level, "home and money → class", **road)
    _arrow(ax, level, survival, "class → survival" + ", barred" * shut, barred=shut, **road)
    _arrow(ax, port, survival, "port → survival, dashed: the question",
           color=style.SKY, lw=3, ls=(0, (2.5, 1.5)))
    ax.text(4.95, 1.82, "does the harbour\ndo anything?", fontsize=14, color="#005A8C",
            ha="center", va="center", linespacing=1.3)
    ax.text(1.45, 1.15, "not in the table", fontsize=SMALL, ha="center", va="center")
    if shut:
        sex = _box(ax, 7.6, 3.2, 1.0, "sex", held=True)
        _arrow(ax, sex, survival, "sex → survival, barred", barred=True, **road)
        _arrow(ax, port, sex, "port ↔ sex: something links them", **road, ls="--",
               arrowstyle=BOTH_WAYS)
        ax.text(5.85, 3.38, "something links them", fontsize=SMALL, ha="center", va="center")
    ax.text(4.05, 0.17, "held fixed: compare within each class and sex" if shut else
            "the thick road is the back door: open", fontsize=MIDDLE, weight="bold", ha="center",
            va="center")
    return figure


def plot_siblings() -> Figure:
    """Draw a mediator and a collider, with what holding each of them fixed would do."""
    figure, ax = _sheet(4.0)
    _headline(ax, "Two things that must not be held fixed", 3.73)
    for x, words in ((0.12, "Mediator: on the way"), (4.62, "Collider: a common effect")):
        ax.text(x, 3.2, words, fontsize=MIDDLE, weight="bold", va="center")
    sex, boat = _box(ax, 0.5, 2.4, 0.75, "sex"), _box(ax, 2.1, 2.4, 0.9, "boat", held=True)
    survival = _box(ax, 3.7, 2.4, 1.1, "survival", size=14)
    _arrow(ax, sex, boat, "sex → boat, a mediator", color=style.INK, lw=3)
    _arrow(ax, boat, survival, "boat → survival", color=style.INK, lw=3)
    ax.text(0.12, 1.2, "Holding the boat fixed would take away\nwhat sex did through the boats.",
            fontsize=SMALL + 1, va="center", linespacing=1.4)
    first, alive = _box(ax, 5.35, 2.5, 1.4, "first class", size=14), _box(ax, 8.1, 2.5, 1.1,
                                                                        "survival", size=14)
    listed = _box(ax, 6.72, 1.2, 2.1, "on the writer's list", held=True, size=14)
    _arrow(ax, first, alive, "first class → survival", color=style.INK, lw=1.6)
    _arrow(ax, first, listed, "first class → on the list, a collider", color=style.INK, lw=3)
    _arrow(ax, alive, listed, "survival → on the list", color=style.INK, lw=3)
    ax.text(4.62, 0.45, "On that list, first class goes with dying:\n"
            "looking only there turns the link around.", fontsize=SMALL + 1, va="center",
            linespacing=1.4)
    ax.plot([4.4, 4.4], [0.1, 3.4], color=QUIET, lw=1, gid="decoration")
    return figure


def plot_standardised(rates: Mapping[str, tuple[Sequence[float], Sequence[float]]],
                      title: str, groups: str) -> Figure:
    """Draw rates (rate, low, high) as they are and at one mix, two rows per group."""
    figure, ax = style.new_axes(title, "survival rate", groups, width=8.8, height=4.8)
    looks = (("o", style.COLOURS["raw"], "own mix"),
             ("D", style.COLOURS["standardised"], "one mix"))
    rows = [0, *np.arange(1, len(rates)) + 0.5]     # room for how far the first two are apart
    for row, pair in zip(rows, rates.values(), strict=True):
        for (marker, colour, said), (rate, low, high), shift in zip(
                looks, pair, (-0.17, 0.17), strict=True):
            ax.errorbar([rate], [row + shift], xerr=[[rate - low], [high - rate]], fmt=marker,
                        color=colour, capsize=6, markersize=10, linewidth=3,
                        label=said)
            ax.annotate(f"{said}: {100 * rate:.1f}%", (high, row + shift), (12, 0), va="center",
                        textcoords="offset points", fontsize=14, color=colour, weight="bold",
                        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    for (_, colour, _), (a, *_), (b, *_), y, shift in zip(
            looks, *list(rates.values())[:2], (0.56, 0.88), (-0.17, 0.17), strict=True):
        for x, row in ((a, rows[0]), (b, rows[1])):
            ax.plot([x, x], [row + shift, y], color=colour, lw=1, gid="decoration", zorder=1)
        ax.annotate("", (b, y), (a, y), arrowprops={"arrowstyle": "<->", "color": colour,
                                                    "shrinkA": 0, "shrinkB": 0, "lw": 1.6})
        ax.annotate(f"{100 * (a - b):.0f} points apart", (a, y), (10, 0), va="center", fontsize=14,
                    textcoords="offset points", color=colour)
    ax.set(yticks=rows, yticklabels=list(rates), ylim=(rows[-1] + 0.5, -0.55), xlim=(0.15, 0.85))
    ax.xaxis.set_major_formatter(lambda share, _: percent(share, 0))
    return _larger(figure, ax)


def plot_one_child(k: Sequence[int], n: Sequence[int], mix: Sequence[float]) -> Figure:
    """Draw the girls' tiles at one mix twice: as it was, and had the one child lived."""
    figure, ax = _sheet(4.3)
    w, wide, low, high = np.asarray(mix, float) / np.sum(mix), 3.9, 0.95, 2.2
    pairs = [(k, "as it was (blue: survived)"), (np.add(k, np.equal(n, 1)), "had she lived")]
    rates = [percent(float(w @ np.divide(alive, n)), 0) for alive, _ in pairs]
    _headline(ax, f"Had this one child lived: {rates[0]} becomes {rates[1]}", 4.05)
    for (alive, words), rate, left in zip(pairs, rates, (0.35, 4.65), strict=True):
        edges = left + wide * np.concatenate([[0], np.cumsum(w)])
        for s, (a, b) in enumerate(zip(edges, edges[1:], strict=False)):
            _tile(ax, a, b, low, high, style.PALE_ORANGE)
            _tile(ax, a, b, low, high * alive[s] / n[s], style.COLOURS["survived"])
            ax.text((a + b) / 2, low + 0.2, f"{alive[s]} of {n[s]}", fontsize=MIDDLE, ha="center",
                    va="center", weight="bold", color="white" if alive[s] else
                    style.WORDS["died"])
            ax.text((a + b) / 2, low - 0.18, ("1st class", "2nd class", "3rd class")[s],
                    fontsize=SMALL, ha="center", va="center")
            if n[s] == 1:
                ax.add_patch(Rectangle((a, low), b - a, high, facecolor="none", linewidth=3.5,
                                       edgecolor=style.COLOURS["died"]))
        ax.text(left, low + high + 0.3, rate, fontsize=30, weight="bold", va="center")
        ax.text(left + 1.1, low + high + 0.25, words, fontsize=MIDDLE, va="center")
    ax.text(0.35, 0.28, "one child fills a third of the width: the share\n"
            "of first class among all girls and women", fontsize=SMALL, va="center",
            color=style.WORDS["died"], linespacing=1.3)
    return figure


def plot_differences(rows: Mapping[str, Sequence[float]], title: str, ahead: Sequence[str],
                     what: str, height: float = 3.6) -> Figure:
    """Draw differences (value, low, high) of rates, one per row, and who is ahead on each side."""
    figure, ax = style.new_axes(title, f"survival of {ahead[0]} minus {ahead[1]}, points", what,
                                width=8.8, height=height)
    for row, (value, low, high) in enumerate(100 * np.array(list(rows.values()), float)):
        ax.errorbar([value], [row], xerr=[[value - low], [high - value]], fmt="o", capsize=7,
                    color=style.INK, markersize=11, linewidth=3.5, gid=list(rows)[row])
        ax.annotate(signed(value, "+.1f"), (value, row), (0, 11), fontsize=16,
                    ha="right" if value < 0 else "left", textcoords="offset points", weight="bold")
    ax.axvline(0, color=style.INK, linewidth=1.4, gid="no difference")
    reach = 1.18 * max(abs(end) for _, low, high in rows.values() for end in (low, high)) * 100
    ax.set(yticks=range(len(rows)), yticklabels=list(rows), xlim=(-reach, reach),
           ylim=(len(rows) - 0.5, -0.95))
    ax.xaxis.set_major_formatter(lambda x, _: signed(x, "+.0f") if x else "0")
    for x, words in ((-0.5 * reach, f"← {ahead[1]} ahead"), (0.5 * reach, f"{ahead[0]} ahead →")):
        ax.text(x, -0.75, words, fontsize=14, ha="center", va="center", color=style.GREY)
    ax.grid(axis="y", visible=False)
    return _larger(figure, ax)


def _sheet(height: float) -> tuple[Figure, Axes]:
    """Return a figure with one sheet of axes in inches, without ticks."""
    figure = style.new_figure(8.8, height)
    figure.set_layout_engine("none")
    ax = figure.add_axes((0, 0, 1, 1), xlim=(0, 8.8), ylim=(0, height))
    ax.set_axis_off()
    return figure, ax


def _headline(ax: Axes, words: str, y: float) -> None:
    ax.set_title(words, loc="left", x=0.12 / 8.8, y=y / ax.get_ylim()[1], pad=0, va="center",
                 fontsize=BIG)
    ax.set(xlabel="none", ylabel="none")


def _tile(ax: Axes, left: float, right: float, bottom: float, height: float, colour: str) -> None:
    ax.add_patch(Rectangle((left, bottom), right - left, height, facecolor=colour,
                           edgecolor="white", linewidth=2))


def _box(ax: Axes, x: float, y: float, width: float, words: str, *, held: bool = False,
         ls: str = "-", size: int = BIG) -> FancyBboxPatch:
    """Draw a box around its word; yellow and heavy if held fixed, dashed if not in the table."""
    face = HELD if held else "white" if ls == "--" else style.PALE_BLUE
    box = FancyBboxPatch((x - width / 2, y - BOX_HEIGHT / 2), width, BOX_HEIGHT,
                         boxstyle="round,pad=0,rounding_size=0.14", facecolor=face, linestyle=ls,
                         edgecolor=style.INK, linewidth=3.2 if held else 1.6, zorder=3)
    ax.add_patch(box)
    ax.text(x, y, words, fontsize=size, ha="center", va="center", zorder=4)
    return box


def _edge(box: FancyBboxPatch, towards: np.ndarray) -> np.ndarray:
    """Return the point where the line from a box's middle to another point leaves the box."""
    middle = np.array([box.get_x() + box.get_width() / 2, box.get_y() + box.get_height() / 2])
    half, way = np.array([box.get_width(), box.get_height()]) / 2 + 0.07, towards - middle
    return middle + way * min(h / abs(d) for h, d in zip(half, way, strict=True) if d)


def _arrow(ax: Axes, start: FancyBboxPatch, end: FancyBboxPatch, said: str, *,
           arrowstyle: str = ONE_WAY, barred: bool = False, **look) -> None:
    """Draw an arrow from box to box, or to a bar on half its way; ``said`` is its alt text."""
    middles = [np.array([b.get_x() + b.get_width() / 2, b.get_y() + b.get_height() / 2])
               for b in (start, end)]
    a, b = _edge(start, middles[1]), _edge(end, middles[0])
    if barred:
        b = (a + b) / 2
        across = 0.3 * np.array([a[1] - b[1], b[0] - a[0]]) / np.linalg.norm(b - a)
        ax.plot(*np.transpose([b - across, b + across]), color=style.INK, lw=6, gid="decoration")
    ax.annotate("", xy=b, xytext=a, gid=said, arrowprops={
        "arrowstyle": arrowstyle, "shrinkA": 0, "shrinkB": 0,
        "mutation_scale": 18, **look})


def _larger(figure: Figure, ax: Axes) -> Figure:
    """Return the figure, with larger title, names of rows and name of the axis."""
    ax.title.set_fontsize(BIG)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_fontsize(14)
    ax.tick_params(axis="y", labelsize=15)
    return figure
