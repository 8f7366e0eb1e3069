"""Exercise "title-median": an imputer that learns in fit."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, clone

from coursekit.exercise import CodeExercise, edits
from coursekit.titanic import title_of

GAP = float("nan")


FILL = "fit(train), transform(test)"
BY_ROW = "fit(train), transform(test) row by row"
AGAIN = "fit(test), fit(train), transform(test)"
AFTER = "transform(test), is test as before?"
TRAIN = "fit(train), is train as before?"
FITTED = "what fit(train) returns"
INDEX = "fit(train), transform(test), then look at the index"
COLUMNS = "fit(train), transform(test), then look at the columns"
OTHERS = "fit(train), transform(test), then look at the columns beside Age"
COPIED = "fit and transform of a copy, made by sklearn.base.clone"
HOWS = (FILL, BY_ROW, AGAIN, AFTER, TRAIN, FITTED, INDEX, COLUMNS, OTHERS, COPIED)


def frame_of(people: list[tuple]) -> pd.DataFrame:
    """Return a passenger list of (title, age), with an index that is not 0, 1, 2."""
    surnames = [f"{'Van ' * (k % 2)}Doe{k}" for k in range(len(people))]    # of one word, or two
    names = [f"{surname}, {title}. Jo" if title else surname
             for surname, (title, _) in zip(surnames, people, strict=True)]
    ages = pd.Series([age for _, age in people], dtype=float)
    frame = pd.DataFrame({"Name": names, "Age": ages, "Fare": 7.25, "Cabin": None})
    return frame.set_index(np.arange(len(people))[::-1] + 100)


def try_imputer(imputer, how, train, test):
    """Use an imputer in one of several ways, and return what is to be looked at, as a list."""
    train, test = frame_of(train), frame_of(test)
    before = {TRAIN: train.copy(), AFTER: test.copy()}
    outcome = pd.Series(np.arange(len(train)) % 2, index=train.index)
    own = clone(imputer()) if how == COPIED else imputer()
    if how == AGAIN:
        own.fit(test.assign(Age=test["Age"].fillna(99)), None)
    fitted = own.fit(train, outcome)
    if how == TRAIN:
        return what_changed(before[TRAIN], train)
    if how == FITTED:
        other = f"a {type(fitted).__name__}, not the imputer"
        return "the imputer" if fitted is own else None if fitted is None else other
    if how == BY_ROW:
        return [_ages(own.transform(test.iloc[[k]].copy()))[0] for k in range(len(test))]
    filled = own.transform(test)
    if how == AFTER:
        return what_changed(before[AFTER], test)
    if how == COLUMNS:
        return list(filled.columns)
    if how == OTHERS:
        return what_changed(test[["Name", "Fare", "Cabin"]], filled[["Name", "Fare", "Cabin"]])
    return list(filled.index) if how == INDEX else _ages(filled)


def what_changed(before: pd.DataFrame, after: pd.DataFrame) -> str:
    """Say in words what is no longer as it was in a frame."""
    if list(before.columns) != list(after.columns):
        return f"columns {', '.join(map(str, after.columns))}"
    if not before.index.equals(after.index):
        return "another index"
    other = [column for column in before if not before[column].equals(after[column])]
    return f"other values in {', '.join(other)}" if other else "as before"


def _ages(frame) -> list[float]:
    if not hasattr(frame, "columns"):
        raise TypeError("transform should return a frame with all its columns")
    return [float(age) for age in frame["Age"]]


def _people(rng: np.random.Generator, n: int, titles: tuple, gaps: float) -> list[tuple]:
    ages = rng.integers(1, 80, n).astype(float)
    ages[rng.random(n) < gaps] = GAP
    return [(str(t), float(a)) for t, a in zip(rng.choice(titles, n), ages, strict=True)]


def lists(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield what is to be done, a list to learn from and one to fill."""
    small = [("Mr", 20.0), ("Mr", 40.0), ("Miss", 9.0)], [("Mr", GAP), ("Mr", 70.0)]
    for how in HOWS:
        yield how, *small
    yield FILL, small[0], [("Dr", GAP)]                                  # a title never seen
    yield FILL, [("Mr", 20.0), ("Mr", 60.0), ("Dr", GAP)], [("Dr", GAP)]   # one without ages
    yield FILL, small[0], [(None, GAP)]                                  # no title at all
    yield FILL, [("Mr", 1.0), ("Mr", 2.0), ("Mr", 9.0)], [("Mr", GAP)]   # no mean
    yield FILL, small[0], [("Miss", 3.0)]                                # no gap
    yield FILL, small[0], [("Mr", 0.75), ("Mr", 40.5), ("Mr", GAP)]      # parts of a year
    commonest = [("Mr", age) for age in (5.0, 5.0, 20.0, 30.0, 40.0)]
    yield FILL, commonest, [("Mr", GAP)]                                 # no mode
    yield FILL, [("Mr", 20.0), (None, 60.0), ("Mr", 30.0)], [("Dr", GAP)]   # all are all
    rare = [(t, 9.0) for t in ("Mr", "Mrs", "Miss", "Master")] * 2 + [("Dr", 50.0), ("Rev", 70.0)]
    yield FILL, rare, [("Dr", GAP), ("Rev", GAP)]                        # titles of their own
    for k in range(48):
        train = [("Mr", 30.0), *_people(rng, 9, ("Mr", "Miss", "Mrs", "Dr"), 0.3)]
        yield HOWS[k % len(HOWS)], train, _people(rng, 5, ("Mr", "Miss", "Mrs", "Rev"), 0.5)


