"""Lesson 01: its groups, rates and scores, and the two explorers that draw them.

Rates are counted again row by row, and the scores by asking each passenger's group.
"""
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import LineCollection, PathCollection, PolyCollection

from coursekit.datasets import load_titanic
from coursekit.exercise.registry import find
from coursekit.lessons.lesson01 import FirstGuess, MissingMap, Passengers, figures
from coursekit.lessons.lesson01.blocks import (
    BOTTOM, HEIGHT, LEFT, LOOKS, WIDTH, dots_of, lay_out, width_of, words_of,
)
from coursekit.lessons.lesson01.explorers.missing_map import (
    COLUMNS, ORDERS, count_missing, ordered, runs,
)
from coursekit.lessons.lesson01.groups import (
    FEATURES, SPLITS, Group, count_groups, groups_of, majority_score,
)
from coursekit.lessons.lesson01.scoreboard import LevelOf
from coursekit.scoreboard import MajorityOfGroups, right_answers
from coursekit.statistics import wilson_interval
from cases import some
from sentences import agree, numbers

PAIRS = [(feature, split) for feature in FEATURES for split in SPLITS]
TITANIC = load_titanic()


def by_hand(row, feature):
    """Return the level of one passenger, by plain questions about one row of the file."""
    age, cabin, relatives = row["Age"], row["Cabin"], row["SibSp"] + row["Parch"]
    title = row["Name"].split(", ", 1)[1].split(".")[0]
    known = isinstance(cabin, str)
    return {
        "sex": "women and girls" if row["Sex"] == "female" else "men and boys",
        "age": ("not known" if age != age else "under 12" if age < 12 else "12–17" if age < 18
                else "18–29" if age < 30 else "30–49" if age < 50 else "50 and over"),
        "title": title if title in ("Mr", "Mrs", "Miss", "Master") else "other",
        "port": {"C": "Cherbourg", "Q": "Queenstown", "S": "Southampton"}.get(
            row["Embarked"], "not known"
        ),
        "siblings/spouses": str(row["SibSp"]),
        "parents/children": str(row["Parch"]),
        "family": "alone" if relatives == 0 else "1 to 3" if relatives < 4 else "4 or more",
        "cabin": "cabin known" if known else "cabin unknown",
        "deck": cabin[0] if known else "not known",
        "class": ("first class", "second class", "third class")[row["Pclass"] - 1],
        "fare": ("up to £8.66" if row["Fare"] < 8.67 else
                 "up to £26" if row["Fare"] <= 26 else "above £26"),
    }[feature]


PEOPLE = pd.DataFrame([{f: by_hand(row, f) for f in FEATURES} for _, row in TITANIC.iterrows()])
PARTS = {"nothing": pd.Series("", TITANIC.index), "sex": TITANIC["Sex"],
         "class": TITANIC["Pclass"].map({1: "first class", 2: "second class", 3: "third class"})}


def majority_by_asking(cells, survived):
    """Return for how many passengers the fate of most people in their cell is right."""
    right = 0
    for cell, fate in zip(cells, survived):
        mates = [f for c, f in zip(cells, survived) if c == cell]
        right += fate == (2 * sum(mates) > len(mates))
    return right / len(survived)


@pytest.mark.parametrize("feature, split", some(PAIRS, 8))
def test_the_groups_are_those_that_one_counts_row_by_row(feature, split):
    cells = TITANIC["Survived"].groupby([PEOPLE[feature], PARTS[split]]).agg(["sum", "size"])
    groups = groups_of(feature, split)
    assert {(g.level, g.part): (g.k, g.n) for g in groups} == {
        cell: tuple(counts) for cell, counts in zip(cells.index, cells.to_numpy().tolist())}
    assert sum(g.n for g in groups) == 891 and sum(g.k for g in groups) == 342
    for g in groups:
        assert g.interval == pytest.approx(wilson_interval(g.k, g.n), abs=1e-4)     # z is 1.96 here
        assert abs(g.percent - 100 * g.rate) <= 0.5 + 1e-9


