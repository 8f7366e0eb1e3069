"""Lesson 07d: the question game. A plan of questions suits the counts that one expects."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson07d.zoo import (
    Question, asked, best_questions, counts, depths, members, types, walk,
)
from coursekit.plots import style
from coursekit.wording import plural

SHORT = ("amphibian", "bird", "fish", "insect", "invertebr.", "mammal", "reptile")
LABELS = ("amphibian", "bird", "fish", "insect", "invertebr", "mammal", "reptile")
PLURALS = ("amphibians", "birds", "fish", "insects", "other invertebrates", "mammals", "reptiles")
K = len(SHORT)
MOST = 50               # animals one may expect of a type
DEEP = K - 1            # questions, one type after another
FOOT = 3.0              # height of the strip with the names, in questions
LETTER = 1.42           # width of a letter of 13 points, in animals
WIDE = 15               # animals that give room for a name that is not turned
WORDS = "#1F5F93"       # words in the colour of the questions


class TwentyQuestionsAgain(Explorer):
    """The best questions for the animals one expects, asked about the animals there are.

    Examples
    --------
    >>> TwentyQuestionsAgain().status
    'You expect 70 animals; the real zoo needs 298 questions for 101 animals, on average 2.95.'
    """

    title = "Twenty questions about the type"
    question = "Which questions find the type of an animal soonest?"
    size = (8.8, 5.0)
    controls = tuple(Slider(f"n{k}", name, 1, MOST, 1, 10, f"how many {plural} you expect")
                     for k, (name, plural) in enumerate(zip(LABELS, PLURALS, strict=True)))
    presets = {
        "alphabet": Preset({f"n{k}": n for k, n in enumerate((50, 25, 14, 7, 4, 2, 1))},
                           "Who is asked most often, and how many are they?",
                           shows=r"441 questions for 101 animals"),
        "mammals": Preset({"n5": 50}, "What does one good first question save?",
                          shows=r"266 questions for 101 animals"),
        "true counts": Preset({f"n{k}": n for k, n in enumerate((4, 20, 13, 8, 10, 41, 5))},
                              "Can you do better?", shows=r"247 questions for 101 animals"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the plane of the questions, and the paper."""
        self._stage = stage = Stage(canvas, plane=((0.065, 0.075, 0.925, 0.735), {
            "xlim": (0, sum(counts())), "ylim": (DEEP + FOOT, 0)}))
        stage.plane.set_axis_off()
        for row in range(DEEP):
            stage.word(-1.2, row + 0.5, f"{row + 1}.", 13, stage.plane, ha="right",
                       color=style.GREY, fontweight="normal")
        stage.word(0.012, 0.035, "width: animals; one blue level for each question; yes is left; "
                   "below a block: the questions of that type", 12, color=style.GREY,
                   fontweight="normal")

    def draw(self, state: dict) -> str:
        """Show the questions that suit the expected counts, and how many the zoo needs."""
        expected = [state[f"n{k}"] for k in range(K)]
        first, n = best_questions(expected), sum(counts())
        total = asked(first, counts())
        self._draw_questions(first)
        self._stage.word(0.012, 0.945, f"{total / n:.2f} questions on average", 19)
        self._stage.word(0.012, 0.868, f"{total} questions for {n} animals: the blue area",
                         color=WORDS, fontweight="normal")
        return (f"You expect {sum(expected)} animals; the real zoo needs {total} questions for "
                f"{n} animals, on average {total / n:.2f}.")

    def details(self, state: dict) -> str:
        """Return the questions of each type, and the mean if the zoo were as expected."""
        expected = [state[f"n{k}"] for k in range(K)]
        first = best_questions(expected)
        depth, plan = depths(first), asked(first, expected) / sum(expected)
        return "Questions: " + ", ".join(
            f"{plural} {depth[k]} (there are {counts()[k]}, you expect {state[f'n{k}']})"
            for k, plural in enumerate(PLURALS)) + (
            f". If the zoo held the {sum(expected)} animals that you expect, these questions would "
            f"take {plan:.2f} on average.")

    def _draw_questions(self, first: Question) -> None:
        stage, ax, foot = self._stage, self._stage.plane, DEEP + FOOT
        depth, ends = depths(first), np.cumsum([0, *(counts()[k] for k in members(first))]).tolist()
        left, right = (dict(zip(members(first), part)) for part in (ends, ends[1:]))
        stage.areas(ax, [[(left[k], d), (right[k], d), (right[k], foot), (left[k], foot)]
                         for k, d in depth.items()], "#F4F4F4", 1, 1, edgecolors="#8A8A8A")
        for row, node in walk(first):
            a, b, words = left[members(node)[0]], right[members(node)[-1]], asks(node)
            stage.areas(ax, [[(a, row), (b, row), (b, row + 1), (a, row + 1)]], style.LIGHT_SKY,
                        1.6, 2, edgecolors=style.SKY)
            stage.word((a + b) / 2, row + 0.5, words if len(words) * LETTER < b - a - 1 else "?",
                       13, ax, ha="center", fontweight="normal")
        for k, d in depth.items():
            middle, m = (left[k] + right[k]) / 2, counts()[k]
            many = f"{m} animals, {plural(d, 'question')} each" if m == max(counts()) else f"{d}"
            stage.word(middle, d + 0.42, many, 13 if " " in many else 15, ax,
                       ha="center", color=WORDS, zorder=4)
            stage.word(middle, foot - 0.12, f"{SHORT[k]}, {m}", 12, ax, ha="center", va="bottom",
                       fontweight="normal", zorder=4, rotation=0 if m > WIDE else 90)


def asks(node: Question) -> str:
    """Return a question in words, such as "bird or fish?"."""
    names = [types()[k] for k in members(node.yes)]
    return (", ".join(names[:-1]) + " or " if names[1:] else "") + names[-1] + "?"
