"""Figures of lesson 07: truth values, entropy, observed and expected counts, and shuffles."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.plots import style
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


def plot_observed(observed: Sequence[int], reference: Sequence[int], classes: Sequence[str],
                  title: str) -> Figure:
    """Draw observed beside expected counts of a cover, each pair with its term of G."""
    m = np.asarray(observed, float)
    e = m.sum() * np.asarray(reference) / np.sum(reference)
    figure, ax = style.new_axes(title, "outcome, and its term of G", "covered passengers",
                                width=8.8, height=4.4)
    for k, name in enumerate(classes):
        ax.bar(k - 0.2, m[k], 0.36, color=style.COLOURS[name])
        ax.bar(k + 0.2, e[k], 0.36, color="white", edgecolor=style.INK, lw=1.8, hatch="//")
        ax.text(k - 0.2, m[k] + 4, f"observed {m[k]:.0f}", ha="center", fontsize=14,
                fontweight="bold", color=style.WORDS[name])
        ax.text(k + 0.2, e[k] + 4, f"expected {e[k]:.1f}", ha="center", fontsize=14)
    terms = 2 * m * np.log(m / e)
    ax.set_xticks(range(len(m)), [
        f"{name}: 2 · {m[k]:.0f} · ln({m[k]:.0f} / {e[k]:.1f}) = {terms[k]:.1f}"
        .replace("-", "−") for k, name in enumerate(classes)], fontsize=14)
    ax.set(xlim=(-0.5, len(m) - 0.5), ylim=(0, max(*m, *e) * 1.15))
    ax.text(len(m) - 0.52, max(*m, *e) * 1.04, f"G = {terms.sum():.1f}", fontsize=24,
            fontweight="bold", ha="right", va="center")
    return figure


def plot_shuffles(searches: Mapping[str, tuple[np.ndarray, float]]) -> Figure:
    """Draw the best G of searches in shuffled labels, as bars, with the G of the rule found.

    Each name leads to the best G of every shuffle, and the G in the true labels.
    """
    hits = {name: int(np.sum(best >= G - 1e-9)) for name, (best, G) in searches.items()}
    n = len(next(iter(searches.values()))[0])
    figure, panels = style.new_panels(
        [f"{name}: {hits[name]} of {len(best)}" for name, (best, _) in searches.items()],
        "best G of a search", "searches in shuffled labels", width=10.4, height=4.4)
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
