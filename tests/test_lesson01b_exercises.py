"""What the exercises of sitting 01b take and refuse, and what their verdicts speak of."""
from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from coursekit.datasets import load_titanic
from coursekit.exercises.registry import find


@pytest.mark.parametrize("key, form", [
    ("title-of", lambda title: None if title is None else np.str_(title)),
    ("ceiling", lambda both: tuple(map(np.float32, both))),
    ("ceiling", lambda both: [round(value, 3) for value in both])])
def test_right_answers_in_another_form_are_right(key, form):
    right = find(key).reference
    assert find(key).grade(lambda *given: form(right(*given))).status == "right"


def test_a_title_may_hold_more_than_letters():
    def title_of(name):
        found = re.search(r",\s*([A-Za-z ]+?)\s*\.", name)
        return found[1] if found else None

    assert find("title-of").grade(title_of).status == "wrong"


@pytest.mark.parametrize("scale", [(100, 100), (0.5, 1)])
def test_the_verdict_on_a_wrong_share_does_not_speak_of_left_out_rows_alone(scale):
    """The ceiling itself is wrong: what a left-out row sees would not help."""
    right = find("ceiling").reference
    given = find("ceiling").grade(
        lambda profile, y: tuple(np.multiply(scale, right(profile, y)).tolist()))
    assert given.status == "wrong" and "majority" in given.message


def test_an_imputer_whose_fit_writes_into_its_caller_s_frame_is_refused():
    right = find("title-median").reference

    class TitleMedian(right):
        def fit(self, X, y=None):
            super().fit(X, y)
            X["Title"] = "Mr"
            return self

    given = find("title-median").grade(TitleMedian)
    assert (given.status, given.matched) == ("wrong", "fit changes the frame")


def test_a_comma_may_stand_in_a_title():
    def title_of(name):
        pieces = name.split(",")
        title, stop, _ = pieces[1].partition(".") if len(pieces) > 1 else ("", "", "")
        return title.strip() if stop else None

    assert find("title-of").grade(title_of).status == "wrong"


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
    assert given.status == "wrong" and "Wrong only where" in given.message


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
