"""The lessons of the course: the one list of them, and the map that the start page shows.

The thumbnails are files in the lessons' folders; tools/thumbnails.py writes them.
"""
from __future__ import annotations

import base64
import html
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FOLDER = Path(__file__).parents[1]
WIDTH, HEIGHT = 160, 100    # pixels of a thumbnail on the page
START: Mapping = MappingProxyType({})


class Lesson(NamedTuple):
    """A lesson, and where its thumbnail comes from.

    Attributes
    ----------
    page : str
        Name of its notebook.
    title, question : str
    kind : str
        "core", "branch" or "look up".
    picture : str
        The explorer that is pictured, or "figure": the page's first one; or "" for its number.
    shows : str
        The thumbnail in words.
    panel : int
        Which panel of the explorer.
    state : mapping
        State of the explorer.
    """

    page: str
    title: str
    question: str
    kind: str
    picture: str
    shows: str
    panel: int = 0
    state: Mapping = START

    @property
    def number(self) -> str:
        """The lesson's number, as its notebook and its folder have it."""
        return self.page.split("_")[0]

    @property
    def label(self) -> str:
        """The lesson's number as it is read: "A1b"."""
        return self.number[0].upper() + self.number[1:]

    @property
    def thumbnail(self) -> Path:
        """The file of its thumbnail."""
        return FOLDER / f"lesson{self.number}" / "thumbnail.png"


LESSONS = (
    Lesson("00_start_here", "Start here",
           "When can you trust a machine about people it has never seen?", "core", "BendTheBorder",
           "a border that bends around passengers", 0, {"bend": 5}),
    Lesson("01_titanic_eda", "Titanic EDA", "Who survived?", "core", "Passengers",
           "blocks of dots, blue ones at the bottom and orange ones above", 0,
           {"feature": "class", "split": "sex", "fates": "shown"}),
    Lesson("01b_titanic_rates", "Rates", "How far could luck carry them?", "core", "WhichChances",
           "a lens of chances and rates, with the chances that fit one rate in black", 0,
           {"view": "lens", "interval": True}),
    Lesson("01c_titanic_confounders", "Confounders", "What else differs?", "branch", "OneMix",
           "tiles of two ports, as wide as their share and as high as their survival rate"),
    Lesson("01d_titanic_features", "Features", "What may a model know?", "branch", "Profiles",
           "tiles of passengers who agree in four features, and a pale one for the small groups",
           0, {"features": 4}),
    Lesson("02_lagrange_kkt", "Lagrange and KKT", "How hard does the constraint push?", "core",
           "FenceSide", "a ball on a slope, held by a fence that pushes as hard as the hill pulls",
           0, {"t": 1.2}),
    Lesson("02b_duality", "Duality", "How low can it be?", "core", "Swing",
           "a bowl that swings about a fence, with its bottom below the ball"),
    Lesson("02c_margins", "Margins", "Which line?", "core", "Street",
           "a line between two classes, and the widest street around it", 0,
           {"direction": -36.9, "shift": -0.09}),
    Lesson("02d_soft_margin", "Soft margins", "What does a mistake cost?", "core", "SlackPrice",
           "a street between two clouds, with pink bars for slack", 0, {"show": "bars"}),
    Lesson("02e_perceptron", "Perceptron and least squares", "Does the order matter?", "branch",
           "Updates", "a line at rest between two classes, and a star close to it", 0,
           {"step": 25}),
    Lesson("03_smo", "SMO from scratch", "Can it be solved two at a time?", "core", "SMOStepper",
           "a parabola between two walls", 1, {"step": 2}),
    Lesson("03b_stopping", "Stopping", "When may a solver stop?", "branch", "QuietRuns",
           "a line that a quiet run left behind, with two strays ringed", 1, {"passes": 10}),
    Lesson("03c_solvers", "Solvers", "What does a solver spend its time on?", "branch",
           "Zigzag", "a staircase that zigzags along a narrow ridge to a star", 1,
           {"shift": 3.0, "omega": 1.5}),
    Lesson("04_kernels", "Kernels", "How can straight cuts draw a ring?", "core",
           "SumOfBumps", "bumps up and down along a line, and their sum below"),
    Lesson("04b_c_gamma_tolerance", "C, γ, tolerance",
           "What do C, γ, the tolerance and class weights do?", "core", "ThreeKnobs",
           "two crescents, and a border that bends between them"),
    Lesson("04c_which_kernels", "Which kernels", "Which functions are kernels?", "branch",
           "Triangle", "two legs that meet, and two that are too short", 2,
           {"corner": True}),
    Lesson("04d_many_classes", "Many classes", "How does one machine give ten answers?", "branch",
           "Votes", "three classes, and a region that nobody claims"),
    Lesson("04e_calibration_invariances", "Calibration and invariances",
           "How likely is it, and is a moved 4 still a 4?", "branch", "ProbabilityCurve",
           "a curve through the proportions of passengers who survived", 1,
           {"fates": True, "slope": 1.75}),
    Lesson("05_cross_validation", "Cross-validation", "Which score may you report?", "core",
           "BestOfSixteen", "the best scores of 400 tables of coin tosses", 1,
           {"tables": 400}),
    Lesson("05b_nested_cv", "Nested cross-validation", "What is a score behind a lock worth?",
           "core", "LockedFold",
           "five locked test parts, and the table in which C = 1 has just won",
           0, {"step": 13}),
    Lesson("05c_pipelines", "Pipelines", "What belongs inside the loop?", "branch",
           "NoiseColumns", "columns of pure noise, the best of them in a corner of their own", 0,
           {"way": "all samples"}),
    Lesson("05d_errors_and_costs", "Errors and costs", "What does a wrong answer cost?", "branch",
           "CostOfAnError", "the cost of each threshold: missed survivors and false alarms", 1,
           {"threshold": 0.2, "all": True, "theory": True}),
    Lesson("05e_sources_of_error", "Sources of error", "What would help?", "branch",
           "DegreeChoice", "a polynomial through eight points that swings wildly between them", 0,
           {"degree": 7, "n": "8", "seed": 35}),
    Lesson("06_cart", "CART", "Which questions do you ask?", "core", "ThreeQuestions",
           "passengers who fall through three questions, the wrong answers framed", 0,
           {"first": "under 11¼?", "no": "female?", "step": 10}),
    Lesson("06b_growing", "Growing", "Which question, and what do boxes miss?", "branch",
           "LookAhead", "a first cut that gains almost nothing makes the next two gain everything",
           1, {"first": 40, "then": "best on each side"}),
    Lesson("06c_pruning", "Pruning", "How much of a tree is true?", "core", "Slabs",
           "a tree of the passengers as slabs, most of them very thin", 0, {}),
    Lesson("06d_forests", "Forests", "What are trees that disagree worth together?", "branch",
           "Resamples", "eight trees that disagree, and what their vote makes of it", 1,
           {"b": 25}),
    Lesson("06e_other_prunings", "Other prunings", "What may a leaf promise?", "branch", "HowBad",
           "three curves that fall: two, seven and seventy samples without an error", 0, {"p": 1}),
    Lesson("07_rule_learning", "Rule learning", "Can a machine say it in a sentence?", "core",
           "Shelves", "passengers on shelves: fewer with each condition, and more of them blue", 0,
           {"class": "first"}),
    Lesson("07b_after_a_search", "After a search", "May you believe the best of many rules?",
           "branch", "SearchAgain", "dots of shuffled searches on both sides of the rule found", 0,
           {"shuffle": "whole tickets", "shuffles": 200}),
    Lesson("07c_rules_from_trees", "Rules from trees", "How much of a rule may you strike out?",
           "branch", "RuleBoxes", "patients under shortened rules for two drugs; the boxes overlap",
           0, {"short3": True, "short4": True, "order": "1 2 3"}),
    Lesson("07d_message", "The shortest message", "Which rules are worth their bits?", "branch",
           "TwentyQuestionsAgain",
           "questions about animals as blue blocks: mammals need one, amphibians five", 0,
           {"n0": 4, "n1": 20, "n2": 13, "n3": 8, "n4": 10, "n5": 41, "n6": 5}),
    Lesson("a1_linear_models", "Linear models", "Where does the rod come to rest?", "branch",
           "Springs", "a rod at rest on springs from eight samples, below it as it was held", 0,
           {"let_go": 1.0}),
    Lesson("a1b_logistic", "Logistic regression", "Which curve makes what happened most probable?",
           "branch", "LikelihoodBars",
           "a curve over ages, and one bar for each passenger: their product is the likelihood", 0,
           {"slope": -0.24}),
    Lesson("a2_support_vector_regression", "Regression with support vectors",
           "Can most samples leave the curve alone?", "branch", "Tube",
           "a curve in a tube; the samples inside are hollow"),
    Lesson("a3_sources", "Sources", "What do five documents print, and what is true?", "look up",
           "", "the letters A3"),
)
CARD = (f"display:inline-block;vertical-align:top;width:{WIDTH + 6}px;margin:4px;padding:4px;"
        "background:#ffffff;color:#1b1b1b;border:1px solid #c8c8c8;font-size:13px;"
        "line-height:1.3;list-style:none;min-height:190px")
