"""Figures of lesson 07: truth values, entropy, covers, shuffles, a list and its two halves."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.plots import style
from coursekit.rules import g_statistic
from coursekit.tree import entropy


def plot_rows(rows: Mapping[str, np.ndarray], title: str,
              drugs: Sequence[str] = ()) -> Figure:
    """Draw rows of truth values, (n,) each, as squares: filled where the condition holds.

    The last row stands apart, below a line: it is the AND of the others. The drugs that the
    patients got stand below their numbers.
    """
    n = len(next(iter(rows.values())))
    figure, ax = style.new_axes(title, "patient, and drug" if len(drugs) else "patient",
                                "condition holds: 1", width=8.8, height=3.3)
    heights = [*range(len(rows), 1, -1), 0.55]
    for (_, row), y in zip(rows.items(), heights, strict=True):
        for i, holds in enumerate(row, 1):
            last = y < 1
            colour = (style.INK if last else style.SKY) if holds else "white"
            ax.add_patch(Rectangle((i - 0.4, y - 0.36), 0.8, 0.72, facecolor=colour,
                                   edgecolor=style.GREY, lw=1.4))
            ax.text(i, y, int(holds), ha="center", va="center", fontsize=14,
                    color="white" if holds and last else style.INK)
    ax.axhline(1.28, color=style.INK, lw=1.5)
    ax.set(xlim=(0.4, n + 0.6), ylim=(0.05, len(rows) + 0.55), xticks=range(1, n + 1))
    if len(drugs):
        ax.set_xticklabels([f"{i}\n{drug}" for i, drug in enumerate(drugs, 1)])
    ax.set_yticks(heights, list(rows), fontsize=14)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.grid(False)
    return figure


def plot_entropy(covers: Mapping[str, tuple[int, int]], title: str) -> Figure:
    """Draw the entropy of two classes over the share of one, with covers (hits, others) on it."""
    figure, ax = style.new_axes(title, "proportion of survivors in the cover",
                                "entropy H (bits)", width=8.8, height=4.4)
    p = np.linspace(0, 1, 401)
    ax.plot(p, entropy(np.column_stack([p, 1 - p])), color=style.INK, lw=2.5)
    for name, counts in covers.items():
        share, H = counts[0] / sum(counts), float(entropy(counts))
        ax.plot([share], [H], "o", color=style.BLUE, markersize=11, zorder=3)
        left = share < 0.5
        ax.annotate(f"{name}: {counts[0]} of {sum(counts)},\nH = {H:.2f}", (share, H),
                    (-12 if left else 12, 9 if H > 0.9 else 2),
                    textcoords="offset points", fontsize=13, va="center",
                    ha="right" if left else "left")
    ax.set(xlim=(-0.02, 1.4), ylim=(-0.06, 1.12))
    ax.set_xticks(np.linspace(0, 1, 5), [f"{x:.0%}" for x in np.linspace(0, 1, 5)])
    return figure


def plot_observed(observed: Sequence[int], reference: Sequence[int], names: Sequence[str],
                  title: str) -> Figure:
    """Draw observed beside expected counts of women who survived and died, and G below the title.

    ``names`` are the fates, the colours of the bars.
    """
    m = np.asarray(observed, float)
    e = m.sum() * np.asarray(reference) / np.sum(reference)
    figure, ax = style.new_axes(title, "", "women and girls", width=8.8, height=4.4)
    for k, name in enumerate(names):
        ax.bar(k - 0.2, m[k], 0.36, color=style.COLOURS[name])
        ax.bar(k + 0.2, e[k], 0.36, color="white", edgecolor=style.INK, lw=1.8, hatch="//")
        ax.text(k - 0.2, m[k] + 4, f"observed {m[k]:.0f}", ha="center", fontsize=15,
                fontweight="bold", color=style.WORDS[name])
        ax.text(k + 0.2, e[k] + 4, f"expected {e[k]:.1f}", ha="center", fontsize=15)
        ax.text(k - 0.2, m[k] / 2, f"× {m[k] / e[k]:.1f}", ha="center", va="center", fontsize=24,
                fontweight="bold", color=style.WORDS[name],
                bbox={"fc": "white", "ec": "none", "boxstyle": "round,pad=0.2"})
    G = 2 * np.sum(m * np.log(m / e))
    ax.text(0.5, 1.0, f"together: G = {G:.0f}", transform=ax.transAxes, fontsize=20,
            fontweight="bold", ha="left", va="top")
    ax.set_xticks(range(len(m)), [f"women who {name}" for name in names], fontsize=15)
    ax.set(xlim=(-0.5, len(m) - 0.5), ylim=(0, max(*m, *e) * 1.15), xlabel="fate")
    return figure


def plot_coverage(rules: np.ndarray, named: Mapping[str, tuple[int, int]],
                  everybody: tuple[int, int], *, curves: bool = False) -> Figure:
    """Draw rules as points, the dead whom they cover to the right and the survivors upwards.

    ``rules`` (r, 2) and ``named``, smallest first, have the survivors and the dead of each rule;
    ``everybody`` those among all. Lines have one direction, or join rules of equal G (``curves``).
    Both axes are square roots: small covers get room, and lines through the corner stay straight.
    """
    figure, ax = style.new_axes("", "dead whom the rule covers (both axes: square roots)",
                                "survivors whom it covers", width=8.8, height=5.2)
    style.headline(figure,
                   "G grows with the number covered: the women stand out most" if curves else
                   "Entropy and lift see only the direction: one baby beats all women")
    inside = rules[(rules.max(axis=1) < CORNER) & (rules @ [everybody[1], -everybody[0]] > 0)]
    ax.plot(*inside[:, ::-1].T, "o", color="#8A8A8A", markersize=5, zorder=2, gid="other rules")
    pure = {name.removesuffix(", 0 died"): hits for name, (hits, dead) in named.items() if not dead}
    for name, (hits, dead) in named.items():
        ax.plot(dead, hits, "o", color=style.BLUE, markersize=11, zorder=5, clip_on=False, gid=name)
        if dead:
            ax.annotate(name, (dead, hits), (-13, 7), textcoords="offset points", ha="right",
                        va="center", fontsize=14, fontweight="bold")
    for along in (ax.set_xscale, ax.set_yscale):
        along("function", functions=(_root, np.square))
    ax.set(xlim=(0, CORNER), ylim=(0, CORNER), xticks=(0, 10, 50, 100, 200))
    ax.set_yticks([*pure.values(), 50, 100, 200], [*pure, "50", "100", "200"])
    for tick in ax.get_yticklabels()[:len(pure)]:
        tick.set(fontsize=14, fontweight="bold")
    ax.grid(False)
    ax.text(60, 9, "grey: other rules", fontsize=13, color=style.GREY)
    if curves:
        _equal_G(ax, list(named.values()), everybody)
    else:
        _directions(ax, list(named.values()), everybody)
    return figure


STEP = 1.15     # a bar of surprises ends at so many times its beginning
CORNER = 260    # survivors, and dead, that the picture of covers has room for


def _root(x: np.ndarray) -> np.ndarray:
    return np.sqrt(np.maximum(x, 0))


def _directions(ax: Axes, covers: Sequence[tuple[int, int]], everybody: tuple[int, int]) -> None:
    """Draw the directions of a pure cover, of the largest one, and of everybody."""
    for hits, dead in ((1, 0), covers[-1], everybody):
        end = np.array((dead, hits)) / max(hits, dead) * CORNER
        ax.plot([0, end[0]], [0, end[1]], color=style.ORANGE, lw=2.8, zorder=3, clip_on=False)
        told = "everybody: " * ((hits, dead) == everybody) + f"{hits / (hits + dead):.0%}"
        ax.annotate(told, 0.43 * end, (8, 0 if not dead else -9), textcoords="offset points",
                    fontsize=15, fontweight="bold", va="center", zorder=4,
                    color=style.WORDS["died"], bbox={"fc": "white", "ec": "none", "pad": 1})


def _equal_G(ax: Axes, covers: Sequence[tuple[int, int]], everybody: tuple[int, int]) -> None:
    """Draw a curve through each pure cover of several samples, and through the largest cover."""
    k, d = np.meshgrid(*[np.linspace(0, CORNER ** 0.5, 400) ** 2] * 2, indexing="ij")
    lived, died = everybody
    G = g_statistic(np.stack([k, d], -1).reshape(-1, 2), everybody).reshape(k.shape)
    more = k * died >= d * lived            # than among everybody
    levels = [float(g_statistic(cover, everybody)) for cover in covers
              if (cover[1] == 0 and cover[0] > 1) or cover == covers[-1]]
    look = {"textcoords": "offset points", "fontsize": 15, "fontweight": "bold", "va": "center",
            "color": style.WORDS["male"], "zorder": 4}
    ax.contour(d, k, np.where(more, G, 0), levels, colors=style.GREEN, linewidths=2.8, zorder=3)
    ax.annotate(f"G = {g_statistic((1, 0), everybody):.1f}", (0, 1), (13, 0), **look)
    for level, y, side in zip(levels, (125, 150, 130), (-1, 1, 1), strict=True):
        row = np.searchsorted(k[:, 0], y)
        x = d[row, np.flatnonzero((G[row] >= level) & more[row])[-1]]
        ax.annotate(f"G = {level:.0f}", (x, y), (-4 * side, 6 * side), **look,
                    ha="right" if side > 0 else "left")


def plot_list(lines: Sequence[tuple[str, int, int, bool]], title: str) -> Figure:
    """Draw whom each line of a list decides, one square each; the wrong ones stand in a frame.

    ``lines``: sentence, passengers, survivors, and whether the line says "survived".
    """
    figure = style.new_figure(9.6, 5.4)
    ax = figure.subplots()
    ax.set_title(title)
    high, step = 6, 9.6
    for row, (sentence, m, lived, says) in enumerate(lines):
        floor = step * (len(lines) - 1 - row)
        right = lived if says else m - lived
        i = np.arange(m)
        first = -(-right // high) * high             # the wrong ones begin a column of their own
        i = np.where(i < right, i, i - right + first)
        last = i[-1] // high
        x, y = i // high, floor + i % high
        for part, fate in ((i < first, says), (i >= first, not says)):
            name = "survived" if fate else "died"
            ax.plot(x[part], y[part], "s", color=style.COLOURS[name], markersize=4.6, zorder=3,
                    markeredgewidth=0, gid=f"{sentence}: {name}")
        if right < m:
            corner = first // high - 0.5
            ax.add_patch(Rectangle((corner, floor - 0.7), last - corner + 0.55, high + 0.4,
                                   fill=False, edgecolor=style.INK, lw=2.4, zorder=4))
        ax.text(last + 2, floor + 2.5, f"{m - right} of {m} wrong", fontsize=15,
                fontweight="bold", va="center")
        ax.text(-0.5, floor + high + 0.9, sentence, fontsize=14, fontweight="bold", va="center",
                color=style.WORDS["survived" if says else "died"])
    ax.set(xlim=(-1, 104), ylim=(-1.5, step * len(lines) - 1), xticks=[], yticks=[],
           xlabel="one square is a passenger: blue survived, orange died; in a frame: wrong",
           ylabel="lines, read from the top")
    ax.spines[:].set_visible(False)
    ax.grid(False)
    return figure


def plot_halves(chosen: np.ndarray, other: np.ndarray, base: float, first: int = 20) -> Figure:
    """Draw what a winner says in the half that chose it, and in the other half; means of all.

    ``base`` is the proportion among everybody there. Only the first halvings get a line.
    """
    figure, ax = style.new_axes(
        f"Found in one half: {chosen.mean():.0%} survived. In the other: {other.mean():.0%}",
        "where the rule is counted", "covered passengers who survived", width=8.8, height=4.8)
    for a, b in zip(chosen[:first], other[:first], strict=True):
        ax.plot([0, 1], [a, b], "-o", color="#8A8A8A", lw=1.3, markersize=5, zorder=2)
    ax.plot([0, 1], [chosen.mean(), other.mean()], "-o", color=style.BLUE, lw=5, markersize=13,
            zorder=4)
    for x, values, side in ((0, chosen, "right"), (1, other, "left")):
        ax.text(x + (0.06 if x else -0.06), values.mean(), f"{values.mean():.0%}", ha=side,
                va="center", fontsize=26, fontweight="bold", color=style.WORDS["survived"])
    ax.axhline(base, color=style.INK, lw=2, ls="--", zorder=1)
    ax.text(1.44, base + 0.015, f"everybody there: {base:.0%}", ha="right", va="bottom",
            fontsize=14)
    ax.set(xlim=(-0.45, 1.45), ylim=(0.1, 1.0))
    ax.set_xticks([0, 1], ["the half that chose it", "the other half"], fontsize=15)
    ax.yaxis.set_major_formatter("{x:.0%}")
    return figure


def plot_shuffles(searches: Mapping[str, tuple[np.ndarray, float]]) -> Figure:
    """Draw the best G of searches in shuffled labels, as bars, with the G of the rule found.

    Each name leads to the best G of every shuffle, and the G in the true labels.
    """
    hits = {name: int(np.sum(best >= G - 1e-9)) for name, (best, G) in searches.items()}
    told = [f"{name} in {hits[name] or 'none'}" for name in searches]
    told[0] += f" of {len(next(iter(searches.values()))[0])} searches"
    figure, ax = style.new_axes("", "best surprise G of a search (log scale)",
                                "searches in shuffled labels", width=8.8, height=4.4)
    style.headline(figure, f"Chance reaches {', '.join(told)}")
    for row, (name, (best, G)) in enumerate(searches.items()):
        reach = best >= G - 1e-9
        edges = G * STEP ** np.arange(-40, 20)
        bars = {colour: np.histogram(np.where(reach, np.maximum(best, G), best)[part], edges)[0]
                for part, colour in ((~reach, style.GREY), (reach, style.ORANGE))}
        high = max(map(np.max, bars.values()))
        for colour, many in bars.items():
            ax.bar(edges[:-1][many > 0], 0.62 * many[many > 0] / high, np.diff(edges)[many > 0],
                   -row, align="edge", color=colour, edgecolor="white", gid=f"{name}: {colour}")
        ax.axhline(-row, color=style.INK, lw=1)
        ax.plot([G, G], [-row, 0.74 - row], color=style.BLUE, lw=4)
        ax.annotate(f"{name}, found: G = {G:.0f}", (G, 0.82 - row), ha="center", fontsize=15,
                    fontweight="bold", color=style.WORDS["survived"], va="center")
        ax.text(14, 0.24 - row, f"{hits[name] or 'none'} of {len(best)} reach"
                f"{'' if hits[name] else 'es'} it", fontsize=15, fontweight="bold",
                color=style.WORDS["died"])
    ax.set(xscale="log", xlim=(1.5, 350), ylim=(-1.08, 0.95), yticks=[])
    ax.set_xticks([2, 5, 10, 20, 50, 100, 200], ["2", "5", "10", "20", "50", "100", "200"])
    ax.set_xticks([], minor=True)
    return figure
