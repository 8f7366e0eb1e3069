"""Exercise "titanic-pipeline", judged by a model that notes which rows look alike."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.pipeline import Pipeline

from coursekit.datasets import load_titanic
from coursekit.exercise import CodeExercise, Failure, edits
from coursekit.titanic import titanic_pipeline

KIND = "what titanic_pipeline(model) is"
ALIKE = "fit(train), then which training row looks like each test row"
BY_ROW = "the same, with the rows of test one by one"
AGAIN = "fit(test), fit(train), then which row looks like which"
SCALE = "the standard deviations of the columns that reach the model"
UNUSED = "the columns of the model that are alike for all training rows"
COLUMNS = "the number of columns that reach the model"
VALUES = "the most different values in a column of the model"
BEFORE = "fit(train), is train as before?"
SOME = "some of the list"
OTHERS = "others of the list"
MOVED = "prices and ages of other people"
FEWER = "people without a Master and without Queenstown"
PORT = "a port that train does not have"
CHANGED = "one man, changed in one feature at a time"
PLAIN = {"Name": "Doe, Mr. Jo", "SibSp": 0, "Parch": 0, "Fare": 8.0, "Age": 40.0, "Sex": "male",
         "Pclass": 3, "Embarked": "S", "Ticket": "1", "Cabin": np.nan}
CHANGES = [{"Name": "Doe, Master. Jo"}, {"SibSp": 5}, {"Fare": 12.0}, {"Fare": 80.0},
           {"Age": 60.0}, {"Sex": "female"}, {"Pclass": 1}, {"Embarked": "Q"},
           {"Name": "Doe, Master. Jo", "Age": np.nan}]
RIGHT_KIND = "an unfitted Pipeline that ends with model"


class LooksAlike(ClassifierMixin, BaseEstimator):
    """Answer each row with the number of the first training row that has its features, or -1."""

    def fit(self, X, y):
        """Keep the rows."""
        self.X_ = _dense(X)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        """Look for each row among those kept."""
        same = [np.abs(self.X_ - row).max(axis=1) < 1e-9 for row in _dense(X)]
        return np.array([int(np.argmax(found)) if found.any() else -1 for found in same])


def _dense(X) -> np.ndarray:
    return np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=float)


@cache
def _list() -> pd.DataFrame:
    return load_titanic().dropna(subset="Embarked")


def parts(passengers: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rows to learn from and the rows to be looked at."""
    drawn = _list().sample(36, random_state=sum(map(ord, passengers)))
    if passengers == FEWER:
        master = _list()["Name"].str.contains("Master.", regex=False)
        drawn = _list()[~master & (_list()["Embarked"] != "Q")].sample(60, random_state=1)
    train, test = drawn[:28].copy(), pd.concat([drawn[28:], drawn[:2]])
    if passengers == CHANGED:
        boy = CHANGES[-1] | {"Age": 4.0}
        first = [train.head(1).assign(**PLAIN | new) for new in ({}, boy)]
        train = pd.concat([*first, train])
        test = pd.concat([train.head(1).assign(**PLAIN | new) for new in CHANGES])
    elif passengers == MOVED:       # a cheap ticket costs 160 pounds, the median Mr is over 50
        train = train.assign(Fare=20 * train["Fare"], Age=train["Age"] + 25)
        cheap, unknown = PLAIN | {"Fare": 160.0}, PLAIN | {"Fare": 160.0, "Age": np.nan}
        first, old = (train.head(1).assign(**cheap | new) for new in ({}, {"Age": 60.0}))
        train = pd.concat([first, old, train])
        test = pd.concat([first.assign(Fare=1600.0), first.assign(**unknown)])
    elif passengers == PORT:
        test = test.head(2).assign(Embarked="B")
    return train, test