@pytest.mark.parametrize(
    "feature, split", [*((f, "nothing") for f in FEATURES), ("class", "sex"), ("age", "class")]
)
def test_the_score_is_the_one_that_one_finds_by_asking_each_passenger(feature, split):
    cells = list(zip(PEOPLE[feature], PARTS[split]))
    assert majority_score(groups_of(feature, split)) == pytest.approx(
        majority_by_asking(cells, TITANIC["Survived"].tolist()))


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from("xy"), st.integers(0, 1)),
        min_size=1,
        max_size=14,
    )
)
@settings(deadline=None, max_examples=60)
def test_groups_and_scores_of_small_tables(rows):
    """Also those in which a group is one person, is divided equally, or has nobody."""
    level, part, fate = (list(column) for column in zip(*rows))
    groups = count_groups(fate, level, part, "cba", "xy")
    assert [(g.level, g.part) for g in groups] == [
        (a, b) for a in "cba" for b in "xy" if (a, b) in zip(level, part)
    ]
    assert all(
        (g.k, g.n)
        == (sum(f for a, b, f in rows if (a, b) == g[:2]), sum((a, b) == g[:2] for a, b, _ in rows))
        for g in groups
    )
    assert majority_score(groups) == pytest.approx(majority_by_asking(list(zip(level, part)), fate))


def test_halves_of_a_per_cent_are_rounded_up():
    assert [
        Group("", "", k, n).percent for k, n in ((23, 40), (1, 200), (0, 3), (3, 3), (1, 3))
    ] == [58, 1, 0, 100, 33]


def test_the_numbers_of_the_lesson():
    sex, parents = groups_of("sex"), groups_of("parents/children")
    assert np.round([g.interval for g in sex], 3).tolist() == [[0.691, 0.787], [0.159, 0.223]]
    assert round(majority_score(sex), 3) == 0.787
    assert [round(g.rate, 3) for g in groups_of("class", "sex")] == [
        0.968,
        0.369,
        0.921,
        0.157,
        0.5,
        0.135,
    ]
    assert [round(g.rate, 3) for g in groups_of("family")] == [0.304, 0.579, 0.161]
    assert parents[3][2:] == (3, 5) and np.round(parents[3].interval, 3).tolist() == [0.231, 0.882]
    assert round(majority_score(parents), 3) == 0.631
    assert [g.n for g in groups_of("deck")] == [15, 47, 59, 33, 32, 13, 4, 1, 687]
    assert [round(g.rate, 3) for g in groups_of("fare")] == [0.198, 0.403, 0.559]


# -- Passengers -------------------------------------------------------------------------


def dots(explorer):
    """Return the places of all dots that are drawn, by colour."""
    return {
        tuple(np.round(c.get_facecolor()[0], 2)): c.get_offsets()
        for ax in explorer.canvas.figure.axes
        for c in ax.collections
        if isinstance(c, PathCollection) and len(c.get_offsets())
    }


@pytest.fixture(scope="module")
def passengers():
    return Passengers()


@pytest.mark.parametrize("feature, split", some(PAIRS, 8))
def test_every_passenger_is_a_dot_and_the_dead_stand_above_the_rate(passengers, feature, split):
    passengers.set(feature=feature, split=split, fates="hidden")
    assert not passengers.failed and [len(d) for d in dots(passengers).values()] == [891]
    passengers.set(fates="shown")
    assert not passengers.failed and sorted(len(d) for d in dots(passengers).values()) == [342, 549]
    (alive, dead), layout = (
        (dots_of(feature, split, True)[0][fate] for fate in ("survived", "died")),
        lay_out(feature, split),
    )
    for block in layout.blocks:
        inside = [
            d[(d[:, 0] > block.left) & (d[:, 0] < block.left + block.width), 1]
            for d in (alive, dead)
        ]
        assert [len(y) for y in inside] == [block.group.k, block.group.n - block.group.k]
        assert (inside[0] < block.group.rate).all() and (inside[1] > block.group.rate).all()


