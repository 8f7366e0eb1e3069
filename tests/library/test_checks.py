"""Refusals in one voice: the argument, what came, what is wanted, how to get it."""
from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from coursekit.checks import (require_between, require_choice, require_columns, require_finite,
                              require_whole)

DATES = np.array(["1912-04-15"], dtype="datetime64[D]")

NO_NUMBERS = {
    "text": (["1.5", "abc"], "text such as '1.5'", "pd.to_numeric"),
    "a word": ("abc", "text such as 'abc'", "pd.to_numeric"),
    "bytes": (np.array([b"a"]), "text such as b'a'", "pd.to_numeric"),
    "text among numbers": (np.array([1.0, "b"], dtype=object), "text such as 'b'", "pd.to_numeric"),
    "a frame with text": (pd.DataFrame({"a": [1.0], "b": ["x"]}), "text such as 'x'",
                          "pd.to_numeric"),
    "a categorical": (pd.Series(["u", "v"], dtype="category"), "text such as 'u'", "codes"),
    "ragged rows": ([[1, 2], [3]], "rows of different lengths", "one length"),
    "arrays of different lengths": ([np.zeros(2), np.zeros(3)], "rows of different lengths",
                                    "one length"),
    "a ragged object array": (np.array([[1, 2], [3]], dtype=object), "rows of different lengths",
                              "one length"),
    "sparse matrix": (scipy.sparse.csr_matrix(np.eye(2)), "csr_matrix", r"\.toarray\(\)"),
    "sparse array": (scipy.sparse.coo_array(np.eye(2)), "coo_array", r"\.toarray\(\)"),
    "complex": (np.array([1 + 2j]), "complex", r"\.real"),
    "complex in a list": ([1.0, 2j], "complex", r"\.real"),
    "complex objects": (np.array([1.0, 2j], dtype=object), "complex", r"\.real"),
    "dates": (DATES, "dates", "timedelta64"),
    "time spans": (DATES - DATES, "time spans", "timedelta64"),
    "date objects": ([datetime.date(1912, 4, 15)], "date", "timedelta64"),
    "dates of pandas": (pd.Series(pd.to_datetime(["1912-04-15"])), "dates", "timedelta64"),
    "huge integers": ([10 ** 400], "too large", "1.8e"),
    "huge integers as objects": (np.array([1, -10 ** 400], dtype=object), "too large", "1.8e"),
    "None": (None, "None", "numbers"),
    "a dictionary": ({"a": 1}, "dict", "numbers"),
    "a set": ({1, 2}, "set", "list"),
    "a generator": ((k for k in range(3)), "generator", "list"),
    "a function": (len, "builtin_function_or_method", "numbers"),
    "an object": (np.array([object()]), "object", "numbers"),
    "NaN": ([1.0, 2.0, np.nan], r"NaN or infinity \(1 of 3", "drop or impute"),
    "infinity": (np.inf, r"NaN or infinity \(1 of 1", "drop or impute"),
    "None among numbers": ([1.0, None], r"NaN or infinity \(1 of 2", "drop or impute"),
    "missing values of pandas": (pd.Series([1, None], dtype="Int64"), r"NaN or infinity \(1 of 2",
                                 "drop or impute"),
    "pd.NA": (pd.NA, r"NaN or infinity \(1 of 1", "drop or impute"),
    "masked values": (np.ma.masked_array([1.0, 2.0], [True, False]), "masked", "drop or impute"),
}


@pytest.mark.parametrize("case", NO_NUMBERS)
def test_what_is_no_array_of_numbers_is_refused_by_name(case):
    values, came, remedy = NO_NUMBERS[case]
    with pytest.raises((TypeError, ValueError), match=came) as refusal:
        require_finite("weights", values)
    text = str(refusal.value)
    assert text.startswith("weights ")
    with pytest.raises((TypeError, ValueError), match=remedy):
        require_finite("weights", values)


