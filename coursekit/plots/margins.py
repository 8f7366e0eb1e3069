"""Lines between two classes: updates, convex hulls, zones of the multipliers, intercepts.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1, ``w``, ``b`` of f(x) = ⟨w, x⟩ + b, whose
margin boundaries are f = ±1; ``alpha`` (n,) multipliers, at most ``C``; ``yf`` = y·f.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.spatial import ConvexHull

from coursekit.plots import style


def plot_updates(updates: Mapping[float, Sequence[int]], bounds: Mapping[float, float],
                 title: str) -> Figure:
    """Draw the number of perceptron updates on shifted AND, with Novikoff's bound.

    Parameters
    ----------
    updates : mapping of float to sequence of int
        For each shift, the number of updates in each order of the samples.
    bounds : mapping of float to float
        The bound of each shift.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_updates({0: [18, 22]}, {0: 51.0}, "Fewer than the bound")
    >>> figure.axes[0].lines[-1].get_ydata().tolist()
    [51.0]
    """
    figure, ax = style.new_axes(title, "AND, both features shifted by", "updates (log scale)",
                                width=9.6, height=4.0)
    for shift, found in updates.items():
        values, many = np.unique(found, return_counts=True)
        first = np.argsort(-many, kind="stable")      # large dots behind small ones
        ax.scatter(np.full(len(values), shift), values[first], s=20 * many[first],
                   color=style.SKY, edgecolor="white",
                   label=f"orders of the samples, shift {shift:g}")
    ax.plot(list(bounds), list(bounds.values()), "_", color=style.INK, markersize=34,
            markeredgewidth=4, label="Novikoff's bound (R/ρ)²")
    ax.set_yscale("log")
    ax.set_xticks(list(updates), [f"{shift:g}".replace("-", "−") for shift in updates])
    ax.set_xlim(min(updates) - 0.4, max(updates) + 0.4)
    handles = [ax.lines[-1], ax.collections[0]]
    ax.legend(handles, ["Novikoff's bound (R/ρ)²", "orders of the samples\n(larger: more orders)"],
              loc="upper left", bbox_to_anchor=(1.01, 1.0), labelspacing=1.6)
    return figure


def plot_hulls(sets: Mapping[str, tuple], title: str) -> Figure:
    """Draw the convex hulls of two classes, their nearest points, and the margin between.

    Parameters
    ----------
    sets : mapping of str to (X, y, alpha, b)
        Panel titles; samples, labels, optimal multipliers and intercept.
    title : str
        The message.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> figure = plot_hulls({"AND": (*make_and(), np.array([0, 2, 2, 4.0]), -3)}, "Nearest")
    >>> figure.axes[0].lines[-1].get_xydata().tolist()
    [[0.5, 0.5], [1.0, 1.0]]
    """
    figure, panels = style.new_panels(list(sets), "$x_1$", ["$x_2$"] + [""] * (len(sets) - 1),
                                      width=4.6 * len(sets) + 0.6, height=5.0, sharey=False)
    style.headline(figure, title)
    for ax, (X, y, alpha, b) in zip(panels, sets.values(), strict=True):
        ax.set_ylabel("$x_2$")
        low, high = _limits(ax, X, room=0.12)
        _boundaries(ax, (alpha * y) @ X, b, low, high)
        for c in (-1, 1):
            points = X[y == c]
            flat = len(points) < 3 or np.linalg.matrix_rank(points - points[0]) < 2
            corners = points if flat else points[ConvexHull(points).vertices]
            ax.fill(*corners.T, facecolor=(style.COLOURS[c], 0.2),
                    edgecolor=style.COLOURS[c], lw=2, zorder=1)
        _classes(ax, X, y)
        ends = [alpha[y == c] @ X[y == c] / alpha[y == c].sum() for c in (-1, 1)]
        ax.plot(*np.transpose(ends), "D-", color=style.GREEN, lw=4, markersize=13, zorder=2,
                label="nearest points of the hulls")
    style.legend_below(figure, panels, ncols=3)
    return figure


def plot_slacks(yf: np.ndarray, title: str) -> Figure:
    """Draw the hinge loss over y·f, and the slack of each sample as a segment below it.

    Parameters
    ----------
    yf : ndarray, shape (n,)
        y·f of each sample.
    title : str
        The message.

    Examples
    --------
    >>> plot_slacks(np.array([2.0, 0.5, -1.0]), "A sum").axes[0].get_title(loc="left")
    'A sum: total slack 2.50'
    """
    slack = np.maximum(0, 1 - yf)
    figure, ax = style.new_axes(f"{title}: total slack {slack.sum():.2f}", "y·f", "slack ξ",
                                width=9.6, height=3.9)
    ax.vlines(yf[slack > 0], 0, slack[slack > 0], color=style.PINK, lw=2.5,
              label="slack of a sample")
    ends = np.array([min(yf.min(), -0.5) - 0.3, 1.0, max(yf.max(), 1.5) + 0.3])
    ax.plot(ends, np.maximum(0, 1 - ends), color=style.INK, label="hinge loss max(0, 1 − y·f)")
    ax.plot(yf, slack, "o", color=style.SKY, markersize=8, markeredgecolor="white", label="sample")
    ax.legend(loc="upper right")
    return figure


def plot_zones(states: Mapping[str, tuple[np.ndarray, np.ndarray, np.ndarray]], C: float,
               title: str) -> Figure:
    """Draw the multiplier of each sample against its y·f; the KKT conditions allow a bent line.

    Parameters
    ----------
    states : mapping of str to (yf, alpha, violation)
        Panel titles; y·f, multiplier and violation of each sample, shape (n,) each.
    C : float
        Penalty.
    title : str
        The message.

    Examples
    --------
    >>> yf, alpha = np.array([2.0, 1.0, 0.5]), np.array([0, 0.4, 1.0])
    >>> figure = plot_zones({"optimum": (yf, alpha, np.zeros(3))}, 1.0, "A bend")
    >>> figure.axes[0].get_title(loc="left")
    'optimum: largest violation 0'
    """
    figure, panels = style.new_panels(list(states), "y·f", "multiplier α", width=11.0, height=4.4)
    style.headline(figure, title)
    every = np.concatenate([yf for yf, *_ in states.values()])
    left, right = every.min() - 0.4, every.max() + 0.3
    for ax, (name, (yf, alpha, violation)) in zip(panels, states.items(), strict=True):
        violation = np.asarray(violation)
        most = violation.max() if violation.max() > 1e-6 else 0
        ax.set_title(f"{name}: largest violation {most:.2g}", loc="left", fontweight="normal")
        ax.plot([left, 1, 1, right], [C, C, 0, 0], color=style.SKY, lw=10, alpha=0.45,
                solid_joinstyle="round", label="what the KKT conditions allow")
        fits = violation <= 1e-6
        for which, colour, marker, word in ((fits, style.GREEN, "o", "no violation"),
                                            (~fits, style.PINK, "s", "violation")):
            ax.scatter(yf[which], alpha[which], s=75, color=colour, marker=marker, zorder=3,
                       edgecolor="white", label=word)
        for place, word in ((0, "the line"), (1, "own margin boundary")):
            ax.axvline(place, color=style.INK, ls=":", lw=1.3, label=f"_{word}")
            ax.text(place - 0.06, 0.5 * C, word, rotation=90, ha="right", va="center", fontsize=11)
        ax.set_yticks([0, C], ["0", "C"])
        ax.set(xlim=(left, right), ylim=(-0.12 * C, 1.15 * C))
    style.legend_below(figure, panels, ncols=3)
    return figure


def plot_intercepts(b: np.ndarray, objective: Mapping[str, np.ndarray], errors: np.ndarray,
                    ends: tuple[float, float], title: str) -> Figure:
    """Draw the primal objective over b for fixed w, and the number of misclassified samples.

    Parameters
    ----------
    b : ndarray, shape (m,)
        Intercepts.
    objective : mapping of str to ndarray of shape (m,)
        Name and values of the objective, one curve.
    errors : ndarray, shape (m,)
        Number of samples with y·f ≤ 0 for each.
    ends : (low, high)
        The interval of optimal intercepts.
    title : str
        The message.

    Examples
    --------
    >>> b = np.array([-1, 0, 1.0])
    >>> figure = plot_intercepts(b, {"P": b**2}, np.array([2, 1, 2]), (-0.5, 0.5), "Flat")
    >>> [ax.get_ylabel() for ax in figure.axes]
    ['P', 'samples']
    """
    (name, values), = objective.items()
    figure, panels = style.new_panels(["primal objective", "errors on the samples"],
                                      "intercept b", [name, "samples"], width=11.0, height=4.0,
                                      sharey=False)
    style.headline(figure, title)
    for ax, heights, colour in zip(panels, (values, errors), (style.INK, style.PINK), strict=True):
        ax.axvspan(*ends, color=style.PALE_GREEN, label="optimal b")
        ax.plot(b, heights, color=colour, lw=3, label=f"_{ax.get_ylabel()}")
        for end, word in zip(ends, ("smallest", "largest"), strict=True):
            ax.axvline(end, color=style.GREEN, ls="--", lw=1.6, label=f"_{word} optimal b")
    panels[1].set_ylim(0, None)
    style.legend_below(figure, panels, ncols=3)
    return figure


def _limits(ax: Axes, X: np.ndarray, room: float = 0.3) -> tuple[np.ndarray, np.ndarray]:
    """Give both axes the same scale, so that right angles look right; return the corners."""
    low, high = X.min(axis=0), X.max(axis=0)
    free = room * (high - low).max()
    low, high = low - free, high + free
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    ax.set_aspect("equal", adjustable="box")
    ax.grid(False)
    return low, high


def _ends(w: np.ndarray, c: float, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return two points of ⟨w, x⟩ + c = 0, beyond the corners."""
    middle, reach = (low + high) / 2, np.linalg.norm(high - low)
    foot = middle - (middle @ w + c) / (w @ w) * w
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    return np.array([foot - reach * along, foot + reach * along])


