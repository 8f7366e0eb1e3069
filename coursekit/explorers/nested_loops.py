"""Lesson 05: nested cross-validation score by score, and who sees which sample meanwhile.

The run is that of the library: the votes of the nearest samples on forty samples of two clouds.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch, Rectangle
from sklearn.neighbors import KNeighborsClassifier

from coursekit.explorer.artists import Numbers
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Button, Slider
from coursekit.model_selection import NestedResult, folds, nested_cv, pairs
from coursekit.model_selection.result import Event
from coursekit.plots import style
from coursekit.plots.model_selection import ROLES

N = 40
VOTERS = (1, 3, 5, 7, 9)
MOST_OUTER, MOST_INNER = 6, 5
LAST = MOST_OUTER * (MOST_INNER * len(VOTERS) + 3)
IDLE = "#ECECEC"
INKS = ListedColormap([IDLE, *ROLES.values()])


@lru_cache(maxsize=32)
def recorded(outer: int, inner: int, settings: int) -> tuple[NestedResult, list[Event]]:
    """Return a run of the library with so many folds and settings, and its events in order."""
    rng = np.random.default_rng(2)
    y = np.arange(N) % 2
    X = rng.normal(size=(N, 2)) + 0.8 * y[:, None]
    cut = [np.sort(test) for test in folds(N, outer, rng)]
    order = np.concatenate(cut)         # so that each outer fold is one block of the picture
    ends = np.cumsum([0, *map(len, cut)])
    blocks = [np.arange(a, b) for a, b in zip(ends, ends[1:])]
    result = nested_cv(KNeighborsClassifier(), {"n_neighbors": VOTERS[:settings]}, X[order],
                       y[order], outer=pairs(blocks), inner=inner)
    return result, list(result.events())


class NestedLoops(Explorer):
    """Forty samples and their part in one fit; beside them the inner scores so far.

    Examples
    --------
    >>> NestedLoops(step=1).status.split(":")[0]
    'Step 1 of 75, outer fold 1'
    """

    title = "Two loops, score by score"
    question = "Which samples choose, which teach the winner, and which judge it?"
    size = (8.8, 4.6)
    controls = (
        Slider("step", "step", 0, LAST, 1, 1, "inner scores, winners, refits and outer scores"),
        Slider("outer", "outer folds", 2, MOST_OUTER, 1, 5, "into how many parts the table is cut"),
        Slider("inner", "inner folds", 2, MOST_INNER, 1, 4,
               "into how many parts each outer training part is cut"),
        Slider("settings", "settings", 1, len(VOTERS), 1, 3,
               "how many numbers of voters are tried: 1, 3, 5 and so on"),
    )
    presets = {
        "first winner": Preset(
            {"step": 13},
            "three means are known: who wins?",
            shows=r"^Step 13 .*the setting with .* wins"),
        "refit": Preset(
            {"step": 14},
            "how many samples teach now?",
            shows=r"^Step 14 .*learns again"),
        "first outer score": Preset(
            {"step": 15},
            "the test samples are asked for the first time",
            shows=r"^Step 15 .*outer fold 1: the refitted winner.*is right on"),
        "the end": Preset(
            {"step": LAST},
            "five outer scores: how far apart are they?",
            shows=r"^Step 75 of 75.*The mean of the outer scores"),
    }
    buttons = (
        Button("Back", "One step back", "back"),
        Button("Next", "One step on", "next"),
        Button("Play", "Play to the end; again to pause", "play"),
        Button("to winner", "To where the next setting wins", "to_winner"),
    )

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of the run in view."""
        return {"step": (0, state["outer"] * (state["inner"] * state["settings"] + 3))}

    def build(self, canvas: Canvas) -> None:
        """Create the strips of samples and the table of scores."""
        canvas.figure.set_layout_engine("none")
        strips, table = canvas.figure.subplots(1, 2, width_ratios=[1.15, 1], gridspec_kw={
            "left": 0.075, "right": 0.985, "top": 0.9, "bottom": 0.23, "wspace": 0.2})
        style.label(strips, "Who does what", "sample", "outer fold")
        style.label(table, "Inner scores of this fold", "inner fold", "voters")
        strips.grid(False)
        table.grid(False)
        self._roles = canvas.moving(strips.imshow(np.zeros((1, N)), cmap=INKS, vmin=0, vmax=3,
                                                  aspect="auto", interpolation="nearest"))
        self._frame = canvas.moving(strips.add_patch(Rectangle(
            (0, 0), N, 1, fill=False, edgecolor=style.INK, lw=3)))
        self._scores = Numbers(canvas, strips, 12, "bold")
        self.cells = [Numbers(canvas, table, 12, weight) for weight in ("normal", "bold")]
        self._chosen = canvas.moving(table.add_patch(Rectangle(
            (0, 0), 1, 1, facecolor=style.YELLOW, alpha=0.6, zorder=0)))
        for axis in (strips.yaxis, table.xaxis, table.yaxis):     # ticks follow the state
            canvas.moving(axis)
        self._strips, self._table, self._shape = strips, table, None
        names = ["not used now", *ROLES]
        handles = [Patch(facecolor=colour, label=name)
                   for name, colour in zip(names, [IDLE, *ROLES.values()])]
        canvas.figure.legend(handles=handles, ncols=4, loc="lower center")

    def _fit(self, outer: int, inner: int, settings: int) -> None:
        """Lay out the strips and the table for another number of folds or settings."""
        if self._shape == (outer, inner, settings):
            return
        self._shape = outer, inner, settings
        self._roles.set_extent((0, N, outer, 0))
        self._strips.set(xlim=(0, N), ylim=(outer, 0), yticks=np.arange(outer) + 0.5,
                         yticklabels=range(1, outer + 1))
        self._table.set(xlim=(0, inner + 1), ylim=(settings, 0),
                        xticks=np.arange(inner + 1) + 0.5,
                        xticklabels=[*range(1, inner + 1), "mean"],
                        yticks=np.arange(settings) + 0.5, yticklabels=VOTERS[:settings])

    def draw(self, state: dict) -> str:
        """Show the state after a step."""
        shape = state["outer"], state["inner"], state["settings"]
        result, events = recorded(*shape)
        step = state["step"]
        self._fit(*shape)
        now = events[step - 1] if step else None
        done = events[:step]
        self._draw_strips(result, now, done)
        self._draw_table(result, now, done)
        return _words(result, events, step)

    def _draw_strips(self, result: NestedResult, now: Event | None, done: list[Event]) -> None:
        roles = np.zeros((len(result.folds), N), dtype=int)
        for event in done:
            if event.kind == "outer":
                roles[event.outer, result.folds[event.outer].test] = 3
        if now is not None:
            fold = result.folds[now.outer]
            roles[now.outer] = 0
            roles[now.outer, fold.train] = 0 if now.kind == "winner" else 1
            if now.kind == "inner":
                roles[now.outer, fold.inner[now.inner][1]] = 2
            elif now.kind == "outer":
                roles[now.outer, fold.test] = 3
            self._frame.set_y(now.outer)
        self._frame.set_visible(now is not None)
        self._roles.set_data(roles)
        self._scores.show([(result.folds[event.outer].test.mean() + 0.5, event.outer + 0.5,
                            f"{event.score:.2f}") for event in done if event.kind == "outer"])

    def _draw_table(self, result: NestedResult, now: Event | None, done: list[Event]) -> None:
        outer = now.outer if now is not None else 0
        here = {(e.setting, e.inner): e.score for e in done
                if e.kind == "inner" and e.outer == outer}
        inner = len(result.folds[0].inner)
        for s in range(len(result.settings)):
            found = [here[s, v] for v in range(inner) if (s, v) in here]
            if len(found) == inner:
                here[s, inner] = float(np.mean(found))
        for cells, mean in zip(self.cells, (False, True)):
            cells.show([(v + 0.5, s + 0.5, f"{score:.3f}") for (s, v), score in here.items()
                        if (v == inner) == mean])
        winner = now is not None and now.kind != "inner"
        self._chosen.set_visible(winner)
        if winner:
            self._chosen.set(x=0, y=now.setting, width=inner + 1, height=1)

    def to_winner(self) -> None:
        """Go to the next step at which a setting wins; to the end where there is none."""
        _, events = recorded(*(self._state[name] for name in ("outer", "inner", "settings")))
        later = [k + 1 for k, event in enumerate(events)
                 if event.kind == "winner" and k + 1 > self._state["step"]]
        self.set(step=later[0] if later else len(events))


