"""How tables are read: kinds of columns, dates, names that occur twice, frames of other
libraries."""
from __future__ import annotations

import datetime
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import cross_val_score

from coursekit.checks import require_columns
from coursekit.datasets import load_titanic
from coursekit.model_selection import nested_cv
from coursekit.rules import CN2, C45Rules, DecisionList, Rule, Table, make_selectors
from coursekit.statistics import rate_table
from coursekit.svm import SVC, SVR
from coursekit.titanic import AgeImputer, FareBands, TitleExtractor
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.c45 import C45Tree, grow_c45
from coursekit.tree.conditions import Condition
from coursekit.tree.encoding import Columns

N = 80
RNG = np.random.default_rng(0)
X = RNG.integers(-300, 300, N) / 4
Y = np.where(X + RNG.normal(size=N) * 20 > 0, "in", "out")
SEX = np.where(RNG.random(N) < 0.8, np.where(Y == "in", "f", "m"), "f").astype(object)
SEX[7] = None
PEOPLE = pd.DataFrame({"x": X, "sex": SEX})
LEARNERS = [CARTClassifier(), CN2(), CN2(ordered=False), C45Rules()]
READERS = {"CART": lambda X: CARTClassifier().fit(X, Y),
           "regression": lambda X: CARTRegressor().fit(X, np.arange(N)),
           "CN2": lambda X: CN2().fit(X, Y), "C45Rules": lambda X: C45Rules().fit(X, Y),
           "C4.5": lambda X: grow_c45(X, Y), "selectors": make_selectors}
FRAMES_ONLY = {"C4.5"}


def objects(values, gap=None) -> pd.Series:
    """Return a column of objects, one of them missing."""
    column = pd.Series([None] * N, dtype=object)
    for i, value in enumerate(values):
        column[i] = gap if i == 7 else value
    return column


def answers(model, frame: pd.DataFrame) -> np.ndarray:
    """Return what a model predicts, and hold the rules it learnt to the same."""
    said = model.predict(frame)
    if isinstance(getattr(model, "rules_", None), DecisionList):
        assert (model.rules_.predict(frame) == said).all()
    return said


# -- what a column is

@pytest.mark.parametrize("column", [
    *(objects(X.tolist(), gap) for gap in (None, np.nan, pd.NA, pd.NaT)),
    objects(map(Decimal, X)), objects(map(Decimal, X), Decimal("NaN")), objects(map(Fraction, X)),
    objects(map(np.float32, X)), objects([int(4 * v) * 10 ** 25 for v in X]),
    objects(Decimal(v) if i % 2 else Fraction(v) for i, v in enumerate(X)),
    pd.Series(X, dtype="Float64").mask(np.arange(N) == 7),
    pd.Series(4 * X).astype("Int64").mask(np.arange(N) == 7),
    pd.Series(pd.arrays.SparseArray(np.where(np.arange(N) == 7, np.nan, X))),
], ids=["None", "NaN", "NA", "NaT", "Decimal", "Decimal NaN", "Fraction", "NumPy", "big", "both",
        "Float64", "Int64",
        "sparse"])
def test_numbers_are_numbers_whatever_holds_them(column):
    frame = pd.DataFrame({"x": column})
    plain = pd.DataFrame({"x": np.where(np.arange(N) == 7, np.nan, X)})
    assert Table.of(frame).columns.levels == (None,)
    for model in LEARNERS:
        kept = model.fit(frame, Y)
        assert model.columns_.levels == (None,)
        assert (answers(kept, frame) == kept.fit(plain, Y).predict(plain)).all()
    assert (grow_c45(frame, Y).predict(frame) == grow_c45(plain, Y).predict(plain)).all()
    regression = CARTRegressor().fit(frame, X).predict(frame)
    np.testing.assert_array_equal(regression, CARTRegressor().fit(plain, X).predict(plain))
    assert {condition.op for condition in make_selectors(frame).conditions} == {"<=", ">"}


def test_an_array_of_objects_may_have_gaps():
    array = objects(X.tolist(), pd.NA).to_numpy()[:, None]
    floats = np.where(np.arange(N) == 7, np.nan, X)[:, None]
    for model in LEARNERS:
        assert (model.fit(array, Y).predict(array) == model.fit(floats, Y).predict(floats)).all()
    assert make_selectors(array).conditions == make_selectors(floats).conditions


@pytest.mark.parametrize("column", [
    pd.Series(X > 0), objects((X > 0).tolist(), pd.NA),
    pd.Series(X > 0, dtype="boolean").mask(np.arange(N) == 7),
    pd.Series(X > 0).astype(int).astype("category"), pd.Series(np.where(X > 0, "5.0", "7")),
    objects(SEX, pd.NA),
    objects([True if x > 0 else "no" for x in X]),
], ids=["bool", "bool objects", "boolean", "categories of numbers", "text of digits", "text",
        "bool and text"])
