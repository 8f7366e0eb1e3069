"""Lesson 06d: its claims, explorers, figures and exercises, computed another way."""
from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from scipy.stats import mode
from sklearn.ensemble import BaggingClassifier, GradientBoostingRegressor
from sklearn.inspection import permutation_importance
from sklearn.model_selection import GroupKFold
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import make_spirals
from coursekit.exercise import grade
from coursekit.lessons.lesson06.wave import GRID, NOISE, wave
from coursekit.lessons.lesson06c import experiments as trees
from coursekit.lessons.lesson06c.titanic import passengers
from coursekit.lessons.lesson06d import OneMoreStump, Resamples, experiments, figures
from coursekit.lessons.lesson06d.boosts import MOST, boost, other_waves, stump
from coursekit.lessons.lesson06d.exercises.vote import vote
from coursekit.lessons.lesson06d.scoreboard import (
    BY_FOLDS, BY_TICKETS, FOREST_LEAD, METHODS, with_trees,
)
from coursekit.lessons.lesson06d.spirals import (
    CELLS, EDGE, OWN, RANDOM, SAME, all_points, grown, plane, spirals, votes,
)
from coursekit.model_selection import corrected_interval
from coursekit.scoreboard import OUTER_FOLDS, SEEDS, load_scoreboard, methods, right_answers
from coursekit.scoreboard import passengers as rows_of_the_board
from coursekit.statistics import clustered_interval
from night import nightly
from panels import panels, texts_in
from sentences import says


def new_points():
    return spirals(4000, 999)


# -- theorems --------------------------------------------------------------------------------


@pytest.mark.parametrize(("right", "together"), [(np.eye(3, dtype=int), 0),
                                                 (1 - np.eye(3, dtype=int), 3)])
def test_a_vote_amplifies_the_majority(right, together):
    """Labels 1 are right: each tree has one of three right, and the vote none; and the reverse."""
    assert int(np.sum(vote(right))) == together and set(right.sum(axis=1)) == {abs(together - 1)}


def test_a_step_of_boosting_removes_its_part_of_the_squared_error():
    rng = np.random.default_rng(1)
    for n in (4, 5, 12, 40):
        for _ in range(20):
            x, r = rng.integers(0, 6, n).astype(float), rng.normal(size=n)
            r -= r.mean()
            if len(np.unique(x)) < 2 or min(Counter(x).values()) == n:
                continue
            try:
                h = stump(x, r)(x)
            except TypeError:               # no cut leaves two samples on each side
                continue
            assert r @ h == pytest.approx(h @ h)
            for nu in (0.1, 0.5, 1.0, 1.9):
                left = np.sum((r - nu * h)**2)
                assert left == pytest.approx(r @ r - nu * (2 - nu) * (h @ h)) and left < r @ r