def _words(result: NestedResult, events: list[Event], step: int) -> str:
    """Say what this step did, and how many fits are made."""
    fits = sum(event.kind in ("inner", "refit") for event in events[:step])
    counted = f"{fits} of {result.n_fits} fits are made."
    if not step:
        inner, count = len(result.folds[0].inner), len(result.settings)
        tried = "1 setting" if count == 1 else f"{count} settings"
        return (f"Step 0 of {len(events)}: nothing has been fitted. {len(result.folds)} outer "
                f"folds, {inner} inner folds and {tried} will take "
                f"{result.n_fits} fits.")
    event = events[step - 1]
    fold = result.folds[event.outer]
    number = result.settings[event.setting]["n_neighbors"]
    voters = "1 voter" if number == 1 else f"{number} voters"
    begun = f"Step {step} of {len(events)}, outer fold {event.outer + 1}: "
    if event.kind == "inner":
        train, test = fold.inner[event.inner]
        told = (f"with {voters}, {len(train)} samples teach and {len(test)} validate: inner "
                f"score {event.score:.3f}. The {len(fold.test)} test samples are not used.")
    elif event.kind == "winner":
        told = (f"the setting with {voters} wins with the inner mean {event.score:.3f}. The "
                f"{len(fold.test)} test samples have not been used for this.")
    elif event.kind == "refit":
        told = f"the winner, {voters}, learns again, from all {len(fold.train)} samples."
    else:
        told = (f"the refitted winner, {voters}, is right on {event.score:.1%} of the "
                f"{len(fold.test)} test samples.")
    different = len({fold.winner for fold in result.folds})
    end = f" The mean of the outer scores is {result.mean:.3f}, sd {result.sd:.3f}; {different} " \
          f"different {'winner' if different == 1 else 'winners'}." if step == len(events) else ""
    return f"{begun}{told} {counted}{end}"
