"""Lesson 00: its explorer, its figure, its map of the course, its exercises."""
from __future__ import annotations

import re

import numpy as np
import pytest
from PIL import Image
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GroupShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as PeerSVC
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import load_titanic
from coursekit.exercise.registry import exercises
from coursekit.explorer import find_explorer
from coursekit.lessons.lesson00 import BendTheBorder, CourseMap, fitted, scores
from coursekit.lessons.lesson00.course import HEIGHT, LESSONS, WIDTH
from coursekit.lessons.lesson00.exercises import KINDS_OF_TASK, SHARE_RIGHT
from coursekit.lessons.lesson00.explorers.bend_the_border import (
    AGES, GAMMAS, LABEL, LEARNED, LEAVES, PANELS, PRICES, UNSEEN, answers, passengers,
)
from coursekit.lessons.lesson00.figures import plot_column_meets_row, plot_divisions
from pages import NOTEBOOKS
from sentences import says


@pytest.fixture(scope="module")
def explorer():
    return BendTheBorder()


@pytest.fixture(scope="module")
def halves():
    """The passengers read again: X with raw age and log price, y, and who is in which half."""
    table = load_titanic().dropna(subset=["Age"]).reset_index(drop=True)
    X = np.column_stack([table["Sex"].eq("female") * 2.0 - 1, table["Age"],
                         np.log10(np.maximum(table["Fare"], 3))])
    split = GroupShuffleSplit(n_splits=1, test_size=0.5, random_state=0)
    return (
        X,
        table["Survived"].to_numpy(),
        table["Ticket"],
        *next(split.split(X, groups=table["Ticket"])),
    )


# -- the machines -----------------------------------------------------------------------


def test_no_ticket_is_in_both_halves(halves):
    X, y, tickets, learned, unseen = halves
    assert (len(learned), len(unseen)) == (356, 358)
    assert not set(tickets[learned]) & set(tickets[unseen])
    assert np.array_equal(passengers().learned, learned) and np.array_equal(
        passengers().unseen, unseen
    )


@pytest.mark.parametrize("bend", range(11))
def test_the_scores_of_a_border_are_those_of_scikit_learn(halves, bend):
    X, y, _, learned, unseen = halves
    X = np.column_stack(
        [X[:, 0], StandardScaler().fit_transform(X[:, 1:]) * np.sqrt(1 - 1 / len(X))]
    )
    model = PeerSVC(kernel="linear") if bend == 0 else PeerSVC(C=10, gamma=GAMMAS[bend])
    model.fit(X[learned], y[learned])
    peer = model.score(X[learned], y[learned]), model.score(X[unseen], y[unseen])
    assert scores("border", bend) == pytest.approx(peer, abs=1.5 / len(learned))


@pytest.mark.parametrize("bend", range(11))
def test_the_scores_of_a_tree_do_not_depend_on_the_scale(halves, bend):
    X, y, _, learned, unseen = halves
    model = make_pipeline(
        StandardScaler(), DecisionTreeClassifier(max_leaf_nodes=LEAVES[bend], random_state=0)
    )
    model.fit(X[learned], y[learned])
    assert scores("tree", bend) == pytest.approx((model.score(X[learned], y[learned]),
                                                  model.score(X[unseen], y[unseen])), abs=0.02)


@pytest.mark.parametrize(("kind", "bend", "learned", "unseen"), [
    ("border", 0, 0.778, 0.782), ("border", 3, 0.795, 0.802), ("border", 5, 0.871, 0.746),
    ("border", 8, 0.975, 0.603), ("border", 10, 0.978, 0.556),
    ("tree", 0, 0.778, 0.782), ("tree", 5, 0.851, 0.751), ("tree", 10, 0.989, 0.693)])
def test_the_scores_that_the_lesson_is_built_on(kind, bend, learned, unseen):
    assert scores(kind, bend) == pytest.approx((learned, unseen), abs=5e-4)


