"""The figures that belong to the passenger list of the Titanic alone."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from coursekit.checks import (
    require_columns, require_finite, require_increasing, require_named,
)
from coursekit.plots import style
from coursekit.statistics import wilson_interval

OUTCOMES = {"survived": 1, "died": 0}


def plot_missing(frame: pd.DataFrame, title: str) -> Figure:
    """Draw the share of missing values of each column that has any."""
    require_columns(frame, [], "plot_missing")
    share = frame.isna().mean()
    share = share[share > 0].sort_values()
    figure, ax = style.new_axes(title, "share of rows without a value", "", height=2.8)
    bars = ax.barh(share.index, share, color=style.GREY)
    ax.bar_label(bars, fmt="{:.2%}", padding=5, fontsize=13)
    ax.set(xlim=(0, 1), ylabel="column")
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(False)
    return figure


def plot_age_crossing(frame: pd.DataFrame, edges: list[float], title: str) -> Figure:
    """Draw the two age densities above the survival rate in bands of age.

    The upper panel is what the eye compares, the lower one what it wants to know. The frame has
    columns ``Age`` (years) and ``Survived`` (0/1); rows without an age are left out. ``edges`` of
    the bands (years) belong to the band above.
    """
    import seaborn as sns

    require_columns(frame, ["Age", "Survived"], "plot_age_crossing")
    figure, (top, bottom) = style.new_panels(
        [title, ""], ["", "age (years)"], ["density of ages", "survival rate"],
        width=8.0, height=6.4, stacked=True)
    for name, value in OUTCOMES.items():
        sns.kdeplot(x=frame.loc[frame["Survived"] == value, "Age"].dropna(), ax=top, label=name,
                    color=style.COLOURS[name], linestyle="-" if value else "--", clip=(0, 81))
    top.set(xlabel="", ylabel="density of ages")
    top.legend(loc="upper right")
    _draw_age_rates(bottom, frame, edges)
    bottom.axhline(0.5, color=style.GREY, linestyle=":", label="one half")
    bottom.legend(loc="upper right")
    bottom.set_title("The rate in bands of age", fontweight="normal")
    return figure


def plot_age_by_sex(frame: pd.DataFrame, edges: list[float], title: str) -> Figure:
    """Draw the survival rate in bands of age, for women and for men."""
    require_columns(frame, ["Age", "Survived", "Sex"], "plot_age_by_sex")
    figure, ax = style.new_axes(title, "age (years)", "survival rate")
    for sex, marker, shift in (("female", "o", -0.6), ("male", "X", 0.6)):
        _draw_age_rates(ax, frame[frame["Sex"] == sex], edges, label=sex, marker=marker,
                        colour=style.COLOURS[sex], shift=shift)
    ax.legend(loc="center right")
    return figure


def _draw_age_rates(ax, frame: pd.DataFrame, edges: list[float], *, label: str = "rate",
                    marker: str = "o", colour: str = style.BLUE, shift: float = 0.0) -> None:
    """Draw a point with a Wilson interval in the middle of each age band."""
    edges = require_increasing("edges", edges, least=2)
    band = np.digitize(frame["Age"].dropna(), edges) - 1
    alive = frame.loc[frame["Age"].notna(), "Survived"].to_numpy()
    inside = (band >= 0) & (band < len(edges) - 1)
    n = np.bincount(band[inside], minlength=len(edges) - 1)
    k = np.bincount(band[inside], weights=alive[inside], minlength=len(edges) - 1)
    low, high = wilson_interval(k[n > 0], n[n > 0])
    middle = (edges[:-1] + edges[1:])[n > 0] / 2 + shift
    rate = k[n > 0] / n[n > 0]
    ax.errorbar(middle, rate, yerr=[rate - low, high - rate], fmt=marker, label=label,
                color=colour, markersize=9, capsize=5)
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter("{x:.0%}")


def plot_title_meaning(frame: pd.DataFrame, title: str) -> Figure:
    """Draw which ages (years) and which sex stand behind each title."""
    import seaborn as sns

    require_columns(frame, ["Title", "Sex", "Age"], "plot_title_meaning")
    figure, ax = style.new_axes(title, "age (years)", "title")
    order = frame.groupby("Title")["Age"].median().sort_values().index
    sns.boxplot(frame, x="Age", y="Title", hue="Sex", order=order, hue_order=["female", "male"],
                palette={s: style.COLOURS[s] for s in ("female", "male")}, ax=ax, fliersize=3,
                linewidth=1.4, width=0.7)
    ax.set(xlabel="age (years)", ylabel="title")
    ax.grid(axis="x", visible=True)
    ax.grid(axis="y", visible=False)
    ax.legend(loc="lower right")
    return figure


def plot_fares(frame: pd.DataFrame, title: str) -> Figure:
    """Draw the distribution of fares (pounds of 1912) by class, on a scale that shows its tail."""
    require_columns(frame, ["Fare", "Pclass"], "plot_fares")
    if not len(frame):
        raise ValueError("plot_fares needs a frame with at least one row, got none")
    figure, ax = style.new_axes(title, "", "passengers")
    ax.set_xscale("function", functions=(np.sqrt, np.square))
    edges = np.linspace(0, np.sqrt(frame["Fare"].max()), 17) ** 2
    edges[-1] = frame["Fare"].max()  # squaring a root may fall short of it
    classes = sorted(frame["Pclass"].unique())
    ax.hist([frame.loc[frame["Pclass"] == c, "Fare"] for c in classes], bins=edges, stacked=True,
            label=[f"class {c}" for c in classes], edgecolor="white",
            color=[style.BLUE, style.GREY, style.ORANGE][:len(classes)])
    ax.legend(loc="upper right")
    ax.set_xticks([0, 10, 25, 50, 100, 200, 300, 500])
    ax.set(xlabel="fare (pounds of 1912, square-root scale)", ylabel="passengers")
    return figure


def plot_ladder(scores: dict[str, float], title: str, xlabel: str) -> Figure:
    """Draw named scores as horizontal bars, in the order given, each with its number."""
    require_named("scores", scores, "numbers")
    require_finite("scores", list(scores.values()))
    figure, ax = style.new_axes(title, xlabel, "", height=3.0)
    bars = ax.barh(list(scores), list(scores.values()), color=style.BLUE, height=0.6)
    ax.bar_label(bars, fmt="{:.4f}", padding=6, fontsize=13)
    ax.set(xlim=(0, 1.0), ylabel="model")
    ax.invert_yaxis()
    ax.grid(False)
    return figure