@pytest.mark.parametrize("feature, split", some(PAIRS, 8))
def test_blocks_are_as_wide_as_their_passengers_unless_a_dot_is_wider_and_none_overlaps(
    feature, split
):
    layout = lay_out(feature, split)
    large = [b for b in layout.blocks if b.width > layout.cell * 1.001]
    assert np.ptp([b.width / b.group.n for b in large]) < 1e-9
    assert all(
        b.group.n <= b.width / (large[0].width / large[0].group.n) * 1.001 for b in layout.blocks
    )
    ends = [(b.left, b.left + b.width + layout.lane) for b in layout.blocks]
    assert ends[0][0] >= -1e-9 and ends[-1][1] <= WIDTH + 1e-6
    assert all(a[1] < b[0] for a, b in zip(ends, ends[1:]))
    for level, (start, end) in layout.levels.items():
        mine = [e for e, b in zip(ends, layout.blocks) if b.group.level == level]
        assert mine[0][0] - start == pytest.approx(end - mine[-1][1], abs=1e-9)
        assert mine[0][0] >= start - 1e-9


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("feature, split", some(PAIRS, 8))
def test_no_word_lies_on_another_and_all_are_inside(feature, split, shown):
    boxes = []
    for look, written in words_of(feature, split, shown).items():
        size, weight = LOOKS[look]
        assert size >= 12
        for x, y, text in written:
            wide, high = width_of(text, size, weight), 0.75 * size / 72
            boxes.append((x - wide / 2, x + wide / 2, y - high / 2, y + high / 2))
    for k, (a, b, c, d) in enumerate(boxes):
        assert (
            a >= 0.05 and b <= 8.75 and c > 0.27 and d < BOTTOM + HEIGHT + 0.4
        )  # above the legend, below the title
        assert not (d > BOTTOM - 0.1 and c < BOTTOM + HEIGHT and b > LEFT)  # not on the dots
        assert not any(a < b2 and a2 < b and c < d2 and c2 < d for a2, b2, c2, d2 in boxes[:k])


@pytest.mark.parametrize("feature, split", some(PAIRS, 8))
def test_titles_fit_into_the_picture(passengers, feature, split):
    for fates in ("hidden", "shown"):
        passengers.set(feature=feature, split=split, fates=fates)
        for ax in passengers.canvas.figure.axes:
            for text in ax.texts:
                if text.get_visible():
                    box = text.get_window_extent()
                    assert (
                        0 <= box.x0
                        and box.x1 <= 880
                        and box.y1 <= 510
                        and text.get_fontsize() >= 12
                    )


@pytest.mark.parametrize("feature, split", some(PAIRS, 8))
def test_the_sentence_has_the_extremes_and_the_scores(passengers, feature, split):
    passengers.set(feature=feature, split=split, fates="shown")
    cells = TITANIC["Survived"].groupby([PEOPLE[feature], PARTS[split]]).agg(["sum", "size"])
    rates = (cells["sum"] / cells["size"])[cells["size"] >= 5]
    counts = [(int(k), int(n)) for k, n in re.findall(r"(\d+) of (\d+)", passengers.status)]
    assert [k / n for k, n in counts] == pytest.approx([rates.max(), rates.min()])
    assert agree(numbers(passengers.status.rsplit("majority", 1)[1]),
                 [majority_score(groups_of(feature, split))])


def test_hidden_fates_are_nowhere_told(passengers):
    for feature, split in PAIRS:
        passengers.set(feature=feature, split=split, fates="hidden")
        assert not re.search(r"%|\d of \d", passengers.alt_text)
        assert all(
            len(c.get_segments()) == 0 or split != "nothing"
            for ax in passengers.canvas.figure.axes
            for c in ax.collections
            if isinstance(c, LineCollection)
        )


def test_the_text_alternative_has_every_rate_and_its_interval(passengers):
    for feature, split in PAIRS:
        passengers.set(feature=feature, split=split, fates="shown")
        told = re.findall(
            r"(\d+) of (\d+), rate ([\d.]+) \[([\d.]+), ([\d.]+)\]", passengers.alt_text
        )
        assert np.array(told, float) == pytest.approx(np.array(
            [(g.k, g.n, g.rate, *g.interval) for g in groups_of(feature, split)]), abs=6e-4)


def test_a_feature_split_by_itself_shows_the_same_groups(passengers):
    for feature in ("sex", "class"):
        alone, parted = groups_of(feature), groups_of(feature, feature)
        assert [(g.level, *g[2:]) for g in alone] == [(g.level, *g[2:]) for g in parted]


# -- FirstGuess -------------------------------------------------------------------------


SHOWN = "show who survived"


