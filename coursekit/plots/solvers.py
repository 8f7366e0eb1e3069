"""What a solver of the dual problem does, step after step: the figures of lesson 03."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.plots import style
from coursekit.svm.traces import segment
from coursekit.svm.traces import Step


def plot_segments(pairs: Sequence[tuple[float, float]], C: float, title: str) -> Figure:
    """Draw the segment on which a pair may move: once for equal labels, once for different ones.

    Parameters
    ----------
    pairs : sequence of (alpha_i, alpha_j)
        Where the pair stands, in the panel of equal and of different labels.
    C : float
        Side of the box.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_segments([(0.2, 0.5), (0.2, 0.5)], 1.0, "A segment in a box")
    >>> [ax.get_title(loc="left") for ax in figure.axes]
    ['equal labels', 'different labels']
    """
    figure, panels = style.new_panels(["equal labels", "different labels"], "$\\alpha_i$",
                                      "$\\alpha_j$", width=9.5, height=4.9)
    style.headline(figure, title)
    for ax, same, (a_i, a_j) in zip(panels, (True, False), pairs, strict=True):
        low, high = np.array(segment(a_i, a_j, C, C, same))
        _box(ax, C)
        ax.plot(*np.array([low, high]).T, "-", color=style.BLUE, lw=4, label="may move here")
        ax.plot([a_i], [a_j], "o", color=style.ORANGE, markersize=12, label="stands here")
        for name, y in (("L", low[1]), ("H", high[1])):
            ax.axhline(y, color=style.GREY, ls=":", lw=1.5, label=name)
            ax.text(1.13 * C, y, name, va="center", fontsize=15)
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=4, handlelength=1.2,
                  handles=ax.get_legend_handles_labels()[0][:2])
    return figure


def _box(ax: Axes, C: float) -> None:
    ax.add_patch(Rectangle((0, 0), C, C, facecolor="#F2F2F2", edgecolor=style.INK, lw=1.5))
    ax.set(xlim=(-0.12 * C, 1.25 * C), ylim=(-0.12 * C, 1.12 * C), aspect="equal")
    ax.set_xticks([0, C], ["0", "C"])
    ax.set_yticks([0, C], ["0", "C"])
    ax.grid(False)


def plot_step(step: Step, title: str) -> Figure:
    """Draw W along the segment of one step: the parabola, its top, and where the box ends it.

    Parameters
    ----------
    step : Step
        A record of SMO.
    title : str
        The message.

    Examples
    --------
    >>> step = Step(0, 1, 1, -1, 0, 0, 0.1, -0.1, 0, 0.1, 2, -8, -0.4, 0.16, 2, 1, 1)
    >>> plot_step(step, "The box ends the climb").axes[0].get_ylabel()
    'rise of W'
    """
    figure, ax = style.new_axes(title, "$\\alpha_j$", "rise of W")
    reach = max(abs(step.unclipped - step.old_j), step.H - step.L)
    left = min(step.old_j, step.unclipped, step.L) - 0.15 * reach
    a = np.linspace(left, max(step.old_j, step.unclipped, step.H) + 0.15 * reach, 201)

    def rise(a):
        return step.eta / 2 * ((a - step.unclipped)**2 - (step.old_j - step.unclipped)**2)

    ax.axvspan(step.L, step.H, color=style.SKY, alpha=0.25, label="between L and H")
    ax.plot(a, rise(a), color=style.BLUE, label="W along the segment")
    for x, marker, colour, name in ((step.old_j, "o", style.ORANGE, "before"),
                                    (step.unclipped, "^", style.GREY, "top of the parabola"),
                                    (step.alpha_j, "D", style.GREEN, "after")):
        ax.plot([x], [rise(x)], marker, color=colour, markersize=12, label=name)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def plot_passes(max_passes: Sequence[int], vectors: np.ndarray, gaps: np.ndarray, wanted: int,
                tol: float, title: str) -> Figure:
    """Draw support vectors found, and the gap that is left, against the quiet passes asked for.

    Parameters
    ----------
    max_passes : sequence of int, length m
        Passes without a change after which a run ended.
    vectors, gaps : ndarray, shape (m, seeds)
        Support vectors and KKT gap of each run.
    wanted : int
        Support vectors of the optimum.
    tol : float
        The gap that counts as solved.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_passes([1, 2], np.array([[8, 9], [6, 7]]), np.array([[1, 2], [.1, .2]]), 6,
    ...                      1e-3, "Luck")
    >>> [ax.get_ylabel() for ax in figure.axes]
    ['support vectors', 'KKT gap']
    """
    figure, (left, right) = style.new_panels(["support vectors", "what is left to do"],
                                             "quiet passes asked for",
                                             ["support vectors", "KKT gap"], sharey=False)
    style.headline(figure, title)
    rng = np.random.default_rng(0)
    places = np.arange(len(max_passes))
    for ax, values in ((left, vectors), (right, gaps)):
        spread = rng.uniform(-0.16, 0.16, values.shape)
        ax.scatter(places[:, None] + spread, values, s=70, color=style.BLUE, alpha=0.6,
                   edgecolor="white", label="one seed each")
        ax.plot(places, values.mean(axis=1), "-", color=style.ORANGE, label="mean")
        ax.set_xticks(places, [str(p) for p in max_passes])
    left.axhline(wanted, color=style.GREEN, ls="--", label="at the optimum")
    right.axhline(tol, color=style.GREEN, ls="--", label="tolerance")
    right.set_yscale("log")
    left.legend(loc="upper right")
    left.yaxis.get_major_locator().set_params(integer=True)
    right.legend(loc="upper right")
    return figure


def plot_accepted(shares: Mapping[int, float], title: str) -> Figure:
    """Draw the share of tried pairs that could move, sweep after sweep.

    Examples
    --------
    >>> figure = plot_accepted({1: 0.8, 2: 0.4}, "Ever fewer")
    >>> [float(bar.get_height()) for bar in figure.axes[0].patches]
    [0.8, 0.4]
    """
    figure, ax = style.new_axes(title, "passes over the data", "share of tried pairs that moved")
    ax.bar(list(shares), list(shares.values()), color=style.BLUE, alpha=0.9)
    ax.set_ylim(0, 1)
    return figure


def plot_race(runs: Mapping[str, Sequence[tuple[np.ndarray, np.ndarray]]], optimum: float,
              tol: float, title: str) -> Figure:
    """Draw how far W and the KKT conditions are from the optimum, update after update.

    Parameters
    ----------
    runs : mapping of str to sequence of (duals, gaps)
        What `coursekit.svm.traces.replay` returns of each run; where a run of the first kind
        ends, a source would have stopped.
    optimum : float
        Largest dual value.
    tol : float
        The gap that counts as solved.
    title : str
        The message.

    Examples
    --------
    >>> race = {"lot": [(np.array([0, .5]), np.array([2, .4]))],
    ...         "worst": [(np.array([0, 1]), np.array([2, 0]))]}
    >>> len(plot_race(race, 1.0, 1e-3, "A race").axes)
    2
    """
    figure, panels = style.new_panels(["missing dual value", "KKT gap"], "updates",
                                      ["share of the optimum that is missing", "KKT gap"],
                                      sharey=False)
    style.headline(figure, title)
    for (name, pair), colour in zip(runs.items(), (style.GREY, style.BLUE, style.GREEN),
                                    strict=False):
        for k, (duals, gaps) in enumerate(pair):
            missing = np.maximum(1 - duals / optimum, 1e-7)
            for ax, values in zip(panels, (missing, np.maximum(gaps, tol / 30)), strict=True):
                ax.plot(values, color=colour, lw=2.6 if len(pair) == 1 else 1.4,
                        label=name if k == 0 else f"_{name}")
                ax.plot([len(values) - 1], values[-1:], "s" if len(pair) > 1 else "D",
                        color=style.ORANGE if len(pair) > 1 else colour, markersize=8,
                        label="quiet passes stop it here" if len(pair) > 1 and k == 0 else "_end")
    for ax in panels:
        ax.set_yscale("log")
    panels[1].axhline(tol, color=style.INK, ls=":", label="tolerance")
    panels[0].legend(loc="lower right", fontsize=11)
    return figure


def plot_threshold(threshold: np.ndarray, counts: np.ndarray, chosen: float, title: str) -> Figure:
    """Draw how many multipliers count as support vectors, against the limit that decides.

    Parameters
    ----------
    threshold, counts : ndarray, shape (m,)
        Limits, and the multipliers above each.
    chosen : float
        A limit to mark.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_threshold(np.array([1e-6, 1.0]), np.array([6, 3]), 1e-5, "A plateau")
    >>> figure.axes[0].get_xscale()
    'log'
    """
    figure, ax = style.new_axes(title, "limit above which α counts", "support vectors", height=3.9)
    ax.step(threshold, counts, where="mid", color=style.BLUE)
    ax.axvline(chosen, color=style.ORANGE, ls="--", label="the usual limit")
    ax.set_xscale("log")
    ax.set_ylim(0, None)
    ax.legend(loc="upper right")
    return figure


def plot_relaxation(omega: np.ndarray, sweeps: Mapping[str, np.ndarray], most: int,
                    title: str) -> Figure:
    """Draw the sweeps that SOR needs against ω, a line a data set; cut-off runs are marked.

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
    ['here', 'cut off']
    """
    figure, ax = style.new_axes(title, "relaxation ω", "sweeps", height=3.9)
    for (name, counts), marker in zip(sweeps.items(), style.MARKERS, strict=False):
        done = counts < most
        ax.plot(omega[done], counts[done], f"{marker}-", label=name, markersize=9)
    if not done.all():
        ax.plot(omega[~done], counts[~done], "P", color=style.INK, markersize=12, label="cut off")
    ax.set_yscale("log")
    ax.legend(loc="upper left")
    return figure


def plot_growth(n: Sequence[int], seconds: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw run times against the number of samples, both on logarithmic scales.

    Each line is in units of its own first point, and its label carries the slope: the exponent
    p of time = constant times n to the power p.

    Examples
    --------
    >>> figure = plot_growth([10, 100], {"square": [1.0, 100.0]}, "A straight line")
    >>> figure.axes[0].lines[0].get_label()
    'square: exponent 2.0'
    """
    figure, ax = style.new_axes(title, "samples n", "time, in units of the first", height=4.8)
    for (name, spent), marker in zip(seconds.items(), style.MARKERS, strict=False):
        p = exponent(n, spent)
        ax.plot(n, np.asarray(spent) / spent[0], f"{marker}-", markersize=9,
                label=f"{name}: exponent {p:.1f}")
    ax.set(xscale="log", yscale="log")
    ax.set_xticks(list(n), [str(k) for k in n])
    ax.set_yticks([1, 2, 5, 10, 20, 50, 100], ["1", "2", "5", "10", "20", "50", "100"])
    ax.set_ylim(0.9, 1.3 * max(t[-1] / t[0] for t in seconds.values()))
    ax.minorticks_off()
    ax.legend(loc="upper left")
    return figure


def exponent(n: Sequence[int], seconds: Sequence[float]) -> float:
    """Return the slope of the least-squares line through (log n, log seconds).

    Examples
    --------
    >>> round(exponent([10, 20, 40], [3.0, 12.0, 48.0]), 6)
    2.0
    """
    return float(np.polyfit(np.log(n), np.log(seconds), 1)[0])
