"""The figures of lesson 01: rates with their intervals, drawn with seaborn where it draws them."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from coursekit.lessons.lesson01.groups import FEATURES, UNKNOWN
from coursekit.plots import style
from coursekit.plots.rates import name_bars, rate_axis
from coursekit.statistics import difference, rate_table, wilson
from coursekit.wording import signed

SEXES = {sex: style.COLOURS[sex] for sex in ("female", "male")}
FATES = {fate: style.COLOURS[fate] for fate in ("survived", "died")}
PORTS = {"C": "Cherbourg", "Q": "Queenstown", "S": "Southampton"}
TITLES = {"Mr": "male", "Mrs": "female", "Miss": "female", "Master": "male", "other": "reference"}
BARS = {"saturation": 1, "capsize": 0.1, "err_kws": {"color": style.INK}}
NAMED = {"fontsize": 15, "fontweight": "bold", "textcoords": "offset points"}


def whiskers(fates: pd.Series) -> tuple:
    """Return both ends of the 95% interval for the rate of zeros and ones."""
    return wilson(fates.sum(), len(fates))


def _all(ax: Axes, rate: float, x: float) -> None:
    """Draw the rate of all, and name it."""
    ax.axhline(rate, color=style.GREY, linestyle="--", linewidth=1.6, zorder=0)
    ax.annotate(f"all: {rate:.0%}", (x, rate), (0, 5), textcoords="offset points", ha="center",
                fontsize=14, color=style.GREY)


def _fates(titanic: pd.DataFrame) -> pd.DataFrame:
    return titanic.assign(fate=titanic["Survived"].map({1: "survived", 0: "died"}))


def _counts_below(ax: Axes, names: list[str], counts: list[int]) -> None:
    said = [f"n = {counts[0]}", *map(str, counts[1:])]
    ax.set_xticks(range(len(names)), map("\n".join, zip(names, said, strict=True)))


def plot_by_sex(titanic: pd.DataFrame) -> Figure:
    """Draw the survival rate of each sex, and of all."""
    figure, ax = style.new_axes("Women survived about four times as often as men", "", "")
    sns.barplot(titanic, x="Sex", y="Survived", order=list(SEXES), hue="Sex", palette=SEXES,
                errorbar=whiskers, width=0.6, **BARS, ax=ax)
    _all(ax, titanic["Survived"].mean(), 0.5)
    top = whiskers(titanic.query("Sex == 'female'")["Survived"])[1]
    ax.annotate("line: 95% interval", (0, top), (18, 6), textcoords="offset points", fontsize=14)
    name_bars(ax)
    rate_axis(ax, "sex")
    return figure


def plot_ages(titanic: pd.DataFrame, title: str, *, common_norm: bool) -> Figure:
    """Draw a density of age for each fate, of area 1 or (``common_norm``) as large as its group."""
    figure, ax = style.new_axes(title, "", "", height=4.2)
    sns.kdeplot(_fates(titanic), x="Age", hue="fate", hue_order=FATES, palette=FATES, cut=0,
                common_norm=common_norm, legend=False, ax=ax)
    places = {"died": (17, -30), "survived": (4, 0)}
    for curve, (fate, (age, shift)) in zip(ax.lines, places.items(), strict=True):
        curve.set_gid(fate)
        ax.annotate(fate, (age, np.interp(age, *curve.get_data())), (shift, 8), ha="center",
                    color=style.WORDS[fate], **NAMED)
    of = "all passengers" if common_norm else "each group"
    ax.set(xlabel="age in years", ylabel=f"share of {of}\nat this age →", yticks=[])
    return figure


def plot_age_and_sex(titanic: pd.DataFrame) -> Figure:
    """Draw the survival rate in bands of age, for each sex."""
    levels = [level for level in FEATURES["age"].levels if level != UNKNOWN]
    aged = titanic.assign(age=pd.Categorical(FEATURES["age"].level_of(titanic), levels))
    figure, ax = style.new_axes("Being under 12 went with survival for boys, not for girls",
                                "", "", height=4.6)
    sns.pointplot(aged, x="age", y="Survived", hue="Sex", palette=SEXES, dodge=0.15,
                  errorbar=whiskers, capsize=0.08, markers=["o", "s"], legend=False, ax=ax)
    for sex, fates in titanic.groupby("Sex")["Survived"]:
        ax.annotate(sex, (2.15, fates.mean()), (8, 10), color=style.WORDS[sex], **NAMED)
    rate_axis(ax, "age in years")
    return figure


def plot_titles(titanic: pd.DataFrame, titles: pd.Series) -> Figure:
    """Draw the survival rate of the four common titles, and of all others."""
    titled = titanic.assign(title=titles.where(titles.isin(list(TITLES)), "other"))
    figure, ax = style.new_axes("Mrs and Miss survived most often, Master more than Mr", "", "")
    sns.barplot(titled, x="title", y="Survived", order=list(TITLES), hue="title", legend=False,
                palette={title: style.COLOURS[role] for title, role in TITLES.items()},
                errorbar=whiskers, **BARS, ax=ax)
    name_bars(ax)
    _counts_below(ax, ["Mr", "Mrs", "Miss", "Master (boys)", "other"],
                  titled["title"].value_counts()[list(TITLES)].to_list())
    rate_axis(ax, "title, with its number of passengers")
    return figure


def plot_levels(panels: Mapping[str, Mapping], title: str, overall: float) -> Figure:
    """Draw rates with their intervals, and n below; a panel maps each level to (n, rate)."""
    figure, axes = style.new_panels([""] * len(panels), list(panels), "",
                                    width=11.0 if len(panels) > 1 else 8.8)
    for ax, groups in zip(axes, panels.values(), strict=True):
        n, rate = np.array(list(groups.values()), dtype=float).T
        low, high = wilson(np.round(n * rate), n)
        ax.errorbar(range(len(n)), rate, yerr=np.abs([rate - low, high - rate]), fmt="o",
                    color=style.INK, markersize=9, capsize=5)
        ax.axhline(overall, color=style.GREY, linestyle="--", linewidth=1.6, zorder=0)
        ax.set_xlim(-0.5, len(n) - 0.5)
        _counts_below(ax, list(map(str, groups)), n.astype(int).tolist())
        rate_axis(ax, ax.get_xlabel(), "survival rate" if ax is axes[0] else "")
        ax.set_ylim(-0.03)
    axes[0].annotate(f"all: {overall:.0%}", (1, overall), (-4, 5), fontsize=14, ha="right",
                      xycoords=("axes fraction", "data"), textcoords="offset points",
                      color=style.GREY)
    if len(axes) == 1:
        axes[0].set_title(title)
    else:
        style.headline(figure, title)
    return figure


def plot_family_split(pairs: Mapping[str, tuple[pd.Series, pd.Series]]) -> Figure:
    """Draw for each group the rate of those alone beside that of those in a small family."""
    figure, ax = style.new_axes("Like with like, little is left of the lead of small families",
                                "", "", height=4.6)
    for place, pair in enumerate(pairs.values()):
        rates = np.array([(fates.mean(), *whiskers(fates)) for fates in pair])
        x, colour = np.array([place - 0.14, place + 0.14]), style.BLUE if not place else style.INK
        ax.plot(x, rates[:, 0], color=colour, linewidth=3)
        ax.errorbar(x, rates[:, 0], np.abs(rates[:, 1:] - rates[:, :1]).T, fmt="o", color=colour,
                    markersize=10, capsize=5)
        lead = 100 * difference(rates[1], rates[0])[0]
        ax.annotate(f"+{lead:.0f} points", (place, rates[:, 2].max()), (0, 8), ha="center",
                    color=colour, **NAMED)
    ax.set_xticks(range(len(pairs)), [f"{name}\nalone → 1 to 3" for name in pairs], fontsize=14)
    rate_axis(ax, "number of relatives aboard")
    return figure


def plot_ports(titanic: pd.DataFrame) -> Figure:
    """Draw for each port the survival rate, and the proportion in first class."""
    ported = titanic.assign(port=titanic["Embarked"].map(PORTS), first=titanic["Pclass"] == 1)
    order = list(PORTS.values())
    figure, (left, right) = style.new_panels(
        ["Cherbourg had the best rate …", "… and the largest part in first class"], "", "",
        sharey=False)
    sns.pointplot(ported, x="port", y="Survived", order=order, color=style.INK,
                  linestyle="none", errorbar=whiskers, capsize=0.12, ax=left)
    for place, rate in enumerate(ported.groupby("port")["Survived"].mean()[order]):
        left.annotate(f"{rate:.0%}", (place, rate), (10, 0), va="center", **NAMED)
    sns.barplot(ported, x="port", y="first", order=order, color=style.GREY, errorbar=whiskers,
                **BARS, ax=right)
    name_bars(right)
    rate_axis(left, "port")
    rate_axis(right, "port", "proportion in first class")
    return figure


def plot_class_and_sex(titanic: pd.DataFrame) -> Figure:
    """Draw the survival rate in each class, for each sex."""
    figure, ax = style.new_axes("In each class far more of the women survived", "", "", height=4.6)
    classes = {1: "first class", 2: "second class", 3: "third class"}
    sns.pointplot(titanic.assign(travel=titanic["Pclass"].map(classes)), x="travel", y="Survived",
                  order=list(classes.values()), hue="Sex", hue_order=list(SEXES), palette=SEXES,
                  errorbar=whiskers, capsize=0.06, markers=["o", "s"], legend=False, ax=ax)
    rates = titanic.groupby(["Sex", "Pclass"])["Survived"].mean()
    for (sex, place), rate in rates.items():
        ax.annotate(f"{rate:.0%}", (place - 1, rate), (10, 6), color=style.WORDS[sex], **NAMED)
    for sex, words, place in (("female", "women and girls", (0.5, 0.8)),
                              ("male", "men and boys", (1.5, 0.26))):
        ax.text(*place, words, ha="center", fontsize=15, fontweight="bold",
                color=style.WORDS[sex])
    rate_axis(ax, "class")
    ax.set_ylim(0, 1.09)
    return figure


def plot_ten_parts() -> Figure:
    """Draw ten turns: in each, nine parts of the tickets vote and the tenth is judged."""
    figure, ax = style.new_axes("Each part is judged once, by the votes of the nine others",
                                "ten parts of the tickets", "turn", height=3.4)
    ax.pcolormesh(np.where(np.eye(10), 1.0, 0.0), edgecolors="white", linewidth=2,
                  cmap=ListedColormap(["#E3E3E3", style.BLUE]))
    ax.invert_yaxis()
    ax.set(xticks=[], yticks=np.array([1, 5, 10]) - 0.5, yticklabels=[1, 5, 10])
    ax.grid(False)
    ax.text(6.5, 2.5, "these vote", ha="center", va="center", fontsize=16)
    ax.annotate("is judged", (1, 0.5), (2.2, 0.5), va="center", fontsize=16, fontweight="bold",
                color=style.WORDS["survived"], arrowprops={"arrowstyle": "-|>", "lw": 2})
    return figure


def plot_held_out(table: pd.DataFrame, constant: float) -> Figure:
    """Draw both scores of each feature: columns "same passengers" and "tickets held out"."""
    table = table.sort_values("tickets held out")
    figure, ax = style.new_axes("Sex and title stand alone at the top", "", "", width=8.8,
                                height=5.0)
    place = np.arange(len(table))
    same, out = table["same passengers"], table["tickets held out"]
    ax.hlines(place, out, same, color=style.GREY, linewidth=2)
    ax.plot(same, place, "o", color="white", markeredgecolor=style.INK, markeredgewidth=2,
            markersize=14, label="same passengers")
    below = np.array(out < constant)
    for rows, colour in ((~below, style.BLUE), (below, style.ORANGE)):
        ax.plot(out[rows], place[rows], "o", color=colour, markersize=9, label="tickets held out")
    ax.axvline(constant, color=style.GREY, linestyle="--", linewidth=1.8, zorder=0)
    ax.annotate(f"“everyone died”: {constant:.1%}", (constant, len(table) - 1), (8, 0),
                textcoords="offset points", va="center", fontsize=14, color=style.GREY)
    for words, x, side, away in (("tickets held out", out.iloc[0], "right", -12),
                                 ("same passengers", same.iloc[0], "left", 12)):
        ax.annotate(words, (x, 0), (away, 0), textcoords="offset points", ha=side, va="center",
                    fontsize=14, fontweight="bold")
    ax.set_yticks(place, [f"{name}*" if name == "family" else name for name in table.index],
                  fontsize=14)
    ax.set(xlabel="right answers, predicting the majority of each group", ylabel="feature",
           xlim=(0.5, 0.86))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(False, axis="y")
    return figure


def plot_two_whiskers(titanic: pd.DataFrame) -> Figure:
    """Draw the whiskers of seaborn (bootstrap) and of Wilson for numbers of relatives."""
    figure, panels = style.new_panels(["siblings and spouses", "parents and children"], "", "")
    for ax, column in zip(panels, ["SibSp", "Parch"], strict=True):
        sns.pointplot(titanic, x=column, y="Survived", native_scale=True, linestyle="none",
                      color=style.GREY, errorbar=("ci", 95), seed=1912, capsize=0.2, legend=False,
                      label="seaborn: bootstrap", ax=ax)
        ours = rate_table(titanic, column, "Survived")
        ax.errorbar(ours.index + 0.3, ours["rate"], fmt="D", color=style.BLUE, capsize=5,
                    yerr=np.abs([ours["rate"] - ours["low"], ours["high"] - ours["rate"]]),
                    label="ours: Wilson")
        none = ours.index[ours["rate"] == 0]
        ax.plot(none, [0] * len(none), "o", markersize=20, markerfacecolor="none",
                markeredgecolor=style.ORANGE, markeredgewidth=2.5, clip_on=False)
        ax.set_xticks(ours.index + 0.15, [f"{k}\n{n}" for k, n in ours["n"].items()])
        rate_axis(ax, "number aboard, and how many passengers had it")
        ax.set_ylim(-0.06)
    style.headline(figure, "Where nobody survived, seaborn's whisker has no length")
    style.legend_below(figure, panels, 2)
    return figure


def plot_correlations(titanic: pd.DataFrame) -> Figure:
    """Draw the correlation of each column with survival; that of age in another colour."""
    found = titanic[["Pclass", "Fare", "Parch", "SibSp", "Age"]].corrwith(titanic["Survived"])
    figure, ax = style.new_axes(
        f"Age and survival hardly correlate: {signed(found['Age'], '.2f')}",
        "correlation with Survived", "column", height=3.6)
    colours = [style.ORANGE if name == "Age" else style.GREY for name in found.index]
    bars = ax.barh(found.index, found, color=colours, label="correlation")
    ax.bar_label(bars, [signed(value, "+.2f") for value in found], padding=5, fontsize=15)
    ax.axvline(0, color=style.INK, linewidth=1.5)
    ax.set_xlim(-1, 1)
    ax.invert_yaxis()
    ax.grid(False)
    return figure