def test_the_straight_border_is_the_sex_rule_and_the_bent_one_no_better_than_nothing(halves):
    X, y, _, learned, unseen = halves
    assert np.allclose(fitted("border", 0).coef_, [[1, 0, 0]], atol=1e-3)
    assert scores("border", 0)[1] == np.mean((X[unseen, 0] > 0) == y[unseen])
    assert scores("border", 10)[1] <= np.mean(y[unseen] == 0)


def test_the_collapse_is_no_accident_of_one_division():
    for seed in range(1, 6):
        (straight, straight_unseen), (bent, bent_unseen) = (
            scores("border", 0, seed),
            scores("border", 10, seed),
        )
        assert bent > 0.95 > straight and bent_unseen < 0.65 < straight_unseen


def test_the_thin_stripe_is_five_women_who_died_and_says_so_of_four_who_survived():
    people, said = passengers(), fitted("tree", 5).predict(passengers().X)
    pounds = 10 ** people.place[:, 1]
    stripe = (people.X[:, 0] > 0) & (people.place[:, 0] >= 3) & (pounds > 19.6) & (pounds < 21.3)
    assert not said[stripe].any()
    for half, women, survivors in ((people.learned, 5, 0), (people.unseen, 4, 4)):
        assert (stripe[half].sum(), people.y[half][stripe[half]].sum()) == (women, survivors)
    near = fitted("tree", 5).predict(
        np.column_stack(
            [np.ones(2), np.zeros(2), (np.log10([19.2, 21.6]) - people.mean[1]) / people.scale[1]]
        )
    )
    assert near.all()


# -- the explorer ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "bend"), [("border", 0), ("border", 1), ("border", 6), ("border", 10), ("tree", 5)]
)
def test_the_plane_is_what_the_machine_says(kind, bend):
    people, model, rng = passengers(), fitted(kind, bend), np.random.default_rng(0)
    i, j = rng.integers(0, len(PRICES), 300), rng.integers(0, len(AGES), 300)
    for sex, plane in zip(PANELS.values(), answers(kind, bend).planes):
        places = (np.column_stack([AGES[j], PRICES[i]]) - people.mean) / people.scale
        assert np.array_equal(
            plane[i, j], model.predict(np.column_stack([np.full(300, sex), places])) == 1
        )


def drawn(explorer, marker: str, size: float) -> np.ndarray:
    """Return the places of all marks of one look, in both panels."""
    return np.concatenate([line.get_xydata() for ax in explorer.canvas.figure.axes
                           for line in ax.lines
                           if (line.get_marker(), line.get_markersize()) == (marker, size)])


@pytest.mark.parametrize("kind", ["border", "tree"])
@pytest.mark.parametrize("bend", [0, 3, 8, 10])
@pytest.mark.parametrize("shown", [LEARNED, UNSEEN])
def test_a_state_draws_its_half_and_says_its_scores(explorer, halves, kind, bend, shown):
    explorer.set(bend=bend, machine=kind, shown=shown)
    _, y, _, learned, unseen = halves
    who = learned if shown == LEARNED else unseen
    dots = {(fate, right): len(drawn(explorer, marker, size))
            for fate, marker in ((1, "o"), (0, "X")) for right, size in ((True, 5), (False, 8.5))}
    assert sum(dots.values()) == len(who)
    assert dots[1, True] + dots[1, False] == y[who].sum()
    first, second = scores(kind, bend)
    right = (dots[1, True] + dots[0, True]) / len(who)
    assert right == pytest.approx(first if shown == LEARNED else second)
    written = [text.get_text() for text in explorer.canvas.figure.texts if text.get_fontsize() > 30]
    assert written == [f"{first:.0%}", "?" if shown == LEARNED else f"{second:.0%}"]
    if shown == LEARNED:
        says(
            explorer.status,
            {
                "#% of the # right": [round(100 * first), len(learned)],
                "the # it has never": len(unseen),
            },
            whole=False,
        )
    else:
        says(
            explorer.status,
            {
                "#% of the # right, after #% of": [
                    round(100 * second),
                    len(unseen),
                    round(100 * first),
                ],
                "Always saying “died” would get #% right": round(100 * np.mean(y[unseen] == 0)),
            },
            whole=False,
        )


