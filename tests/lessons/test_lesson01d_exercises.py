"""What the exercises of sitting 01d take and refuse, and what their verdicts speak of."""
from __future__ import annotations


import numpy as np
import pandas as pd
import pytest

from coursekit.datasets import load_titanic
from coursekit.exercise.registry import find


@pytest.mark.parametrize("key, form", [
    ("ceiling", lambda both: tuple(map(np.float32, both))),
    ("ceiling", lambda both: [round(value, 3) for value in both])])
def test_right_answers_in_another_form_are_right(key, form):
    right = find(key).reference
    assert find(key).grade(lambda *given: form(right(*given))).status == "right"


@pytest.mark.parametrize("scale", [(100, 100), (0.5, 1)])
def test_the_verdict_on_a_wrong_share_does_not_speak_of_left_out_rows_alone(scale):
    """The ceiling itself is wrong: what a left-out row sees would not help."""
    right = find("ceiling").reference
    given = find("ceiling").grade(
        lambda profile, y: tuple(np.multiply(scale, right(profile, y)).tolist()))
    assert given.status == "wrong"


def test_an_imputer_whose_fit_writes_into_its_caller_s_frame_is_refused():
    right = find("title-median").reference

    class TitleMedian(right):
        def fit(self, X, y=None):
            super().fit(X, y)
            X["Title"] = "Mr"
            return self

    given = find("title-median").grade(TitleMedian)
    assert (given.status, given.matched) == ("wrong", "fit changes the frame")


class DropsRowsWithAnyGap(find("title-median").reference):
    """On the passenger list, where most cabins are missing, hardly a row would be learned from."""

    def fit(self, X, y=None):  # noqa: D102
        return super().fit(X.dropna())


class ChangesFares(find("title-median").reference):
    """Fill the ages, and make all fares equal."""

    def transform(self, X):  # noqa: D102
        return super().transform(X).assign(Fare=7.0)


class FillsInPlace(find("title-median").reference):
    """Fill the caller's frame in both methods."""

    def fit(self, X, y=None):  # noqa: D102
        super().fit(X)
        self.transform(X)
        return self

    def transform(self, X):  # noqa: D102
        X["Age"] = super().transform(X)["Age"]
        return X


class FillsInFit(find("title-median").reference):
    """Fill the caller's frame in fit only."""

    def fit(self, X, y=None):  # noqa: D102
        super().fit(X)
        X["Age"] = self.transform(X)["Age"]
        return self


@pytest.mark.parametrize("imputer, matched", [
    (DropsRowsWithAnyGap, None), (ChangesFares, "other columns changed"),
    (FillsInPlace, "both change the frame"), (FillsInFit, "fit changes the frame")])
def test_imputers_that_spoil_a_frame_are_refused_for_what_they_do(imputer, matched):
    given = find("title-median").grade(imputer)
    assert (given.status, given.matched) == ("wrong", matched)
    assert "column of your own" not in given.message and "titles in" not in given.message


def test_the_verdict_on_ties_is_true_of_one_who_asks_everybody_at_a_tie():
    right = find("ceiling").reference

    def vote(k, d, tie):
        return k > d if k != d else tie

    def ceiling(profile, y):
        rows = list(zip(profile, map(int, y), strict=True))
        both = {x: [sum(z == x and o == v for z, o in rows) for v in (0, 1)] for x, _ in rows}
        everybody = sum(o for _, o in rows) > len(rows) / 2
        votes = [vote(both[x][1] - (o == 1), both[x][0] - (o == 0), everybody) == o
                 for x, o in rows]
        return right(profile, y)[0], sum(votes) / len(rows)

    given = find("ceiling").grade(ceiling)
    assert given.status == "wrong"


def test_one_who_fails_at_none_is_not_told_that_rows_are_lost():
    right = find("ceiling").reference
    given = find("ceiling").grade(lambda profile, y: (np.unique(profile), right(profile, y))[1])
    assert given.status == "wrong" and "lost" not in given.message


def test_the_steps_that_leak_are_those_in_which_another_row_is_seen():
    """Change every other row: what do the rest get? (Step b, drawn by hand, cannot be run again.)"""
    aboard = load_titanic().dropna(subset="Embarked")
    steps = {
        "a": lambda X: pd.get_dummies(X["Embarked"]).reindex(columns=list("CQS")),
        "c": lambda X: X["Name"].map(find("title-of").reference),
        "d": lambda X: X["Age"].fillna(X["Age"].median()),
        "e": lambda X: X["Cabin"].notna(),
        "f": lambda X: X["Survived"].groupby(X["Ticket"]).transform("mean")}
    rows, changed = aboard.index[::2], aboard.copy()
    changed.loc[rows, ["Embarked", "Name", "Cabin", "Age"]] = ["Q", "Doe, Dr. Jo", "Z1", 70.0]
    changed.loc[rows, "Survived"] = 1 - aboard.loc[rows, "Survived"]
    leaky = {letter for letter, step in steps.items()
             if not step(aboard).drop(rows).equals(step(changed).drop(rows))}
    assert leaky | {"b"} == find("leaky-steps").reference()


