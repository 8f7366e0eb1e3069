"""Lesson 05b: nested cross-validation step by step, with the test part behind a padlock.

On the left the five parts of the passengers, once for each outer fold; on the right the inner
table of the fold in view. One pair of axes covers the picture, in inches from its upper left.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.patches import FancyArrowPatch

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson05b.passengers_run import PARTS, PENALTIES, Fold, run, slides
from coursekit.plots import style
from coursekit.wording import percent, signed

TRAIN, VALIDATE, TEST = style.COLOURS["train"], style.AREAS["validate"], style.COLOURS["test"]
LOCKED, RESTING, EDGE, WORD = style.PALE_ORANGE, "#EDEDED", "#8A8A8A", style.WORDS["died"]
CHOSE = "#FBF7B8"       # a pale yellow
NUMERALS = ("none", "one", "two", "three", "four", "five")
CUTS = ("first cut", "second cut", "third cut", "the slides")
INNER = PARTS - 1
LAST = PARTS * (INNER * len(PENALTIES) + 3)
WIDTH, HEIGHT = 8.8, 4.9
LEFT, TOP, BLOCK, ROW = 0.52, 0.95, 0.86, 0.68      # where the blocks begin, and their pitch
CELLS, HEAD, CELL, LINE = 6.08, 1.25, 0.5, 0.62     # the same for the cells of the table
MEANS, MEAN = CELLS + INNER * CELL + 0.07, 0.6
BOX = 3.52                                          # upper edge of what stands under the table


class Event(NamedTuple):
    """One step: ``kind`` is "inner", "winner", "refit" or "outer"; ``score`` a proportion."""

    kind: str
    outer: int
    setting: int | None
    inner: int | None
    score: float | None


@lru_cache(maxsize=len(CUTS))
def recorded(data: str) -> tuple[list[Fold], list[Event]]:
    """Return the outer folds of some data, and all steps in the order in which one makes them."""
    folds = slides() if data == "the slides" else run(CUTS.index(data))
    events = []
    for k, fold in enumerate(folds):
        if fold.inner is not None:
            events += [Event("inner", k, s, v, score) for (s, v), score
                       in np.ndenumerate(fold.inner)]
            events += [Event("winner", k, fold.winner, None, fold.means.max()),
                       Event("refit", k, fold.winner, None, None)]
        winner = None if fold.inner is None else fold.winner
        events.append(Event("outer", k, winner, None, fold.score))
    return folds, events


def rectangle(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """Return the corners of a rectangle, from its upper left."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def block(row: int, part: int) -> list[tuple[float, float]]:
    """Return the corners of a part in the row of an outer fold."""
    return rectangle(LEFT + BLOCK * part + 0.02, TOP + ROW * row + 0.04, BLOCK - 0.04, ROW - 0.08)


def middle(row: int, part: int) -> tuple[float, float]:
    """Return the centre of a part in the row of an outer fold."""
    return LEFT + BLOCK * (part + 0.5), TOP + ROW * (row + 0.5)