@pytest.mark.parametrize("kind", ["border", "tree"])
@pytest.mark.parametrize("bend", [0, 3, 5, 10])
def test_what_the_machine_says_is_written_on_its_ground_and_on_nobody(explorer, kind, bend):
    explorer.set(bend=bend, machine=kind, shown=UNSEEN)
    rows, columns = LABEL
    written = 0
    for ax, plane in zip(explorer.canvas.figure.axes, answers(kind, bend).planes):
        dots = np.concatenate([line.get_xydata() for line in ax.lines if line.get_ls() == "None"])
        for text in (text for text in ax.texts if text.get_text().startswith("says: ")):
            j, i = (np.searchsorted(grid, at) for grid, at in
                    zip((AGES, PRICES), text.get_position()))
            box = slice(i - rows // 2, i + rows // 2), slice(j - columns // 2, j + columns // 2)
            assert np.all(plane[box] == (text.get_text() == "says: survived"))
            away = np.abs(dots - text.get_position())
            assert not np.any((away[:, 0] < 0.4 * columns * (AGES[1] - AGES[0]))
                              & (away[:, 1] < 0.4 * rows * (PRICES[1] - PRICES[0])))
            written += 1
    assert written >= (2 if bend == 0 else 1)


def test_the_border_stands_between_the_panels_as_long_as_sex_alone_decides(explorer):
    for bend, between in ((0, True), (1, True), (3, False), (10, False)):
        explorer.set(bend=bend, machine="border", shown=LEARNED)
        words = [text.get_text() for ax in explorer.canvas.figure.axes for text in ax.texts]
        assert ("the border" in words) == between
        assert between == all(len(np.unique(plane)) == 1
                              for plane in answers("border", bend).planes)


def test_no_passenger_is_drawn_outside_and_free_tickets_are_at_the_mark(halves):
    fares = load_titanic().dropna(subset=["Age"])["Fare"]
    place = passengers().place
    assert AGES[0] < place[:, 0].min() and place[:, 0].max() < AGES[-1]
    assert PRICES[0] < place[:, 1].min() and place[:, 1].max() < PRICES[-1]
    assert set(fares[fares < 4]) == {0.0} and np.all((place[:, 1] == np.log10(3)) == (fares == 0))


# -- the figure and the map ----------------------------------------------------------------


def test_the_table_in_the_figure_is_that_of_numpy():
    rng = np.random.default_rng(0)
    column, row = rng.integers(0, 9, 4), rng.integers(0, 9, 3)
    words = [
        text.get_text() for text in plot_column_meets_row(column, row, "A title").axes[0].texts
    ]
    cells = [found for word in words if (found := re.fullmatch(r"(\d) < (\d)\?  (yes|no)", word))]
    assert len(cells) == 12 and all((int(c[1]) < int(c[2])) == (c[3] == "yes") for c in cells)
    shares = [float(found[1]) for word in words if (found := re.search(r"= (\d\.\d\d)$", word))]
    assert shares == pytest.approx((column[:, None] < row).mean(axis=0), abs=0.005)


def test_the_dots_of_the_divisions_are_their_scores():
    drawn_rows = [line for line in plot_divisions([.9, 1], [.6, .55], [.58, .57]).axes[0].lines
                  if line.get_marker() == "o"]
    assert [line.get_xdata().tolist() for line in drawn_rows] == [[.9, 1], [.6, .55], [.58, .57]]


def test_every_notebook_is_on_the_map_once_in_the_order_of_the_course():
    listed = [lesson.page for lesson in LESSONS]
    assert listed == sorted(listed) and {page.stem for page in NOTEBOOKS} <= set(listed)
    assert {lesson.kind for lesson in LESSONS} == {"core", "branch", "look up"}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.number)
