"""Lesson 05b: nested cross-validation step by step, with the test part behind a padlock.

On the left the five parts of the passengers, once for each outer fold; on the right the inner
table of the fold in view. One pair of axes covers the picture, in inches from its upper left.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import FancyArrowPatch, Rectangle

from coursekit.explorer import Button, Canvas, Choice, Explorer, Numbers, Preset, Slider
from coursekit.lessons.lesson05b.passengers_run import PARTS, PENALTIES, Fold, run, slides
from coursekit.plots import style
from coursekit.wording import percent, signed

TRAIN, VALIDATE, TEST = style.COLOURS["train"], style.AREAS["validate"], style.COLOURS["test"]
LOCKED, RESTING, EDGE = style.PALE_ORANGE, "#EDEDED", "#8A8A8A"
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
    'Step 13 of 75, outer fold 1: C = 1 wins with an inner mean of 83.1%. The 182 locked \
passengers have not been used.'
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
            shows=r"^Step 13 .*wins with an inner mean"),
        "unlocked": Preset(
            {"step": 15},
            "More or less than the number that chose?",
            shows=r"^Step 15 .*unlocked once"),
        "the end": Preset(
            {"step": LAST},
            "Five locked scores: how far apart are they?",
            shows=r"^Step 75 .*scores average"),
        "another winner": Preset(
            {"data": "second cut", "step": 58},
            "May the outer folds choose different settings?",
            shows=r"^Step 58 .*C = 10 wins")}
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
        """Create one pair of axes for all, and what moves in it."""
        canvas.figure.set_layout_engine("none")
        self._ax = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(HEIGHT, 0))
        self._ax.set_axis_off()
        self._build_blocks(canvas)
        self._build_table(canvas)
        self._build_words(canvas)

    def _build_blocks(self, canvas: Canvas) -> None:
        ax = self._ax
        ax.text(LEFT, TOP - 0.16, "outer fold", fontsize=14, weight="bold")
        for row in range(PARTS):
            ax.text(LEFT - 0.14, middle(row, 0)[1], str(row + 1), fontsize=15, ha="right",
                    va="center")
        away = [block(row, part) for row in range(PARTS) for part in range(PARTS) if part != row]
        self._blocks = canvas.moving(ax.add_collection(PolyCollection(
            away, facecolor=RESTING, edgecolor=EDGE, linewidth=0.8, zorder=1, label="parts")))
        self._tests = canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=LOCKED, edgecolor=TEST, linewidth=1.6, hatch="//", zorder=1,
            label="locked")))
        self._open = canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor="white", edgecolor=TEST, linewidth=4, zorder=2, label="unlocked")))
        self._bodies = canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=style.INK, zorder=4, label="padlocks")))
        self._shackles = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=3.2, zorder=4)))
        self._frame = canvas.moving(ax.add_patch(Rectangle(
            (LEFT - 0.05, 0), PARTS * BLOCK + 0.1, ROW, fill=False, edgecolor=style.INK, lw=3.5,
            zorder=3)))
        self._roles = Numbers(canvas, ax, 12.5)
        self._scores = Numbers(canvas, ax, 16, "bold")

    def _build_table(self, canvas: Canvas) -> None:
        ax, bottom = self._ax, HEAD + LINE * len(PENALTIES)
        (self._inner_head,) = [canvas.moving(ax.text(
            WIDTH - 0.05, TOP - 0.16, "", fontsize=14, weight="bold", ha="right"))]
        for v in range(INNER):
            ax.text(CELLS + CELL * (v + 0.5), HEAD - 0.15, str(v + 1), fontsize=14, ha="center",
                    va="center")
        ax.text(MEANS + MEAN / 2, HEAD - 0.15, "mean", fontsize=14, ha="center", va="center")
        for s, C in enumerate(PENALTIES):
            ax.text(CELLS - 0.1, HEAD + LINE * (s + 0.5), f"C = {C}", fontsize=14, ha="right",
                    va="center")
        grid = [[(CELLS, y), (CELLS + INNER * CELL, y)] for y in
                np.linspace(HEAD, bottom, len(PENALTIES) + 1)]
        grid += [[(CELLS + CELL * v, HEAD), (CELLS + CELL * v, bottom)] for v in range(INNER + 1)]
        grid += [[(MEANS, y), (MEANS + MEAN, y)] for y in
                 np.linspace(HEAD, bottom, len(PENALTIES) + 1)]
        grid += [[(x, HEAD), (x, bottom)] for x in (MEANS, MEANS + MEAN)]
        ax.add_collection(LineCollection(grid, colors=EDGE, linewidths=1))
        self._cell = canvas.moving(ax.add_patch(Rectangle(
            (0, 0), CELL, LINE, facecolor=VALIDATE, edgecolor=style.INK, lw=1.5, zorder=1)))
        self._table = Numbers(canvas, ax, 14)
        self._means = [Numbers(canvas, ax, 14, weight) for weight in ("normal", "bold")]
        self._missing = canvas.moving(ax.text(
            CELLS + INNER * CELL / 2, HEAD + LINE * 1.5, "never printed", fontsize=14,
            ha="center", va="center", bbox={"facecolor": "white", "edgecolor": "none"}))

    def _build_words(self, canvas: Canvas) -> None:
        ax = self._ax

        def words(x: float, y: float, size: float, **look):
            return canvas.moving(ax.text(x, y, "", fontsize=size, va="center", zorder=6, **look))
        self._headline = words(0.12, 0.3, 16.5, weight="bold")
        self._below = words(LEFT, TOP + ROW * PARTS + 0.27, 13.5)
        self._boxes = [canvas.moving(ax.add_patch(Rectangle(
            (0, BOX), 1, 0.66, facecolor="white", edgecolor=style.INK, lw=2, zorder=4)))
            for _ in range(2)]
        self._big = [words(0, BOX + 0.33, 22, weight="bold", ha="center") for _ in range(2)]
        self._beside = words(0, BOX + 0.33, 13.5, linespacing=1.25)
        self._under = [words(0, BOX + 0.83, 13, ha="center") for _ in range(3)]
        (self._strike,) = ax.plot([], [], color=style.INK, lw=4, zorder=7)
        self._arrow = FancyArrowPatch((0, 0), (1, 1), arrowstyle="-|>", mutation_scale=24, lw=3,
                                      color=style.INK, zorder=5, shrinkA=0, shrinkB=0)
        ax.add_patch(self._arrow)
        canvas.moving(self._strike)
        canvas.moving(self._arrow)

    def draw(self, state: dict) -> str:
        """Show who does what after a step, and what is known by then."""
        folds, events = recorded(state["data"])
        done = events[:state["step"]]
        now = done[-1] if done else None
        scores = {event.outer: event.score for event in done if event.kind == "outer"}
        self._draw_blocks(now, scores)
        self._draw_table(folds, done, now)
        self._draw_words(folds, events, now, scores)
        who = "the samples of the slides" if folds[0].sizes is None else \
            f"{sum(folds[0].sizes)} passengers"
        self._below.set_text(f"{who} in five parts; hatched: locked")
        return _status(state, folds, events, now, scores)

    def _draw_blocks(self, now: Event | None, scores: dict[int, float]) -> None:
        faces, words = [], []
        for row in range(PARTS):
            for v, part in enumerate(p for p in range(PARTS) if p != row):
                role = _role(now, row, v)
                faces.append({"train": TRAIN, "validate": VALIDATE, "": RESTING}[role])
                x, y = middle(row, part)
                if now is not None and row == now.outer and now.kind != "winner":
                    words += [(x, y - 0.13, f"{v + 1}"), (x, y + 0.13, role)]
        self._blocks.set_facecolor(faces)
        self._roles.show(words)
        locked = [row for row in range(PARTS) if row not in scores]
        self._tests.set_verts([block(row, row) for row in locked])
        self._open.set_verts([block(row, row) for row in scores])
        self._scores.show([(*middle(row, row), f"{100 * score:.1f}")
                           for row, score in scores.items()])
        turn = np.linspace(0, np.pi, 20)
        places = [middle(row, row) for row in locked]
        self._bodies.set_verts([rectangle(x - 0.16, y - 0.02, 0.32, 0.2) for x, y in places])
        self._shackles.set_segments([np.column_stack([
            x + 0.1 * np.cos(turn), y - 0.02 - 0.16 * np.sin(turn)]) for x, y in places])
        self._frame.set_visible(now is not None)
        self._frame.set_y(TOP + ROW * (now.outer if now else 0))

    def _draw_table(self, folds: list[Fold], done: list[Event], now: Event | None) -> None:
        outer = now.outer if now else 0
        known = {(e.setting, e.inner): e.score for e in done
                 if e.kind == "inner" and e.outer == outer}
        self._inner_head.set_text(f"fold {outer + 1}: inner scores, % right")
        self._table.show([(CELLS + CELL * (v + 0.5), HEAD + LINE * (s + 0.5), f"{100 * score:.1f}")
                          for (s, v), score in known.items()])
        full = [s for s in range(len(PENALTIES)) if (s, INNER - 1) in known]
        winner = now.setting if now is not None and now.kind != "inner" else None
        for numbers, wins in zip(self._means, (False, True)):
            numbers.show([(MEANS + MEAN / 2, HEAD + LINE * (s + 0.5),
                           f"{100 * folds[outer].means[s]:.1f}")
                          for s in full if (s == winner) == wins])
        self._missing.set_visible(folds[outer].inner is None)
        self._cell.set_visible(now is not None and now.setting is not None)
        if now is not None and now.setting is not None:
            inside = now.kind == "inner"
            self._cell.set(x=CELLS + CELL * now.inner if inside else MEANS,
                           y=HEAD + LINE * now.setting, width=CELL if inside else MEAN,
                           linewidth=1.5 if inside else 3.5)

    def _draw_words(self, folds, events, now, scores) -> None:
        """Write the headline and the number that counts."""
        for artist in (*self._boxes, self._strike, self._arrow):
            artist.set_visible(False)
        for text in (*self._big, *self._under, self._beside):
            text.set_text("")
        kind = "start" if now is None else "end" if now is events[-1] else now.kind
        C = f"C = {PENALTIES[now.setting]}" if now and now.setting is not None else ""
        if kind == "start":
            self._headline.set_text("Five test parts are locked before anything is tried")
            self._box("5 locks", LOCKED, "and nothing has\nbeen tried yet", TEST)
        elif kind == "inner":
            self._headline.set_text("While C is being chosen, the test part stays locked")
            self._box(percent(now.score), VALIDATE,
                      "right in yellow,\nlearned from blue")
        elif kind == "winner":
            self._headline.set_text(f"{C} wins its inner table; the lock is still shut")
            self._box(percent(now.score), VALIDATE, f"chose {C}:\ndo not report it")
            self._strike.set_data([5.25, 6.6], [BOX + 0.33] * 2)
            self._strike.set_visible(True)
            x, y = middle(now.outer, now.outer)
            self._point((5.36 - 0.11 * (len(C) - 5), HEAD + LINE * (now.setting + 0.5)),
                        (x + 0.45, y))
        elif kind == "refit":
            self._headline.set_text(f"{C} learns again, from all four open parts")
            sizes = folds[now.outer].sizes
            who = "all samples" if sizes is None else f"{sum(sizes[:-1])} passengers"
            self._box("refit", TRAIN, f"on {who},\nfour parts")
        elif kind == "outer":
            self._draw_opened(folds[now.outer], now)
        else:
            mean = 100 * np.mean(list(scores.values()))
            self._headline.set_text(f"Five locks opened, once each: {mean:.1f}% on average")
            self._box(f"{mean:.1f}%", "white", "mean of five locked\nparts: report this", TEST)

    def _draw_opened(self, fold: Fold, now: Event) -> None:
        """Put the number that chose beside the number that tests."""
        after = f"{100 * now.score:.1f}"
        if now.setting is None:
            self._headline.set_text(f"Fold {now.outer + 1} unlocked: {after}%")
            self._box(f"{after}%", "white", "on the locked part", TEST)
            return
        before = f"{100 * fold.means[now.setting]:.1f}"
        self._headline.set_text(f"Unlocked once: {before}% had chosen, {after}% came out")
        for box, big, under, x, face, edge, number, word in zip(
                self._boxes, self._big, self._under, (5.2, 7.45), (VALIDATE, "white"),
                (style.INK, TEST), (before, after), ("chose", "tested")):
            box.set(x=x, width=1.15, facecolor=face, edgecolor=edge, linewidth=3, visible=True)
            big.set(x=x + 0.575, text=number)
            under.set(x=x + 0.575, text=word)
        self._point((6.45, BOX + 0.46), (7.35, BOX + 0.46))
        self._under[2].set(x=6.9, text="may be luck")
        change = float(after) - float(before)
        self._beside.set(x=6.9, y=BOX + 0.14, ha="center", fontsize=16,
                         text=signed(change, "+.1f"))

    def _box(self, number: str, face: str, words: str, edge: str = style.INK) -> None:
        """Show one number large, and what it is beside it."""
        self._boxes[0].set(x=5.2, width=1.45, facecolor=face, edgecolor=edge, linewidth=3,
                           visible=True)
        self._big[0].set(x=5.925, text=number)
        self._beside.set(x=6.77, y=BOX + 0.33, ha="left", fontsize=13.5, text=words)

    def _point(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw the arrow."""
        self._arrow.set_positions(start, end)
        self._arrow.set_visible(True)

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
            said = f"Inner means in per cent: {means}. "
        scores = [f"{100 * event.score:.1f}" for event in done if event.kind == "outer"]
        return said + (f"Locked scores so far: {', '.join(scores)}." if scores else "")


def _role(now: Event | None, row: int, v: int) -> str:
    """Return what the part of an inner fold does in a row: "train", "validate" or nothing."""
    if now is None or row != now.outer or now.kind == "winner":
        return ""
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
        return f"{begun}{C} wins with an inner mean of {per_cent}. The {locked} not been used."
    if now.kind == "refit":
        many = "" if sizes is None else f", {sum(sizes[:-1])} passengers"
        return f"{begun}{C} learns again, from all four open parts{many}."
    who = "the part" if sizes is None else f"its {sizes[-1]} passengers"
    chose = "the inner table was never printed" if now.setting is None else \
        f"the inner mean was {100 * folds[now.outer].means[now.setting]:.1f}%"
    end = "." if now is not events[-1] else \
        f". The {len(scores)} locked scores average {100 * np.mean(list(scores.values())):.1f}%."
    return f"{begun}unlocked once, {per_cent} of {who} are right; {chose}{end}"