@pytest.mark.parametrize("women, men", [(0, 100), (60, 30), (100, 0)])
def test_guesses_stay_as_lines_beside_the_truth(women, men):
    explorer = FirstGuess(women=women, men=men)
    assert not re.search(r"233|109|74|18\.9", explorer.alt_text)
    assert agree(numbers(explorer.status), [women / 100, round(3.14 * women), 314, men / 100,
                                            round(5.77 * men), 577])
    (grey,) = dots(explorer).values()
    explorer.set(fates=SHOWN)
    assert sorted(map(len, dots(explorer).values())) == [342, 549] and len(grey) == 891
    lines = [line for ax in explorer.canvas.figure.axes for line in ax.lines
             if line.get_linestyle() == "--"]
    assert [line.get_ydata()[0] for line in lines] == [women / 100, men / 100]
    survived = TITANIC.groupby("Sex")["Survived"]
    assert agree(numbers(explorer.status.split("boys")[0]),
                 [233, 314, survived.mean()["female"], women / 100, 109, 577])


@pytest.mark.parametrize("women, men, reason", [
    (38, 38, "sex would tell you nothing"), (95, 10, "81 of the women"),
    (70, 60, "men and boys, and few"), (100, 100, "men and boys, and few"), (70, 20, None)])
def test_a_wrong_guess_is_answered_by_name(women, men, reason):
    told = FirstGuess(women=women, men=men, fates=SHOWN).status
    assert reason in told if reason else told.endswith("(your guess 20%).")


def test_nothing_can_be_read_of_the_fates_in_the_first_picture():
    """The words in it are the same for every list with as many women and men."""
    explorer = FirstGuess(only=("women", "men", "fates"))
    words = [t.get_text() for ax in explorer.canvas.figure.axes for t in ax.texts]
    assert numbers(" ".join(words)) == ["314", "577", "50%", "157", "314", "50%", "288", "577"]
    assert not explorer.presets and len(explorer.controls) == 3


# -- MissingMap -------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
def test_strokes_are_as_wide_as_what_is_missing(order):
    explorer = MissingMap(order=order)
    assert not explorer.failed
    explorer.png()
    ax, = explorer.canvas.figure.axes
    bands, strokes = (
        [p.get_extents() for p in c.get_paths()]
        for c in ax.collections
        if isinstance(c, PolyCollection)
    )
    gaps = TITANIC[list(COLUMNS)].isna().sum()
    for k, column in enumerate(COLUMNS):
        height = sorted({b.y0 for b in bands}, reverse=True)[k]
        dark = sum(s.width for s in strokes if s.y0 == height)
        whole = sum(b.width for b in bands if b.y0 == height)
        assert 891 * dark / whole == pytest.approx(gaps[column], abs=1e-6)
    marks, = (line.get_xydata() for line in ax.lines)       # of strokes that hardly show
    single = sorted((s for s in strokes if s.y0 == min(b.y0 for b in bands)), key=lambda s: s.x0)
    assert [(s.x0 + s.x1) / 2 for s in single] == pytest.approx(marks[:, 0])
    assert len(single) == 2 and all(marks[:, 1] < single[0].y0)
    assert {round(s.width, 6) for s in single} == {round(min(s.width for s in strokes), 6)}
    assert all(any(b.x0 - 1e-9 <= s.x0 and s.x1 <= b.x1 + 1e-9 for b in bands) for s in strokes)


@pytest.mark.parametrize("order, column", [("by class", "Pclass"), ("by fate", "Survived")])
def test_what_is_missing_is_counted_class_by_class_and_fate_by_fate(order, column):
    for gap in COLUMNS:
        found = [tuple(counts) for counts in count_missing(order, gap).values()]
        groups = [
            TITANIC.loc[TITANIC[column] == g, gap].isna()
            for g in ((1, 2, 3) if column == "Pclass" else (1, 0))
        ]
        assert found == [(g.sum(), len(g)) for g in groups]
    who, group = ordered(order)
    assert sorted(who) == list(range(891)) and (TITANIC[column].to_numpy()[who] == group).all()


def test_the_sentence_of_the_map():
    explorer = MissingMap()
    assert agree(
        numbers(explorer.status),
        [687, 177, 2, len(TITANIC.drop(columns=["PassengerId", "Name"]).dropna()), 891],
    )
    explorer.set(order="by class")
    shares = [
        100 * TITANIC.loc[TITANIC["Pclass"] == c, gap].isna().mean()
        for gap in ("Cabin", "Age")
        for c in (1, 2, 3)
    ]
    assert agree([n.rstrip("%") for n in re.findall(r"(\d+)%", explorer.status)], shares)


