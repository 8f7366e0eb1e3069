"""Lines between two classes, their streets, and the zones of the multipliers.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1, ``w``, ``b`` of f(x) = ⟨w, x⟩ + b, whose
street is |f| ≤ 1; ``alpha`` (n,) multipliers, ``C`` their upper limit.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.plots import style

ZONES = (("α = 0", "none", 0), ("0 < α < C", style.GREEN, 230), ("α = C", style.PINK, 230))


def plot_street(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float, *,
                alpha: np.ndarray | None = None, C: float | None = None,
                title: str = "The widest street") -> Figure:
    """Draw two classes, the line f = 0, the margins f = -1 and f = +1, and who holds them.

    Parameters
    ----------
    X, y : ndarray, shapes (n, 2) and (n,)
        Samples and labels.
    w, b : ndarray of shape (2,), float
        The line.
    alpha : ndarray, shape (n,), optional
        Multipliers; samples with a free one get a green ring, with one at C a pink square.
    C : float, optional
        Upper limit of the multipliers; none if absent.
    title : str
        The message.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> figure = plot_street(*make_and(), [2, 2], -3, alpha=np.array([0, 2, 2, 4.0]))
    >>> [t.get_text() for t in figure.axes[0].get_legend().get_texts()][-1]
    'holds the street'
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.6, height=4.9)
    _street(ax, X, y, np.asarray(w, dtype=float), b)
    _rings(ax, X, alpha, np.inf if C is None else C)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_streets(X: np.ndarray, y: np.ndarray, streets: Mapping[str, Sequence],
                 title: str, *, reach: float | None = None) -> Figure:
    """Draw several streets of the same samples side by side, each with its width.

    Parameters
    ----------
    X, y : ndarray, shapes (n, 2) and (n,)
        Samples and labels.
    streets : mapping of str to (w, b) or (w, b, alpha, C)
        Panel titles, and what to draw in them.
    title : str
        The message.
    reach : float, optional
        Upper end of both axes, where a street reaches beyond its samples.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> figure = plot_streets(*make_and(), {"narrow": ([3, 2], -4), "wide": ([2, 2], -3)}, "Two")
    >>> [ax.get_title(loc="left") for ax in figure.axes]
    ['narrow, width 0.55', 'wide, width 0.71']
    """
    figure, panels = style.new_panels(list(streets), "$x_1$", ["$x_2$"] + [""] * (len(streets) - 1),
                                      width=3.9 * len(streets) + 0.6, height=5.0)
    style.headline(figure, title)
    for ax, (name, (w, b, *held)) in zip(panels, streets.items(), strict=True):
        ax.set_title(f"{name}, width {2 / np.linalg.norm(w):.2f}", loc="left", fontweight="normal")
        ax.set_ylabel("$x_2$")
        _street(ax, X, y, np.asarray(w, dtype=float), b, reach)
        _rings(ax, X, *(held or (None, np.inf)))
    named = {n: h for ax in panels for h, n in zip(*ax.get_legend_handles_labels(), strict=True)}
    figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=len(named))
    return figure


def plot_lines(X: np.ndarray, y: np.ndarray, lines: Mapping[str, tuple], title: str) -> Figure:
    """Draw several lines ⟨w, x⟩ + b = 0 through the same samples.

    Parameters
    ----------
    X, y : ndarray, shapes (n, 2) and (n,)
        Samples and labels.
    lines : mapping of str to (w, b)
        Name of each line.
    title : str
        The message.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> figure = plot_lines(*make_and(), {"a": ([3, 2], -4), "b": ([2, 3], -4)}, "Two lines")
    >>> len(figure.axes[0].lines)
    2
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.6, height=4.9)
    low, high = _limits(ax, X)
    looks = zip(("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))), (style.INK, style.GREEN,
                style.PINK, style.SKY, style.GREY))
    for (name, (w, b)), (dash, colour) in zip(lines.items(), looks, strict=False):
        ends = _seen(_ends(np.asarray(w, dtype=float), b, low, high), low, high)
        ax.plot(*ends.T, ls=dash, color=colour, lw=2.6, label=name)
    _classes(ax, X, y)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_distances(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float, title: str) -> Figure:
    """Draw the perpendicular of each sample to a line, with its signed length written beside it.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> figure = plot_distances(*make_and(), [2, 2], -3, "Signed distances")
    >>> [t.get_text() for t in figure.axes[0].texts][3]
    '+0.35'
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.6, height=4.9)
    w, (low, high) = np.asarray(w, dtype=float), _limits(ax, X, room=0.4)
    ax.plot(*_seen(_ends(w, b, low, high), low, high).T, color=style.INK, label="⟨w, x⟩ + b = 0")
    up = w / np.linalg.norm(w)
    distance = (X @ w + b) / np.linalg.norm(w)
    for point, d in zip(X, distance, strict=True):
        ax.plot(*np.array([point, point - d * up]).T, ":", color=style.GREY,
                label="_foot", gid=f"signed distance {d:+.2f}, from the point to its foot")
        side = np.sign(d) or 1.0        # the number stands where the dots do not
        ax.text(*(point + 0.05 * side * np.sign(up)), f"{d:+.2f}", fontsize=14,
                ha="left" if side * up[0] > 0 else "right",
                va="bottom" if side * up[1] > 0 else "top")
    middle = (low + high) / 2
    foot = middle - (middle @ up + b / np.linalg.norm(w)) * up
    ax.annotate("", foot + 0.3 * up, foot, zorder=4, gid="direction of w",
                arrowprops={"arrowstyle": "-|>", "color": style.GREEN, "lw": 3,
                            "mutation_scale": 22, "shrinkA": 0, "shrinkB": 0})
    ax.text(*(foot + 0.36 * up), "w", color=style.GREEN, fontsize=18, ha="center", va="center")
    _classes(ax, X, y)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_zones(yf: np.ndarray, alpha: np.ndarray, C: float, title: str) -> Figure:
    """Draw the multiplier of each sample against its y·f: the conditions allow only a bent line.

    Parameters
    ----------
    yf, alpha : ndarray, shape (n,)
        y·f and multiplier of each sample.
    C : float
        Upper limit.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_zones(np.array([2.0, 1.0, 0.5]), np.array([0, 0.4, 1.0]), 1.0, "A bend")
    >>> [c.get_label() for c in figure.axes[0].collections]
    ['α = 0', '0 < α < C', 'α = C']
    """
    figure, ax = style.new_axes(title, "y·f", "multiplier α", width=9.4, height=4.4)
    left, right = min(-1.5, yf.min() - 0.3), max(2.0, yf.max() + 0.3)
    ax.plot([left, 1, 1, right], [C, C, 0, 0], color=style.SKY, lw=9, alpha=0.45,
            solid_joinstyle="round", label="what the conditions allow")
    zone = np.where(alpha <= 0, 0, np.where(alpha < C, 1, 2))
    looks = ((style.GREY, "o"), (style.GREEN, "D"), (style.PINK, "s"))
    for k, (colour, marker) in enumerate(looks):
        ax.scatter(yf[zone == k], alpha[zone == k], s=75, color=colour, marker=marker, zorder=3,
                   edgecolor="white", label=ZONES[k][0])
    for place, name in ((-1, "other margin"), (0, "line"), (1, "own margin")):
        ax.axvline(place, color=style.INK, ls=":", lw=1.3, label=f"_{name}")
        ax.text(place - 0.05, 0.5 * C, name, rotation=90, ha="right", va="center", fontsize=12)
    ax.set_yticks([0, C], ["0", "C"])
    ax.set(xlim=(left, right), ylim=(-0.12 * C, 1.15 * C))
    ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    return figure