MARK = {"core": "background:#0072B2;color:#ffffff", "branch": "background:#e8e8e8;color:#1b1b1b",
        "look up": "background:#e8e8e8;color:#1b1b1b"}


class CourseMap:
    """The lessons as cards with pictures and links on a page; as lines of text elsewhere.

    Examples
    --------
    >>> print(str(CourseMap()).splitlines()[0])
    00, core. Start here: When can you trust a machine about people it has never seen?
    """

    def __repr__(self) -> str:
        return "\n".join(f"{lesson.label}, {lesson.kind}. {lesson.title}: {lesson.question}"
                         for lesson in LESSONS)

    def _repr_html_(self) -> str:
        return ('<ul class="course-map" style="padding:0;margin:0">'
                + "".join(map(_card, LESSONS)) + "</ul>")


def _card(lesson: Lesson) -> str:
    """Return a lesson's card.

    A page that is not trusted yet shows the file ``src``; one without the file beside it, such as
    a slide, the copy in ``srcset``.
    """
    copy = base64.b64encode(lesson.thumbnail.read_bytes()).decode()
    file = f"../coursekit/lessons/{lesson.thumbnail.parent.name}/{lesson.thumbnail.name}"
    return (f'<li style="{CARD}"><a href="{lesson.page}.ipynb" style="color:#0b5394">'
            f'<img src="{file}" srcset="data:image/png;base64,{copy} 1x" width="{WIDTH}" '
            f'height="{HEIGHT}" alt="{html.escape(lesson.shows)}"><br>'
            f"<strong>{lesson.label} · {html.escape(lesson.title)}</strong></a> "
            f'<span style="{MARK[lesson.kind]};padding:0 4px">{lesson.kind}</span><br>'
            f"{html.escape(lesson.question)}</li>")
