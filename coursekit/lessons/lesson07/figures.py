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
    """
    figure, ax = style.new_axes(
        "G also counts: the women stand out most" if curves else
        "Entropy and lift see only the direction: one baby beats all women",
        "dead whom the rule covers", "survivors whom it covers", width=8.8, height=5.2)
    inside = rules[rules.max(axis=1) < CORNER]
    ax.plot(*inside[:, ::-1].T, "o", color="#8A8A8A", markersize=5, zorder=2, gid="other rules")
    few = {name: cover for name, cover in named.items() if max(cover) < SMALL}
    for name, (hits, dead) in named.items():
        ax.plot(dead, hits, "o", color=style.BLUE, markersize=7 if name in few else 11, zorder=5,
                clip_on=False, gid=name)
        if name not in few:
            ax.text(dead + 7, hits, name, va="center", fontsize=14, fontweight="bold", zorder=6,
                    bbox={"fc": "white", "ec": "none", "pad": 1})
    ax.set(xlim=(0, 1.5 * CORNER), ylim=(0, CORNER))
    ax.grid(False)
    if curves:
        _equal_G(ax, named, everybody)
    else:
        _directions(ax, list(named.values()), everybody)
    _enlarged(ax, few)
    return figure


def _enlarged(ax: Axes, covers: Mapping[str, tuple[int, int]]) -> None:
    """Draw the corner of the small covers once more, larger, with their names."""
    near = ax.inset_axes((0.56, 0.04, 0.43, 0.37), zorder=7)
    near.set(xlim=(0, 1.5 * SMALL), ylim=(-2, SMALL + 3), xticks=[], yticks=[])
    near.set_title("the corner, enlarged", fontsize=13, loc="left", pad=3)
    for side in near.spines.values():
        side.set(visible=True, color=style.GREY)
    for name, (hits, dead) in covers.items():
        near.plot(dead, hits, "o", color=style.BLUE, markersize=10, clip_on=False)
        near.text(dead + 1.2, hits + (1 if dead else -0.8), name.removesuffix(", 0 died"),
                  fontsize=13, va="center")


SMALL = 22      # survivors, and dead, of the covers that are shown in the enlarged corner
CORNER = 260    # survivors, and a half more of the dead, that the picture of covers has room for


def _directions(ax: Axes, covers: Sequence[tuple[int, int]], everybody: tuple[int, int]) -> None:
    """Draw the directions of a pure cover, of the largest one, and of everybody."""
    for hits, dead in ((1, 0), covers[-1], everybody):
        share = hits / (hits + dead)
        end = np.array((dead / hits, 1)) * CORNER if hits >= dead else \
            np.array((1, hits / dead)) * 1.5 * CORNER
        ax.plot([0, end[0]], [0, end[1]], color=style.ORANGE, lw=2.8, zorder=3, clip_on=False)
        everyone = (hits, dead) == everybody
        along = 0.66 if everyone else 0.55
        ax.text(*(along * end + ((11, 0) if not dead else (4, -9))), f"{share:.0%}"
                + " of everybody" * everyone, fontsize=14, fontweight="bold",
                color=style.WORDS["died"], bbox={"fc": "white", "ec": "none", "pad": 1}, zorder=4,
                rotation=0 if dead else 90, va="center", ha="center" if not dead else "left")


def _equal_G(ax: Axes, named: Mapping[str, tuple[int, int]], everybody: tuple[int, int]) -> None:
    """Draw a curve through each pure cover of several samples, and through the largest cover."""
    k, d = np.meshgrid(np.arange(CORNER + 1), np.arange(1.5 * CORNER + 1), indexing="ij")
    lived, died = everybody
    G = g_statistic(np.stack([k, d], -1).reshape(-1, 2), everybody).reshape(k.shape)
    more = k * died >= d * lived            # than among everybody
    last = list(named)[-1]
    levels = {name.split(",")[0]: float(g_statistic([hits, dead], everybody))
              for name, (hits, dead) in named.items() if (dead == 0 and hits > 1) or name == last}
    ax.contour(d, k, np.where(more, G, 0), list(levels.values()), colors=style.GREEN,
               linewidths=2.8, zorder=3)
    for (name, level), y in zip(levels.items(), (165, 205, 150), strict=True):
        x = int(np.flatnonzero((G[y] >= level) & more[y])[-1])
        ax.text(x - 8, y, f"{name}: G = {level:.0f}", fontsize=13, va="center",
                color=style.WORDS["male"], bbox={"fc": "white", "ec": "none", "pad": 1.5}, zorder=4)


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
    n = len(next(iter(searches.values()))[0])
    figure, panels = style.new_panels(
        [f"{name}: {hits[name]} of {len(best)}" for name, (best, _) in searches.items()],
        "best surprise G of a shuffled search", "searches", width=10.4, height=4.4)
    for ax, (best, G) in zip(panels, searches.values(), strict=True):
        high = 1.12 * max(G, best.max())
        step = max(1.0, high / 40)
        edges = G + step * np.arange(-np.ceil(G / step), np.ceil((high - G) / step) + 1)
        for part, colour in ((best < G - 1e-9, style.GREY), (best >= G - 1e-9, style.ORANGE)):
            ax.hist(np.where(best >= G - 1e-9, np.maximum(best, G), best)[part], edges,
                    color=colour, edgecolor="white")
        ax.axvline(G, color=style.BLUE, lw=3)
        left = G > high / 2
        ax.annotate(f"rule found\nG = {G:.1f}", (G, 0.98), (-8 if left else 8, 0),
                    xycoords=("data", "axes fraction"), textcoords="offset points", va="top",
                    ha="right" if left else "left", fontsize=14, fontweight="bold",
                    color=style.WORDS["survived"])
        ax.set_xlim(0, high)
    panels[0].set_ylim(0, 1.3 * panels[0].get_ylim()[1])
    told = [f"{name} in {hits[name] or 'none'}" for name in searches]
    told[0] += f" of {n} searches"
    style.headline(figure, f"Chance does as well as {', '.join(told)}")
    return figure
