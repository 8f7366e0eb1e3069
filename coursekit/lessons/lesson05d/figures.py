"""The figures that only lesson 05d uses."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from coursekit.lessons.lesson05d.sources import Parts
from coursekit.plots import style
from coursekit.statistics import wilson_interval

GROUPS = (0, 0.2, 0.4, 0.6, 0.8, 0.9, 1)
LOOKS = (("noise", style.GREY, ""), ("class", style.GREEN, "//"), ("sample", style.SKY, ".."),
         ("solver", style.PINK, "xx"))


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


def plot_calibration(models: Mapping[str, np.ndarray], y: np.ndarray, finding: Mapping[str, str],
                     title: str) -> Figure:
    """Draw the proportion of survivors against the mean stated probability, group by group."""
    figure, panels = style.new_panels(list(models), "mean probability in the group",
                                      ["proportion that survived", ""], width=8.8, height=4.9)
    for ax, (name, p) in zip(panels, models.items(), strict=True):
        group = np.digitize(p, GROUPS[1:-1])
        n, stated = np.bincount(group), np.bincount(group, p)
        k = np.bincount(group, y)
        low, high = wilson_interval(k.astype(int), n)
        ax.plot([0, 1], [0, 1], color=style.GREY, ls="--", lw=2, label="calibrated")
        ax.errorbar(stated / n, k / n, yerr=np.maximum([k / n - low, high - k / n], 0), fmt="o",
                    ms=9, color=style.BLUE, capsize=5, lw=2, label="95% interval")
        for at, share, count, top in zip(stated / n, k / n, n, high):
            above = share > at                          # keep clear of the diagonal
            ax.text(at + (0 if above else 0.025), top + 0.015 if above else share - 0.035,
                    str(count), fontsize=12, va="bottom" if above else "top",
                    ha="center" if above else "left")
        ax.text(0.03, 1.03, finding[name], fontsize=14, weight="bold", va="top")
        ax.text(1.1, 0.0, "dashed: calibrated", fontsize=12.5, color=style.GREY, ha="right")
        ax.set(xlim=(-0.03, 1.14), ylim=(-0.05, 1.09), xticks=[0, 0.2, 0.4, 0.6, 0.8, 1])
    panels[1].set_ylabel("")
    style.headline(figure, title)
    return figure


def plot_weight_rows(panels: Mapping[str, Mapping[tuple, tuple]], title: str) -> Figure:
    """Draw for each setting by how much the weight is dearer than another way, with interval."""
    figure, axes = style.new_panels(list(panels), "",
                                    ["setting", ""], width=8.8, height=4.9)
    for ax, rows in zip(axes, panels.values(), strict=True):
        at, found = np.arange(len(rows))[::-1], np.array(list(rows.values()))
        for clear, colour, name in ((True, style.BLUE, "zero excluded"),
                                    (False, style.INK, "zero inside")):
            mine = (found[:, 2] < 0) == clear
            mean, low, high = found[mine].T
            ax.errorbar(mean, at[mine], xerr=[mean - low, high - mean], fmt="o", ms=9, lw=4,
                        color=colour, label=name)
        ax.axvline(0, color=style.GREY, ls="--", lw=2, label="no difference")
        ax.text(-0.31, len(rows) - 0.3, f"clear in {np.sum(found[:, 2] < 0)} of {len(rows)}",
                fontsize=14, weight="bold", color=style.WORDS["survived"], va="center")
        ax.set_yticks(at, [f"C {C:g}, γ {gamma:g}" for C, gamma in rows], fontsize=12.5)
        ax.set(xlim=(-0.33, 0.1), ylim=(-0.6, len(rows) + 0.2), xticks=[-0.3, -0.2, -0.1, 0])
        ax.grid(False)
    style.headline(figure, title)
    for ax in axes:
        ax.set_xlabel("cost of weight minus cost of threshold", fontsize=12)
    return figure


def plot_sources(knobs: Mapping[str, tuple[Sequence, Sequence[Parts]]], title: str) -> Figure:
    """Draw a panel per knob; a bar is the error on fresh samples, split into its four sources.

    A bar that stands in every panel is outlined.
    """
    shared = set.intersection(*(set(found) for _, found in knobs.values()))
    figure, axes = style.new_panels([""] * len(knobs), list(knobs),
                                    ["squared error", *[""] * (len(knobs) - 1)], width=8.8,
                                    height=4.6)
    for ax, (name, (settings, found)) in zip(axes, knobs.items(), strict=True):
        place, below = np.arange(len(found)), np.zeros(len(found))
        for (part, colour, hatch), heights in zip(LOOKS, np.transpose(found), strict=True):
            ax.bar(place, heights, 0.75, below, color=colour, hatch=hatch, edgecolor="white",
                   label=part)
            below += heights
        same = [k for k, bar in enumerate(found) if bar in shared]
        ax.bar(place[same], below[same], 0.75, facecolor="none", edgecolor=style.INK, lw=3,
               label="starting point")
        ax.set_xticks(place, [f"{s:g}" if s is not None else "end" for s in settings])
        ax.set(xlabel=name, ylim=(0, 4.2))
    style.legend_below(figure, axes[:1], ncols=5)
    style.headline(figure, title)
    return figure