@given(st.lists(st.booleans(), max_size=12))
def test_runs_cover_what_is_dark_and_nothing_else(dark):
    covered = np.zeros(len(dark), int)
    for a, b in runs(np.array(dark, bool)):
        assert a < b
        covered[a:b] += 1
    assert covered.tolist() == list(map(int, dark))


# -- The figures ------------------------------------------------------------------------


def heights(figure):
    """Return what is plotted as points with whiskers, panel by panel."""
    return [[(c.lines[0].get_ydata()[k], *c.lines[2][0].get_segments()[k][:, 1])
             for k in range(len(c.lines[0].get_ydata()))]
            for ax in figure.axes for c in ax.containers]


def test_levels_are_drawn_with_their_rate_their_interval_and_their_number():
    groups = find("survival-by").reference(TITANIC, "Parch")
    figure = figures.plot_levels({"parents and children": groups}, "A title", 0.38)
    (drawn,) = heights(figure)
    for (n, rate), (y, low, high) in zip(groups.values(), drawn, strict=True):
        assert (y, low, high) == pytest.approx(
            (rate, *wilson_interval(round(n * rate), n)), abs=1e-4)
    ticks = [t.get_text().split("\n")[1] for t in figure.axes[0].get_xticklabels()]
    assert [int(t.split()[-1]) for t in ticks] == [n for n, _ in groups.values()]


def test_pairs_of_families_are_drawn_with_their_lead():
    alone, small = pd.Series([0, 0, 1, 0]), pd.Series([1, 0, 1, 1])
    figure = figures.plot_family_split({"all": (alone, small), "half": (alone, alone)})
    assert [[y for y, *_ in pair] for pair in heights(figure)] == [[0.25, 0.75], [0.25, 0.25]]
    assert [t.get_text() for t in figure.axes[0].texts] == ["+50 points", "+0 points"]


def test_a_feature_below_no_feature_has_a_colour_of_its_own():
    table = pd.DataFrame({"same passengers": [0.7, 0.65], "tickets held out": [0.7, 0.6]},
                         index=["good", "poor"])
    ax, = figures.plot_held_out(table, 0.62).axes
    out = {line.get_color(): line.get_xdata().tolist() for line in ax.lines
           if line.get_label() == "tickets held out"}
    assert sorted(out.values()) == [[0.6], [0.7]] and len(out) == 2
    assert [t.get_text() for t in ax.get_yticklabels()] == ["poor", "good"]


@pytest.mark.parametrize("draw", [
    figures.plot_by_sex, figures.plot_age_and_sex, figures.plot_ports, figures.plot_class_and_sex,
    figures.plot_two_whiskers, figures.plot_correlations,
    lambda titanic: figures.plot_titles(titanic, PEOPLE["title"])])
def test_titles_and_names_of_the_figures_lie_inside(draw):
    figure = draw(TITANIC)
    figure.canvas.draw()
    wide, high = figure.bbox.size
    for ax in figure.axes:
        for text in [*ax.texts, ax.title, ax._left_title]:
            box = text.get_window_extent()
            assert not text.get_text() or (0 <= box.x0 and box.x1 <= wide and box.y1 <= high), text


# The exercises.


def counted(table, column):
    """Count row by row."""
    found = {}
    for level, fate in zip(table[column], table["Survived"]):
        level = "not known" if level is None or level != level else level
        n, k = found.get(level, (0, 0))
        found[level] = n + 1, k + fate
    return {level: (n, k / n) for level, (n, k) in found.items()}


def pandas_way(table, column):
    level = table[column].astype(object)
    groups = table.assign(level=level.where(level.notna(), "not known")).groupby("level")
    return {level: tuple(row) for level, row in
            groups["Survived"].agg(["size", "mean"]).iterrows()}       # n is 577.0 here


@pytest.mark.parametrize("answer", [counted, pandas_way, lambda table, column: {
    level: list(pair) for level, pair in counted(table, column).items()}])
def test_other_ways_to_count_are_right(answer):
    exercise = find("survival-by")
    assert exercise.grade(answer).status == "right"
    handed = exercise.handed_on(answer)(TITANIC, "Embarked")
    assert {type(n) for n, _ in handed.values()} == {int}
    assert handed["not known"][0] == 2 and sum(n for n, _ in handed.values()) == 891


