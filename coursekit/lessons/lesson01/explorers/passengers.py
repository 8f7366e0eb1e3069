"""Lesson 01: 891 dots, in blocks that are as wide as they have passengers; who survived?"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from coursekit.explorer import Canvas, Choice, Explorer, Numbers, Preset
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
        "families": Preset(
            {"feature": "family", "fates": "shown"},
            "Who survived more often: passengers alone, or those with one to three relatives?",
            shows=r"169 of 292.*10 of 62",
        ),
        "families by sex": Preset(
            {"feature": "family", "split": "sex", "fates": "shown"},
            "How much of that difference is left among the women and girls, and among the men "
            "and boys?",
            shows=r"^Family split by sex.*\d of \d",
        ),
        "three of five": Preset(
            {"feature": "parents/children", "fates": "shown"},
            "With three parents or children aboard, 3 of 5 survived: would you bet on it?",
            shows=r"3 of 5\)",
        ),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the dots, the rates with their whiskers, the strips and all that is written."""
        canvas.figure.set_layout_engine("none")
        wide, high = self.size
        self._ax = ax = canvas.figure.add_axes(
            (LEFT / wide, BOTTOM / high, WIDTH / wide, HEIGHT / high))
        ax.set(xlim=(0, WIDTH), ylim=(0, 1), xticks=[])
        ax.grid(False)
        ax.spines[["left", "bottom"]].set_visible(False)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, wide), ylim=(0, high))
        paper.set_axis_off()
        self._headline = canvas.moving(paper.text(
            0.15, high - 0.2, "", fontsize=15, fontweight="bold", va="center"))
        self._dots = {kind: canvas.moving(_dots(ax, style.COLOURS[kind]))
                      for kind in ("survived", "died", "fate hidden")}
        self._strips, self._rates, self._whiskers = (
            canvas.moving(ax.add_collection(LineCollection(
                [], linewidths=line, colors=style.INK, capstyle="butt", clip_on=False, zorder=4)))
            for line in (9, 3.2, 2))
        people = groups_of("sex")
        self._overall = sum(g.k for g in people) / sum(g.n for g in people)
        (self._all,) = ax.plot([-0.05, WIDTH], [self._overall] * 2, "--", color=style.GREY,
                               lw=1.8, zorder=1, clip_on=False)
        self._all_named = ax.text(WIDTH + 0.07, self._overall, f"all\n{100 * self._overall:.0f}%",
                                  va="center", fontsize=13, color=style.GREY)
        canvas.moving(self._all)
        self._legends: dict = {}
        self._written = {look: Numbers(canvas, paper, *font) for look, font in LOOKS.items()}

    def draw(self, state: dict) -> str:
        """Lay out the blocks of the state."""
        feature, split, shown = state["feature"], state["split"], state["fates"] == "shown"
        layout, (places, size) = lay_out(feature, split), dots_of(feature, split, shown)
        self._frame(split, shown)
        for kind, dots in self._dots.items():
            dots.set_offsets(places.get(kind, np.empty((0, 2))))
            dots.set_sizes([(72 * size * (0.5 if kind == "died" else 1)) ** 2])
        self._rates.set_segments(_levels(layout) if shown else [])
        self._whiskers.set_segments(_whiskers(layout) if shown else [])
        parted = [b for b in layout.blocks if b.group.part]
        self._strips.set_segments([[(b.left, -0.13 / HEIGHT), (b.left + b.width, -0.13 / HEIGHT)]
                                   for b in parted])
        self._strips.set_colors([STRIPS[b.group.part] for b in parted] or [style.INK])
        self._all.set_visible(shown)
        for look, written in words_of(feature, split, shown).items():
            self._written[look].show(written)
        told = _finding(feature, split) if shown else _asked(feature, split)
        self._headline.set(text=told, fontsize=next(
            (s for s in (15, 14, 13) if width_of(told, s, "bold") < self.size[0] - 0.3), 12))
        return _status(feature, split, shown)

    def details(self, state: dict) -> str:
        """Return the counts of every group, and its rate and interval unless they are hidden."""
        groups = groups_of(state["feature"], state["split"])
        if state["fates"] == "hidden":
            return "; ".join(f"{_named(state['feature'], g)}: n = {g.n}" for g in groups) + "."
        return "; ".join("{}: {} of {}, rate {:.3f} [{:.3f}, {:.3f}]".format(
            _named(state["feature"], g), g.k, g.n, g.rate, *g.interval) for g in groups) + "."

    def _frame(self, split: str, shown: bool) -> None:
        """Show the axis and the legend that go with a split, and with fates shown or hidden."""
        self._ax.set_yticks([0, 0.25, 0.5, 0.75, 1] if shown else [])
        self._ax.yaxis.set_major_formatter(lambda share, _: percent(share, 0))
        self._ax.set_ylabel("survived" if shown else "")
        self._all_named.set_visible(shown)
        if (split, shown) not in self._legends:
            self._legends[split, shown] = self._legend(split, shown)
        self.canvas.figure.legends[:] = [self._legends[split, shown]]
        self.canvas.invalidate(key=(split, shown))

    def _legend(self, split: str, shown: bool) -> Legend:
        marks = [_mark("survived", 11), _mark("died", 5.5), Line2D(
            [], [], color=style.INK, marker="|", ls="none", markersize=15, markeredgewidth=2,
            label="whisker: 95% interval")] if shown else [_mark("fate hidden", 9)]
        parts = [Patch(facecolor=STRIPS[part], label=part) for part in SPLITS[split] if part]
        return self.canvas.figure.legend(
            handles=[*marks, *parts], loc="center", bbox_to_anchor=(0.5, 0.17 / self.size[1]),
            ncols=6, fontsize=12, handletextpad=0.5, columnspacing=1.2, handlelength=1.1)


def _dots(ax: Axes, colour: str) -> PathCollection:
    dots = ax.scatter([], [], color=colour, linewidths=0, zorder=2, clip_on=False)
    dots.set_snap(False)
    return dots


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
        f"Predicting the majority of each group is right about {majority_score(groups):.1%} "
        "of these passengers."
    )