class TitleMedian(BaseEstimator):
    """Fill missing ages with the median age of the passengers with the same title."""

    def fit(self, X, y=None):  # noqa: D102
        titles = X["Name"].map(title_of)
        self.median_ = X["Age"].median()
        self.medians_ = X["Age"].groupby(titles).median()
        return self

    def transform(self, X):  # noqa: D102
        typical = X["Name"].map(title_of).map(self.medians_).fillna(self.median_)
        return X.assign(Age=X["Age"].fillna(typical))


PROGRAM = """
class TitleMedian(BaseEstimator):
    def fit(self, X, y=None):
        titles = X["Name"].map(title_of)
        self.median_ = X["Age"].median()
        self.medians_ = X["Age"].groupby(titles).median()
        return self

    def transform(self, X):
        titles = X["Name"].map(title_of)
        typical = titles.map(self.medians_).fillna(self.median_)
        frame = X.copy()
        frame["Age"] = X["Age"].fillna(typical)
        return frame
"""
FIT, TYPICAL = "        return self\n", "titles.map(self.medians_).fillna(self.median_)"
_wrong = edits(of=PROGRAM)

TITLE_MEDIAN = CodeExercise(
    key="title-median", title="An imputer that learns in fit", reference=TitleMedian,
    cases=lists, run=try_imputer,
    misconceptions=(
        _wrong("learns in transform", TYPICAL,
               'X["Age"].groupby(titles).transform("median").fillna(X["Age"].median())',
               "Your medians come from the rows that `transform` is given, so a row is filled "
               "differently when it comes with other rows. What may `transform` know?"),
        _wrong("nothing is returned by fit", FIT, "        return None\n",
               "scikit-learn writes `imputer.fit(X).transform(X)`. So what must `fit` return?"),
        _wrong("changes the frame", "X.copy()", "X",
               "`transform` changes the caller's frame, which is still needed as it was. Return a "
               "new frame.", lambda case, given, right: case[0] == AFTER),
        _wrong("fit changes the frame", FIT, '        X["Title"] = titles\n' + FIT,
               "`fit` changes the caller's frame: what you write into `X` stays there. Keep what "
               "you compute in separate variables.", lambda case, given, right: case[0] == TRAIN),
        _wrong("cannot be copied", "(BaseEstimator)", "(object)",
               "scikit-learn must be able to copy the object, as cross-validation does. Keep "
               "`BaseEstimator` in the brackets after the name of the class."),
        _wrong("known ages replaced", 'X["Age"].fillna(typical)', "typical",
               "You replace ages that are known. Fill only the missing ones."),
        _wrong("unseen title", ".fillna(self.median_)", "",
               "An age is still missing where `fit` has seen none with that title. What is the "
               "next best guess?"),
        _wrong("mean", ".median()", ".mean()",
               "Those are means. The exercise asks for medians."),
        _wrong("one median for all", TYPICAL, "self.median_",
               "Everybody gets the same age. A Master is a boy: use the titles."),
    ),
    hints=("Two things are learned in `fit`: a median for each title, and one for all. Keep them "
           "in `self`, and return `self`.",
           "`X[\"Age\"].groupby(X[\"Name\"].map(title_of)).median()` is a Series, title → median.",
           "In `transform`, `titles.map(medians)` gives each row its title's median, and NaN "
           "where there is none; fill that with the other number. `X.assign(Age=…)` is a new "
           "frame."),
    way="`fit` keeps the median of each title and the median of all. `transform` maps each title "
        "to its median; where there is none, the median of all takes its place. Then it fills "
        "the missing values of `Age` and nothing else. `assign` returns a new frame and leaves "
        "the old one as it was.",
    explanation="Nothing that `transform` sees is learned, so nothing leaks from a test fold.",
    by_case=(
        (lambda case, given, right: case[0] == BY_ROW, "A row must be filled in the same way "
         "whether it comes alone or with others. What does `transform` look at?"),
        (lambda case, given, right: case[0] == AGAIN, "After a second `fit` only its own rows "
         "count. What is left of the first?"),
        (lambda case, given, right: case[0] in (INDEX, COLUMNS, OTHERS), "Apart from the "
         "missing ages nothing may differ from the frame that was given."),
        (lambda case, given, right: case[0] in (AFTER, TRAIN), "The frame that was given belongs "
         "to the caller. Which of your lines writes into it?")),
    fallback_hint="Which numbers does `fit` learn, and which of them does each row get?")