class FloorsKnownAges(find("title-median").reference):
    """Make whole years of ages that are known."""

    def transform(self, X):  # noqa: D102
        return super().transform(X).assign(
            Age=lambda filled: filled["Age"].where(X["Age"].isna(), np.floor(X["Age"])))


class TakesBabiesForGaps(find("title-median").reference):
    """Fill ages below one, too."""

    def transform(self, X):  # noqa: D102
        return super().transform(X.assign(Age=X["Age"].where(X["Age"] >= 1)))


class TakesTheCommonestAge(find("title-median").reference):
    """Learn the mode of each title."""

    def fit(self, X, y=None):  # noqa: D102
        super().fit(X)
        titles = X["Name"].map(find("title-of").reference)
        self.medians_ = X["Age"].groupby(titles).agg(lambda ages: ages.mode().median())
        return self


class ForgetsTheUntitled(find("title-median").reference):
    """Take for all only those who have a title."""

    def fit(self, X, y=None):  # noqa: D102
        super().fit(X)
        self.median_ = X["Age"][X["Name"].map(find("title-of").reference).notna()].median()
        return self


class PoolsRareTitles(find("title-median").reference):
    """Learn one median for all titles but the four commonest."""

    def _pooled(self, X):
        titles = X["Name"].map(find("title-of").reference)
        return titles.where(titles.isin(self.common_), "rare")

    def fit(self, X, y=None):  # noqa: D102
        self.common_ = X["Name"].map(find("title-of").reference).value_counts().index[:4]
        self.median_ = X["Age"].median()
        self.medians_ = X["Age"].groupby(self._pooled(X)).median()
        return self

    def transform(self, X):  # noqa: D102
        typical = self._pooled(X).map(self.medians_).fillna(self.median_)
        return X.assign(Age=X["Age"].fillna(typical))


@pytest.mark.parametrize("imputer, matched", [
    (FloorsKnownAges, None), (TakesBabiesForGaps, None), (TakesTheCommonestAge, None),
    (ForgetsTheUntitled, None), (PoolsRareTitles, "rare titles pooled")])
def test_imputers_that_learn_or_fill_something_else_are_refused(imputer, matched):
    given = find("title-median").grade(imputer)
    assert (given.status, given.matched) == ("wrong", matched)


def test_one_whose_fit_returns_the_medians_is_not_told_that_text_is_wanted():
    class TitleMedian(find("title-median").reference):
        def fit(self, X, y=None):
            return super().fit(X).medians_

    given = find("title-median").grade(TitleMedian)
    assert given.matched == "something else is returned by fit" and "wanted" not in given.message


def _by_number(profile, y):
    """Index by number, which asks a Series for its label."""
    rows = [(profile[i], int(y[i])) for i in range(len(y))]
    return find("ceiling").reference([label for label, _ in rows], [fate for _, fate in rows])


def _by_label(profile, y):
    """Put a Series of outcomes beside one of profiles: pandas joins them by label."""
    both = pd.DataFrame({"profile": pd.Series(profile), "y": pd.Series(y)}).dropna(subset="y")
    return find("ceiling").reference(both["profile"].tolist(), both["y"].tolist())


@pytest.mark.parametrize("ceiling", [_by_number, _by_label])
def test_a_ceiling_must_bear_the_index_that_the_page_gives_it(ceiling):
    aboard = load_titanic().dropna(subset="Embarked")
    with pytest.raises((KeyError, AssertionError, ValueError)):
        y = aboard["Survived"].to_numpy()[::-1]
        assert ceiling(aboard["Name"].str[0], y) == find("ceiling").reference(
            aboard["Name"].str[0], y)
    given = find("ceiling").grade(ceiling)
    assert (given.status, given.matched) == ("wrong", "index taken for a place")


def test_one_who_sorts_the_labels_is_told_nothing_of_groupby():
    right = find("ceiling").reference
    given = find("ceiling").grade(lambda profile, y: (sorted(set(profile)), right(profile, y))[1])
    assert given.status == "wrong" and "groupby" not in given.message