def test_names_are_levels(column):
    frame = pd.DataFrame({"k": column})
    for model in LEARNERS:
        assert model.fit(frame, Y).columns_.levels[0].size == 2
        answers(model, frame)


DAYS = pd.date_range("1912-04-10", periods=N)
NO_NUMBERS = {
    "dates": pd.Series(DAYS), "with a time zone": pd.Series(DAYS.tz_localize("UTC")),
    "Timestamp": objects(DAYS),
    "date": objects(DAYS.date), "datetime64": objects(DAYS.to_numpy().astype("M8[D]")),
    "time": objects([datetime.time(9)] * N),
    "time spans": pd.Series(DAYS - DAYS[0]), "timedelta": objects([datetime.timedelta(1)] * N),
    "periods": pd.Series(DAYS.to_period("D")), "Period": objects(DAYS.to_period("D")),
    "intervals": pd.Series(pd.interval_range(0, N)), "Interval": objects(pd.interval_range(0, N)),
    "cut": pd.Series(pd.cut(X, 3)), "cut, no order": pd.Series(pd.cut(X, 3)).cat.as_unordered(),
    "categories of dates": pd.Series(DAYS).astype("category"),
    "complex": pd.Series(X + 1j), "complex objects": objects([1j] * N),
    "numbers and text": objects([1, "?"] * (N // 2)),
    "numbers and bool": objects([1.5, True] * (N // 2)), "lists": objects([[1]] * N),
    "too large": objects([10 ** 400] * N),
}


@pytest.mark.parametrize("column", NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_what_is_neither_number_nor_name_is_refused_by_all(column):
    for read in READERS.values():
        with pytest.raises((TypeError, ValueError), match="'when'"):
            read(pd.DataFrame({"when": column}))


@pytest.mark.parametrize("kind", ["dates", "date", "time spans", "Period", "Interval",
                                  "cut, no order",
                                  "categories of dates", "numbers and text"])
def test_the_advice_makes_numbers_or_names(kind):
    column = NO_NUMBERS[kind]
    for made in (column.astype("string"), {
            "dates": lambda c: (pd.to_datetime(c) - DAYS[0]) / np.timedelta64(1, "D"),
            "time spans": lambda c: c / np.timedelta64(1, "D"),
            "Period": lambda c: (pd.to_datetime(pd.PeriodIndex(c).start_time) - DAYS[0])
            / np.timedelta64(1, "D"),
            "Interval": lambda c: pd.IntervalIndex(c).mid,
            "cut, no order": lambda c: pd.IntervalIndex(c).mid,
            "numbers and text": lambda c: pd.to_numeric(c, errors="coerce")}.get(
                kind, pd.to_datetime)(column)):
        if not pd.api.types.is_datetime64_any_dtype(made):
            make_selectors(pd.DataFrame({"when": made}))


@pytest.mark.parametrize("array", [
    DAYS.to_numpy()[:, None], DAYS.to_numpy().astype("M8[D]")[:, None],
    np.arange(N).astype("m8[h]")[:, None],
    [[day] for day in DAYS.date], [[1.0, day] for day in DAYS],
    objects(DAYS.to_period("D")).to_numpy()[:, None],
], ids=["ns", "D", "spans", "date", "Timestamp", "Period"])
def test_dates_in_arrays_are_refused(array):
    fitted = CARTClassifier().fit(X[:, None], Y)
    for name, read in {**READERS, "SVC": lambda X: SVC().fit(X, Y),
                       "SVR": lambda X: SVR().fit(X, np.arange(N)),
                       "predict": fitted.predict}.items():
        if name not in FRAMES_ONLY:
            with pytest.raises(TypeError, match="^X .*(date|span|period)"):
                read(array)


@pytest.mark.parametrize("y", [DAYS.to_numpy(), list(DAYS.date), pd.Series(DAYS),
                               pd.Series(DAYS.tz_localize("UTC")),
                               pd.Series(DAYS.to_period("D")), DAYS - DAYS[0]])
@pytest.mark.parametrize("model", [CARTRegressor(), SVR()])
def test_dates_are_no_target(model, y):
    with pytest.raises(TypeError, match="^y .*(date|span|period)"):
        model.fit(X[:, None], y)


# -- what it was at fit, it stays

@pytest.mark.parametrize("gap", [None, np.nan, pd.NA, pd.NaT])
@pytest.mark.parametrize("model", LEARNERS)
def test_a_column_that_is_wholly_missing_keeps_its_kind(model, gap):
    model.fit(PEOPLE, Y)
    known = answers(model, PEOPLE.assign(sex=pd.Series([None] * N, dtype="string")))
    for sex in ([gap] * N, pd.Categorical([None] * N), pd.array([None] * N, dtype="boolean")):
        assert (answers(model, PEOPLE.assign(sex=sex)) == known).all()
    assert len(answers(model, PEOPLE.iloc[[7]])) == 1
    assert (answers(model, PEOPLE.assign(x=gap)) == answers(model, PEOPLE.assign(x=np.nan))).all()
    assert len(answers(model, pd.DataFrame({"x": [gap], "sex": [gap]}))) == 1


@pytest.mark.parametrize("nothing", [[None] * N, [np.nan] * N, [pd.NA] * N,
                                     pd.Categorical([None] * N),
                                     pd.array([None] * N, dtype="boolean"),
                                     pd.array([None] * N, dtype="Int64")])
def test_a_column_without_a_value_at_fit_takes_whatever_comes(nothing):
    for model in LEARNERS:
        model.fit(PEOPLE.assign(empty=nothing), Y)
        alone = type(model)(**model.get_params()).fit(PEOPLE, Y).predict(PEOPLE)
        for came in ("a", 1.5, True, np.inf, datetime.date(1912, 4, 10), [1], None):
            new = PEOPLE.assign(empty=objects([came] * N))
            assert (answers(model, new) == alone).all()
    tree = grow_c45(PEOPLE.assign(empty=nothing), Y)
    assert (tree.predict(PEOPLE.assign(empty="a")) == grow_c45(PEOPLE, Y).predict(PEOPLE)).all()


@pytest.mark.parametrize("gap", [None, np.nan])
@pytest.mark.parametrize("dtype", [object, "string", "category"])
def test_a_fold_without_a_value_is_scored(dtype, gap):
    port = pd.Series(["s", "q"] * 10 + [gap] * (N - 20), dtype=object).astype(dtype)
    frame, folds = PEOPLE.assign(port=port), [(np.arange(20, N), np.arange(20)),
                                              (np.arange(N // 2), np.arange(N // 2, N))]
    for model in LEARNERS:
        assert (cross_val_score(model, frame, Y, cv=folds, error_score="raise") > 0.5).all()
        assert (cross_val_score(model, frame[["port"]], Y, cv=folds, error_score="raise") > 0).all()


def test_rules_read_a_table_as_it_was_learnt():
    """Categories of numbers are levels, and plain numbers that come later are these levels."""
    frame = pd.DataFrame({"k": pd.Categorical(np.where(Y == "in", 1, 2))})
    new = pd.DataFrame({"k": [1, 2, None]})
    for model in LEARNERS:
        assert answers(model.fit(frame, Y), new)[:2].tolist() == ["in", "out"]
    by_hand = DecisionList((Rule((Condition("sex", "in", ("f",)),), 1),), Rule((), 0))
    assert by_hand.predict(pd.DataFrame({"sex": [None]})).tolist() == [0]


def test_a_table_that_was_read_before_keeps_its_levels():
    """Also in the tree from which C45Rules reads its rules."""
    by_frame, by_table = C45Rules().fit(PEOPLE, Y), C45Rules().fit(Table.of(PEOPLE), Y)
    assert by_table.rules_ == by_frame.rules_ \
        and by_table.tree_.to_text() == by_frame.tree_.to_text()


@pytest.mark.parametrize("came", ["a", "?", datetime.date(1912, 4, 10), pd.Timestamp("1912"),
                                  1j, np.inf])
@pytest.mark.parametrize("model", LEARNERS)
def test_a_column_of_numbers_takes_nothing_else(model, came):
    model.fit(PEOPLE, Y)
    with pytest.raises((TypeError, ValueError), match="'x'"):
        model.predict(PEOPLE.assign(x=came))


# -- levels that have nothing in common with those at fit

def warned(call, frame: pd.DataFrame) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(frame)
    assert all(warning.filename == __file__ for warning in caught)
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize("came", [["male", "female"], ["M", None], [1, 2], [True, False]])
def test_levels_that_are_all_new_get_one_warning(came):
    new = pd.DataFrame({"x": X, "sex": came * (N // 2)})
    calls = [model.fit(PEOPLE, Y).predict for model in LEARNERS]
    for call in (*calls, CN2().fit(PEOPLE, Y).rules_.predict, grow_c45(PEOPLE, Y).predict):
        message, = warned(call, new)
        assert "'sex'" in message and repr(came[0]) in message and "'f'" in message


def test_levels_of_which_some_are_known_get_none():
    for model in LEARNERS:
        model.fit(PEOPLE, Y)
        for sex in (["f", "M"] * (N // 2), [None] * N):
            assert warned(model.predict, PEOPLE.assign(sex=sex)) == []


# -- names that occur twice

@pytest.mark.parametrize("names", [["a", "a"], [1, "1"], ["a", 0, "a"]])
def test_a_name_that_occurs_twice_is_refused(names):
    """By the reader itself: some versions of scikit-learn read one of the two, then the other."""
    frame = pd.DataFrame(np.tile(X[:, None], len(names)), columns=names)
    one = CN2().fit(frame.iloc[:, :1].set_axis(["a"], axis=1), Y)
    for read in (*READERS.values(), one.rules_.predict, one.predict,
                 lambda X: one.rules_.coverage(X, Y),
                 grow_c45(frame.iloc[:, :1], Y).predict,
                 lambda X: nested_cv(CARTClassifier(), {}, X, Y)):
        with pytest.raises(ValueError):
            read(frame)
    for read in READERS.values():
        with pytest.raises(ValueError, match=f"more than one column named '{names[-1]}'"):
            read(frame)


def test_names_that_are_numbers():
    frame = pd.DataFrame(np.column_stack([X, -X]))
    assert (grow_c45(frame, Y).predict(frame)
            == grow_c45(frame.add_prefix("x"), Y).predict(frame.add_prefix("x"))).all()


# -- frames of other libraries

class Foreign:
    """A table that is not pandas', with the name of its library, and calls that make it one."""

    def __init__(self, frame: pd.DataFrame, **calls):
        self.columns = list(frame.columns)
        self.__dict__.update(calls)


def polars_like(frame: pd.DataFrame) -> Foreign:
    return Foreign(frame, to_pandas=lambda: frame.reset_index(drop=True))


def test_a_frame_that_can_be_converted_is_read_as_if_it_were_pandas():
    other = polars_like(PEOPLE)
    for model in LEARNERS:
        by_pandas = model.fit(PEOPLE, Y).predict(PEOPLE)
        assert (answers(model.fit(other, Y), other) == by_pandas).all()
        assert model.feature_names_in_.tolist() == ["x", "sex"] \
            and model.columns_.names == ("x", "sex")
    tree = grow_c45(other, Y)
    assert isinstance(tree, C45Tree) \
        and (tree.predict(other) == grow_c45(PEOPLE, Y).predict(PEOPLE)).all()
    assert make_selectors(other).conditions == make_selectors(PEOPLE).conditions
    assert nested_cv(CARTClassifier(), {}, other,
                     Y).to_frame().equals(nested_cv(CARTClassifier(), {}, PEOPLE, Y).to_frame())
    assert CARTClassifier().fit(other, Y).path(polars_like(PEOPLE.iloc[[0]])).shape[0] > 1


def test_passengers_may_come_in_any_frame():
    titanic = load_titanic().reset_index(drop=True)
    other = polars_like(titanic)
    assert rate_table(other, "Sex", "Survived").equals(rate_table(titanic, "Sex", "Survived"))
    for transformer in (TitleExtractor(), FareBands(), AgeImputer()):
        made = transformer.fit(other).transform(other)
        assert made.equals(transformer.fit(titanic).transform(titanic))
    some = titanic.assign(Age=titanic["Age"].astype(object).where(titanic["Age"].notna(), pd.NA))
    assert AgeImputer().fit_transform(some).equals(AgeImputer().fit_transform(titanic))


@pytest.mark.parametrize(("call", "told"), [("compute", r"\.compute\(\)"),
                                            ("toPandas", r"\.toPandas\(\)"),
                                            ("collect", r"\.collect\(\)\.to_pandas\(\)"),
                                            ("other", "")])
def test_a_frame_that_cannot_be_converted_is_refused_by_name(call, told):
    other = Foreign(PEOPLE, **{call: None})
    fitted = CN2().fit(PEOPLE, Y)
    for read in (*READERS.values(), fitted.predict, fitted.rules_.predict,
                 SVC().fit(X[:, None], Y).predict,
                 lambda X: nested_cv(CARTClassifier(), {}, X, Y), TitleExtractor().fit,
                 lambda X: rate_table(X, "x", "sex"), lambda X: require_columns(X, ["x"], "draw")):
        with pytest.raises(TypeError, match=f"pandas DataFrame.*Foreign.*{told}"):
            read(other)


def test_a_library_that_lacks_what_it_needs_to_convert_says_so():
    def to_pandas():
        raise ModuleNotFoundError("pyarrow is required")
    with pytest.raises(TypeError, match="Foreign.*pyarrow"):
        CARTClassifier().fit(Foreign(PEOPLE, to_pandas=to_pandas), Y)


def test_columns_of_a_frame_that_are_known_are_what_they_were():
    known = Columns.of(PEOPLE)
    later = Columns.of(pd.DataFrame({"sex": [1.0], "new": [2.0], "x": ["?"]}), known)
    assert later.levels[0].tolist() == ["f", "m"] and later.levels[1:] == (None, None)
