"""The scoreboard: folds that split no ticket, rules against counting, rows computed anew."""

import numpy as np
import pandas as pd
import pytest

from coursekit import scoreboard
from coursekit.plots.titanic import plot_scoreboard
from coursekit.scoreboard import (
    FixedRule, MajorityOfGroups, compute, load_scoreboard, passengers, right_answers, row_of)
from coursekit.statistics import clustered_interval


def test_no_ticket_is_on_both_sides_and_each_passenger_is_answered_once():
    seen = []

    class Watching(FixedRule):
        def fit(self, X, y):
            self.trained = set(X["Ticket"])
            return super().fit(X, y)

        def predict(self, X):
            assert not self.trained & set(X["Ticket"])
            seen.extend(X["PassengerId"])
            return super().predict(X)

    right_answers(Watching(lambda X: X["Sex"] == "female"), seeds=(0, 1))
    assert sorted(seen) == sorted([*range(1, 892)] * 2)


def test_inner_folds_split_no_ticket_either_and_see_no_outer_test_row(monkeypatch):
    class Watching(MajorityOfGroups):
        def fit(self, X, y):
            self.trained = set(X["Ticket"])
            return super().fit(X, y)

        def predict(self, X):
            assert not self.trained & set(X["Ticket"])
            return super().predict(X)

    grid = {"groups": [lambda X: X["Sex"], lambda X: X["Pclass"]]}
    right = right_answers(Watching(None), grid, seeds=(0,))
    assert right.shape == (1, 891) and 0.7 < right.mean() < 0.8


@pytest.mark.parametrize("seed", range(5))
def test_the_majority_of_groups_is_what_counting_says(seed):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"g": rng.integers(0, 5, 40)}, index=rng.permutation(40))
    y, new = rng.integers(0, 2, 40), pd.DataFrame({"g": [0, 1, 2, 3, 4, 9]})
    model = MajorityOfGroups(lambda frame: frame["g"]).fit(X, y)
    counts = [(y[X["g"] == g].sum(), (X["g"] == g).sum()) for g in new["g"]]
    assert model.predict(new).tolist() == [int(2 * k > n) for k, n in counts]


def test_rows_on_file_are_those_computed_now():
    board = load_scoreboard("01").set_index("method")
    women = row_of(right_answers(FixedRule(lambda X: X["Sex"] == "female"), seeds=(0,)))
    X, y, tickets = passengers()
    assert board.loc["women survived", "accuracy"] == pytest.approx(women["accuracy"], abs=5e-5)
    assert board.loc["women survived", "accuracy"] == pytest.approx(
        ((X["Sex"] == "female") == y).mean(), abs=5e-5
    )
    assert board.loc["everyone died", "accuracy"] == pytest.approx(1 - y.mean(), abs=5e-5)
    assert (board["low"] < board["accuracy"]).all() and (board["accuracy"] < board["high"]).all()
    assert board.loc["women survived", "lead"] == 0


def test_every_method_has_its_row_on_file():
    wanted = [
        (lesson, m.name, m.features)
        for lesson, found in scoreboard.methods().items()
        for m in found
    ]
    board = load_scoreboard()
    assert (
        list(board[["lesson", "method", "features"]].itertuples(index=False, name=None)) == wanted
    )
    assert set(board["lesson"]) - set(load_scoreboard("00")["lesson"]) == set(board["lesson"])


def test_compute_agrees_with_the_file(monkeypatch):
    cheap = {"01": scoreboard.methods()["01"][:2]}
    monkeypatch.setattr(scoreboard, "methods", lambda: cheap)
    pd.testing.assert_frame_equal(compute().round(4), load_scoreboard("01").head(2))


def test_clusters_of_one_give_the_usual_standard_error():
    x = np.random.default_rng(0).random(50)
    mean, low, high = clustered_interval(x, np.arange(50))
    assert mean == x.mean() and high - mean == pytest.approx(1.96 * x.std(ddof=1) / 50**0.5)
    assert mean - low == pytest.approx(high - mean)


def test_values_repeated_within_clusters_count_as_one():
    x = np.random.default_rng(1).random(60)
    assert clustered_interval(np.repeat(x, 4), np.repeat(np.arange(60), 4)) == \
        pytest.approx(clustered_interval(x, np.arange(60)))


def test_the_interval_of_clusters_covers_as_promised():
    rng, held = np.random.default_rng(2), []
    for _ in range(600):
        size = rng.integers(1, 6, 120)
        values = np.repeat(rng.random(120) < 0.4, size)     # one fate per cluster
        _, low, high = clustered_interval(values, np.repeat(np.arange(120), size))
        held.append(low <= 0.4 <= high)
    assert 0.91 < np.mean(held) < 0.98


@pytest.mark.parametrize(
    "values, clusters",
    [([1, 2], [1]), ([1, 2], [1, 1]), ([[1], [2]], [1, 2]), ([1, np.nan], [1, 2])],
)
def test_clusters_that_do_not_fit_are_refused(values, clusters):
    with pytest.raises(ValueError, match="clusters|values"):
        clustered_interval(values, clusters)


def test_the_picture_has_a_row_per_method():
    figure = plot_scoreboard(load_scoreboard("01"), "Two rules")
    assert len(figure.axes[0].get_yticklabels()) == len(load_scoreboard("01"))


def test_a_lead_that_is_told_marks_two_rows_and_has_its_interval():
    board = load_scoreboard("02d").set_index("method")
    row, rival = board.loc["SVM, linear"], board.loc["women survived"]
    ax = plot_scoreboard(board.reset_index(), "A lead", ahead="SVM, linear").axes[0]
    marked, others = ([*bars[0].get_xdata()] for bars in ax.containers)
    assert marked == [rival["accuracy"], row["accuracy"]] and len(others) == len(board) - 2
    assert ax.containers[0][0].get_color() != ax.containers[1][0].get_color()
    words = " ".join(text.get_text() for text in ax.texts)
    assert all(f"{100 * row[name]:.1f}" in words for name in ("lead", "lead_low", "lead_high"))
