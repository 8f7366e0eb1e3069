"""Lesson 06: all passengers fall through three questions that the learner chooses."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson06.falling import (
    CELL, GHOST, HEIGHT, LEFT, TALL, TOPS, WIDTH, Block, arrow, frame_width, half_width, lay_out,
    positions, question_places, width, words_of,
)
from coursekit.lessons.lesson06.questions import (
    ELEVEN, FEMALE, FEW, GREEDY, MENU, NONE, TEN, errors, survived,
)
from coursekit.plots import style
from coursekit.wording import plural

STEPS = 10                                      # of a fall; after half of them one question
BAR, LONG = 672, 190 / 500                      # left edge of the bars; pixels per wrong answer
LIGHT, MIDDLE = "#D8D8D8", "#7A7A7A"
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
        """Set the paper, and draw what a square and a frame mean."""
        self._stage = Stage(canvas, extent=(WIDTH, HEIGHT))
        paper = self._stage.paper
        for x, fate in ((LEFT + 14, "survived"), (LEFT + 140, "died")):
            paper.plot([x], [24], "s", color=style.COLOURS[fate], markersize=11)
            self._write(x + 13, 24, fate, colour=style.WORDS[fate])
        self._write(LEFT + 236, 24, "one square is one passenger", weight="normal")
        paper.plot([BAR + 9], [24], "s", mfc="none", mec=style.INK, mew=2.6, markersize=15)
        self._write(BAR + 26, 24, "in a frame: wrong", weight="normal")

    def _write(self, x: float, y: float, words: str, size: float = 14, weight: str = "bold",
               colour: str = style.INK, side: str = "left") -> None:
        self._stage.word(x, y, words, size, fontweight=weight, color=colour, ha=side, zorder=6)

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of a fall."""
        return {"step": (0, STEPS)}

    def draw(self, state: dict) -> str:
        """Let the passengers fall as far as the state says."""
        asked, fall = (state["first"], state["yes"], state["no"]), 2 * state["step"] / STEPS
        blocks, level = lay_out(*asked), int(fall)
        if not fall:
            self._place_start(blocks[0][0], asked[0])
        self._place_squares(blocks, fall)
        questions = [(blocks[0], asked[:1], blocks[1]), (blocks[1], asked[1:], blocks[2])]
        self._place_arrows(questions[:int(np.ceil(fall))], in_the_air=fall != level)
        if fall == level:
            self._place_answers(blocks[level])
        wrong = errors(*asked)
        self._place_bars(wrong, level, asked)
        self._write(LEFT, 484, _finding(asked, wrong, fall), 16)
        return _status(asked if self.controls else asked[:1], wrong, state["step"])

    def details(self, state: dict) -> str:
        """Return every group that the picture shows, and what it answers."""
        found = lay_out(state["first"], state["yes"], state["no"])[2 * state["step"] // STEPS]
        return "Groups from left to right: " + "; ".join(
            f"{b.group.n} passengers, {b.group.survived} survived, {b.group.wrong} wrong"
            for b in found) + "."

    def _place_squares(self, blocks: tuple[list[Block], ...], fall: float) -> None:
        now, lived, stage = positions(blocks, fall), survived(), self._stage
        left_behind = [b for level in blocks[:int(np.ceil(fall))] for b in level]
        for fate, name in ((True, "survived"), (False, "died")):
            ghosts = np.concatenate([np.empty((0, 2)), *(
                b.squares()[lived[b.group.rows] == fate] for b in left_behind)])
            for places, colours, z in ((ghosts, GHOST, 1), (now[lived == fate], style.COLOURS, 3)):
                stage.paper.plot(*places.T, "s", color=colours[name], markersize=0.72 * (CELL - 1),
                                 markeredgewidth=0, snap=False, zorder=z)
        landed = blocks[int(fall)] if fall == int(fall) else []
        stage.lines(stage.paper, [b.frame() for b in landed if b.group.wrong], z=5,
                    width=[frame_width(b.group) for b in landed if b.group.wrong],
                    joinstyle="round")

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
                self._write(x, y, words, 15, side="center")
                tall = 24 if "\n" in words else 12
                plates.append(_box(x - half, y - tall, 2 * half, 2 * tall))
                for word, side, away in (("yes", "right", -8), ("no", "left", 8)):
                    child = rest.pop(0)
                    lines.append(arrow(x, y, half, tall, child))
                    self._write(child.centre + away, child.top + 13, word, 13, "normal",
                                style.GREY, side)
                    plates.append(_box(child.centre - 38 if word == "yes" else child.centre + 4,
                                       child.top + 4, 34, 18))
        stage = self._stage
        if in_the_air:
            stage.areas(stage.paper, plates, "white", 0, z=3.5, alpha=0.82)
        stage.lines(stage.paper, lines, width=1.7, z=4)
        stage.paper.plot(*np.array([line[-1] for line in lines] or np.empty((0, 2))).T, "v",
                         color=style.INK, markersize=7, zorder=4)

    def _place_answers(self, landed: list[Block]) -> None:
        """Write under each block that has landed how many survived, and how many are wrong."""
        for block in landed:
            y, group = block.top - TALL - 18, block.group
            if not group.n:
                self._write(block.centre, y, "nobody", 14, "normal", style.GREY, "center")
                continue
            for at, words, size, colour in (
                    (y, f"{group.survived / group.n:.0%}", 20, style.WORDS["survived"]),
                    (y - 23, "survived", 14, style.WORDS["survived"]),
                    (y - 44, f"{group.wrong} wrong", 14, style.INK)):
                self._write(block.centre, at, words, size, "bold", colour, "center")

    def _place_start(self, root: Block, first: str) -> None:
        """Say what nobody has been asked yet, and where the answers will lead."""
        for fate, x, side in (("survived", root.left - 9, "right"),
                              ("died", root.left + width(root.group) + 9, "left")):
            self._write(x, root.top - TALL / 2, fate, 15, "bold", style.WORDS[fate], side)
        for y, words in ((278, "All get the same answer, “died”. It is wrong"),
                         (254, "for everybody in the black frame.")):
            self._write(root.centre, y, words, 15, "normal", side="center")
        self._write(root.centre, 198, f"next question: {first}", 15, "bold", style.GREY, "center")
        dashes = []
        for x, word, side, way in zip(UNSEEN, ("yes", "no"), ("right", "left"), (-1, 1),
                                      strict=True):
            self._write(x, 92, "?", 26, "bold", style.GREY, "center")
            self._write(x + 8 * way, 147, word, 13, "normal", style.GREY, side)
            dashes += [*([(x + a * 90, 64), (x + a * 90, 122)] for a in (-1, 1)),
                       *([(x - 90, y), (x + 90, y)] for y in (64, 122)),
                       [(x, 126), (x, 172), (329 + way * 40, 172)]]
        self._stage.lines(self._stage.paper, dashes, style.GREY, 1.6, z=1, linestyles="--")

    def _place_bars(self, wrong: tuple[int, ...], level: int, asked: tuple[str, ...]) -> None:
        boxes, colours = [], []
        rival = errors(*GREEDY)
        number = 1 + sum(q != NONE for q in asked[1:])
        names = ("no question", "1 question", plural(number, "question"))
        for k, count in enumerate(wrong[:level + 1]):
            y, now = TOPS[k] - TALL / 2, k == level
            boxes.append(_box(BAR, y - 16, count * LONG, 32))
            colours.append(style.INK if now else MIDDLE)
            weight, colour = ("bold", style.INK) if now else ("normal", style.GREY)
            self._write(BAR, y + 28, f"after {names[k]}", 14, weight, colour)
            self._write(BAR + count * LONG - 6, y, f"{count}", 20, "bold", "white", "right")
            inside, narrow = count > 350, 330 < count < 375      # little room on either side
            self._write(BAR + 7 if inside else BAR + count * LONG + 6, y, "wrong",
                        13 if narrow else 15, weight, "white" if inside else colour)
            if k and asked[0] != FEMALE:
                boxes.append(_box(BAR, y - 40, rival[k] * LONG, 21))
                colours.append(LIGHT)
                self._write(BAR + rival[k] * LONG - 5, y - 29.5, f"{rival[k]}", 14, "normal",
                            "#333333", "right")
                self._write(BAR + rival[k] * LONG + 6, y - 29.5, "sex first", 13, "normal",
                            "#444444")
        self._stage.areas(self._stage.paper, boxes, colours, 0)


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
    two = NONE not in asked[1:]
    if one == all_:
        return (f"Titanic: the next {'two change' if two else 'one changes'} no answer; {all_} are "
                "wrong")
    if wrong[0] - one > one - all_:
        only = "only " * (2 * (one - all_) < wrong[0] - one)
        return (f"Titanic: the first question removes {wrong[0] - one} errors, the next "
                f"{'two' if two else 'one'} {only}{one - all_}")
    return f"Titanic: in the end {all_} of {n:,} answers are wrong"


def _status(asked: tuple[str, ...], wrong: tuple[int, ...], step: int) -> str:
    """Return the sentence; a still names only the first question, for the others are asked for."""
    told = [f"{wrong[0]} of {len(survived()):,} answers are wrong before any question",
            f"{wrong[1]} after the first", f"{wrong[2]} after all"][:1 + 2 * step // STEPS]
    air = "" if step in (0, STEPS // 2, STEPS) else " They are still falling."
    then = "".join(f"; if {word}, {question}" for word, question in
                   zip(("yes", "no"), asked[1:], strict=False))
    return (f"Step {step} of {STEPS}: {', '.join(told)}.{air} Questions: {asked[0]}{then}."
            ).replace("?.", "?")
