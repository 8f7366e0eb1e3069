"""Lesson 06: all passengers fall through three questions that the learner chooses."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.lines import Line2D

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Button, Choice, Slider
from coursekit.lessons.lesson06.falling import (
    CELL, GHOST, HEIGHT, LEFT, TALL, TOPS, WIDTH, Block, arrow, half_width, lay_out, positions,
    question_places, width, words_of,
)
from coursekit.lessons.lesson06.questions import (
    ELEVEN, FEMALE, FEW, GREEDY, MENU, NONE, TEN, errors, survived,
)
from coursekit.plots import style

STEPS = 10                                      # of a fall; after half of them one question
BAR, LONG = 672, 190 / 500                      # left edge of the bars; pixels per wrong answer
LIGHT, MIDDLE = "#D8D8D8", "#7A7A7A"
MOST_WORDS = 40
UNSEEN = (150, 508)                              # where the first answers will lead


class ThreeQuestions(Explorer):
    """The passengers of the Titanic fall to yes or no, twice; a group gets its majority answer.

    Examples
    --------
    >>> ThreeQuestions(step=5).status.split(" Questions")[0]
    'Step 5 of 10: 500 of 1,309 answers are wrong before any question, 288 after the first.'
    """

    title = "Three questions"
    question = "Which questions about a passenger leave fewest wrong answers?"
    size = (WIDTH / 100, HEIGHT / 100)
    controls = (
        Choice("first", "first question", tuple(MENU), FEMALE, "everybody answers it"),
        Choice("yes", "question after yes", (*MENU, NONE), FEW, "for those who answered yes"),
        Choice("no", "question after no", (*MENU, NONE), TEN, "for those who answered no; "
               "a passenger of unknown age answers no to every question about age"),
        Slider("step", "fall", 0, STEPS, 1, 0, "0: nobody is asked; 5: one question; 10: all"))
    buttons = (Button("Next", "let them fall a little further", "next"),
               Button("Play", "let them fall through all questions", "play"))
    presets = {
        "one question": Preset(
            {"step": 5}, "Which passengers are in the black frames?", shows=r"288 after the first"),
        "greedy": Preset(
            {"step": 10}, "How much do the second and the third question help?",
            shows=r"270 after all"),
        "another start": Preset(
            {"first": ELEVEN, "yes": FEW, "no": FEMALE, "step": 10},
            "The first question helps little. Why is the end better?",
            shows=r"488 after the first, 259 after all"),
        "sex asked twice": Preset(
            {"first": "first class?", "yes": FEMALE, "no": FEMALE, "step": 10},
            "Does the first question change any answer here?",
            shows=r"423 after the first, 288 after all"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the squares, frames, arrows, bars and all that is written."""
        canvas.figure.set_layout_engine("none")
        self._paper = paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH),
                                                     ylim=(0, HEIGHT))
        paper.set_axis_off()
        self._bars = canvas.moving(paper.add_collection(PolyCollection([], zorder=2)))
        self._ghosts, self._squares = ([canvas.moving(self._marks(colours[fate], zorder))
                                        for fate in ("survived", "died")]
                                       for colours, zorder in ((GHOST, 1), (style.COLOURS, 3)))
        self._arrows = canvas.moving(paper.add_collection(LineCollection(
            [], colors=style.INK, linewidths=1.7, zorder=4)))
        (self._tips,) = paper.plot([], [], "v", color=style.INK, markersize=7, zorder=4)
        self._frames = canvas.moving(paper.add_collection(LineCollection(
            [], colors=style.INK, linewidths=2.6, joinstyle="round", zorder=5)))
        canvas.moving(self._tips)
        self._plates = canvas.moving(paper.add_collection(PolyCollection(
            [], facecolors="white", alpha=0.82, linewidths=0, zorder=3.5)))
        self._dashes = canvas.moving(paper.add_collection(LineCollection(
            [*(np.array([(x + a * 90, 64), (x + a * 90, 122)]) for x in UNSEEN for a in (-1, 1)),
             *(np.array([(x - 90, y), (x + 90, y)]) for x in UNSEEN for y in (64, 122)),
             *(np.array([(x, 126), (x, 172), (329 + a * 40, 172)])
               for x, a in zip(UNSEEN, (-1, 1), strict=True))],
            colors=style.GREY, linewidths=1.6, linestyles="--", zorder=1)))
        self._words = [canvas.moving(paper.text(0, 0, "", va="center", zorder=6))
                       for _ in range(MOST_WORDS)]
        self._key()

    def _marks(self, colour: str, zorder: int) -> Line2D:
        (marks,) = self._paper.plot([], [], "s", color=colour, markersize=0.72 * (CELL - 1),
                                    markeredgewidth=0, snap=False, zorder=zorder)
        return marks

    def _key(self) -> None:
        """Draw what a square and a frame mean."""
        for x, fate in ((LEFT + 14, "survived"), (LEFT + 140, "died")):
            self._paper.plot([x], [24], "s", color=style.COLOURS[fate], markersize=11)
            self._paper.text(x + 13, 24, fate, fontsize=14, va="center", fontweight="bold",
                             color=style.WORDS[fate])
        self._paper.text(LEFT + 236, 24, "one square is one passenger", fontsize=14, va="center")
        self._paper.plot([BAR + 9], [24], "s", mfc="none", mec=style.INK, mew=2.6, markersize=15)
        self._paper.text(BAR + 26, 24, "in a frame: wrong", fontsize=14, va="center")

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of a fall."""
        return {"step": (0, STEPS)}

    def draw(self, state: dict) -> str:
        """Let the passengers fall as far as the state says."""
        asked, fall = (state["first"], state["yes"], state["no"]), 2 * state["step"] / STEPS
        blocks, level = lay_out(*asked), int(fall)
        self._dashes.set_visible(not fall)
        self._texts: list[tuple] = []
        self._place_squares(blocks, fall)
        questions = [(blocks[0], asked[:1], blocks[1]), (blocks[1], asked[1:], blocks[2])]
        self._place_arrows(questions[:int(np.ceil(fall))], in_the_air=fall != level)
        self._place_answers(blocks, fall, asked[0])
        wrong = errors(*asked)
        self._place_bars(wrong, level, asked)
        self._write((LEFT, 484, _finding(asked, wrong, fall), 16, "bold", style.INK, "left"))
        for text, told in zip(self._words, [*self._texts, *[None] * MOST_WORDS], strict=False):
            text.set_text("")
            if told:
                x, y, words, size, weight, colour, side = told
                text.set(position=(x, y), text=words, fontsize=size, fontweight=weight,
                         color=colour, ha=side)
        return _status(asked, wrong, state["step"])

    def details(self, state: dict) -> str:
        """Return every group that the picture shows, and what it answers."""
        found = lay_out(state["first"], state["yes"], state["no"])[2 * state["step"] // STEPS]
        return "Groups from left to right: " + "; ".join(
            f"{b.group.n} passengers, {b.group.survived} survived, {b.group.wrong} wrong"
            for b in found) + "."

    def _write(self, *texts: tuple) -> None:
        self._texts += texts

    def _place_squares(self, blocks: tuple[list[Block], ...], fall: float) -> None:
        now, lived = positions(blocks, fall), survived()
        left_behind = [b for level in blocks[:int(np.ceil(fall))] for b in level]
        for fate, squares, ghosts in zip((True, False), self._squares, self._ghosts, strict=True):
            squares.set_data(*now[lived == fate].T)
            ghosts.set_data(*np.concatenate([np.empty((0, 2)), *(
                b.squares()[lived[b.group.rows] == fate] for b in left_behind)]).T)
        landed = blocks[int(fall)] if fall == int(fall) else []
        self._frames.set_segments([b.frame() for b in landed if b.group.wrong])

    def _place_arrows(self, questions: list[tuple], in_the_air: bool) -> None:
        """Write the questions; those who fall pass behind a plate."""
        lines, plates = [], []
        for parents, asked, children in questions:
            y, rest = parents[0].top - TALL - 26, list(children)
            for parent, question, x in zip(parents, asked, question_places(parents, asked),
                                           strict=True):
                if question == NONE:
                    lines.append(np.array([(parent.centre, y + 22), (parent.centre,
                                                                     rest.pop(0).top + 5)]))
                    continue
                words = words_of(question)
                half = half_width(question) + 6
                self._write((x, y, words, 15, "bold", style.INK, "center"))
                tall = 24 if "\n" in words else 12
                plates.append(_box(x - half, y - tall, 2 * half, 2 * tall))
                for word, side, away in (("yes", "right", -8), ("no", "left", 8)):
                    child = rest.pop(0)
                    lines.append(arrow(x, y, half, tall, child))
                    self._write((child.centre + away, child.top + 13, word, 13, "normal",
                                 style.GREY, side))
                    plates.append(_box(child.centre - 38 if word == "yes" else child.centre + 4,
                                       child.top + 4, 34, 18))
        self._plates.set_verts(plates if in_the_air else [])
        self._arrows.set_segments(lines)
        self._tips.set_data(*np.array([line[-1] for line in lines] or np.empty((0, 2))).T)

    def _place_answers(self, blocks: tuple[list[Block], ...], fall: float, first: str) -> None:
        """Write under each block that has landed how many survived, and how many are wrong."""
        if fall != int(fall):
            return
        for block in blocks[int(fall)]:
            y, group = block.top - TALL - 18, block.group
            if not group.n:
                self._write((block.centre, y, "nobody", 14, "normal", style.GREY, "center"))
                continue
            blue = style.WORDS["survived"]
            self._write(
                (block.centre, y, f"{group.survived / group.n:.0%}", 20, "bold",
                 blue, "center"),
                (block.centre, y - 23, "survived", 14, "bold", blue, "center"),
                (block.centre, y - 44, f"{group.wrong} wrong", 14, "bold", style.INK, "center"))
        if not fall:
            root = blocks[0][0]
            for fate, x, side in (("survived", root.left - 9, "right"),
                                  ("died", root.left + width(root.group) + 9, "left")):
                self._write((x, root.top - TALL / 2, fate, 15, "bold", style.WORDS[fate], side))
            self._write((root.centre, 278, "All get the same answer, “died”. It is wrong", 15,
                         "normal", style.INK, "center"),
                        (root.centre, 254, "for everybody in the black frame.", 15, "normal",
                         style.INK, "center"),
                        (root.centre, 198, f"next question: {first}", 15, "bold", style.GREY,
                         "center"),
                        *((x, 92, "?", 26, "bold", style.GREY, "center") for x in UNSEEN),
                        *((x, 147, word, 13, "normal", style.GREY, side) for x, word, side in zip(
                            (UNSEEN[0] - 8, UNSEEN[1] + 8), ("yes", "no"), ("right", "left"),
                            strict=True)))

    def _place_bars(self, wrong: tuple[int, ...], level: int, asked: tuple[str, ...]) -> None:
        boxes, colours = [], []
        rival = errors(*GREEDY)
        number = 1 + sum(q != NONE for q in asked[1:])
        names = ("no question", "1 question", f"{number} question{'s' * (number > 1)}")
        for k, count in enumerate(wrong[:level + 1]):
            y, now = TOPS[k] - TALL / 2, k == level
            boxes.append(_box(BAR, y - 16, count * LONG, 32))
            colours.append(style.INK if now else MIDDLE)
            weight, colour = ("bold", style.INK) if now else ("normal", style.GREY)
            self._write((BAR, y + 28, f"after {names[k]}", 14, weight, colour, "left"),
                        (BAR + count * LONG - 6, y, f"{count}", 20, "bold", "white", "right"))
            inside = count > 350
            self._write((BAR + 7 if inside else BAR + count * LONG + 6, y, "wrong", 15, weight,
                         "white" if inside else colour, "left"))
            if k and asked[0] != FEMALE:
                boxes.append(_box(BAR, y - 40, rival[k] * LONG, 21))
                colours.append(LIGHT)
                self._write((BAR + rival[k] * LONG - 5, y - 29.5, f"{rival[k]}", 14, "normal",
                             "#333333", "right"),
                            (BAR + rival[k] * LONG + 6, y - 29.5, "sex first", 13, "normal",
                             "#444444", "left"))
        self._bars.set_verts(boxes)
        self._bars.set_facecolor(colours)


def _box(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _finding(asked: tuple[str, ...], wrong: tuple[int, ...], fall: float) -> str:
    n, (_, one, all_) = len(survived()), wrong
    if not fall:
        return f"Titanic: without a question, {wrong[0]} of {n:,} answers are wrong"
    if fall < 1:
        return f"Titanic: “{asked[0]}” Yes falls to the left, no to the right"
    if fall == 1:
        return f"Titanic: after one question {one} of {n:,} answers are wrong"
    if fall < 2:
        return "Titanic: each group gets a question of its own"
    if asked[1:] == (NONE, NONE):
        return f"Titanic: with one question only, {one} of {n:,} answers are wrong"
    greedy = errors(*GREEDY)
    if one > greedy[1] and all_ < greedy[2]:
        return f"Titanic: a poor first question, yet {greedy[2] - all_} fewer wrong in the end"
    if one == all_:
        return f"Titanic: the last questions change no answer; {all_} are wrong"
    if wrong[0] - one > one - all_:
        return (f"Titanic: the first question removes {wrong[0] - one} errors, the next only "
                f"{one - all_}")
    return f"Titanic: in the end {all_} of {n:,} answers are wrong"


def _status(asked: tuple[str, ...], wrong: tuple[int, ...], step: int) -> str:
    first, yes, no = asked
    told = [f"{wrong[0]} of {len(survived()):,} answers are wrong before any question",
            f"{wrong[1]} after the first", f"{wrong[2]} after all"][:1 + 2 * step // STEPS]
    air = "" if step in (0, STEPS // 2, STEPS) else " They are still falling."
    return (f"Step {step} of {STEPS}: {', '.join(told)}.{air} Questions: {first}; if yes, {yes}; "
            f"if no, {no}.").replace("?.", "?")
