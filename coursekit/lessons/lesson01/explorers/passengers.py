"""Lesson 01: 891 dots, in blocks that are as wide as they have passengers; who survived?"""
from __future__ import annotations

from typing import Any

from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from coursekit.explorer import Canvas, Choice, Explorer, Preset
from coursekit.lessons.lesson01.blocks import (
    BOTTOM, HEIGHT, LEFT, LOOKS, WIDTH, Layout, dots_of, lay_out, width_of, words_of,
)
from coursekit.lessons.lesson01.groups import (
    FEATURES, SPLITS, UNKNOWN, Group, groups_of, majority_score,
)
from coursekit.plots import style
from coursekit.wording import percent

LEAST = 5      # passengers: a smaller group is not named as the highest or the lowest
FEW = 20        # passengers: of a smaller group the title gives counts, not per cent
STRIPS = {"female": style.COLOURS["female"], "male": style.COLOURS["male"],
          **dict(zip(SPLITS["class"], (style.INK, "#6E6E6E", "#949494"), strict=True))}
TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}


class Passengers(Explorer):
    """Every passenger a dot; a group is a block as wide as it has passengers.

    Examples
    --------
    >>> print(Passengers(fates="shown").status.split(":")[0])
    Sex, fates shown
    """

    title = "Who survived?"
    question = "Say it before you look: which passengers survived more often than others?"
    size = (8.8, 5.1)
    controls = (
        Choice("feature", "group by", tuple(FEATURES), "sex", "what the passengers are grouped by"),
        Choice("split", "split by", tuple(SPLITS), "nothing", "divide every group once more"),
        Choice("fates", "fates", ("hidden", "shown"), "hidden",
               "grey dots, or who survived and who died"),
    )
    presets = {
        "class and sex": Preset(
            {"feature": "class", "split": "sex", "fates": "shown"},
            "Which is worth more, class or sex?",
            shows=r"91 of 94.*47 of 347",
        ),
        "three of five": Preset(
            {"feature": "parents/children", "fates": "shown"},
            "With three parents or children aboard, 3 of 5 survived: would you bet on it?",
            shows=r"3 of 5\)",
        ),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the floor of the blocks, and a sheet of paper for words."""
        canvas.figure.set_layout_engine("none")
        wide, high = self.size
        self._ax = canvas.figure.add_axes(
            (LEFT / wide, BOTTOM / high, WIDTH / wide, HEIGHT / high),
            xlim=(0, WIDTH), ylim=(0, 1), xticks=[], ylabel="survived")
        self._ax.grid(False)
        self._ax.spines[["left", "bottom"]].set_visible(False)
        self._ax.yaxis.set_major_formatter(lambda share, _: percent(share, 0))
        self._paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, wide), ylim=(0, high))
        self._paper.set_axis_off()

    def draw(self, state: dict) -> str:
        """Draw the blocks of the state: dots, rates with whiskers, and words."""
        feature, split, shown = state["feature"], state["split"], state["fates"] == "shown"
        layout, (places, size) = lay_out(feature, split), dots_of(feature, split, shown)
        for kind, at in places.items():
            self._ax.scatter(*at.T, s=(72 * size * (0.5 if kind == "died" else 1)) ** 2, zorder=2,
                             color=style.COLOURS[kind], linewidths=0, clip_on=False, snap=False)
        self._ax.set(yticks=[0, 0.25, 0.5, 0.75, 1] if shown else [],
                     ylabel="survived" if shown else "")
        if shown:
            self._draw_rates(layout)
        parted = [b for b in layout.blocks if b.group.part]
        self._lines([[(b.left, -0.13 / HEIGHT), (b.left + b.width, -0.13 / HEIGHT)]
                     for b in parted], 9, [STRIPS[b.group.part] for b in parted])
        for look, written in words_of(feature, split, shown).items():
            for x, y, words in written:
                self._write(x, y, words, *LOOKS[look], ha="center")
        told = _finding(feature, split) if shown else _asked(feature, split)
        size = next((s for s in (15, 14, 13) if width_of(told, s, "bold") < self.size[0] - 0.3), 12)
        self._write(0.15, self.size[1] - 0.2, told, size, "bold")
        self._draw_key(split, shown)
        return _status(feature, split, shown)

    def _draw_rates(self, layout: Layout) -> None:
        """Draw the rate of each block and its whisker, and the rate of all."""
        self._lines(_levels(layout), 3.2)
        self._lines(_whiskers(layout), 2)
        people = groups_of("sex")
        rate = sum(g.k for g in people) / sum(g.n for g in people)
        self._ax.plot([-0.05, WIDTH], [rate] * 2, "--", color=style.GREY, lw=1.8, zorder=1,
                      clip_on=False)
        self._ax.text(WIDTH + 0.07, rate, f"all\n{percent(rate, 0)}", va="center", fontsize=13,
                      color=style.GREY)

    def _lines(self, segments: list, width: float, colours: Any = style.INK) -> None:
        self._ax.add_collection(LineCollection(segments, linewidths=width, colors=colours,
                                               capstyle="butt", clip_on=False, zorder=4))

    def _write(self, x: float, y: float, words: str, size: float, weight: str, **look) -> None:
        self._paper.text(x, y, words, fontsize=size, fontweight=weight, va="center", **look)

    def _draw_key(self, split: str, shown: bool) -> None:
        marks = [_mark("survived", 11), _mark("died", 5.5), Line2D(
            [], [], color=style.INK, marker="|", ls="none", markersize=15, markeredgewidth=2,
            label="whisker: 95% interval")] if shown else [_mark("fate hidden", 9)]
        parts = [Patch(facecolor=STRIPS[part], label=part) for part in SPLITS[split] if part]
        self.canvas.figure.legend(
            handles=[*marks, *parts], loc="center", bbox_to_anchor=(0.5, 0.17 / self.size[1]),
            ncols=6, fontsize=12, handletextpad=0.5, columnspacing=1.2, handlelength=1.1)

    def details(self, state: dict) -> str:
        """Return the counts of every group, and its rate and interval unless they are hidden."""
        groups = groups_of(state["feature"], state["split"])
        if state["fates"] == "hidden":
            return "; ".join(f"{_named(state['feature'], g)}: n = {g.n}" for g in groups) + "."
        return "; ".join("{}: {} of {}, rate {:.3f} [{:.3f}, {:.3f}]".format(
            _named(state["feature"], g), g.k, g.n, g.rate, *g.interval) for g in groups) + "."


def _mark(kind: str, size: float) -> Line2D:
    label = "one passenger" if kind == "fate hidden" else kind
    return Line2D([], [], ls="none", marker="o", markersize=size, markeredgewidth=0,
                  color=style.COLOURS[kind], label=label)


def _levels(layout: Layout) -> list:
    """Return the lines at the rates."""
    return [[(b.left, b.group.rate), (b.left + b.width + layout.lane, b.group.rate)]
            for b in layout.blocks]


def _whiskers(layout: Layout) -> list:
    """Return the whiskers, at the right of their blocks, each with a cap at both ends."""
    found, cap = [], 0.3 * layout.lane
    for b in layout.blocks:
        x, ends = b.left + b.width + layout.lane / 2, b.group.interval
        found += [[(x, ends[0]), (x, ends[1])], *([(x - cap, y), (x + cap, y)] for y in ends)]
    return found


def _named(feature: str, group: Group) -> str:
    """Return what a group is called in a sentence."""
    known = group.level if feature in ("sex", "class", "cabin") else f"{feature} {group.level}"
    return known + _part(feature, group)


def _part(feature: str, group: Group) -> str:
    """Return what is said of the part, if that says more than the level does."""
    return f", {group.part}" if group.part and group.part not in SPLITS.get(feature, ()) else ""


def _asked(feature: str, split: str) -> str:
    parted = "" if split in ("nothing", feature) else f" and {split}"
    return f"891 passengers by {feature}{parted}: who survived?"


def _finding(feature: str, split: str) -> str:
    """Return the title: all rates if they are few, else the highest and the lowest."""
    groups = groups_of(feature, split)
    high, low = _extremes(groups)
    times = high.rate / low.rate if low.k else 0.0
    if feature == "sex" and len(groups) == 2:
        often = f"about {TIMES[round(times)]}" if abs(times - round(times)) < 0.1 \
            else f"{times:.1f} times"
        return f"{high.level.capitalize()} survived {often} as often as {low.level}"
    if len(groups) < 4 and min(g.n for g in groups) >= FEW:
        return "Survived: " + ", ".join(_short(feature, g) for g in groups)
    return f"Survived: from {_short(feature, high)} to {_short(feature, low)}"


def _extremes(groups: tuple[Group, ...]) -> tuple[Group, Group]:
    """Return the groups with the highest and with the lowest rate; of equals the largest.

    Groups of fewer than ``LEAST`` passengers are passed over where others are left.
    """
    groups = tuple(g for g in groups if g.n >= LEAST) or groups
    return max(groups, key=lambda g: (g.rate, g.n)), min(groups, key=lambda g: (g.rate, -g.n))


def _short(feature: str, group: Group) -> str:
    rate = f"{group.percent}%" if group.n >= FEW else f"{group.k} of {group.n}"
    level = f"with {group.level}" if group.level.isdigit() else group.level
    level = f"{feature} {UNKNOWN}" if level == UNKNOWN else level
    return f"{rate} ({level}{_part(feature, group)})"


def _status(feature: str, split: str, shown: bool) -> str:
    """Say the state, the highest and the lowest rate, and what a majority is right about."""
    groups = groups_of(feature, split)
    state = feature.capitalize() + ("" if split == "nothing" else f" split by {split}")
    if split != "nothing" and len({g.level for g in groups}) == len(groups):
        state += " (no group changes)"
    if not shown:
        sizes = [g.n for g in groups]
        return (f"{state}, fates hidden: 891 passengers in {len(groups)} groups, the smallest of "
                f"{min(sizes)} and the largest of {max(sizes)}. Which of them survived most often?")
    high, low = _extremes(groups)
    ends = [f"{g.percent}% ({_named(feature, g)}: {g.k} of {g.n})" for g in (high, low)]
    among = f"of groups of {LEAST} or more, " if min(g.n for g in groups) < LEAST else ""
    return (
        f"{state}, fates shown: {among}the highest rate is {ends[0]}; the lowest is {ends[1]}. "
        f"Predicting the majority of each group is right for {majority_score(groups):.1%} "
        "of these passengers."
    )