def try_pipeline(answer: Callable, how: str, passengers: str):
    """Use a learner's pipeline in one of several ways, and return what is to be looked at."""
    model = LooksAlike()
    made = answer(model)
    if made is None:
        return None
    if how == KIND or _kind_of(made) != RIGHT_KIND:
        return _kind_of(made)
    train, test = parts(passengers)
    outcome, before = train["Survived"], train.copy()
    if how == AGAIN:
        made.fit(test, test["Survived"])
    made.fit(train, outcome)
    if how == BEFORE:
        return "as before" if train.equals(before) else "changed"
    if how == SCALE:
        return np.unique(_dense(made[-1].X_).std(axis=0).round(3)).tolist()
    if how == UNUSED:
        return int(np.sum(_dense(made[-1].X_).std(axis=0) < 1e-9))
    if how == COLUMNS:
        return made[-1].X_.shape[1]
    if how == VALUES:
        return max(len(np.unique(column)) for column in made[-1].X_.T.round(9))
    rows = [test.iloc[[k]] for k in range(0, len(test), 3)] if how == BY_ROW else [test]
    return [int(k) for part in rows for k in made.predict(part)]


def _kind_of(made) -> str:
    if not isinstance(made, Pipeline):
        return f"a {type(made).__name__}"
    if not isinstance(made[-1], LooksAlike):
        return f"a Pipeline that ends with a {type(made[-1]).__name__}"
    return "a fitted Pipeline" if hasattr(made[-1], "X_") else RIGHT_KIND


def _ways(rng: np.random.Generator) -> Iterator[tuple]:
    yield KIND, SOME
    yield ALIKE, SOME
    yield BY_ROW, SOME
    yield ALIKE, CHANGED
    yield ALIKE, MOVED
    yield ALIKE, PORT
    yield AGAIN, OTHERS
    yield SCALE, OTHERS
    yield VALUES, OTHERS
    yield UNUSED, FEWER
    yield COLUMNS, OTHERS
    yield BEFORE, OTHERS


def _accept(case: tuple, given, right) -> bool:
    if case[0] == SCALE:
        return set(given) <= {0.0, 1.0} and 1.0 in given
    if case[0] == VALUES:
        return 1 < given <= 2
    if case[0] == COLUMNS:
        return given >= right
    if case[1] == PORT:     # it must not stop; as what an unseen port counts is left open
        return isinstance(given, list) and len(given) == len(right)
    return given == right


def _is_rows(given) -> bool:
    return isinstance(given, list) and all(isinstance(row, int) for row in given)


def _blind(case: tuple, given, right) -> bool:
    """Tell whether rows look alike that should not, or columns are missing."""
    if case[0] == COLUMNS:
        return given < right
    fewer = [g >= 0 and not 0 <= r <= g for g, r in zip(given, right)] if _is_rows(given) else []
    return any(fewer) and (case[1] != CHANGED or 0 in given)


def _split(case: tuple, given, right) -> bool:
    """Tell whether rows look different that should not."""
    return _is_rows(given) and all(g == -1 or 0 <= r <= g for g, r in zip(given, right))


#: A right answer, as most learners write it.
WHOLE = """
def titanic_pipeline(model):
    features = ColumnTransformer([
        ("title", TitleExtractor(), ["Name"]), ("fare", FareBands(), ["Fare"]),
        ("family", FamilyGrouper(), ["SibSp", "Parch"]),
        ("age", make_pipeline(AgeImputer(), AgeBands()), ["Name", "Age"]),
        ("given", "passthrough", ["Sex", "Pclass", "Embarked"])])
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return make_pipeline(features, one_hot, StandardScaler(), model)
"""

ONE_HOT = '    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)'

_wrong = edits(of=WHOLE)

