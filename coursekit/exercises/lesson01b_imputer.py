"""The second exercise of sitting 01b: an imputer that learns in fit."""
from __future__ import annotations

import pandas as pd  # noqa: F401 (names of the mistaken examples)
from sklearn.base import BaseEstimator

from coursekit.exercises.code_exercise import CodeExercise
from coursekit.exercises.lesson01b_cases import (
    AFTER, COLUMNS, FITTED, OTHERS, TRAIN, lists, try_imputer)
from coursekit.exercises.lesson01b_title import title_of
from coursekit.exercises.model import Misconception


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


IMPUTER = CodeExercise(
    key="title-median", title="An imputer that learns in fit", reference=TitleMedian,
    cases=lists, run=try_imputer,
    misconceptions=(
        Misconception("learns in transform", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    return self
                def transform(self, X):
                    titles = X["Name"].map(title_of)
                    typical = X["Age"].groupby(titles).transform("median")
                    return X.assign(Age=X["Age"].fillna(typical).fillna(X["Age"].median()))
            """, "Your medians come from the rows that `transform` is given, so a row is filled "
                 "differently when it has other neighbours. What may `transform` know?"),
        Misconception("nothing is returned by fit", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "scikit-learn writes `imputer.fit(X).transform(X)`. So what must `fit` return?"),
        Misconception("something else is returned by fit", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self.by
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "scikit-learn writes `imputer.fit(X).transform(X)`: what `fit` returns must be "
                 "the imputer itself.", lambda case, given, right: case[0] == FITTED),
        Misconception("changes the frame", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    X["Age"] = X["Age"].fillna(typical)
                    return X
            """, "`transform` changes the frame of its caller, who still needs it as it was. "
                 "Return a new frame.", lambda case, given, right: case[0] == AFTER),
        Misconception("fit changes the frame", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    X["Title"] = X["Name"].map(title_of)
                    self.all = X["Age"].median()
                    self.by = X.groupby("Title")["Age"].median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "`fit` changes the frame of its caller: what you write into `X` stays there. Keep "
                 "what you compute in variables of its own.",
                      lambda case, given, right: case[0] == TRAIN),
        Misconception("a column more", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    X["Title"] = X["Name"].map(title_of)
                    self.all = X["Age"].median()
                    self.by = X.groupby("Title")["Age"].median()
                    return self
                def transform(self, X):
                    X = X.assign(Title=X["Name"].map(title_of))
                    return X.assign(Age=X["Age"].fillna(X["Title"].map(self.by)).fillna(self.all))
            """, "A column of your own is left in a frame, the caller's or the one returned. Keep "
                 "the titles in a variable, or drop the column again.",
                      lambda case, given, right: case[0] == COLUMNS and len(given) > len(right)
                      or case[0] in (TRAIN, AFTER) and given.startswith("columns")),
        Misconception("both change the frame", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self.transform(X) is None or self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    X["Age"] = X["Age"].fillna(typical)
                    return X
            """, "`fit` and `transform` both change the frame of their caller, who still needs it "
                 "as it was.", lambda case, given, right: case[0] in (TRAIN, AFTER)),
        Misconception("other columns changed", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical)).fillna("unknown")
            """, "Other columns have changed, too. Only the gaps of `Age` are to be filled.",
                      lambda case, given, right: case[0] == OTHERS
                      and given.startswith("other values")),
        Misconception("cannot be copied", """
            class TitleMedian:
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "scikit-learn must be able to copy the object, as cross-validation does. Keep "
                 "`BaseEstimator` in the brackets after the name of the class."),
        Misconception("rare titles pooled", """
            class TitleMedian(BaseEstimator):
                def pooled(self, X):
                    titles = X["Name"].map(title_of)
                    return titles.where(titles.isin(self.common), "rare")
                def fit(self, X, y=None):
                    self.common = X["Name"].map(title_of).value_counts().index[:4]
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(self.pooled(X)).median()
                    return self
                def transform(self, X):
                    typical = self.pooled(X).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "You pool rare titles. Here each title has a median of its own."),
        Misconception("known ages replaced", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    return X.assign(Age=X["Name"].map(title_of).map(self.by).fillna(self.all))
            """, "You replace ages that are known. Only gaps are to be filled."),
        Misconception("unseen title", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    return X.assign(Age=X["Age"].fillna(X["Name"].map(title_of).map(self.by)))
            """, "A gap is left where `fit` has seen no age with that title. What is the next best "
                 "guess?"),
        Misconception("unseen title, learned in transform", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(X["Age"].median())
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "For a title that was not seen you take a median of the rows that `transform` is "
                 "given. They are to be filled, not learned from."),
        Misconception("second word", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].str.split().str[1]).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].str.split().str[1].map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "You take the second word for the title; a surname may have two. Use `title_of`."),
        Misconception("mean of the title", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).mean()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "For the titles you take means. The median is asked for."),
        Misconception("mean of all", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].mean()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "For a title that was not seen you take the mean of all. The median is asked "
                 "for."),
        Misconception("mean", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].mean()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).mean()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "Those are means. The median is asked for."),
        Misconception("one median for all", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    return self
                def transform(self, X):
                    return X.assign(Age=X["Age"].fillna(self.all))
            """, "Everybody gets the same age. A Master is a boy: use the titles."),
        Misconception("index lost", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical)).reset_index(drop=True)
            """, "The rows have lost their index, so they no longer fit their outcomes."),
        Misconception("columns lost", """
            class TitleMedian(BaseEstimator):
                def fit(self, X, y=None):
                    self.all = X["Age"].median()
                    self.by = X["Age"].groupby(X["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X["Age"].fillna(typical).to_frame()
            """, "Only `Age` comes back. The next step of the pipeline needs the other columns."),
        Misconception("remembers an earlier fit", """
            class TitleMedian(BaseEstimator):
                seen = None
                def fit(self, X, y=None):
                    self.seen = X if self.seen is None else pd.concat([self.seen, X])
                    self.all = self.seen["Age"].median()
                    self.by = self.seen["Age"].groupby(self.seen["Name"].map(title_of)).median()
                    return self
                def transform(self, X):
                    typical = X["Name"].map(title_of).map(self.by).fillna(self.all)
                    return X.assign(Age=X["Age"].fillna(typical))
            """, "After a second `fit` the first one still counts. In cross-validation that would "
                 "carry one fold into the next."),
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
    fallback_hint="Which numbers does `fit` learn, and which of them does each row get?")
