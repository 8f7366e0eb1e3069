"""The figures that only lesson 05d uses."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.statistics import wilson_interval

GROUPS = np.linspace(0, 1, 11)
SIZE = 14


def plot_bill(p: np.ndarray, y: np.ndarray, thresholds: tuple[float, float],
              prices: tuple[int, int], title: str) -> Figure:
    """Draw the errors at two thresholds, counted, and the same with the prices of a miss and of a
    false alarm."""
    figure, (counted, priced) = style.new_panels(
        ["wrong answers", f"the bill: {prices[0]} for a miss, {prices[1]} for a false alarm"], "",
        ["", ""], width=8.8, height=4.6)
    missed = np.array([np.sum((p < t) & (y == 1)) for t in thresholds])
    alarms = np.array([np.sum((p >= t) & (y == 0)) for t in thresholds])
    names = [f"yes from {t:g}" for t in thresholds]
    for ax, (low, high) in ((counted, (missed, alarms)),
                            (priced, (prices[0] * missed, prices[1] * alarms))):
        for floor, values, colour, ink, name in (
                (0, low, style.BLUE, "white", "missed survivors"),
                (low, high, style.ORANGE, style.INK, "false alarms")):
            ax.bar(names, values, 0.55, floor, color=colour, label=name)
            for k, (at, value) in enumerate(zip(floor + values / 2, values)):
                ax.text(k, at, str(value), fontsize=16, weight="bold", color=ink, ha="center",
                        va="center")
        for k, total in enumerate(low + high):
            ax.text(k, total, f" {total}", fontsize=24, weight="bold", ha="center", va="bottom")
        ax.set(xlim=(-0.5, 1.5), ylim=(0, 1.17 * np.max(low + high)), yticks=[])
        ax.set(xlabel="threshold", ylabel="errors" if ax is counted else "cost")
        ax.xaxis.label.set_visible(False)
        ax.yaxis.label.set_visible(False)
        ax.tick_params(labelsize=SIZE)
        ax.spines["left"].set_visible(False)
        ax.grid(False)
    for at, words, colour in ((missed[0] / 2, "missed\nsurvivors", style.WORDS["survived"]),
                              (missed[0] + alarms[0] / 2, "false\nalarms", style.WORDS["died"])):
        counted.text(0.5, at, words, fontsize=SIZE, color=colour, ha="center", va="center")
    style.headline(figure, title)
    return figure


def plot_penalties(p: float, title: str) -> Figure:
    """Draw three mean penalties against the stated probability q; the truth is p."""
    figure, ax = style.new_axes(title, "stated probability q", "mean penalty", width=8.8,
                                height=4.6)
    q = np.linspace(0.002, 0.998, 499)
    curves = {"absolute error": (p * (1 - q) + (1 - p) * q, style.ORANGE, style.WORDS["died"]),
              "squared error": (p * (1 - q)**2 + (1 - p) * q**2, style.BLUE,
                                style.WORDS["survived"]),
              "minus logarithm": (-p * np.log(q) - (1 - p) * np.log(1 - q), style.INK, style.INK)}
    for (name, (values, colour, dark)), (x, y, side) in zip(
            curves.items(), ((0.03, 0.72, "left"), (0.09, 0.24, "left"), (0.34, 1.03, "left"))):
        ax.plot(q, values, color=colour, lw=3, label=name)
        k = int(values.argmin())
        ax.plot(q[k], values[k], "o", ms=13, color="white", mec=colour, mew=3.5,
                label=f"{name}, lowest", zorder=4, clip_on=False)
        ax.text(x, y, name, fontsize=14, weight="bold", color=dark, ha=side)
    ax.axvline(p, color=style.GREEN, ls="--", lw=2, label="the true probability")
    ax.text(p - 0.01, 1.2, f"true probability {p:g}", fontsize=14, ha="right", va="center",
            color=style.WORDS["male"])
    ax.set(xlim=(0, 1), ylim=(0, 1.3))
    return figure


def plot_calibration(models: Mapping[str, np.ndarray], y: np.ndarray, title: str) -> Figure:
    """Draw the proportion of survivors against the mean stated probability, group by group."""
    figure, panels = style.new_panels(list(models), "mean probability in the group",
                                      ["proportion that survived", ""], width=8.8, height=4.9)
    for ax, p in zip(panels, models.values(), strict=True):
        group = np.digitize(p, GROUPS[1:-1])
        n, stated = np.bincount(group), np.bincount(group, p)
        k = np.bincount(group, y)
        low, high = wilson_interval(k.astype(int), n)
        ax.plot([0, 1], [0, 1], color=style.GREY, ls="--", lw=2, label="calibrated")
        ax.errorbar(stated / n, k / n, yerr=np.maximum([k / n - low, high - k / n], 0), fmt="o",
                    ms=9, color=style.BLUE, capsize=5, lw=2, label="95% interval")
        for at, share, count, bottom, top in zip(stated / n, k / n, n, low, high):
            above = share > at                          # keep clear of the diagonal
            ax.text(at, top + 0.015 if above else bottom - 0.015, str(count), fontsize=12,
                    va="bottom" if above else "top", ha="center")
        ax.text(1.1, 0.0, "dashed: calibrated", fontsize=12.5, color=style.GREY, ha="right")
        ax.set(xlim=(-0.03, 1.14), ylim=(-0.05, 1.09), xticks=[0, 0.2, 0.4, 0.6, 0.8, 1])
    panels[1].set_ylabel("")
    style.headline(figure, title)
    return figure