def _seen(ends: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return the visible part of a segment, or its ends if none of it is visible."""
    start, way = ends[0], ends[1] - ends[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        cuts = np.sort(np.array([low - start, high - start]) / way, axis=0)
    enter, leave = max(0, np.nanmax(cuts[0])), min(1, np.nanmin(cuts[1]))
    return start + np.array([[enter], [leave]]) * way if enter < leave else ends


def _classes(ax: Axes, X: np.ndarray, y: np.ndarray) -> None:
    for c, marker, name in ((1, "o", "y = +1"), (-1, "X", "y = −1")):
        ax.scatter(*X[y == c].T, s=110, marker=marker, color=style.COLOURS[c], label=name,
                   edgecolor="white", zorder=3)


def _boundaries(ax: Axes, w: np.ndarray, b: float, low: np.ndarray, high: np.ndarray) -> None:
    """Draw f = 0 and the margin boundaries f = ±1, with the strip between them."""
    edges = [_ends(w, b - side, low, high) for side in (-1, 0, 1)]
    ax.fill(*np.vstack([edges[0], edges[2][::-1]]).T, color=style.YELLOW, alpha=0.6, zorder=0)
    names = ("margin boundaries f = ±1", "line f = 0", "_other margin boundary")
    for ends, dash, name in zip(edges, ("--", "-", "--"), names, strict=True):
        ax.plot(*_seen(ends, low, high).T, dash, color=style.INK, lw=2.6 if dash == "-" else 1.8,
                label=name)
