"""Lesson 02e: the perceptron's line after each update, in any of twenty orders of the samples."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Button, Canvas, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson02c.drawing import draw_line, draw_samples
from coursekit.lessons.lesson02e.runs import NEW, ORDERS, most, samples, updates
from coursekit.plots import style
from coursekit.wording import signed

HALF = 4.3          # half the side of the picture of the samples
LEFT = 4.75         # inches: where the words beside it begin
COLUMNS = 6.75, 7.65, 8.6   # inches: where the columns of numbers end


class Updates(Explorer):
    """Forty samples, taken in turn; each misclassified one turns the line.

    Examples
    --------
    >>> Updates(order=8, step=2).status
    'Order 8, update 2 of 2: all 40 samples are on their side. The line says class +1 for the star.'
    """

    title = "Update by update"
    question = "Each misclassified sample turns the line. Where does it come to rest?"
    size = (8.8, 5.1)
    controls = (
        Slider("order", "order of the samples", 1, ORDERS, 1, 1, "each begins with other samples"),
        Slider("step", "updates", 0, most() + 1, 1, 0, "after the last update the line rests"))
    buttons = (Button("Back", "one update back", "back"), Button("Next", "one update on", "next"),
               Button("Play", "to the last update; again to pause", "play"))
    presets = {
        "first update": Preset(
            {"step": 1}, "Which sample was taken first, and on which side is it now?",
            shows=r"update 1 of 7"),
        "the last update": Preset(
            {"step": 7}, "Which sample turned the line for the last time?",
            shows=r"update 7 of 7: all 40"),
        "two are enough": Preset(
            {"order": 8, "step": 2}, "Two samples made this line. Which ones?",
            shows=r"update 2 of 2: all 40"),
        "many are needed": Preset(
            {"order": 10, "step": 23}, "Nearly at rest. How many are on the wrong side still?",
            shows=r"update 23 of 24"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the plane of the samples."""
        self._stage = Stage(canvas, extent=self.size, plane=(
            (0.065, 0.12, 0.445, 0.445 * 8.8 / 5.1), {
                "xlim": (-HALF, HALF), "ylim": (-HALF, HALF), "xticks": range(-4, 5, 2),
                "yticks": range(-4, 5, 2)}))
        ax = self._stage.plane
        ax.set_xlabel("$x_1$", fontsize=14, labelpad=1)
        ax.set_ylabel("$x_2$", fontsize=14, labelpad=-6)

    def steps(self) -> int:
        """Return the step at which the line of the order in view rests."""
        return len(updates(self.state()["order"])) + 1

    def draw(self, state: dict) -> str:
        """Draw the line after an update, the line before it, and the sample between them."""
        run, stage, (X, y) = updates(state["order"]), self._stage, samples()
        k = min(state["step"], len(run))
        now = run[k - 1].w if k else np.zeros(3)
        draw_samples(stage.plane, X, y)
        self._star(now)
        if not k:
            self._ring(run[0].sample)
            stage.word(0.2, 4.83, "No line yet: all weights are 0", 17)
            stage.word(LEFT, 3.2, "Every product is 0,\nso the first sample (ring)\ncounts as "
                       "misclassified.", 16, fontweight="normal", linespacing=1.3)
            return (f"Order {state['order']}, before the first of {len(run)} updates: all weights "
                    "are 0.")
        draw_line(stage.plane, now[1:], now[0], color=style.COLOURS["decision line"], lw=4,
                  zorder=1, label="line")
        wrong = int(np.sum(y * (X @ now[1:] + now[0]) <= 0))
        if state["step"] > len(run):
            at = f"at rest after {len(run)} updates"
            for _, w in run[:-1]:
                draw_line(stage.plane, w[1:], w[0], color=style.GREY, lw=1.2, alpha=0.5, zorder=0.5)
            stage.word(LEFT, 3.2, "grey: the line after\neach earlier update", 16,
                       fontweight="normal", linespacing=1.3)
        else:
            at = f"update {k} of {len(run)}"
            self._update(run[k - 2].w if k > 1 else np.zeros(3), *run[k - 1])
        stage.word(0.2, 4.83, f"{at[0].upper()}{at[1:]}: " + (
            f"{wrong} of 40 still wrong" if wrong else "all 40 on their side"), 17)
        sides = (f"{wrong} of 40 samples {'is' if wrong == 1 else 'are'} on the wrong side" if wrong
                 else "all 40 samples are on their side")
        return (f"Order {state['order']}, {at}: {sides}. The line says class "
                f"{signed(_side(now))} for the star.")

    def _star(self, w: np.ndarray) -> None:
        """Mark the new sample, and say what the line answers."""
        self._stage.plane.plot(*NEW, "*", color=style.GREEN, markersize=27, zorder=4,
                               markeredgecolor="white", markeredgewidth=2)
        words, colour = "a new sample: which class?", style.INK
        if w.any():
            c = _side(w)
            words = f"the line says class {signed(c)}"
            colour = style.WORDS["survived" if c > 0 else "died"]
        self._stage.word(LEFT, 0.75, "★", 30, color=style.WORDS["male"], fontweight="normal")
        self._stage.word(LEFT + 0.5, 0.72, words, 17 if w.any() else 15, color=colour)

    def _ring(self, sample: int) -> None:
        """Ring the sample whose turn it is."""
        self._stage.plane.plot(*samples()[0][sample], "o", markersize=21, markerfacecolor="none",
                               markeredgecolor=style.COLOURS["slack"], markeredgewidth=4, zorder=5)

    def _update(self, before: np.ndarray, sample: int, now: np.ndarray) -> None:
        """Show an update: the line before it, its sample, and the sum that it is."""
        stage, y = self._stage, samples()[1]
        if before.any():
            draw_line(stage.plane, before[1:], before[0], color=style.GREY, lw=2.5, ls="--",
                      zorder=1, label="line before")
        self._ring(sample)
        stage.word(LEFT, 4.25, "pink ring: x was misclassified", color=style.WORDS["female"])
        c = int(y[sample])
        rows = (("before", before, style.GREY),
                ("+ y x̃", now - before, style.WORDS["survived" if c > 0 else "died"]),
                ("after", now, style.INK))
        for x, name in zip(COLUMNS, ("b", "w₁", "w₂"), strict=True):
            stage.word(x, 3.7, name, 16, ha="right")
        for height, (name, values, colour) in zip((3.15, 2.6, 1.85), rows, strict=True):
            stage.word(LEFT, height, name, 16, color=colour)
            for x, value in zip(COLUMNS, values, strict=True):
                stage.word(x, height, signed(value, ".2f"), 16, color=colour, ha="right",
                           fontweight="normal")
        stage.lines(stage.paper, [[(LEFT, 2.23), (COLUMNS[-1], 2.23)]], width=1.5)


def _side(w: np.ndarray) -> int:
    """Return the class that a line gives the new sample."""
    return 1 if w[0] + w[1:] @ NEW > 0 else -1