@pytest.mark.parametrize("column, kinds", [("Pclass", {int}), ("Age", {float, str})])
def test_the_levels_that_are_handed_on_are_those_of_the_table(column, kinds):
    handed = find("survival-by").handed_on(counted)(TITANIC, column)
    assert set(map(type, handed)) == kinds


@pytest.mark.parametrize("answer, cause", [
    (lambda table, column: table.groupby(column)["Survived"].agg(["size", "mean"]), "a table"),
    *[(lambda table, column, k=k: {level: (n, round(rate, k)) for level, (n, rate) in counted(
        table, column).items()}, "rounded") for k in (2, 4)]])
def test_a_table_and_a_rounded_rate_are_answered_by_name(answer, cause):
    assert find("survival-by").grade(answer).matched == cause


@pytest.mark.parametrize("column", ["Sex", "Pclass", "Embarked", "SibSp", "Age", "Cabin"])
def test_survival_by_group_loses_nobody(column):
    found = find("survival-by").reference(TITANIC, column)
    assert sum(n for n, _ in found.values()) == 891
    assert sum(n * rate for n, rate in found.values()) == pytest.approx(342)
    assert found == {level: (n, pytest.approx(rate)) for level, (n, rate) in counted(
        TITANIC, column).items()}


def test_a_title_may_hold_more_than_letters():
    def title_of(name):
        found = re.search(r",\s*([A-Za-z ]+?)\s*\.", name)
        return found[1] if found else None

    assert find("title-of").grade(title_of).status == "wrong"


def test_a_comma_may_stand_in_a_title():
    def title_of(name):
        pieces = name.split(",")
        title, stop, _ = pieces[1].partition(".") if len(pieces) > 1 else ("", "", "")
        return title.strip() if stop else None

    assert find("title-of").grade(title_of).status == "wrong"


def _cut(find_comma, find_stop):
    def title_of(name):
        comma, stop = find_comma(name), find_stop(name)
        return name[comma + 1:stop].strip() if "," in name and "." in name else None
    return title_of


@pytest.mark.parametrize("title_of", [
    _cut(lambda name: name.find(","), lambda name: name.find(".", name.find(","))),
    lambda name: (name[name.index(",") + 1:name.index(".", name.index(","))].strip()
                  if "," in name and "." in name else None),
    lambda name: find("title-of").reference(name) if name.find(",") > 0 else None,
    lambda name: next(iter(re.findall(r",\s*([A-Za-z ,-]+?)\s*\.", name)), None),
    lambda name: next(iter(re.findall(r",\s*([^\W\d][^.]*?)\s*\.", name)), None)])
def test_a_title_is_whatever_stands_between_the_two_signs_and_only_that(title_of):
    assert find("title-of").grade(title_of).status == "wrong"


def test_titles_of_another_type_of_text_are_right():
    right = find("title-of").reference
    given = find("title-of").grade(
        lambda name: None if right(name) is None else np.str_(right(name))
    )
    assert given.status == "right"


def test_what_the_sentences_of_the_first_look_claim_is_so_or_not_so():
    """The counts behind the letters that only describe."""
    rates = {
        (g.level, g.part): g
        for f, s in (("parents/children", "nothing"), ("class", "sex"))
        for g in groups_of(f, s)
    }
    assert rates["3", ""].rate > 0.5
    assert rates["first class", "male"].rate < rates["third class", "female"].rate
    assert majority_score(groups_of("sex")) > 0.75
    assert find("first-look").reference() == {"a", "b", "f"}
    own = majority_score(groups_of("parents/children"))
    held_out = right_answers(MajorityOfGroups(LevelOf("parents/children"))).mean()
    assert held_out < (TITANIC["Survived"] == 0).mean() < own


@pytest.mark.parametrize(
    "given",
    [
        {"a", "b"},
        {"a", "f"},
        {"b", "f"},
        {"a", "b", "f", "c"},
        {"a", "b", "f", "d"},
        {"a", "b", "f", "e"},
        set("abcdef"),
    ],
)
def test_each_wrong_first_look_is_answered_by_name(given):
    assert find("first-look").grade(given).matched is not None
