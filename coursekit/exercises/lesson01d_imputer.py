"""The second exercise of sitting 01d: an imputer that learns in fit."""
from __future__ import annotations

import pandas as pd  # noqa: F401 (names of the mistaken examples)
from sklearn.base import BaseEstimator

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercises.lesson01d_cases import (
    AFTER, AGAIN, BY_ROW, COLUMNS, FITTED, INDEX, OTHERS, TRAIN, lists, try_imputer)
from coursekit.exercise.model import Misconception
from coursekit.titanic import title_of


class TitleMedian(BaseEstimator):
    """Fill the gaps of Age with the median age of the passengers who bear the same title."""

    def fit(self, X, y=None):  # noqa: D102
        titles = X["Name"].map(title_of)
        self.median_ = X["Age"].median()
        self.medians_ = X["Age"].groupby(titles).median()
        return self

    def transform(self, X):  # noqa: D102
        typical = X["Name"].map(title_of).map(self.medians_).fillna(self.median_)
        return X.assign(Age=X["Age"].fillna(typical))


def _imputer(base: str = "BaseEstimator", titles: str = 'X["Name"].map(title_of)',
             first: str = "pass", median: str = 'X["Age"].median()',
             medians: str = 'X["Age"].groupby(titles).median()', last: str = "pass",
             fitted: str = "self", frame: str = "X.copy()",
             typical: str = "titles.map(self.medians_).fillna(self.median_)",
             age: str = 'X["Age"].fillna(typical)', result: str = "frame") -> str:
    """Return the source of `TitleMedian` with one part changed."""
    return f"""
class TitleMedian({base}):
    def fit(self, X, y=None):
        {first}
        titles = {titles}
        self.median_ = {median}
        self.medians_ = {medians}
        {last}
        return {fitted}

    def transform(self, X):
        titles = {titles}
        typical = {typical}
        frame = {frame}
        frame["Age"] = {age}
        return {result}
"""


