"""Lesson 05: its exercise, explorer, experiments and figure, and what the page claims.

Scores are computed again sample by sample; expectations are summed over all outcomes.
"""
from itertools import product

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.model_selection import KFold

from coursekit.datasets import load_owls, load_titanic
from coursekit.lessons.lesson05 import BestOfSixteen, coins, experiments, figures
from coursekit.lessons.lesson05.exercises.cv_score import CV_SCORE
from coursekit.lessons.lesson05.exercises.folds import FOLDS, folds
from coursekit.lessons.lesson05.explorers.best_of_sixteen import EDGES, LONGEST, counted
from coursekit.lessons.lesson05.owls import report_splits
from coursekit.model_selection import stratified_folds
from cases import some
from page_code import page_functions
from panels import bars, panels
from sentences import between
from states import corners, preset_states
from night import nightly

PAGE = page_functions("05_cross_validation", cdist=cdist)
neighbours, cv_score, majority = (PAGE[name] for name in ("neighbours", "cv_score", "majority"))


# -- the tables of coins -----------------------------------------------------------------


def by_hand(rows, y, f, voters, locked=None):
    """Return for each row whether the vote is right; a locked fold is neither asked nor voting."""
    rank, found = coins.ranks()[np.ix_(rows, rows)], []
    for i in range(len(rows)):
        away = [j for j in range(len(rows)) if f[j] not in (f[i], locked)]
        near = sorted(away, key=lambda j: rank[i, j])
        near = near[:min(voters, (len(away) - 1) // 2 * 2 + 1)]
        found.append((sum(y[near]) * 2 > len(near)) == y[i])
    return np.array(found)


@pytest.mark.parametrize("n, table", [(40, 0), (40, 399), (80, 0), (80, 17), (160, 3)])
def test_the_scores_are_those_of_votes_counted_one_by_one(n, table):
    rows, y, f, g = (part[table] for part in coins.tables(n))
    found = coins.run(n)
    for column in (0, 4, 15):
        voters = coins.VOTERS[column]
        right = by_hand(rows, y, f, voters)
        assert found.scores[table, column] == pytest.approx(right.mean())
        assert found.again[table, column] == pytest.approx(by_hand(rows, y, g, voters).mean())
        for fold in (0, 4):
            assert found.outer[table, fold, column] == pytest.approx(right[f == fold].mean())
            inner = by_hand(rows, y, f, voters, locked=fold)[f != fold].mean()
            assert found.inner[table, fold, column] == pytest.approx(inner)


@pytest.mark.parametrize("n", coins.SIZES)
def test_a_table_holds_different_passengers_and_fair_folds(n):
    rows, y, f, g = coins.tables(n)
    assert all(len(set(row)) == n for row in rows) and set(np.unique(y)) == {0, 1}
    assert abs(y.mean() - 0.5) < 4 * 0.5 / np.sqrt(y.size)
    for cut in (f, g):
        assert (np.sort(cut, axis=1) == np.sort(np.arange(n) % 5)).all()
    assert (f != g).any(axis=1).all()


@pytest.mark.parametrize("n", [160, 320])
def test_among_the_nearest_there_are_always_enough_voters(n):
    """Only some neighbours are sorted; two of five folds are away, and 31 vote at most."""
    rows, _, f, _ = (part[:40] for part in coins.tables(n))
    fold = np.take_along_axis(f[:, None], coins.nearest_first(rows), axis=2)
    own = (fold == f[:, :, None])
    for locked in range(5):
        asked = f != locked
        assert (~own & (fold != locked)).sum(axis=2)[asked].min() >= coins.VOTERS[-1]


def test_equally_near_passengers_stand_in_an_order_drawn_by_lot():
    ranks, far = coins.ranks(), cdist(coins.features(), coins.features())
    for i in (0, 5, 800):
        assert sorted(ranks[i]) == list(range(891))
        assert (np.diff(far[i][np.argsort(ranks[i])]) > -1e-6).all()


@pytest.mark.parametrize("n", [40, 80, 160])
@pytest.mark.parametrize("settings", [1, 2, 4, 8, 16])
def test_the_best_is_the_highest_of_those_that_compete(n, settings):
    found, scores = coins.results(n, settings), coins.run(n).scores
    among = coins.ORDER[:settings]
    assert found.best == pytest.approx(scores[:, among].max(axis=1))
    assert set(found.winner) <= set(among)
    assert (scores[np.arange(400), found.winner] == found.best).all()
    if settings > 1:
        assert (found.best >= coins.results(n, settings // 2).best).all()
    else:
        assert found.locked == pytest.approx(found.best)     # nothing is chosen


@pytest.mark.parametrize("n", [40, 80, 160])
def test_single_and_locked_scores_are_right_on_average_and_the_best_is_not(n):
    found, se = coins.results(n, 16), 1 / 20
    assert abs(found.locked.mean() - 0.5) < 3 * found.locked.std(ddof=1) * se
    alone = coins.results(n, 1).best
    assert abs(alone.mean() - 0.5) < 3 * alone.std(ddof=1) * se
    assert found.best.mean() - 0.5 > 10 * found.best.std(ddof=1) * se
    kept = (found.again.mean() - 0.5) / (found.best.mean() - 0.5)
    assert 0.25 < kept < 0.75
    assert abs(found.locked.std(ddof=1) / alone.std(ddof=1) - 1) < 0.1     # no narrower heap


def test_one_table_in_four_reaches_the_best_score_of_the_first():
    best = coins.results(80, 16).best
    assert 0.2 < np.mean(best >= best[0]) < 0.3 and 0.54 < best.mean() < 0.58


@nightly
def test_two_ways_to_halve_the_curse():
    def gap(n, settings):
        return coins.results(n, settings).best.mean() - 0.5
    assert gap(320, 16) == pytest.approx(gap(80, 16) / 2, rel=0.1)
    assert gap(80, 2) < gap(80, 16) / 2 < gap(80, 4)


def test_the_sixteen_scores_are_lucky_together():
    together = np.corrcoef(coins.run(80).scores.T)[np.triu_indices(16, 1)]
    assert together.mean() > 0.3
    assert coins.independent_best(80) > coins.results(80, 16).best.mean() + 0.03


def test_the_same_coins_alone_do_not_make_two_scores_lucky_together():
    """The similar answers do: with unrelated neighbours, the votes of few are right apart."""
    rows, y, f, g = coins.tables(80)
    alike = coins.run(80).scores[:, :4]
    apart = coins.score_tables(np.random.default_rng(1).permuted(rows, axis=1), y, f, g)[0]
    for j in range(3):
        assert abs(np.corrcoef(alike[:, j], apart[:, j])[0, 1]) < 0.2
        assert np.corrcoef(alike[:, j], alike[:, j + 1])[0, 1] > 0.5


def test_real_passengers_are_told_better_after_learning_from_all_of_a_table():
    """So the gap to the winner that learned from all 80 is less than what choosing lifts."""
    fates, parts = load_titanic()["Survived"].to_numpy(), [part[:100] for part in coins.tables(80)]
    rows, f, g = parts[0], *parts[2:]
    cv, others = coins.score_tables(rows, fates[rows].astype(np.int8), f, g)[0], []
    for row in rows:
        rest = np.setdiff1d(np.arange(891), row)
        near = fates[row][np.argsort(coins.ranks()[np.ix_(rest, row)], axis=1)]
        others.append([np.mean((2 * near[:, :count].sum(axis=1) > count) == fates[rest])
                       for count in coins.VOTERS])
    assert np.mean(others) > cv.mean() + 0.005


# -- the explorer ------------------------------------------------------------------------


def test_each_brick_is_one_table_and_half_bricks_stand_on_edges():
    for n in coins.SIZES:
        for scores in (coins.results(n, 16).best, coins.results(n, 16).locked):
            bars = counted(scores, n)
            assert bars.sum() == pytest.approx(len(scores)) and bars.max() < LONGEST - 60
    assert counted(np.array([0.5125]), 80).tolist().count(0.5) == 2      # between two bars
    assert counted(np.array([0.50]), 40).max() == 1


def line(panel, label):
    """Return the points of a line, or nothing."""
    found = [drawn.get_xydata() for drawn in panel.lines if drawn.get_label() == label]
    return found[0] if found else None


@pytest.mark.parametrize("state", some(corners(BestOfSixteen), 10) + [
    {"tables": 7, "compare": "new folds"}, {"tables": 121, "settings": "4", "n": "160"}])
def test_the_sentence_and_the_picture_say_what_the_tables_gave(state):
    explorer = BestOfSixteen(**state)
    now = explorer.state()
    n, M, k = (int(now[name]) for name in ("n", "settings", "tables"))
    found, words = coins.results(n, M), explorer.status
    assert not explorer.failed and words.count(". ") <= 2
    score = between(words, " score is", "from")
    assert abs(float(score[0].rstrip("%")) - 100 * found.best[k - 1]) < 0.0501
    if k > 1:
        assert abs(float(between(words, "averages", "%")[0]) - 100 * found.best[:k].mean()) < 0.0501
    other = {"new folds": found.again, "locked folds": found.locked}.get(now["compare"])
    if other is not None:
        assert abs(float(between(words, "average ", "%")[0]) - 100 * other[:k].mean()) < 0.0501
    left, right = panels(explorer)[:2]
    star, dots = (line(left, name) for name in ("the best", "scores of the settings"))
    assert len(dots) == M and dots[:, 1].max() == pytest.approx(100 * found.best[k - 1])
    assert (star is None) == (now["compare"] == "locked folds")
    if star is not None:
        assert star[0] == pytest.approx([coins.VOTERS[found.winner[k - 1]],
                                         100 * found.best[k - 1]])
    assert sum(bar[:, 0].max() for bar in bars(right)) == pytest.approx(k)
    gap, outline = line(right, "too high"), line(right, "compared with")
    assert (gap is None) == (k == 1) and (outline is None) == (other is None or k == 1)
    if k > 1:
        assert np.ptp(gap[:, 1]) == pytest.approx(abs(100 * found.best[:k].mean() - 50))
    if outline is not None:
        x, y = outline.T
        assert np.dot(x[1:-1:2], np.diff(y[1::2])) / np.diff(EDGES)[0] == pytest.approx(k)


def test_a_high_dot_is_not_written_over_and_one_setting_has_no_winners():
    def where(**state):
        (report,) = (text for ax in BestOfSixteen(**state).canvas.figure.axes
                     for text in ax.texts if text.get_text().endswith("report it?"))
        return report.get_position()[1]
    highest = 1 + 3 * int(coins.results(40, 16).best[::3].argmax())
    assert where(tables=highest, n="40") < 0.3 < 0.7 < where()
    for compare in ("new folds", "locked folds"):
        words = BestOfSixteen(settings="1", compare=compare).alt_text
        assert "folds the scores average" in words and "together" not in words


def test_some_more_tables_and_no_more_than_there_are():
    explorer = BestOfSixteen()
    explorer.more()
    assert explorer.state()["tables"] == 4
    explorer.set(tables=400)
    explorer.more()
    assert explorer.state()["tables"] == 400
    for state in preset_states(BestOfSixteen):
        explorer.reset()
        explorer.set(**state)
        assert not explorer.failed


# -- one split, and folds ----------------------------------------------------------------


def test_the_report_tests_46_owls_ten_times():
    assert len(load_owls()) == 135 and [len(test) for test in report_splits()] == [46] * 10
    assert 46**2 / 135 == pytest.approx(15.7, abs=0.05)      # shared by two, on average


def as_labels(n, k, rng):
    where = rng.permutation(np.arange(n) % k)
    return [np.flatnonzero(where == v).tolist() for v in range(k)]


def strided(n, k, rng):
    order = list(range(n))
    rng.shuffle(order)
    return tuple(np.array(order[v::k], dtype=np.int16) for v in range(k))


def with_sklearn(n, k, rng):
    cut = KFold(k, shuffle=True, random_state=int(rng.integers(10**6)))
    return [test for _, test in cut.split(np.zeros(n))]


def as_objects(n, k, rng):
    return np.array(np.array_split(rng.permutation(n), k), dtype=object)


@pytest.mark.parametrize("answer", [as_labels, strided, with_sklearn, as_objects])
def test_unusual_folds_are_right(answer):
    assert FOLDS.grade(answer).status == "right"


@pytest.mark.parametrize("answer", [
    lambda n, k, rng: [], lambda n, k, rng: rng.permutation(n),
    lambda n, k, rng: np.array_split(rng.permutation(n).astype(float), k),
    lambda n, k, rng: np.array_split(rng.integers(0, n, n), k),
    lambda n, k, rng: np.array_split(rng.permutation(n), k)[:-1],
    lambda n, k, rng: [rng.permutation(n) for _ in range(k)],
    lambda n, k, rng: dict(enumerate(np.array_split(rng.permutation(n), k))),
    lambda n, k, rng: [[i for i in range(n) if i % k == v] for v in range(k)],
    lambda n, k, rng: [set(test) for test in np.array_split(rng.permutation(n), k)],
    lambda n, k, rng: print("folds")])
def test_other_folds_are_wrong(answer):
    verdict = FOLDS.grade(answer)
    assert verdict.status == "wrong"


def numbers_of_a_kind(n, k, rng):
    return np.array_split(np.random.permutation(n), k)


def blocks_in_random_order(n, k, rng):
    return [np.array_split(np.arange(n), k)[v] for v in rng.permutation(k)]


def turned_blocks(n, k, rng):
    return np.array_split(np.roll(np.arange(n), rng.integers(n)), k)


def blocks_with_a_swap(n, k, rng):
    """Exchange a row of the first block with one of the second."""
    order = np.arange(n)
    i, j = rng.integers(-(-n // k)), n // k + rng.integers(n // k)
    order[[i, j]] = order[[j, i]]
    return np.array_split(order, k)


@pytest.mark.parametrize("answer, matched", [
    (blocks_with_a_swap, "hardly shuffled"), (numbers_of_a_kind, "another generator"),
    (blocks_in_random_order, "consecutive blocks"),
    (turned_blocks, "consecutive blocks"),
    (lambda n, k, rng: [[i for i in range(n) if i % k == v] for v in range(k)],
     "a seed of its own"),
    (lambda n, k, rng: (rows for rows in folds(n, k, rng)), "walked through once"),
    (lambda n, k, rng: np.array_split(rng.shuffle(np.arange(n)), k), "shuffle returns nothing"),
    (lambda n, k, rng: folds(n - 1, k, rng), None), (lambda n, k, rng: folds(k, n, rng), None)])
def test_each_slip_in_folds_is_named_and_no_other(answer, matched):
    assert FOLDS.grade(answer).matched == matched


def sorted_folds(n, k, rng):
    return sorted(sorted(test.tolist()) for test in folds(n, k, rng))


def test_the_order_of_folds_and_rows_is_free():
    assert FOLDS.grade(sorted_folds).status == "right"


# -- the cross-validated score -----------------------------------------------------------


def by_a_mask(learn, setting, X, y, splits):
    right = np.zeros(len(y), dtype=bool)
    for test in splits:
        held = np.isin(np.arange(len(y)), test)
        right[held] = learn(setting, X[~held], y[~held])(X[held]) == y[held]
    return right.mean()


def weighted_by_size(learn, setting, X, y, splits):
    scores = [np.mean(learn(setting, np.delete(X, test, axis=0), np.delete(y, test))(X[test])
                      == y[test]) for test in splits]
    return np.average(scores, weights=[len(test) for test in splits])


@pytest.mark.parametrize("answer", [by_a_mask, weighted_by_size])
def test_the_score_may_be_written_in_any_way(answer):
    assert CV_SCORE.grade(answer).status == "right"


def test_the_example_of_the_score_is_the_table_by_hand():
    assert CV_SCORE.right[0] == pytest.approx(2 / 9)


@pytest.mark.parametrize("digits", [2, 3])
def test_a_rounded_score_is_named(digits):
    verdict = CV_SCORE.grade(lambda *case: round(CV_SCORE.reference(*case), digits))
    assert verdict.matched == "rounded"


def test_a_table_that_lost_its_columns_is_no_right_answer():
    """Without an axis `np.delete` makes one row of the table; the page's machine then fails."""
    def flattened(learn, setting, X, y, splits):
        right = 0
        for test in splits:
            rule = learn(setting, np.delete(X, test), np.delete(y, test))
            right += np.sum(rule(X[test]) == y[test])
        return right / len(y)
    verdict = CV_SCORE.grade(flattened)
    assert verdict.status == "wrong" and verdict.matched == "axis forgotten"
    assert {case[2].shape[1] for case in CV_SCORE.all_cases} == {1, 2}


# -- what cross-validation estimates -----------------------------------------------------------


@pytest.mark.parametrize("half", [1, 2, 5, 30])
def test_the_majority_is_always_wrong_about_the_one_left_out(half):
    n, y = 2 * half, np.tile([0, 1], half)
    assert cv_score(majority, None, np.zeros((n, 1)), y, [[i] for i in range(n)]) == 0


def test_with_independent_labels_leaving_one_out_is_right_as_often_as_three_samples_predict():
    """Where the condition holds, so does the claim: n = 4, each label 1 with chance 0.3."""
    def chance(labels):
        return np.prod(np.where(labels, 0.3, 0.7))
    table = [np.array(labels) for labels in product([0, 1], repeat=4)]
    cv = sum(chance(y) * cv_score(majority, None, np.zeros((4, 1)), y,
                                  [[i] for i in range(4)]) for y in table)
    accuracy = sum(chance(y) * (int(y[:3].mean() > 0.5) == y[3]) for y in table)
    assert cv == pytest.approx(accuracy, abs=1e-12)


def bias(learn, setting, shift, tables):
    """Return the mean of stratified minus plain CV (which is right on average), and its se."""
    rng, found = np.random.default_rng(3), []
    for _ in range(tables):
        y = rng.integers(0, 2, 60)
        X = rng.normal(size=(60, 2)) + shift * y[:, None]
        plain, stratified = (cv_score(learn, setting, X, y, splits) for splits in
                             (folds(60, 5, rng), stratified_folds(y, 5, rng)))
        found.append(stratified - plain)
    return np.mean(found), np.std(found, ddof=1) / tables**0.5


@nightly
def test_stratified_folds_lift_the_majority_by_five_points_and_fifteen_neighbours_by_less():
    lifted, se = bias(majority, None, 0.7, 1500)
    assert 0.035 < lifted < 0.06 and se < 0.004
    nearest, se = bias(neighbours, 15, 0.7, 1000)
    assert 2.5 * se < nearest < 0.03


@pytest.mark.parametrize("sizes", [(2, 2), (3, 1), (1, 1, 2), (1, 1, 1, 1)])
def test_with_unequal_folds_each_sample_speaks_for_its_training_size(sizes):
    """All tables of four labels, each 1 with chance 0.3; the folds are cut without looking."""
    def chance(labels):
        return np.prod(np.where(labels, 0.3, 0.7))

    def accuracy(r):
        return sum(chance(y) * (int(y[:-1].mean() > 0.5) == y[-1])
                   for y in map(np.array, product([0, 1], repeat=r + 1)))
    splits = np.split(np.arange(4), np.cumsum(sizes)[:-1])
    cv = sum(chance(y) * experiments.cv_of(experiments.majority, y[:, None], y, splits)
             for y in map(np.array, product([0, 1], repeat=4)))
    assert cv == pytest.approx(sum(size * accuracy(4 - size) for size in sizes) / 4, abs=1e-12)


def test_each_broken_condition_misses_by_itself():
    """The same without the fault: folds drawn at random, single samples, counts by chance."""
    rng, fair = np.random.default_rng(1), []
    for _ in range(200):
        X, y = experiments.stripes(60, rng)
        fair.append(experiments.cv_of(experiments.nearest, X, y, folds(60, 5, rng)))
    blocks = experiments.blocks()
    assert np.mean(fair) == pytest.approx(blocks.truth, abs=0.015) and blocks.cv < 0.6
    alone = [experiments.cv_of(experiments.nearest, rng.random((60, 1)), rng.integers(0, 2, 60),
                               folds(60, 5, rng)) for _ in range(200)]
    assert np.mean(alone) == pytest.approx(0.5, abs=0.02)
    assert experiments.duplicates().cv == pytest.approx(0.5 + 0.5 * 48 / 59, abs=0.02)
    half = np.tile([0, 1], 30)
    assert experiments.cv_of(experiments.majority, half[:, None], half, np.arange(60)[:, None]) == 0
    assert experiments.stratified().cv == pytest.approx(0.548, abs=0.008)


def test_second_class_says_too_much_of_third():
    """Counted in the table: of each sex the larger part, in one class and by the other's rule."""
    titanic = load_titanic()
    counts = titanic.groupby(["Pclass", "Sex"])["Survived"].agg(["sum", "size"])
    (women, f), (men, m) = (counts.loc[(2, sex)] for sex in ("female", "male"))
    third_women, third_men = (counts.loc[(3, sex)] for sex in ("female", "male"))
    case = experiments.another_class()
    assert case.cv == pytest.approx((women + m - men) / (f + m))
    assert case.truth == pytest.approx(
        (third_women["sum"] + third_men["size"] - third_men["sum"])
        / (third_women["size"] + third_men["size"]))


def test_the_figure_shows_the_misses():
    cases = [experiments.Case("a", 0.2, 0.5), experiments.Case("b", 0.61, 0.6)]
    (ax,) = figures.plot_misses(cases, "t").axes
    lines = [drawn.get_xydata() for drawn in ax.lines if len(drawn.get_xdata()) == 2]
    assert [np.ptp(drawn[:, 0]) for drawn in lines] == pytest.approx([30, 1])
    words = [text.get_text() for text in ax.texts]
    assert words[:2] == ["−30", "+1"] and {"CV says", "truth"} < set(words)


def test_the_figures_show_each_score_and_each_winner():
    labels, splits = np.array([1, 1, 0, 0]), [np.array([0, 1]), np.array([2, 3])]
    ticks = figures.plot_ticks(labels, splits, [0, 0], "t")
    words = [text.get_text() for text in ticks.axes[0].texts]
    assert (words.count("✓"), words.count("×")) == (2, 2) and "CV = 0.500" in words
    (ax,) = figures.plot_splits({"a": [0.5, 0.5, 0.75], "b": [0.6]}, "t").axes
    dots = np.vstack([drawn.get_xydata() for drawn in ax.lines if drawn.get_marker() == "o"])
    assert sorted(dots[:, 0]) == pytest.approx([50, 50, 60, 75]) and len(set(map(tuple, dots))) == 4
    said, reached = np.array([0.7, 0.8, 0.75]), np.array([0.72, 0.7, 0.7])
    words = [text.get_text() for text in figures.plot_promises(said, reached, "t").axes[0].texts]
    assert {"2 promised\ntoo much", "1 did not"} < set(words)


@pytest.mark.parametrize("labels, k, right", [([1, 1, 1, 1, 0, 0, 1, 0, 0], 3, 2)])
def test_the_table_by_hand(labels, k, right):
    y = np.array(labels)
    assert cv_score(majority, None, y[:, None], y, np.array_split(np.arange(len(y)), k)) * len(y) \
        == pytest.approx(right)


def test_where_the_counts_are_fixed_the_best_of_two_may_be_too_low():
    assert experiments.two_majorities(300) == pytest.approx(0.41, abs=0.01)


def test_with_real_fates_the_winner_s_score_is_too_high_too():
    """The winner of a table once more, by scikit-learn's kind of vote on the other passengers."""
    real, fates = experiments.real_fates(), load_titanic()["Survived"].to_numpy()
    gap = real.best - real.others
    assert gap.mean() > 4 * gap.std(ddof=1) / len(gap)**0.5
    assert 0.7 < np.mean(gap > 0) < 0.8 and abs(np.corrcoef(real.best, real.others)[0, 1]) < 0.2
    for table in (0, 50):
        rows = coins.tables(80)[0][table]
        rest = np.setdiff1d(np.arange(891), rows)
        rank = coins.ranks()[np.ix_(rest, rows)]
        voters = coins.VOTERS[real.winner[table]]
        votes = [fates[rows][np.argsort(row)[:voters]].sum() for row in rank]
        assert np.mean((2 * np.array(votes) > voters) == fates[rest]) == pytest.approx(
            real.others[table])