def plot_penalties(C: np.ndarray, width: np.ndarray, slack: np.ndarray, frozen: float,
                   title: str) -> Figure:
    """Draw the width of the street and the sum of all slack against C.

    Parameters
    ----------
    C, width, slack : ndarray, shape (m,)
        Penalties; width and Σ ξ of the street of each.
    frozen : float
        Penalty from which on nothing changes.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_penalties(np.array([1, 2]), np.array([3, 2]), np.array([1, 0]), 2.0, "Less")
    >>> [ax.get_ylabel() for ax in figure.axes]
    ['street width', 'total slack Σ ξ']
    """
    says = ["the street narrows", "slack is squeezed out, the last of it slowly"]
    figure, panels = style.new_panels(says, "penalty C", ["street width", "total slack Σ ξ"],
                                      sharey=False)
    style.headline(figure, title)
    for ax, values, colour in zip(panels, (width, slack), (style.BLUE, style.ORANGE), strict=True):
        ax.plot(C, values, "o-", color=colour, markersize=5)
        ax.axvline(frozen, color=style.GREEN, ls="--", label="largest α of the hard margin")
        ax.set_xscale("log")
        ax.set_ylim(0, None)
    figure.legend(handles=panels[0].lines[1:], loc="outside lower center")
    return figure


def _limits(ax: Axes, X: np.ndarray, room: float = 0.3) -> tuple[np.ndarray, np.ndarray]:
    """Give both axes one scale, so that what is perpendicular looks so; return the corners."""
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
    """Return the part of a line between two ends that the picture shows; the ends, if none is."""
    start, way = ends[0], ends[1] - ends[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        cuts = np.sort(np.array([low - start, high - start]) / way, axis=0)
    enter, leave = max(0, np.nanmax(cuts[0])), min(1, np.nanmin(cuts[1]))
    return start + np.array([[enter], [leave]]) * way if enter < leave else ends


def _classes(ax: Axes, X: np.ndarray, y: np.ndarray) -> None:
    for c, marker, name in ((1, "o", "y = +1"), (-1, "X", "y = -1")):
        ax.scatter(*X[y == c].T, s=110, marker=marker, color=style.COLOURS[c], label=name,
                   edgecolor="white", zorder=3)


def _street(ax: Axes, X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float,
            reach: float | None = None) -> None:
    low, high = _limits(ax, X)
    if reach is not None:
        high = np.full(2, reach)
        ax.set(xlim=(low[0], reach), ylim=(low[1], reach))
    edges = [_ends(w, b - side, low, high) for side in (-1, 0, 1)]
    ax.fill(*np.vstack([edges[0], edges[2][::-1]]).T, color=style.YELLOW, alpha=0.28, zorder=0)
    for ends, dash, name in zip(edges, ("--", "-", "--"), ("margins f = ±1", "line f = 0", "_edge"),
                                strict=True):
        ax.plot(*_seen(ends, low, high).T, dash, color=style.INK, lw=2.6 if dash == "-" else 1.8,
                label=name)
    _classes(ax, X, y)


def _rings(ax: Axes, X: np.ndarray, alpha: np.ndarray | None, C: float) -> None:
    """Mark the zones: a ring where α is free, a square where it is at C, nothing where it is 0."""
    if alpha is None:
        return
    zone = np.where(alpha <= 0, 0, np.where(alpha < C, 1, 2))
    for k, marker in ((1, "o"), (2, "s")):
        if (zone == k).any():
            ax.scatter(*X[zone == k].T, s=330, marker=marker, facecolor="none", linewidth=2.8,
                       edgecolor=ZONES[k][1], zorder=2,
                       label=ZONES[k][0] if np.isfinite(C) else "holds the street")