IMPUTER = CodeExercise(
    key="title-median", title="An imputer that learns in fit", reference=TitleMedian,
    cases=lists, run=try_imputer,
    misconceptions=(
        Misconception("learns in transform", _imputer(
            typical='X["Age"].groupby(titles).transform("median").fillna(X["Age"].median())'),
                      "Your medians come from the rows that `transform` is given, so a row is "
                      "filled differently when it has other neighbours. What may `transform` "
                      "know?"),
        Misconception("nothing is returned by fit", _imputer(fitted="None"),
                      "scikit-learn writes `imputer.fit(X).transform(X)`. So what must `fit` "
                      "return?"),
        Misconception("something else is returned by fit", _imputer(fitted="self.medians_"),
                      "scikit-learn writes `imputer.fit(X).transform(X)`: what `fit` returns must "
                      "be the imputer itself.", lambda case, given, right: case[0] == FITTED),
        Misconception("changes the frame", _imputer(frame="X"),
                      "`transform` changes the frame of its caller, who still needs it as it was. "
                      "Return a new frame.", lambda case, given, right: case[0] == AFTER),
        Misconception("fit changes the frame", _imputer(last='X["Title"] = titles'),
                      "`fit` changes the frame of its caller: what you write into `X` stays "
                      "there. Keep what you compute in variables of its own.",
                      lambda case, given, right: case[0] == TRAIN),
        Misconception("a column more", _imputer(
            last='X["Title"] = titles', frame="X.assign(Title=titles)"),
                      "A column of your own is left in a frame, the caller's or the one returned. "
                      "Keep the titles in a variable, or drop the column again.",
                      lambda case, given, right: case[0] == COLUMNS and len(given) > len(right)
                      or case[0] in (TRAIN, AFTER) and given.startswith("columns")),
        Misconception("both change the frame", _imputer(last="self.transform(X)", frame="X"),
                      "`fit` and `transform` both change the frame of their caller, who still "
                      "needs it as it was.", lambda case, given, right: case[0] in (TRAIN, AFTER)),
        Misconception("other columns changed", _imputer(result='frame.fillna("unknown")'),
                      "Other columns have changed, too. Only the gaps of `Age` are to be filled.",
                      lambda case, given, right: case[0] == OTHERS
                      and given.startswith("other values")),
        Misconception("cannot be copied", _imputer(base="object"),
                      "scikit-learn must be able to copy the object, as cross-validation does. "
                      "Keep `BaseEstimator` in the brackets after the name of the class."),
        Misconception("rare titles pooled", _imputer(
            first='self.common = X["Name"].map(title_of).value_counts().index[:4]',
            titles='X["Name"].map(title_of).where(lambda title: title.isin(self.common), "rare")'),
                      "You pool rare titles. Here each title has a median of its own."),
        Misconception("known ages replaced", _imputer(age="typical"),
                      "You replace ages that are known. Only gaps are to be filled."),
        Misconception("unseen title", _imputer(typical="titles.map(self.medians_)"),
                      "A gap is left where `fit` has seen no age with that title. What is the "
                      "next best guess?"),
        Misconception("unseen title, learned in transform", _imputer(
            typical='titles.map(self.medians_).fillna(X["Age"].median())'),
                      "For a title that was not seen you take a median of the rows that "
                      "`transform` is given. They are to be filled, not learned from."),
        Misconception("second word", _imputer(titles='X["Name"].str.split().str[1]'),
                      "You take the second word for the title; a surname may have two. Use "
                      "`title_of`."),
        Misconception("mean of the title", _imputer(medians='X["Age"].groupby(titles).mean()'),
                      "For the titles you take means. The median is asked for."),
        Misconception("mean of all", _imputer(median='X["Age"].mean()'),
                      "For a title that was not seen you take the mean of all. The median is "
                      "asked for."),
        Misconception("mean", _imputer(
            median='X["Age"].mean()', medians='X["Age"].groupby(titles).mean()'),
                      "Those are means. The median is asked for."),
        Misconception("one median for all", _imputer(typical="self.median_"),
                      "Everybody gets the same age. A Master is a boy: use the titles."),
        Misconception("index lost", _imputer(result="frame.reset_index(drop=True)"),
                      "The rows have lost their index, so they no longer fit their outcomes."),
        Misconception("columns lost", _imputer(result='frame[["Age"]]'),
                      "Only `Age` comes back. The next step of the pipeline needs the other "
                      "columns."),
        Misconception("remembers an earlier fit", _imputer(
            first='self.seen = X = pd.concat([getattr(self, "seen", None), X])'),
                      "After a second `fit` the first one still counts. In cross-validation that "
                      "would carry one fold into the next."),
    ),
    hints=("Two things are learned in `fit`: a median for each title, and one for all. Keep them "
           "in `self`, and return `self`.",
           "`X[\"Age\"].groupby(X[\"Name\"].map(title_of)).median()` is a Series, title → median.",
           "In `transform`, `titles.map(medians)` gives each row its title's median, and a gap "
           "where there is none; fill that with the other number. `X.assign(Age=…)` is a new "
           "frame."),
    way="`fit` keeps the median of each title and the median of all. `transform` maps each title "
        "to its median; where there is none, the median of all takes its place. Then it fills the "
        "gaps of `Age` alone. `assign` returns a new frame and leaves the old one as it was.",
    explanation="Nothing that `transform` sees is learned, so nothing leaks from a test fold.",
    by_case=(
        (lambda case, given, right: case[0] == BY_ROW, "A row must be filled in the same way "
         "whether it comes alone or with others. What does `transform` look at?"),
        (lambda case, given, right: case[0] == AGAIN, "After a second `fit` only its own rows "
         "count. What is left of the first?"),
        (lambda case, given, right: case[0] in (INDEX, COLUMNS, OTHERS), "Beside the gaps of "
         "`Age` nothing may differ from the frame that was given."),
        (lambda case, given, right: case[0] in (AFTER, TRAIN), "The frame that was given belongs "
         "to the caller. Which of your lines writes into it?")),
    fallback_hint="Which numbers does `fit` learn, and which of them does each row get?")
