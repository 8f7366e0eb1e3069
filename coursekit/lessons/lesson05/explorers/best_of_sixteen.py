"""Lesson 05: the best of several cross-validated scores, on passengers with coin tosses for fates.

On the left each dot is a setting in one table; the highest goes over into the histogram on the
right, where one brick is one table. Both panels have the same scale.
"""
from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson05.coins import ORDER, SIZES, TABLES, VOTERS, Results, results, run
from coursekit.plots import style
from coursekit.wording import plural, signed

LOW, HIGH = 15.0, 80.0      # per cent right, on both panels
WIDTH = 2.5                 # points of accuracy that a bar is high
EDGES = np.arange(LOW - WIDTH / 2, HIGH + WIDTH, WIDTH)
MORE = 3                    # tables that are drawn at a time
LONGEST = 220               # tables, at the right edge
TRUTH, AT = 50, 156         # where the bar between truth and mean stands, in tables
COMPARE = {"nothing": "", "new folds": "same settings, new folds", "locked folds":
           "tested in locked folds"}
LINES = {"nothing": style.GREY, "new folds": style.GREY, "locked folds": style.COLOURS["test"]}
WORDS = {**LINES, "locked folds": style.WORDS["died"]}
LEFT, RIGHT = (0.085, 0.13, 0.37, 0.665), (0.475, 0.13, 0.515, 0.665)


def counted(scores: np.ndarray, n: int) -> np.ndarray:
    """Return how many scores lie in each bar; one on the edge of two counts half in each."""
    step = 100 / n / 4
    return sum(np.histogram(100 * scores + shift, EDGES)[0] for shift in (-step, step)) / 2