def test_a_lesson_on_the_map_has_a_thumbnail_that_shows_something_and_words_for_it(lesson):
    image = Image.open(lesson.thumbnail)
    assert image.size == (1.5 * WIDTH, 1.5 * HEIGHT) and lesson.thumbnail.stat().st_size < 20_000
    assert len(np.unique(np.asarray(image.convert("RGB")).reshape(-1, 3), axis=0)) > 4
    assert lesson.shows and lesson.question.endswith("?")
    assert lesson.picture in ("", "figure") or find_explorer(lesson.picture)(**lesson.state)


def test_the_map_links_every_lesson_beside_its_picture_and_says_the_same_without_pictures():
    page, words = CourseMap()._repr_html_(), repr(CourseMap()).splitlines()
    assert re.findall(r'href="(\w+)\.ipynb"', page) == [lesson.page for lesson in LESSONS]
    assert page.count("<img") == page.count('alt="') == len(LESSONS) == len(words)
    for lesson, line in zip(LESSONS, words):
        assert lesson.question in line and lesson.kind in line
    files = re.findall(r'src="\.\./coursekit/lessons/(\w+)/', page)
    assert files == [lesson.thumbnail.parent.name for lesson in LESSONS]


# -- the exercises ---------------------------------------------------------------------------


def test_the_exercises_keep_their_keys():
    assert list(exercises("00").values()) == [SHARE_RIGHT, KINDS_OF_TASK]
    assert list(exercises("00")) == ["share-right", "kinds-of-task"]


def loop(said, truth, early=False):
    right = 0
    for s, t in zip(said, truth):
        right += s == t
        if early:
            return right / len(said)
    return right / len(said)


@pytest.mark.parametrize(
    ("wrong", "cause"),
    [
        (lambda said, truth: sum(s == t for s, t in zip(said, truth)), "count"),
        (lambda said, truth: np.abs(said - truth).mean(), "error rate"),
        (lambda said, truth: sum(said * truth) / len(said), "survivors only"),
        (lambda said, truth: truth[said == 1].mean(), "of those said to survive"),
        (lambda said, truth: said[truth == 1].mean(), "of those who survived"),
        (lambda said, truth: np.equal(said, truth), "array"),
        (lambda said, truth: 100 * loop(said, truth), "per cent"),
        (lambda said, truth: 1 - abs(said.mean() - truth.mean()), "compares two rates"),
        (lambda said, truth: loop(said, truth, early=True), "return inside the loop"),
        (lambda said, truth: round(loop(said, truth), 2), "rounded"),
    ],
)
def test_a_wrong_share_is_recognised_however_it_is_written(wrong, cause):
    assert SHARE_RIGHT.judge(wrong).matched == cause


def test_a_share_has_to_be_right_for_many_passengers_too():
    assert SHARE_RIGHT.judge(lambda said, truth: loop(said[:12], truth[:12])).status == "wrong"


@pytest.mark.parametrize("right", [
    lambda said, truth: (said == truth).mean(), loop,
    lambda said, truth: 1 - np.mean(said != truth), lambda said, truth: accuracy_score(truth, said),
    lambda said, truth: np.sum(said == truth) / truth.size])
def test_a_right_share_is_right_however_it_is_written(right):
    assert SHARE_RIGHT.judge(right).status == "right"


def test_each_wrong_kind_is_answered_with_its_letter():
    right = KINDS_OF_TASK.reference()
    assert KINDS_OF_TASK.judge(dict(right)).status == "right"
    assert KINDS_OF_TASK.grade({**right, "f": "concept description"}).status == "right"
    for mistake in KINDS_OF_TASK.misconceptions:
        letter, word = mistake.name.split(" as ")
        judged = KINDS_OF_TASK.judge({**right, letter: word})
        assert judged.matched == mistake.name and f"**{letter}**" in judged.message
