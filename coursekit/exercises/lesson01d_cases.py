"""What the functions of sitting 01d are tried on: passenger lists and profiles."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from sklearn.base import clone


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


def profiles(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield labels of profiles and outcomes, ties and single rows among them."""
    yield list("aabbb"), [1, 0, 1, 1, 1]
    yield ["a"], [1]                                   # alone
    yield ["a"], [0]
    yield list("aab"), [1, 1, 0]                       # two who agree
    yield list("aaa"), [1, 1, 0]                       # one more survivor
    yield list("aaa"), [1, 0, 0]
    yield list("abcd"), [1, 0, 0, 1]                   # all different
    yield [None, None, None, "a"], [1, 1, 0, 0]        # a missing value is a label, too
    index = [5, 1, 7, 2, 9]                            # the page gives Series with gaps like these
    yield pd.Series(list("aabbb"), index), pd.Series([1, 0, 1, 1, 1], index)
    yield pd.Series(list("aabbb"), index), np.array([1, 0, 1, 1, 1])
    for _ in range(80):
        n = int(rng.integers(2, 40))
        profile = rng.choice(list("abcdefgh")[:int(rng.integers(1, 8))], n)
        y = rng.integers(0, 2, n)
        yield profile, (y.astype(bool) if rng.random() < 0.2 else y)
