"""Lesson 07c: delete the conditions of a rule, and watch what level and bound do to it."""
from __future__ import annotations

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson07c.thyroid import (
    BOUNDS, CLASSES, deletions, sentence, thyroid, words,
)
from coursekit.plots import style
from coursekit.rules import Deletion
from coursekit.wording import plural

MOST = 7    # conditions of the longest rule
ROWS = (-0.7, MOST + 0.7)
LOWEST = 5e-4


class RulePruner(Explorer):
    """The rules of the thyroid tree, simplified greedily at a level and a bound to be chosen.

    Examples
    --------
    >>> RulePruner().status.split(";")[0]
    'Rule 5 (negative), two-sided, α = 0.25: U goes from 65.01% to 8.19%'
    """

    title = "A rule made shorter"
    question = "How do the level and the choice of the bound decide how much of a rule stays?"
    size = (8.8, 4.7)
    controls = (
        Slider("rule", "rule", 1, 11, 1, 5, "one rule for each leaf of the tree, from the top"),
        LogSlider("alpha", "level α", 1 / 64, 0.5, 0.25,
                  "the smaller, the larger the bound of a small cover", steps=8, base=2.0),
        Choice("bound", "bound U", tuple(BOUNDS), "two-sided",
               "two-sided: α/2 is left above it; Quinlan's: α, one-sided"),
    )
    presets = {
        "a little stricter": Preset(
            {"rule": 5, "alpha": 0.25 * 2 ** (-1 / 8), "bound": "two-sided"},
            "What is left of the rule now?",
            shows=r"^Rule 5 .*α = 0\.229.*left is no condition"),
        "covers nobody": Preset(
            {"rule": 7, "alpha": 0.25, "bound": "two-sided"},
            "U is 100% at the start: by what can the greedy way choose?",
            shows=r"^Rule 7 .*U goes from 100\.00%"),
        "whose U?": Preset(
            {"rule": 10, "alpha": 0.25, "bound": "Quinlan's"},
            "Switch the bound. Which of the two rules would you rather tell a doctor?",
            shows=r"^Rule 10 .*Quinlan's.*FTI > 64 and surgery"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the rows of text, the dots of all deletions and the way taken."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        self._title = canvas.moving(figure.text(0.012, 0.945, "", fontsize=16, weight="bold",
                                                va="center"))
        left, ax, right = (figure.add_axes((x, 0.225, w, 0.6)) for x, w in
                           ((0.012, 0.27), (0.295, 0.44), (0.755, 0.235)))
        for side, headings in ((left, ((0, "deleted"),)),
                               (right, ((0.3, "right / wrong"), (0.99, "U")))):
            side.set(xlim=(0, 1), ylim=ROWS[::-1])
            side.set_axis_off()
            for x, heading in headings:
                side.text(x, -1.15, heading, fontsize=13, va="center",
                          ha="left" if x == 0 else "center" if x < 0.5 else "right")
        ax.set(xscale="log", xlim=(100 * LOWEST, 130), ylim=ROWS[::-1],
               xticks=[0.1, 1, 10, 100], yticks=[])
        ax.xaxis.set_major_formatter("{x:g}%")
        ax.tick_params(labelsize=13)
        ax.set_xlabel("upper bound U of the error rate (log scale)", fontsize=13)
        ax.grid(True, axis="x")
        self._rows = [[canvas.moving(side.text(x, k, "", fontsize=13, va="center", ha=where,
                                               weight=weight))
                       for side, x, where, weight in (
                           (left, 0, "left", "normal"), (right, 0.3, "center", "normal"),
                           (right, 0.99, "right", "bold"))] for k in range(MOST + 1)]
        self._tried = canvas.moving(*ax.plot([], [], "o", color=style.GREY, markersize=7,
                                             mfc="white", mew=1.8, clip_on=False))
        self._way = canvas.moving(*ax.plot([], [], "D-", color=style.BLUE, markersize=10, lw=2.4,
                                           clip_on=False))
        self._left = canvas.moving(figure.text(0.012, 0.043, "", fontsize=14, va="center",
                                               weight="bold"))
        figure.legend([self._tried, self._way], ["one condition less", "chosen"], fontsize=13,
                      loc="upper left", bbox_to_anchor=(0.285, 0.915), ncols=2, borderpad=0)

    def draw(self, state: dict) -> str:
        """Show all deletions that were tried, and those that were made."""
        steps = deletions(state["rule"], state["alpha"], state["bound"])
        start, end = steps[0].now, steps[-1].now
        self._way.set_data([100 * s.now.bound for s in steps], range(len(steps)))
        tried = [(100 * judged.bound, k + 1) for k, s in enumerate(steps) for judged in s.without]
        self._tried.set_data(*zip(*tried) if tried else ([], []))
        for k, (name, counts, U) in enumerate(self._rows):
            now = steps[k].now if k < len(steps) else None
            name.set_text(words(steps[k - 1].deleted) if now and k else "nothing yet" if now else
                          "stop: U would rise" if k == len(steps) and steps[-1].without else "")
            counts.set_text(f"{now.right} / {now.wrong}" if now else "")
            U.set_text(_percent(now.bound) if now else "")
        label = CLASSES[thyroid()[2][state["rule"] - 1].label]
        kept = sentence(end.conditions)
        self._title.set_text(f"Rule {state['rule']}, {label}: {len(end.conditions)} of "
                             f"{_number(len(start.conditions))} left")
        self._left.set_text(_wrapped("left: if " + kept if end.conditions else
                                     "left: no condition, the rule is for everybody"))
        told = (f"stays at {_percent(end.bound)}" if start.bound == end.bound else
                f"goes from {_percent(start.bound)} to {_percent(end.bound)}")
        return (f"Rule {state['rule']} ({label}), {state['bound']}, α = {state['alpha']:.3g}: U "
                f"{told}; left is {kept}. {_story(steps)}")

    def details(self, state: dict) -> str:
        """Return the bound after each deletion that was tried."""
        rows = []
        for k, step in enumerate(deletions(state["rule"], state["alpha"], state["bound"]), 1):
            each = [f"without {words(gone)} {_percent(judged.bound)}"
                    for gone, judged in zip(step.now.conditions, step.without)]
            rows += [f"step {k}: {', '.join(each)}"] if each else []
        return "; ".join(rows) + "."


def _percent(U: float) -> str:
    return f"{U:.2%}"


def _wrapped(text: str) -> str:
    """Break a long rule into two lines."""
    if len(text) < 84:
        return text
    at = text.rindex(" and ", 0, 84)
    return f"{text[:at]}\n{text[at + 1:]}"


def _number(k: int) -> str:
    return plural(k, "condition")


def _story(steps: tuple[Deletion, ...]) -> str:
    """Tell what decided: nobody covered, all samples, a tie, or a bound that would rise."""
    start, end = steps[0].now, steps[-1].now
    if not end.conditions:
        return "All samples together have a smaller bound than any small cover."
    if start.right + start.wrong == 0 and end.wrong > end.right:
        return ("Nobody was covered, so the first deletions were ties, decided by their order; "
                "greedy ended in a rule that is mostly wrong.")
    if start.right + start.wrong == 0:
        return ("Nobody was covered at first (U = 100%): a deletion helps once someone is covered "
                "rightly.")
    least = _percent(min(judged.bound for judged in steps[-1].without))
    if len(steps) == 1:
        return f"The best deletion would raise U to {least}, so nothing goes."
    return f"Another deletion would raise U to {least} at least."
