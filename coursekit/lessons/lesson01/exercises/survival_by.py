"""Exercise "survival-by": how many passengers each level has, and what proportion survived."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from coursekit.datasets import load_titanic
from coursekit.exercise import CodeExercise, Misconception, edits

UNKNOWN = "not known"
COLUMNS = ["Survived", "Sex", "Pclass", "Embarked", "SibSp", "Age"]


def survival_by(table, column):
    """Return for each level its number of passengers and its survival rate."""
    levels = table[column].astype(object)
    levels = levels.where(levels.notna(), "not known")
    groups = table["Survived"].groupby(levels)
    return {level: (len(fates), float(fates.mean())) for level, fates in groups}


def _tables(rng: np.random.Generator) -> Iterator[tuple]:
    yield pd.DataFrame({"Survived": [1, 0, 1], "Port": ["Q", "Q", "S"]}), "Port"
    yield pd.DataFrame({"Survived": [1, 0, 0, 1], "Port": ["Q", None, "S", None]}), "Port"
    yield pd.DataFrame({"Survived": [0, 0, 1], "Age": [np.nan, 4.0, np.nan]}), "Age"
    yield pd.DataFrame({"Survived": [1, 1, 0, 0], "Pclass": [1, 1, 3, 3]}), "Pclass"
    yield pd.DataFrame({"Survived": [0, 1], "Deck": [None, np.nan]}, dtype=object).astype(
        {"Survived": int}), "Deck"
    titanic = load_titanic()
    titanic = titanic.assign(Deck=titanic["Cabin"].str.strip().str[0])
    for column in ("Sex", "Embarked", "Pclass", "SibSp", "Deck"):
        yield titanic[["Survived", column]], column
    for _ in range(4):          # the rows of a smaller table have gaps in their index
        yield titanic.loc[rng.choice(titanic.index, 60, replace=False), COLUMNS], "Embarked"


def _pairs(given: Any) -> dict:
    """Return what an answer says of each level as pairs of plain numbers."""
    return {level: tuple(float(np.ravel(part)[0]) for part in pair)
            for level, pair in given.items()}


def _accept(case: tuple, given: Any, right: dict) -> bool:
    if not isinstance(given, Mapping) or any(len(pair) != 2 for pair in given.values()):
        return False
    said = _pairs(given)
    return said.keys() == right.keys() and all(
        np.allclose(said[level], right[level], rtol=0, atol=1e-6) for level in right)


def _with_gaps(case: tuple) -> bool:
    table, column = case
    return bool(table[column].isna().any())


def _lacks_gaps(case: tuple, given: Any, right: dict) -> bool:
    known = {level: pair for level, pair in right.items() if level != UNKNOWN}
    return _with_gaps(case) and _accept(case, given, known)


def _rounded(case: tuple, given: Any, right: dict) -> bool:
    """Return whether the counts are right, and the rates but for rounding."""
    said = _pairs(given)
    return said.keys() == right.keys() and all(
        np.allclose(said[level], right[level], rtol=0, atol=0.0051) for level in right)


_wrong = edits()
RATE, PAIR = "float(fates.mean())", "(len(fates), float(fates.mean()))"

SURVIVAL_BY = CodeExercise(
    key="survival-by", title="Survival by group", reference=survival_by, cases=_tables,
    accept=_accept,
    misconceptions=(
        Misconception("a table", """
            def survival_by(table, column):
                fates = table["Survived"].groupby(table[column], dropna=False)
                return fates.agg(["size", "mean"])
            """, "That is a table of pandas, which may hold the right numbers. Return a "
                 "dictionary, `{level: (n, rate)}`.",
                      lambda case, given, right: hasattr(given, "iloc")),
        Misconception("gaps dropped", """
            def survival_by(table, column):
                groups = table["Survived"].groupby(table[column])
                return {level: (len(fates), float(fates.mean())) for level, fates in groups}
            """, "Add up your numbers of passengers: some are missing. `groupby` silently leaves "
                 "out every row whose level is not known.", _lacks_gaps),
        _wrong("levels as text", "astype(object)", "astype(str)",
               "You turned the levels into text: a class `3` became `\"3\"`, and a missing value "
               "a word of its own. Keep the levels as they are in the table."),
        _wrong("share of the survivors", RATE, 'float(fates.sum() / table["Survived"].sum())',
               "You divide by all survivors: that is what proportion *of the survivors* belonged "
               "to the level. Which proportion *of the level* survived?"),
        _wrong("divided by everybody", RATE, "float(fates.sum() / len(table))",
               "You divide by all passengers of the table. A rate is a proportion of its group."),
        _wrong("a count for a rate", RATE, "float(fates.sum())",
               "Your second number counts the survivors. What proportion of the level is that?"),
        _wrong("rounded", RATE, "round(float(fates.mean()), 2)",
               "Do not round: return the rate itself.", _rounded),
        _wrong("rate first", PAIR, "(float(fates.mean()), len(fates))",
               "Both numbers are right, but the number of passengers comes first."),
        _wrong("only the rate", PAIR, RATE,
               "You return one number for each level. Return two: how many passengers it has, and "
               "what proportion of them survived.",
               lambda case, given, right: all(np.ndim(value) == 0 for value in given.values())),
        Misconception("not a number as a level", """
            def survival_by(table, column):
                groups = table["Survived"].groupby(table[column], dropna=False)
                return {level: (len(fates), float(fates.mean())) for level, fates in groups}
            """, "You kept the rows without a value, but their level is called `nan`. Give it the "
                 "name that the exercise asks for.",
                      lambda case, given, right: _with_gaps(case) and any(
                          level is None or level != level for level in given)),
    ),
    hints=("`for level, fates in table[\"Survived\"].groupby(levels)` goes through the groups. "
           "`len(fates)` counts a group. What is the mean of zeros and ones?",
           "Add up your n for `Embarked`: do you get everybody? `groupby` leaves out rows whose "
           "level is missing. `table[column].isna()` finds them.",
           "Give the gaps a name before you group: `levels = table[column].astype(object)`, then "
           "`levels = levels.where(levels.notna(), \"not known\")`."),
    way="Take the column, put the words \"not known\" wherever it has no value, and group "
        "`Survived` by the result. For each group return its length and its mean: the mean of "
        "zeros and ones is the proportion of ones.",
    explanation="Your n add up to all passengers. From here on the rates of this lesson come from "
                "your function.",
    by_case=((lambda case, given, right: _with_gaps(case) and UNKNOWN not in given,
              "Some passengers of this table have no value in the column. Where are they in your "
              "result?"),),
    fallback_hint="Take one level, and count by hand: how many passengers, and how many of them "
                  "survived?")
