"""Lesson 07d: the question game. A plan of questions suits the counts that one expects."""
from __future__ import annotations

from matplotlib.collections import PolyCollection

from coursekit.explorer import Canvas, Explorer, Preset, Slider
from coursekit.lessons.lesson07d.zoo import (
    Question, asked, best_questions, counts, depths, members, types, walk,
)
from coursekit.plots import style

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
        """Create the blocks of questions, the columns of the types, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        n = sum(counts())
        ax = self._plane = figure.add_axes((0.065, 0.075, 0.925, 0.735), xlim=(0, n),
                                           ylim=(DEEP + FOOT, 0))
        ax.set_axis_off()
        for row in range(DEEP):
            ax.text(-1.2, row + 0.5, f"{row + 1}.", fontsize=13, ha="right", va="center",
                    color=style.GREY)
        self._columns, self._blocks = (canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=face, edgecolor=edge, linewidth=width, zorder=zorder)))
            for face, edge, width, zorder in (("#F4F4F4", "#8A8A8A", 1, 1),
                                              (style.LIGHT_SKY, style.SKY, 1.6, 2)))
        self._asks = [canvas.moving(ax.text(0, 0, "", fontsize=13, ha="center", va="center",
                                            zorder=3)) for _ in range(K - 1)]
        self._many = [canvas.moving(ax.text(0, 0, "", fontsize=15, fontweight="bold",
                                            color=WORDS, ha="center", va="center", zorder=4))
                      for _ in range(K)]
        self._names = [canvas.moving(ax.text(0, DEEP + FOOT - 0.12, "", fontsize=12, rotation=90,
                                             ha="center", va="bottom", zorder=4))
                       for _ in range(K)]
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.012, 0.945, "", fontsize=19, fontweight="bold",
                                               va="center"))
        self._sum = canvas.moving(paper.text(0.012, 0.868, "", fontsize=14, color=WORDS,
                                             va="center"))
        paper.text(0.012, 0.035, "width: animals; one blue level for each question; yes is left; "
                   "below a block: the questions of that type", fontsize=12, color=style.GREY,
                   va="center")

    def draw(self, state: dict) -> str:
        """Show the questions that suit the expected counts, and how many the zoo needs."""
        expected = [state[f"n{k}"] for k in range(K)]
        first, n = best_questions(expected), sum(counts())
        total = asked(first, counts())
        self._draw_questions(first)
        self._title.set_text(f"{total / n:.2f} questions on average")
        self._sum.set_text(f"{total} questions for {n} animals: the blue area")
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
        left, x = {}, 0
        for k in members(first):
            left[k] = x
            x += counts()[k]
        blocks, texts = [], iter(self._asks)
        for depth, node in walk(first):
            inside = members(node)
            a, b = left[inside[0]], left[inside[-1]] + counts()[inside[-1]]
            blocks.append([(a, depth), (b, depth), (b, depth + 1), (a, depth + 1)])
            words = asks(node)
            next(texts).set(position=((a + b) / 2, depth + 0.5),
                            text=words if len(words) * LETTER < b - a - 1 else "?")
        self._blocks.set_verts(blocks)
        foot = DEEP + FOOT
        self._columns.set_verts([
            [(left[k], d), (left[k] + counts()[k], d), (left[k] + counts()[k], foot),
             (left[k], foot)] for k, d in depths(first).items()])
        for k, d in depths(first).items():
            middle = left[k] + counts()[k] / 2
            self._many[k].set(position=(middle, d + 0.42), text=str(d))
            lying = counts()[k] > WIDE
            self._names[k].set(x=middle, rotation=0 if lying else 90,
                               text=f"{SHORT[k]}, {counts()[k]}")


def asks(node: Question) -> str:
    """Return a question in words, such as "bird or fish?"."""
    names = [types()[k] for k in members(node.yes)]
    return (", ".join(names[:-1]) + " or " if names[1:] else "") + names[-1] + "?"