class BestOfSixteen(Explorer):
    """The best of up to sixteen scores where no rule can be right more often than a coin.

    Examples
    --------
    >>> BestOfSixteen().status.split(":")[0]
    'Table 1 of 400, 80 passengers, 16 settings'
    """

    title = "The best of sixteen"
    question = "The truth is 50%. How high is the best score?"
    size = (8.8, 5.1)
    controls = (
        Slider("tables", "tables", 1, TABLES, MORE, 1,
               "how many tables have been drawn; the last one is shown on the left"),
        Choice("settings", "settings", ("1", "2", "4", "8", "16"), "16",
               "how many numbers of voters compete"),
        Choice("n", "passengers", tuple(map(str, SIZES)), "80", "passengers per table"),
        Choice("compare", "compare with", tuple(COMPARE), "nothing",
               "the winner scored again on new folds, or winners chosen anew for each test fold, "
               "while it was locked away"))
    presets = {
        "400 tables": Preset(
            {"tables": TABLES},
            "Was the first table unusual?",
            shows=r"^Table 400 .*16 settings.*averages 57\.\d%"),
        "one setting": Preset(
            {"tables": TABLES, "settings": "1"},
            "Nothing is chosen. Is the score still too high?",
            shows=r"1 setting:.*averages (49|50)\.\d%"),
        "new folds": Preset(
            {"tables": TABLES, "compare": "new folds"},
            "The same winners on new folds: is their luck gone?",
            shows=r"On new folds .* 53\.\d%"),
        "locked folds": Preset(
            {"tables": TABLES, "compare": "locked folds"},
            "What if the test fold is locked while the setting is chosen?",
            shows=r"In locked folds .* (49|50)\.\d%")}
    buttons = (Button("Next tables", "Draw three more tables", "more"),)

    def more(self) -> None:
        """Draw some more tables."""
        self.set(tables=min(TABLES, self._state["tables"] + MORE))

    def build(self, canvas: Canvas) -> None:
        """Create both panels on one scale, and what is written in them."""
        canvas.figure.set_layout_engine("none")
        ticks = np.arange(20, 81, 10)
        self._left = canvas.figure.add_axes(LEFT, xlim=(-1, 33), ylim=(LOW, HIGH), yticks=ticks,
                                            xticks=[1, 11, 21, 31])
        self._right = canvas.figure.add_axes(RIGHT, xlim=(0, LONGEST), ylim=(LOW, HIGH),
                                             yticks=ticks, xticks=[0, 50, 100, 150])
        self._left.set(xlabel="number of voting neighbours", ylabel="% right")
        self._right.set(xlabel="tables")
        self._right.tick_params(axis="y", length=0, labelleft=False)
        for ax in (self._left, self._right):
            canvas.moving(ax.axhline(TRUTH, color=style.INK, lw=2.5, ls=(0, (4, 2)), zorder=3))
        self._right.text(LONGEST - 3, TRUTH - 1.2, "truth 50%", ha="right", va="top", fontsize=14)
        self._build_marks(canvas)
        self._build_words(canvas)

    def _build_marks(self, canvas: Canvas) -> None:
        (self._dots,) = self._left.plot([], [], "o", color=style.GREY, markersize=10, zorder=4,
                                       label="scores of the settings")
        (self._star,) = self._left.plot([], [], "*", color=style.YELLOW, markersize=25, zorder=6,
                                        markeredgecolor=style.INK, markeredgewidth=1.6,
                                       label="the best")
        (self._again,) = self._left.plot([], [], "D", color="white", markersize=12, zorder=5,
                                         markeredgecolor=style.GREY, markeredgewidth=3,
                                        label="the winner on new folds")
        self._bars = self._right.add_collection(PolyCollection(
            [], facecolor=style.YELLOW, edgecolor=style.INK, linewidth=1.4, zorder=2,
            label="best scores"))
        (self._outline,) = self._right.plot([], [], lw=4, zorder=4, label="compared with")
        (self._landed,) = self._right.plot([], [], "*", color=style.YELLOW, markersize=17,
                                           zorder=6, markeredgecolor=style.INK,
                                           markeredgewidth=1.4, clip_on=False)
        (self._gap,) = self._right.plot([], [], color=style.INK, lw=5, zorder=5,
                                        solid_capstyle="butt", label="too high")
        for artist in (self._dots, self._star, self._again, self._bars, self._outline,
                       self._landed, self._gap):
            canvas.moving(artist)

    def _build_words(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=3)
        paper.set_axis_off()
        paper.patch.set_visible(False)
        (self._path,) = paper.plot([], [], color=style.INK, lw=1.4, zorder=1)

        def words(x: float, y: float, size: float, **look):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", **look))
        canvas.moving(self._path)
        self._headline = words(0.015, 0.955, 16, weight="bold")
        self._one = words(0.085, 0.845, 14)
        self._all = words(0.475, 0.845, 14)
        end = RIGHT[0] + RIGHT[2] - 0.005
        self._report = words(0.105, 0.745, 17, weight="bold")
        self._high = canvas.moving(self._right.text(AT + 4, 0, "", fontsize=13, va="center"))
        self._mean = words(end, 0.735, 25, weight="bold", ha="right")
        self._of = words(end, 0.665, 14, ha="right")
        self._other = words(end, 0.315, 25, weight="bold", ha="right")
        self._of_other = words(end, 0.245, 14, ha="right")

    def draw(self, state: dict) -> str:
        """Show one table on the left, and the best scores of all tables so far on the right."""
        n, M, k = (int(state[name]) for name in ("n", "settings", "tables"))
        found, among = results(n, M), np.sort(ORDER[:M])
        best, last = 100 * found.best[:k], k - 1
        self._dots.set_data(VOTERS[among], 100 * run(n).scores[last, among])
        self._star.set_data([VOTERS[found.winner[last]]], [best[last]])
        lengths = counted(found.best[:k], n)
        self._bars.set_verts([[(0, low), (size, low), (size, low + WIDTH), (0, low + WIDTH)]
                              for low, size in zip(EDGES, lengths) if size])
        landed = lengths[np.searchsorted(EDGES, best[last], side="right") - 1]
        self._landed.set_data([landed + 5], [best[last]])
        self._link(float(VOTERS[found.winner[last]]), landed, best[last])
        self._headline.set_text(_finding(M, k, _per_cent(found.best[:k].mean())))
        self._one.set_text(f"table {k}: {_settings(M)}")
        self._all.set_text(f"the {'best' if M > 1 else 'score'} of "
                           f"{'each table' if k > 1 else 'this table'}")
        self._mean.set_text(_per_cent(found.best[:k].mean()))
        self._of.set_text((f"best of {M}" if M > 1 else "no choice")
                          + (f", mean of {k} tables" if k > 1 else ""))
        top = max(found.best[last], found.again[last] * (state["compare"] == "new folds"))
        self._report.set(text=f"{_per_cent(found.best[last])}: report it?",
                         y=0.18 if top > 0.7 else 0.745)       # out of the way of high dots
        self._gap.set_data([AT, AT], [TRUTH, best.mean()])
        self._high.set(text=f"{signed(best.mean() - TRUTH, '+.1f')} points",
                       y=max((best.mean() + TRUTH) / 2, TRUTH + 2.2))
        self._compare(state["compare"], found, n, k)
        return _words(n, M, k, found, state["compare"])

    def _link(self, voters: float, length: float, score: float) -> None:
        """Draw the line on which the best score goes over into the histogram."""
        left, right = self._left.get_position(), self._right.get_position()
        height = left.y0 + left.height * (score - LOW) / (HIGH - LOW)
        self._path.set_data([left.x0 + left.width * (voters + 1) / 34,
                             right.x0 + right.width * (length + 5) / LONGEST], [height, height])

    def _compare(self, which: str, found: Results, n: int, k: int) -> None:
        """Outline the histogram of what the best scores are compared with."""
        shown = which != "nothing"
        for artist in (self._path, self._landed, self._report):     # of one best score alone
            artist.set_visible(which != "locked folds")
        scores = found.locked if which == "locked folds" else found.again
        self._outline.set_visible(shown)
        self._again.set_visible(which == "new folds")
        self._again.set_data([VOTERS[found.winner[k - 1]]], [100 * found.again[k - 1]])
        lengths = counted(scores[:k], n)
        used = slice(lengths.nonzero()[0][0], lengths.nonzero()[0][-1] + 1)
        edges = EDGES[used.start:used.stop + 1]
        self._outline.set_data([0, *np.repeat(lengths[used], 2), 0], np.repeat(edges, 2))
        self._outline.set_color(LINES[which])
        self._other.set(text=_per_cent(scores[:k].mean()) if shown else "",
                        color=WORDS[which])
        self._of_other.set(text=COMPARE[which], color=WORDS[which])

    def details(self, state: dict) -> str:
        """Return how the best scores scatter, and what all settings together average."""
        n, M, k = (int(state[name]) for name in ("n", "settings", "tables"))
        found, among = results(n, M), ORDER[:M]
        best, all_of_them = found.best[:k], 100 * run(n).scores[:k, among].mean()
        mean = f"The {_settings(M)} together average {all_of_them:.1f}%." if M > 1 else ""
        if k == 1:
            return mean
        return (f"The scores on the right go from {_per_cent(best.min())} to "
                f"{_per_cent(best.max())} (standard deviation {100 * best.std(ddof=1):.1f} "
                f"points); {np.mean(best >= 0.65):.0%} of them are at least 65%. {mean}").rstrip()