class LockedFold(Explorer):
    """Five outer folds, their locked test parts, and the inner table that chooses C.

    Examples
    --------
    >>> LockedFold(step=13).status
    'Step 13 of 75, outer fold 1: C = 1 wins with an inner CV of 81.2%. The 182 locked passengers \
have not been used.'
    """

    title = "The locked fold"
    question = "Which passengers choose C, which train the winner, and which test it?"
    size = (WIDTH, HEIGHT)
    controls = (
        Slider("step", "step", 0, LAST, 1, 0, "inner scores, winners, refits and locks opened"),
        Choice("data", "data", CUTS, CUTS[0],
               "three ways to cut the passengers into parts, or the numbers of the slides"))
    presets = {
        "first winner": Preset(
            {"step": 13},
            "Which passengers has nobody used yet?",
            shows=r"^Step 13 .*wins with an inner CV"),
        "unlocked": Preset(
            {"step": 15},
            "More or less than the number that chose?",
            shows=r"^Step 15 .*unlocked once"),
        "the end": Preset(
            {"step": LAST},
            "Five locked scores: how far apart are they?",
            shows=r"^Step 75 .*scores average"),
        "another winner": Preset(
            {"data": "second cut", "step": 13},
            "May the outer folds choose different settings?",
            shows=r"^Step 13 .*C = 10 wins")}
    buttons = (
        Button("Back", "One step back", "back"),
        Button("Next", "One step on", "next"),
        Button("Play", "Play to the end; again to pause", "play"),
        Button("to winner", "To where the next setting wins", "to_winner"))

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of the data in view."""
        return {"step": (0, len(recorded(state["data"])[1]))}

    def to_winner(self) -> None:
        """Go to the next step at which a setting wins; to the end where there is none."""
        _, events = recorded(self._state["data"])
        later = [k + 1 for k, event in enumerate(events)
                 if event.kind == "winner" and k + 1 > self._state["step"]]
        self.set(step=later[0] if later else len(events))

    def build(self, canvas: Canvas) -> None:
        """Make one sheet of paper, in inches from its upper left, and number the rows."""
        self._stage = Stage(canvas, extent=(WIDTH, HEIGHT))
        self._stage.paper.set_ylim(HEIGHT, 0)
        self._stage.word(LEFT, TOP - 0.2, "five turns, one per row", va="baseline")
        for row in range(PARTS):
            self._stage.word(LEFT - 0.14, middle(row, 0)[1], str(row + 1), 15, ha="right",
                             fontweight="normal")

    def draw(self, state: dict) -> str:
        """Show who does what after a step, and what is known by then."""
        folds, events = recorded(state["data"])
        done = events[:state["step"]]
        now = done[-1] if done else None
        scores = {event.outer: event.score for event in done if event.kind == "outer"}
        self._draw_blocks(now if now is not events[-1] else None, scores)
        who = "the samples of the slides" if folds[0].sizes is None else \
            f"{sum(folds[0].sizes)} passengers"
        self._say(LEFT, TOP + ROW * PARTS + 0.27, f"{who} in five parts", 13.5)
        if now is events[-1]:
            self._draw_end(folds)
        else:
            if now is None or now.kind == "inner" or folds[now.outer].inner is None:
                self._draw_table(folds, done, now)
            else:
                self._draw_means(folds[now.outer].means, now)
            self._draw_verdict(folds, now)
        return _status(state, folds, events, now, scores)

    def _say(self, x: float, y: float, words: str, size: float = 14, **look) -> None:
        """Write plain words."""
        self._stage.word(x, y, words, size, fontweight="normal", **look)

    def _draw_blocks(self, now: Event | None, scores: dict[int, float]) -> None:
        """Draw the parts of each row: who trains, who validates, and what is locked."""
        stage, ax = self._stage, self._stage.paper
        for row in range(PARTS):
            for v, part in enumerate(p for p in range(PARTS) if p != row):
                role = _role(now, row, v)
                face = {"train": TRAIN, "validate": VALIDATE, "choose": CHOSE, "": RESTING}[role]
                stage.areas(ax, [block(row, part)], face, 0.8, z=1, edgecolors=EDGE)
                if role:
                    x, y = middle(row, part)
                    words = f"{v + 1}\n{role}" if now.kind == "inner" else role
                    self._say(x, y, words, 12.5, ha="center", zorder=4)
        locked = [row for row in range(PARTS) if row not in scores]
        places = [middle(row, row) for row in locked]
        stage.areas(ax, [block(row, row) for row in locked], LOCKED, 1.6, z=1, edgecolors=TEST,
                    label="locked")
        stage.areas(ax, [block(row, row) for row in scores], "white", 4, edgecolors=TEST,
                    label="unlocked")
        stage.areas(ax, [rectangle(x - 0.16, y - 0.02, 0.32, 0.2) for x, y in places], style.INK,
                    z=4, label="padlocks")
        turn = np.linspace(0, np.pi, 20)
        stage.lines(ax, [np.column_stack([x + 0.1 * np.cos(turn), y - 0.02 - 0.16 * np.sin(turn)])
                         for x, y in places], width=3.2, z=4)
        for row, score in scores.items():
            stage.word(*middle(row, row), f"{100 * score:.1f}", 16, ha="center", zorder=4)
        if now is not None:
            stage.areas(ax, [rectangle(LEFT - 0.05, TOP + ROW * now.outer, PARTS * BLOCK + 0.1,
                                       ROW)], "none", 3.5, z=3)

    def _draw_table(self, folds: list[Fold], done: list[Event], now: Event | None) -> None:
        """Draw the inner table of the row in view; once it has a winner, the losers are grey."""
        outer, ax = now.outer if now else 0, self._stage.paper
        known = {(e.setting, e.inner): e.score for e in done
                 if e.kind == "inner" and e.outer == outer}
        winner = now.setting if now is not None and now.kind != "inner" else None
        self._stage.word(WIDTH - 0.05, TOP - 0.2, f"row {outer + 1}: inner folds, % right",
                         ha="right", va="baseline")
        cells = [(CELLS + CELL * v, CELL, str(v + 1)) for v in range(INNER)] + [(MEANS, MEAN, "CV")]
        for x, width, head in cells:
            self._say(x + width / 2, HEAD - 0.15, head, ha="center")
            self._stage.areas(ax, [rectangle(x, HEAD + LINE * s, width, LINE)
                                   for s in range(len(PENALTIES))], "none", 1, edgecolors=EDGE)
        if now is not None and now.setting is not None:
            x, width, _ = cells[now.inner if now.kind == "inner" else INNER]
            self._stage.areas(ax, [rectangle(x, HEAD + LINE * now.setting, width, LINE)], VALIDATE,
                              1.5 if now.kind == "inner" else 3.5)
        for s, C in enumerate(PENALTIES):
            y, colour = HEAD + LINE * (s + 0.5), style.INK if winner in (None, s) else style.GREY
            self._say(CELLS - 0.1, y, f"C = {C}", ha="right", color=colour)
            values = [known.get((s, v)) for v in range(INNER)]
            values += [folds[outer].means[s] if values[-1] is not None else None]
            for (x, width, head), value in zip(cells, values):
                if value is not None:
                    self._stage.word(x + width / 2, y, f"{100 * value:.1f}", ha="center",
                                     color=colour, zorder=4, fontweight=(
                                         "bold" if head == "CV" and s == winner else "normal"))
        if folds[outer].inner is None:
            self._say(CELLS + INNER * CELL / 2, HEAD + LINE * 1.5, "not in the slides", ha="center",
                      bbox={"facecolor": "white", "edgecolor": "none"}, zorder=5)

    def _draw_means(self, means: np.ndarray, now: Event) -> None:
        """Draw what the contest of the row in view came to: one number for each C."""
        self._stage.word(CELLS, TOP - 0.2, f"row {now.outer + 1}: CV, % right", va="baseline")
        for s, C in enumerate(PENALTIES):
            y, won = HEAD - 0.25 + LINE * (s + 0.5), s == now.setting
            look = {"fontweight": "bold" if won else "normal", "va": "center", "zorder": 4,
                    "color": style.INK if won else style.GREY}
            self._stage.word(CELLS + 1, y, f"C = {C}", 17, ha="right", **look)
            self._stage.word(CELLS + 1.9, y, f"{100 * means[s]:.1f}" + "%" * won, 17, ha="center",
                             **look)
            if won:
                self._stage.areas(self._stage.paper, [rectangle(CELLS + 1.25, y - 0.28, 1.3, 0.56)],
                                  VALIDATE, 3)

    def _draw_verdict(self, folds: list[Fold], now: Event | None) -> None:
        """Write the headline, and the number that counts under the table."""
        C = f"C = {PENALTIES[now.setting]}" if now and now.setting is not None else ""
        kind = now.kind if now else "start"
        if kind == "start":
            self._headline("Five test parts are locked before anything is tried")
            self._box("5 locks", LOCKED, "and nothing has\nbeen tried yet", TEST)
        elif kind == "inner":
            self._headline("While C is being chosen, the test part stays locked")
            self._box(percent(now.score), VALIDATE, "right in yellow,\nlearned from blue")
        elif kind == "winner":
            self._headline(f"{C} won with {percent(now.score)}. What is behind the lock?")
            self._say(CELLS, BOX + 0.2, f"Do not report {percent(now.score)}:\n"
                      "it was used to choose", 15, linespacing=1.3)
        elif kind == "refit":
            sizes = folds[now.outer].sizes
            who = "all samples" if sizes is None else f"{sum(sizes[:-1])} passengers"
            self._headline(f"{C} learns again, from all four open parts")
            self._box("refit", TRAIN, f"on {who},\nfour parts")
        elif now.setting is None:
            self._headline(f"Row {now.outer + 1} unlocked: {percent(now.score)}")
            self._box(percent(now.score), "white", "on the locked part", TEST)
        else:
            self._draw_opened(folds[now.outer].means[now.setting], now.score)

    def _headline(self, words: str) -> None:
        self._stage.word(0.12, 0.3, words, 16.5)

    def _box(self, number: str, face: str, words: str, edge: str = style.INK) -> None:
        """Show one number large, and what it is beside it."""
        self._number(5.2, 1.45, number, face, edge)
        self._say(6.77, BOX + 0.33, words, 13.5, linespacing=1.25)

    def _number(self, x: float, width: float, number: str, face: str, edge: str) -> None:
        self._stage.areas(self._stage.paper, [rectangle(x, BOX, width, 0.66)], face, 3, z=4,
                          edgecolors=edge)
        self._stage.word(x + width / 2, BOX + 0.33, number, 22, ha="center", zorder=6)

    def _draw_opened(self, chose: float, tested: float) -> None:
        """Put the number that chose beside the number that tests."""
        before, after = (f"{100 * share:.1f}" for share in (chose, tested))
        self._headline(f"CV said {before}%, the part behind the lock {after}%")
        for x, number, face, edge, word in ((5.2, before, VALIDATE, style.INK, "CV"),
                                            (7.45, after, "white", TEST, "tested")):
            self._number(x, 1.15, number, face, edge)
            self._say(x + 0.575, BOX + 0.83, word, 13, ha="center")
        self._stage.paper.add_patch(FancyArrowPatch(
            (6.45, BOX + 0.46), (7.35, BOX + 0.46), arrowstyle="-|>", mutation_scale=24, lw=3,
            color=style.INK, zorder=5, shrinkA=0, shrinkB=0))
        self._say(6.9, BOX + 0.14, signed(float(after) - float(before), "+.1f"), 16, ha="center")
        self._say(6.9, BOX + 0.83, "may be luck", 13, ha="center")

    def _draw_end(self, folds: list[Fold]) -> None:
        """Show for each row how the score behind the lock differs from the one that chose."""
        mean, stage, rose = np.mean([fold.score for fold in folds]), self._stage, []
        for x, word in ((6.05, "CV"), (7.85, "tested")):
            stage.word(x, TOP - 0.2, word, ha="center", va="baseline")
        for row, fold in enumerate(folds):
            y = middle(row, 0)[1]
            stage.word(7.85, y, f"{100 * fold.score:.1f}", 18, ha="center")
            if fold.inner is None:
                self._say(6.05, y, "not in the slides", 13, ha="center")
                continue
            self._say(6.05, y, f"{100 * fold.means.max():.1f}", 18, ha="center")
            rose.append(fold.score > fold.means.max())
            tilt = np.clip(4 * (fold.score - fold.means.max()), -0.25, 0.25)
            stage.lines(stage.paper, [[(6.45, y + tilt), (7.45, y - tilt)]],
                        style.GREY if tilt < 0 else style.INK, 4)
        self._headline(f"Five locks opened, once each: {100 * mean:.1f}% on average"
                       if len(rose) < PARTS else f"Five locks: {NUMERALS[sum(rose)]} scores rose, "
                       f"{NUMERALS[PARTS - sum(rose)]} fell")
        stage.word(5.3, TOP + ROW * PARTS + 0.27, f"{100 * mean:.1f}%", 24, color=WORD)
        self._say(6.5, TOP + ROW * PARTS + 0.27, "on average: report this", 13.5)

    def details(self, state: dict) -> str:
        """Return the inner means of the fold in view, and the locked scores so far."""
        folds, events = recorded(state["data"])
        done = events[:state["step"]]
        if not done:
            return ""
        fold, said = folds[done[-1].outer], ""
        if done[-1].kind != "inner" and fold.inner is not None:
            means = ", ".join(f"{100 * mean:.1f} for C = {C}"
                              for C, mean in zip(PENALTIES, fold.means))
            said = f"Inner CVs in per cent: {means}. "
        scores = [f"{100 * event.score:.1f}" for event in done if event.kind == "outer"]
        return said + (f"Locked scores so far: {', '.join(scores)}." if scores else "")


def _role(now: Event | None, row: int, v: int) -> str:
    """Return what the part of an inner fold does in a row: "train", "validate", "choose" or ""."""
    if now is None or row != now.outer:
        return ""
    if now.kind == "winner":
        return "choose"
    return "validate" if now.kind == "inner" and v == now.inner else "train"


def _status(state: dict, folds: list[Fold], events: list[Event], now: Event | None,
            scores: dict[int, float]) -> str:
    """Say which step this is, what happens in it, and the number that comes out."""
    if now is None:
        return (f"Step 0 of {len(events)}, {state['data']}: nothing has been tried, and all five "
                "test parts are locked.")
    begun = f"Step {state['step']} of {len(events)}, outer fold {now.outer + 1}: "
    sizes = folds[now.outer].sizes
    C = "" if now.setting is None else f"C = {PENALTIES[now.setting]}"
    per_cent = "" if now.score is None else percent(now.score)
    if now.kind == "inner":
        who = "its samples" if sizes is None else f"its {sizes[now.inner]} passengers"
        return (f"{begun}with {C} three parts train and inner fold {now.inner + 1} validates; "
                f"{per_cent} of {who} are right.")
    locked = "locked part has" if sizes is None else f"{sizes[-1]} locked passengers have"
    if now.kind == "winner":
        return f"{begun}{C} wins with an inner CV of {per_cent}. The {locked} not been used."
    if now.kind == "refit":
        many = "" if sizes is None else f", {sum(sizes[:-1])} passengers"
        return f"{begun}{C} learns again, from all four open parts{many}."
    who = "the part" if sizes is None else f"its {sizes[-1]} passengers"
    chose = "the inner table is not in the slides" if now.setting is None else \
        f"the inner CV was {100 * folds[now.outer].means[now.setting]:.1f}%"
    end = "." if now is not events[-1] else \
        f". The {len(scores)} locked scores average {100 * np.mean(list(scores.values())):.1f}%."
    return f"{begun}unlocked once, {per_cent} of {who} are right; {chose}{end}"
