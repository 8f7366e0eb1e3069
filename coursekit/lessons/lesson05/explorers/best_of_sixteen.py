"""Lesson 05: the best of several cross-validated scores, on passengers with coin tosses for fates.

On the left each dot is a setting in one table; the highest goes over into the histogram on the
right, where one brick is one table. Both panels have the same scale.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson05.coins import ORDER, SIZES, TABLES, VOTERS, Results, results, run
from coursekit.plots import style
from coursekit.wording import plural, signed

LOW, HIGH = 15.0, 80.0      # per cent right, on both panels
WIDTH = 2.5                 # points of accuracy that a bar is high
EDGES = np.arange(LOW - WIDTH / 2, HIGH + WIDTH, WIDTH)
MORE = 3                    # tables that are drawn at a time
LONGEST = 220               # tables, at the right edge
TRUTH, AT = 50, 156         # where the bar between truth and mean stands, in tables
COMPARE = {"nothing": "", "new folds": "same settings,\nnew folds", "locked folds":
           "the test fold\nhas not chosen"}
LINES = {"new folds": style.GREY, "locked folds": style.COLOURS["test"]}
WORDS = {"new folds": style.GREY, "locked folds": style.WORDS["died"]}
STAR = {"color": style.YELLOW, "markeredgecolor": style.INK, "markeredgewidth": 1.5}
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
        """Make both panels on one scale, and draw the truth."""
        ticks = np.arange(20, 81, 10)
        scale = {"ylim": (LOW, HIGH), "yticks": ticks}
        self._stage = Stage(canvas, table=(LEFT, {
            **scale, "xlim": (-1, 33), "xticks": [1, 11, 21, 31], "ylabel": "% right",
            "xlabel": "number of voting neighbours"}), heap=(RIGHT, {
                **scale, "xlim": (0, LONGEST)}))
        self._stage.heap.tick_params(axis="y", length=0, labelleft=False)
        for ax in (self._stage.table, self._stage.heap):
            ax.grid(True, axis="y")
            ax.axhline(TRUTH, color=style.INK, lw=2.5, ls=(0, (4, 2)), zorder=3)
        self._stage.word(LONGEST - 3, TRUTH - 2.6, "truth 50%", ax=self._stage.heap, ha="right",
                         fontweight="normal")

    def draw(self, state: dict) -> str:
        """Show one table on the left, and the best scores of all tables so far on the right."""
        n, M, k = (int(state[name]) for name in ("n", "settings", "tables"))
        found, which = results(n, M), state["compare"]
        self._draw_table(n, M, k, found, which)
        self._draw_heap(n, M, k, found, which)
        mean = _per_cent(found.best[:k].mean())
        self._stage.word(0.015, 0.955, _finding(M, k, mean, found, which), 16)
        return _words(n, M, k, found, which)

    def _draw_table(self, n: int, M: int, k: int, found: Results, which: str) -> None:
        """Draw the scores of the settings of the last table, and the best one's way to the bars."""
        ax, among, best = self._stage.table, np.sort(ORDER[:M]), 100 * found.best[k - 1]
        voters = VOTERS[found.winner[k - 1]]
        ax.plot(VOTERS[among], 100 * run(n).scores[k - 1, among], "o", color=style.GREY,
                markersize=7 if which == "locked folds" else 10, zorder=4,
                label="scores of the settings")
        self._stage.word(LEFT[0], 0.845, f"table {k}: {_settings(M)}", fontweight="normal")
        if which == "locked folds":
            return
        ax.plot(voters, best, "*", label="the best", markersize=25, zorder=6, **STAR)
        top = max(found.best[k - 1], found.again[k - 1] * (which == "new folds"))
        self._stage.word(0.105, 0.18 if top > 0.7 else 0.745,       # out of the way of high dots
                         f"{_per_cent(found.best[k - 1])}: report it?", 17)
        if which == "new folds":
            ax.plot(voters, 100 * found.again[k - 1], "D", color="white", markersize=12, zorder=5,
                    markeredgecolor=style.GREY, markeredgewidth=3, label="the winner on new folds")
        lengths = counted(found.best[:k], n)
        landed = lengths[np.searchsorted(EDGES, best, side="right") - 1] + 5
        self._stage.heap.plot(landed, best, "*", markersize=17, zorder=6, clip_on=False, **STAR)
        height = LEFT[1] + LEFT[3] * (best - LOW) / (HIGH - LOW)
        ends = (LEFT[0] + LEFT[2] * (voters + 1) / 34, RIGHT[0] + RIGHT[2] * landed / LONGEST)
        self._stage.lines(self._stage.paper, [[(x, height) for x in ends]], width=1.4, z=1)

    def _draw_heap(self, n: int, M: int, k: int, found: Results, which: str) -> None:
        """Draw a bar for each height that a best score had, and an outline to compare it with."""
        ax, best = self._stage.heap, 100 * found.best[:k]
        self._stage.areas(ax, [_bar(low, size) for low, size in zip(EDGES, counted(best / 100, n))
                               if size], style.YELLOW, 1.4, label="best scores")
        ax.set(xticks=[] if k == 1 else [0, 50, 100, 150], xlabel="" if k == 1 else "tables")
        self._stage.word(RIGHT[0], 0.845, f"the {'best' if M > 1 else 'score'} of "
                         f"{'each table' if k > 1 else 'this table'}", fontweight="normal")
        if k == 1:
            return
        ax.plot([AT, AT], [TRUTH, best.mean()], color=style.INK, lw=5, zorder=5, label="too high",
                solid_capstyle="butt")
        ax.text(AT + 4, max((best.mean() + TRUTH) / 2, TRUTH + 2.2), fontsize=13, va="center",
                s=f"{signed(best.mean() - TRUTH, '+.1f')} points")
        words = f"best of {M},\nmean of {k} tables"
        if M == 1:
            words = f"nothing chosen,\n{k} tables"
        elif which == "locked folds":
            words = "chosen and scored\nby the same folds"
        self._number(0.735, best.mean() / 100, words)
        if which == "nothing":
            return
        scores = found.locked if which == "locked folds" else found.again
        lengths = counted(scores[:k], n)
        used = slice(lengths.nonzero()[0][0], lengths.nonzero()[0][-1] + 1)
        edges = EDGES[used.start:used.stop + 1]
        ax.plot([0, *np.repeat(lengths[used], 2), 0], np.repeat(edges, 2), lw=4, zorder=4,
                color=LINES[which], label="compared with")
        self._number(0.315, scores[:k].mean(), COMPARE[which], WORDS[which])

    def _number(self, y: float, share: float, words: str, colour: str = style.INK) -> None:
        """Write a mean large at the right edge, and below it whose it is."""
        end = RIGHT[0] + RIGHT[2] - 0.005
        self._stage.word(end, y, _per_cent(share), 25, ha="right", color=colour)
        self._stage.word(end, y - 0.04, words, ha="right", color=colour, fontweight="normal",
                         va="top")

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


def _bar(low: float, size: float) -> list[tuple[float, float]]:
    return [(0, low), (size, low), (size, low + WIDTH), (0, low + WIDTH)]


def _finding(M: int, k: int, mean: str, found: Results, which: str) -> str:
    if M == 1:
        return f"Nothing is chosen: {mean} where the truth is 50%"
    if which == "locked folds":
        return f"The folds that chose say {mean}, locked folds {_per_cent(found.locked[:k].mean())}"
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