PIPELINE = CodeExercise(
    key="titanic-pipeline", title="A pipeline that does not leak", reference=titanic_pipeline,
    cases=_ways, run=try_pipeline, accept=_accept, seconds=6,
    misconceptions=(
        _wrong("fitted already", "return make_pipeline(features, one_hot, StandardScaler(), model)",
               "from coursekit.scoreboard import passengers\n    people, fates, _ = passengers()\n"
               "    return make_pipeline(features, one_hot, StandardScaler(), model).fit("
               "people, fates)",
               "Your function calls `fit` itself. The loop must do that, once for each training "
               "part.", lambda case, given, right: given == "a fitted Pipeline"),
        _wrong("the model is missing", "StandardScaler(), model", "StandardScaler()",
               "What comes back does not end with the model that was handed in. Where does "
               "`model` stand in your pipeline?",
               lambda case, given, right: given.startswith("a Pipeline that")),
        _wrong("one name without brackets", '["Fare"]', '"Fare"',
               "A `ColumnTransformer` hands over a single column for `\"Fare\"` and a table "
               "for `[\"Fare\"]`. These transformers need a table, so write the square "
               "brackets, even around one name.",
               lambda case, given, right: isinstance(given, Failure)
               and given.kind == "TypeError" and "got Series" in given.told),
        _wrong("unseen level", 'handle_unknown="ignore", ', "",
               "A level that no training row has stops the prediction. See what "
               "`handle_unknown` can be.",
               lambda case, given, right: isinstance(given, Failure)
               and given.kind == "ValueError" and case[1] == PORT),
        _wrong("dummies of each part", ONE_HOT,
               "    from sklearn.preprocessing import FunctionTransformer\n"
               "    one_hot = FunctionTransformer(\n"
               "        lambda rows: pd.get_dummies(pd.DataFrame(rows)))",
               "The columns of the test rows are not those that the training rows gave: a part "
               "without some level has fewer of them. What should learn the levels, and when?",
               lambda case, given, right: isinstance(given, Failure)
               and case[0] in (ALIKE, BY_ROW, AGAIN)),
        _wrong("levels dropped", 'handle_unknown="ignore", ',
               'handle_unknown="ignore", drop="if_binary", ',
               "A level has no column of its own. `drop` takes it away; naive Bayes multiplies "
               "one factor per level.", lambda case, given, right: case[0] == COLUMNS),
        _wrong("columns dropped", ', "Embarked"', "",
               "Two passengers who differ in one of the seven features look the same to your "
               "model. A `ColumnTransformer` drops the columns that it does not name.", _blind),
        _wrong("not scaled", "StandardScaler(), ", "",
               "The columns reach the model with standard deviations other than 1. Which "
               "step changes that?", lambda case, given, right: case[0] == SCALE),
        _wrong("levels numbered", ONE_HOT,
               "    from sklearn.preprocessing import OrdinalEncoder\n"
               "    one_hot = OrdinalEncoder(\n"
               "        handle_unknown='use_encoded_value', unknown_value=-1)",
               "A column that reaches the model has more than two values. If levels are numbered, "
               "they get an order that they do not have. One-hot has a column for each level.",
               lambda case, given, right: case[0] in (VALUES, COLUMNS)),
        _wrong("ages without bands", "make_pipeline(AgeImputer(), AgeBands())", "AgeImputer()",
               "Passengers who agree in all seven features look different to your model. "
               "Is a column left as it was, a gap left open or filled otherwise, "
               "a band cut elsewhere?", _split),
    ),
    hints=("One `ColumnTransformer` of five parts makes a table of seven columns out of the "
           "passenger list; encoder, scaler and model follow.",
           "`ColumnTransformer([(\"fare\", FareBands(), [\"Fare\"]), …])` puts such parts side by "
           "side; `\"passthrough\"` in place of a transformer leaves columns as they are.",
           "`make_pipeline(AgeImputer(), AgeBands())` is one transformer for the age. At the end: "
           "`make_pipeline(features, one_hot, scaler, model)`."),
    way="A `ColumnTransformer` names for each feature its transformer and its columns; the last "
        "three columns pass through. Then come the one-hot encoder, which ignores unseen levels, "
        "the scaler and the model. Nothing is fitted: whoever has the training rows does that.",
    explanation="Whatever is learned, a median, a border, a level, a mean, is learned in `fit`.",
    by_case=((lambda case, given, right: case[0] == BEFORE,
              "`fit` must leave its table as it was. Which step writes into it?"),
             (lambda case, given, right: case[0] == UNUSED,
              "A column of the model is the same for all training rows: it stands for a level "
              "that none of them has. From where does the encoder know that level?")),
    fallback_hint="Which step makes each of the seven features, and out of which columns?")