# -- the explorers ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [OWN, SAME, RANDOM])
@pytest.mark.parametrize(("words", "least"), [("1 point", 1), ("20 points", 20)])
def test_resamples_count_the_votes_of_the_trees_on_new_points(kind, words, least):
    Z, z = new_points()
    said = np.array([grown(kind, least, b).predict(Z) for b in range(1 if kind == SAME else 100)])
    said = np.repeat(said, 100 // len(said), axis=0)
    whole = DecisionTreeClassifier(min_samples_leaf=least, random_state=0).fit(*spirals(200, 3))
    explorer = Resamples(trees=kind, least=words)
    for b in (2, 7, 8, 12):
        explorer.set(b=b)
        says(explorer.status, {
            "# trees": b, "right for # of #": [np.mean(said == z), 4000],
            "their vote for #": np.mean(vote(said[:b]) == z), "# points for #.": [
                200, whole.score(Z, z)]}, whole=False)
        written = texts_in(panels(explorer)[2])
        assert f"{np.mean(vote(said[:b]) == z):.0%}" in written
        names = texts_in(panels(explorer)[0])
        assert names[0] == f"{max(1, b - 7)}: " \
            + f"{np.mean(said[max(0, b - 8)] == z):.0%}" and len(names) == 8
    assert votes(kind, least).vote[0] == pytest.approx(np.mean(said[0] == z))


def test_the_border_is_where_the_majority_of_the_trees_changes():
    explorer = Resamples(b=9)
    said = np.array([grown(OWN, 1, b).predict(plane()) for b in range(9)])
    ones = vote(said).reshape(CELLS, CELLS)
    (border,) = [line for line in panels(explorer)[1].lines if line.get_marker() == "None"]
    edges = np.sum(ones[1:] != ones[:-1]) + np.sum(ones[:, 1:] != ones[:, :-1])
    assert np.sum(np.isnan(border.get_xdata())) == edges
    points = plane().reshape(CELLS, CELLS, 2)
    assert points[0, 0] == pytest.approx([-EDGE + EDGE / CELLS] * 2)
    assert points[0, 1, 0] > points[0, 0, 0] and points[1, 0, 1] > points[0, 0, 1]


def test_what_the_opening_says_of_its_three_kinds_of_trees():
    own, same, drawn = (votes(kind, 1) for kind in (OWN, SAME, RANDOM))
    coarse, whole = votes(OWN, 20), all_points(1)
    assert own.vote[24] > whole + 0.02 > own.single.mean() + 0.02
    assert same.apart == 0 and np.ptp(same.vote) == 0 and same.vote[0] == whole
    assert drawn.apart > own.apart and drawn.single.mean() < own.single.mean()
    assert coarse.vote[-1] < own.vote[0] + 0.02 and coarse.vote[-1] > coarse.single.mean() + 0.02
    assert coarse.apart > own.apart and drawn.vote[-1] > own.vote[-1]


def test_a_vote_repeats_flipped_labels_and_gains_between_the_points():
    (X, y), (Z, z) = spirals(200, 3), new_points()
    flipped = y != (make_spirals(200, seed=3)[1] == 1)
    trees_of = [grown(OWN, 1, b) for b in range(100)]
    assert np.array_equal(vote(np.array([t.predict(X) for t in trees_of]))[flipped], y[flipped])
    said = np.array([t.predict(Z) for t in trees_of])
    p, good = np.mean(said == z, axis=0), vote(said) == z
    repaired, spoiled = np.mean((1 - p) * good), np.mean(p * ~good)
    assert repaired > 2 * spoiled > 0
    assert good.mean() - p.mean() == pytest.approx(repaired - spoiled)


def test_a_tenth_of_the_labels_is_flipped_and_each_seed_has_its_own_points():
    for seed in (3, 4):
        X, y = spirals(4000, seed)
        truth = make_spirals(4000, seed=seed)
        assert np.array_equal(X, truth[0])
        assert np.mean(y != (truth[1] == 1)) == pytest.approx(0.1, abs=0.015)
    assert not np.allclose(spirals(50, 3)[0], spirals(50, 4)[0])


@pytest.mark.parametrize(("words", "nu"), [("0.1", 0.1), ("0.3", 0.3), ("1", 1.0)])
def test_one_more_stump_is_the_gradient_boosting_of_scikit_learn(words, nu):
    x, y = wave()
    peer = GradientBoostingRegressor(n_estimators=MOST, learning_rate=nu, max_depth=1,
                                     min_samples_leaf=2).fit(x[:, None], y)
    own = list(peer.staged_predict(x[:, None]))
    curves = list(peer.staged_predict(GRID[:, None]))
    explorer = OneMoreStump(nu=words)
    for M in (1, 4, 20, 60, MOST):
        explorer.set(M=M)
        fresh = np.sqrt(np.mean((curves[M - 1] - 2 * np.sin(GRID))**2) + NOISE**2)
        says(explorer.status, {
            f"# stump{'s' * (M > 1)}, each": M,
            "typical miss # on the #": [np.sqrt(np.mean((own[M - 1] - y)**2)), 40],
            "samples, # on fresh points": fresh}, whole=False)
        (curve,) = [line for line in panels(explorer)[0].lines
                    if len(line.get_xdata()) == len(GRID)]
        assert np.mean(np.abs(curve.get_ydata() - curves[M - 1])) < 1e-3
    assert (np.diff(boost(nu).own) <= 1e-12).all()


def test_small_steps_come_lower_and_need_more_stumps():
    full, small = boost(1.0), boost(0.3)
    assert small.fresh.min() < full.fresh.min()
    assert small.fresh.argmin() > 3 * full.fresh.argmin()
    assert full.fresh[-1] > full.fresh.min() + 0.05 and full.own[-1] < full.own[10]
    for M in (0, 3):
        following, r = small.stumps[M], small.residuals[M]
        x = wave()[0]
        assert following.left == pytest.approx(r[x < following.s].mean())
        assert following.right == pytest.approx(r[x >= following.s].mean())


@nightly
def test_what_the_page_says_of_other_waves():
    full, small = other_waves(range(1, 201))
    assert np.percentile(full.argmin(axis=1), [5, 95]) == pytest.approx([8, 53], abs=1)
    assert 0.8 < np.mean(small.min(axis=1) < full.min(axis=1)) < 0.9
    assert 4 < np.median(small.argmin(axis=1) / full.argmin(axis=1)) < 5
    late, soon = (np.mean(miss[:, -1] > miss.min(axis=1) + 0.01) for miss in (small, full))
    assert late < 0.6 and soon > 0.95


# -- the experiments -------------------------------------------------------------------------


def test_the_first_question_is_firm_and_later_ones_are_not():
    X, y = passengers()
    asked = experiments.questions_of_resamples(X, y, 40)
    assert (asked.first == 0).all() and 5 <= len(set(asked.shapes)) <= 30
    assert np.ptp(asked.ages) > 5 and all(shape[0] == 0 for shape in asked.shapes)
    rows = np.random.default_rng(7).integers(0, len(y), len(y))
    tree = DecisionTreeClassifier(max_leaf_nodes=6, random_state=0).fit(X[rows], y[rows]).tree_

    def seen(i):
        return (tree.feature[i], seen(tree.children_left[i]), seen(tree.children_right[i])) \
            if tree.feature[i] >= 0 else ()
    assert asked.shapes[7] == seen(0) and str(seen(0)).count("()") == 6


@nightly
def test_the_kept_rivals_are_those_computed():
    kept = experiments.kept("rivals").set_index(["data", "set"])
    assert kept.groupby("data").size().to_dict() == {"200 points": 100, "800 points": 100,
                                                     "Titanic": 40}
    again = experiments.compute_rivals(2, 2, vote).set_index(["data", "set"])
    assert again.to_numpy() == pytest.approx(kept.loc[again.index].to_numpy(), abs=0.002)


def test_the_kept_random_features_are_those_computed():
    kept = experiments.kept("random features")
    again = experiments.with_random_features(2)
    assert len(kept) == 40 and again.to_numpy() == pytest.approx(kept[:2].to_numpy(), abs=0.002)


def test_the_sample_size_decides_between_a_vote_and_a_pruned_tree():
    kept = experiments.kept("rivals")
    lead = (kept["vote"] - kept["pruned tree"]).groupby(kept["data"]).agg(["mean", "sem"])
    z = lead["mean"] / lead["sem"]
    assert z["200 points"] > 4 and z["800 points"] < 2 and lead.loc["Titanic", "mean"] < 0


def test_random_features_weaken_a_tree_and_not_the_vote():
    kept = experiments.kept("random features")
    tree, together = (kept[f"{name}, random features"] - kept[name]
                      for name in ("one tree", "vote"))
    assert tree.max() < 0 < together.mean() - 2 * together.sem() and np.mean(together >= 0) > 0.6


@nightly
def test_on_the_passengers_the_vote_beats_its_trees_and_not_the_pruned_tree():
    X, y = passengers()
    rows = experiments.rivals_on(X, y, 4, vote)
    mean = {name: np.mean([row[name] for row in rows]) for name in rows[0]}
    assert mean["vote"] > mean["one of its trees"]
    assert mean["vote"] < mean["pruned tree"] + 0.01


def test_the_vote_is_the_bagging_of_scikit_learn_up_to_its_draws():
    X, y = spirals(200, 3)
    Z, z = new_points()
    peer = BaggingClassifier(DecisionTreeClassifier(), n_estimators=100, oob_score=True,
                             random_state=0).fit(X, y)
    assert votes(OWN, 1).vote[-1] == pytest.approx(peer.score(Z, z), abs=0.02)
    assert peer.oob_score_ == pytest.approx(peer.score(Z, z), abs=0.06)
    assert peer.score(X, y) > 0.97


def test_meaningless_numbers_rank_high_in_training_and_lose_nothing_outside():
    gained, lost = experiments.meaningless_column(*passengers(), seeds=30)
    rank = 1 + np.sum(gained.mean(axis=0) > gained.mean(axis=0)[-1])
    assert rank <= 2 and gained.shape == lost.shape == (30, 6)
    assert gained.sum(axis=1) == pytest.approx(1)
    assert abs(lost[:, -1].mean()) < 0.01 < lost[:, 0].mean()


def test_what_shuffling_costs_agrees_with_scikit_learn():
    X, y = passengers()
    old, new = trees.partition(len(y), 0)
    tree = trees.full_tree(X[old], y[old])
    peer = permutation_importance(tree, X[new], y[new], n_repeats=30, random_state=0)
    ours = np.mean([experiments.shuffled(tree, X[new], y[new], np.random.default_rng(s))
                    for s in range(30)], axis=0)
    assert ours == pytest.approx(peer.importances_mean, abs=0.01)


def test_a_copy_of_a_column_hides_its_importance():
    alone, beside = experiments.with_a_copy(*passengers(), seeds=2)
    assert beside.mean() < 0.6 * alone.mean()


def test_a_fixed_cut_gains_a_square_of_a_standard_normal_and_the_best_of_many_more():
    best = experiments.best_gains([2, 4, 10, 200], 300, np.random.default_rng(0))
    assert best[:, 0].mean() == pytest.approx(1, abs=0.3)
    assert np.mean(best[:, 0] > 3.84) == pytest.approx(0.05, abs=0.04)
    assert (np.diff(best.mean(axis=0)) > 0).all() and np.mean(best[:, 3] > 3.84) > 0.4


# -- the scoreboard --------------------------------------------------------------------------


def test_each_machine_of_many_trees_leads_women_survived_by_more_than_luck():
    board = load_scoreboard("06d").set_index("method")
    rows = board.loc[[method.name for method in METHODS]]
    assert (rows["lead_low"] > 0).all() and board.loc["tree, cut back", "lead_low"] < 0
    assert rows["accuracy"].iloc[0] > board.loc["tree, cut back", "accuracy"]
    assert np.abs(rows["accuracy"].iloc[1::2].to_numpy()
                  - rows["accuracy"].iloc[::2].to_numpy()).max() < 0.01


@nightly
def test_the_lead_of_the_forest_over_the_pruned_tree_is_the_one_kept():
    cut = methods()["06c"][1]
    gained = right_answers(METHODS[0].estimator) * 1.0 - right_answers(cut.estimator, cut.grid)
    X, y, tickets = rows_of_the_board()
    lead, *ends = clustered_interval(gained.mean(axis=0), tickets)
    assert [lead, *ends] == pytest.approx([FOREST_LEAD, *BY_TICKETS], abs=0.002)
    scores = [gained[row, test].mean() for row, seed in enumerate(SEEDS) for _, test in
              GroupKFold(OUTER_FOLDS, shuffle=True, random_state=seed).split(X, y, tickets)]
    assert corrected_interval(scores, n_train=802, n_test=89) == pytest.approx(BY_FOLDS, abs=0.002)


@nightly
def test_boosting_in_one_partition_is_about_as_good_as_on_the_board():
    one = right_answers(METHODS[2].estimator, seeds=(0,)).mean()
    assert one == pytest.approx(load_scoreboard().set_index("method").loc[
        METHODS[2].name, "accuracy"], abs=0.012)
    assert [method.features for method in METHODS].count("7 raw") == 2
    assert with_trees("passthrough").steps[0][1].transformers[0][2][0] == "Pclass"


# -- the figures -----------------------------------------------------------------------------


def test_the_bars_of_a_mean_are_the_two_sides_of_the_theorem():
    rng = np.random.default_rng(3)
    x, curves = np.linspace(0, 9, 10), rng.normal(size=(6, 10))
    figure = figures.plot_mean(x, curves, {"A": (2.0, 0.3), "B": (7.0, -1.0)}, "Two points")
    widths = [bar.get_width() for bar in figure.axes[1].patches]
    for (miss, spread, mean), (k, y) in zip((widths[:3], widths[3:]), ((2, 0.3), (7, -1.0)),
                                            strict=True):
        assert miss == mean == pytest.approx((curves[:, k].mean() - y)**2)
        assert miss + spread == pytest.approx(np.mean((curves[:, k] - y)**2))


def test_the_figures_show_every_draw():
    figure = figures.plot_questions([3.5, 9.5, 9.5, 40.0], "Three thresholds")
    assert sorted(figure.axes[0].lines[0].get_xdata()) == [3.5, 9.5, 9.5, 40.0]
    figure = figures.plot_rivals({"one": [1.0, 3.0], "two": [-2.0, -1.0]}, "Two rivals")
    assert [len(line.get_xdata()) for line in figure.axes[0].lines[:4]] == [2, 1, 2, 1]
    assert {"+2.0", "−1.5"} <= {text.get_text() for text in figure.axes[0].texts}


# -- the exercises ---------------------------------------------------------------------------


def test_right_answers_in_unusual_form():
    assert grade("vote", lambda said: [min(set(c), key=lambda v: (-list(c).count(v), v))
                                       for c in np.asarray(said).T.tolist()]).status == "right"
    assert grade("bag-or-not", "e, d").status == "right"
    assert grade("vote", lambda said: np.array(
        [np.bincount(c).argmax() for c in said.T], dtype=float)).status == "right"
    assert grade("vote", lambda said: mode(said, axis=0).mode).status == "right"


def other_bags(said, drawn):
    """Right answers to "out-of-bag" of other makes."""
    B, n = said.shape
    lists = [[said[b][i] for b in range(B) if not drawn[b][i]] for i in range(n)]
    most = [min(set(one), key=lambda v, one=one: (-one.count(v), v)) for one in lists]
    counts = np.array([np.sum((said == k) & ~drawn, axis=0) for k in range(3)])
    yield most
    yield np.array(most, dtype=np.float32)
    yield pd.Series(most)
    yield counts.argmax(axis=0)
    yield mode(np.where(drawn, np.nan, said), axis=0, nan_policy="omit").mode
    yield np.concatenate([vote(said[~drawn[:, i]][:, [i]]) for i in range(n)])


@pytest.mark.parametrize("k", range(6))
def test_samples_may_be_judged_out_of_the_bag_in_many_ways(k):
    told = grade("out-of-bag", lambda said, drawn: list(other_bags(said, drawn))[k])
    assert told.status == "right", told


@pytest.mark.parametrize("wrong, mistake", [
    (lambda said, drawn: vote(said), "all trees"),
    (lambda said, drawn: vote(np.where(drawn, 0, said)), "a label for the others"),
    (lambda said, drawn: np.nanmean(np.where(drawn, np.nan, said), axis=0) > 0.5, None),
])
def test_wrong_bags_are_recognised(wrong, mistake):
    told = grade("out-of-bag", wrong)
    assert told.status == "wrong" and told.matched == mistake


@pytest.mark.parametrize("key, wrong, mistake", [
    ("vote", lambda said: [max(list(c), key=list(c).count) for c in said.T], "ties to the last"),
    ("vote", lambda said: np.mean(said, axis=0), "the mean"),
    ("vote", lambda said: np.mean(said, axis=0) > 0.5, "the mean"),
    ("vote", lambda said: mode(said, axis=0, keepdims=True).mode, "a table"),
    ("vote", lambda said: [max(set(c), key=c.count) for c in said.T.tolist()],
     "ties to the last"),
    ("vote", lambda said: np.argmax([np.sum(said == c, axis=0) for c in range(10)], axis=0),
     None),
])
def test_wrong_answers_are_recognised(key, wrong, mistake):
    verdict = grade(key, wrong)
    assert verdict.status == "wrong" and verdict.matched == mistake


@pytest.mark.parametrize("key, wrong", [
    ("vote", lambda said: vote(said)[0]),
    ("vote", lambda said: np.asarray(said).max(axis=0)),
    ("vote", lambda said: np.asarray(said)[-1]),
    ("vote", lambda said: vote(said)[::-1]),
    ("vote", lambda said: vote(said).astype(str)),
    ("vote", lambda said: np.any(said, axis=0)),
    ("vote", lambda said: {k: v for k, v in enumerate(vote(said))}),
    ("bag-or-not", "a"),
    ("bag-or-not", "bcd"),
    ("bag-or-not", "de c"),
    ("bag-or-not", "b"),
])
def test_wrong_answers_are_wrong(key, wrong):
    assert grade(key, wrong).status == "wrong"


def test_of_equal_votes_the_smallest_label_wins():
    assert vote(np.array([[1, 2], [0, 2], [0, 1], [1, 2]])).tolist() == [0, 2]