@pytest.mark.parametrize(("values", "wanted"), [
    (3, 3.0), (True, 1.0), ([], []), (np.array(2.5), 2.5), ([True, False], [1.0, 0.0]),
    ([Fraction(1, 2), Decimal("0.25")], [0.5, 0.25]), (range(3), [0.0, 1.0, 2.0]),
    (np.array([1, np.True_, 2.5], dtype=object), [1.0, 1.0, 2.5]),
    (pd.Series([1, 2], dtype="Int64"), [1.0, 2.0]), (10 ** 300, 1e300),
    (pd.DataFrame({"a": [1], "b": [True]}), [[1.0, 1.0]]),
    (np.ma.masked_array([1.0], [False]), [1.0]), (np.float32([0.5]), [0.5]),
])
def test_numbers_of_every_kind_are_taken(values, wanted):
    taken = require_finite("x", values)
    assert type(taken) is np.ndarray and taken.dtype == float
    assert taken.tolist() == wanted


def test_a_float_array_is_handed_on_without_a_copy():
    x = np.zeros(3)
    assert require_finite("x", x) is x


@pytest.mark.parametrize(("value", "message"), [
    ("0.5", "share must be a number, got '0.5'"), (None, "share must be a number, got None"),
    (0.5j, "share must be a number"), ([0.5], r"share must be a number, got \[0.5\]"),
    (np.array([0.5]), "share must be a number"), (DATES[0], "share must be a number"),
    (DATES[0] - DATES[0], "share must be a number"),
    (np.nan, r"share must lie in \[0, 1\], got nan"), (2, r"share must lie in \[0, 1\], got 2"),
    (10 ** 400, r"share must lie in \[0, 1\], got 1000"), (list(range(999)), r"got \[0, 1.*\.\.\."),
])
def test_a_number_between_limits(value, message):
    with pytest.raises((TypeError, ValueError), match=message) as refusal:
        require_between("share", value, 0, 1)
    assert len(str(refusal.value)) < 200


def test_numbers_between_limits_are_taken():
    for value in (0, 1, 0.5, True, np.float32(0.5), np.int8(1), Fraction(1, 2), Decimal("0.5"),
                  np.array(0.5)):
        assert require_between("share", value, 0, 1) == float(value)
    with pytest.raises(ValueError, match=r"share must lie in \(0, 1\), got 1"):
        require_between("share", 1, 0, 1, open_ends=True)


@pytest.mark.parametrize("value", [0, 1.0, "3", True, None, np.nan, np.array([2]), Fraction(3)])
def test_a_whole_number(value):
    assert require_whole("times", np.int64(3), 1) == 3
    with pytest.raises(ValueError, match="times must be a whole number of at least 1, got "):
        require_whole("times", value, 1)


def test_an_integer_too_long_to_be_written_is_refused_too():
    with pytest.raises(ValueError, match="share must lie in .* got int of many digits"):
        require_between("share", 10 ** 5000, 0, 1)


@pytest.mark.parametrize("value", ["Rbf", None, ["rbf"], np.array(["rbf"]), {"rbf"}, 1])
def test_a_choice_lists_what_there_is(value):
    with pytest.raises(ValueError, match=r"kernel must be one of \['linear', 'rbf'\], got "):
        require_choice("kernel", value, ("linear", "rbf"))


@pytest.mark.parametrize(("frame", "columns", "message"), [
    (np.zeros((2, 2)), ["a"], "draw needs a pandas DataFrame with named columns, got ndarray"),
    (pd.Series([1], name="a"), ["a"], "got Series; wrap it in pd.DataFrame"),
    (pd.DataFrame({"a": [1]}), ["b"], r"lacks; it has \['a'\]"),
    (pd.DataFrame({"a": [1]}), [["a"]], r"draw needs the name of a column, got \['a'\]"),
    (pd.DataFrame([[1, 2]], columns=["a", "a"]), ["a"], "more than one column named 'a'"),
])
def test_columns(frame, columns, message):
    with pytest.raises((TypeError, ValueError), match=message):
        require_columns(frame, columns, "draw")