def _settings(M: int) -> str:
    return plural(M, "setting")


def _per_cent(share: float) -> str:
    """Return a share in per cent, half of a last digit rounded upwards."""
    return f"{100 * share + 1e-9:.1f}%"


def _finding(M: int, k: int, mean: str) -> str:
    if M == 1:
        return f"Nothing is chosen: {mean} where the truth is 50%"
    if k == 1:
        return f"On coin tosses the best of {M} settings scores {mean}"
    return f"Best of {M} on coin tosses: {mean} where the truth is 50%"


def _words(n: int, M: int, k: int, found: Results, which: str) -> str:
    voters = int(VOTERS[found.winner[k - 1]])
    kind = "best" if M > 1 else "only"
    said = (f"Table {k} of {TABLES}, {n} passengers, {_settings(M)}: the {kind} score is "
            f"{_per_cent(found.best[k - 1])}, from {plural(voters, 'voter')}; the truth "
            f"is {TRUTH}%.")
    if k > 1:
        said += f" Over {k} tables the {kind} score averages {_per_cent(found.best[:k].mean())}."
    if which == "new folds":
        who = "winners" if M > 1 else "scores"
        said += f" On new folds the {who} average {_per_cent(found.again[:k].mean())}."
    if which == "locked folds":
        who = "choices" if M > 1 else "scores"
        said += f" In locked folds the {who} average {_per_cent(found.locked[:k].mean())}."
    return said
