"""Validation of input: the library's error messages.

Every message names the argument, says what came, what is wanted and how to get it.
"""
from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import date, time, timedelta
from decimal import Decimal
from numbers import Complex, Integral, Real

import numpy as np
import pandas as pd

MAX_QUOTED_CHARACTERS = 80      # of a value in a message
MAX_SQUARABLE = 1e150           # sums of squares of numbers up to this size fit into a float
FIX_MISSING = "drop or impute them first"
FIX_TYPE = "give a number or a list or array of numbers"
FIX_DATES = "days since a start are (pd.to_datetime(...) - start) / np.timedelta64(1, 'D')"
#: Types that are not numbers, although NumPy and pandas often treat them as numbers; their names,
#: and how to convert them.
NON_NUMBERS = (
    ((np.timedelta64, timedelta), "time spans", "divide a time span by np.timedelta64(1, 'D')"),
    ((np.datetime64, date), "dates", FIX_DATES),
    ((time,), "times of day", "count hours, as .hour + .minute / 60"),
    ((pd.Period,), "periods", f"take pd.PeriodIndex(...).start_time; {FIX_DATES}"),
    ((pd.Interval,), "intervals", "take pd.IntervalIndex(...).mid, or names by .astype('string')"),
)
#: Attributes of a table of another library, and the calls that convert some to pandas. Only the
#: first is made here: the others start work that may take long.
TABLE_SIGNS = ("columns", "column_names", "__dataframe__", "__arrow_c_stream__")
CONVERSIONS = {"to_pandas": ".to_pandas()", "compute": ".compute()", "toPandas": ".toPandas()",
         "collect": ".collect().to_pandas()"}


def to_pandas(X) -> object:
    """Return a table of another library, such as Polars, as a pandas one; all else unchanged.

    Raises TypeError if ``X.to_pandas()`` does not work; the message names the call to make.
    """
    if isinstance(X, (pd.DataFrame, pd.Series, pd.Index, np.ndarray, list, tuple)):
        return X
    has = set(dir(X))       # reads no value: a lazy table would start computing
    if isinstance(X, type) or not has.intersection(TABLE_SIGNS):
        return X
    call = next((call for name, call in CONVERSIONS.items() if name in has), None)
    if call == CONVERSIONS["to_pandas"]:
        try:
            return X.to_pandas()
        except ImportError as error:
            raise TypeError(f"{_origin(X)} could not be converted to pandas ({error}); install "
                            "what is missing, or pass a pandas DataFrame") from error
    how = f"call {call} on it first" if call else "convert it first"
    raise TypeError(f"the table must be a pandas DataFrame, got {_origin(X)}; {how}")


def _origin(X) -> str:
    return f"a {type(X).__name__} of {type(X).__module__.partition('.')[0]}"


def require_unique(names: Iterable, who: str) -> None:
    """Raise a ValueError for duplicate column names."""
    for name, times in Counter(names).items():
        if times > 1:
            raise ValueError(f"{who} found more than one column named {name!r}; "
                             "rename or drop all but one of them")


def require_columns(frame, columns: Iterable[str], who: str) -> pd.DataFrame:
    """Return the frame, see `to_pandas`; raise an error if it lacks one of the columns.

    ``columns``: names, each of which the frame must have exactly once.

    Raises TypeError if ``frame`` is not a DataFrame, or a name is not hashable; ValueError if a
    column is missing (the message lists the existing ones) or not unique.

    >>> import pandas as pd
    >>> frame = require_columns(pd.DataFrame({"Sex": ["male"]}), ["Age"], "rate_table")
    Traceback (most recent call last):
        ...
    ValueError: rate_table needs the column(s) ['Age'], which the frame lacks; it has ['Sex']
    """
    frame = to_pandas(frame)
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(f"{who} needs a pandas DataFrame with named columns, "
                        f"got {type(frame).__name__}; wrap it in pd.DataFrame(..., columns=...)")
    there, columns = list(frame.columns), list(columns)
    for column in columns:
        if type(column).__hash__ is None:
            raise TypeError(f"{who} needs the name of a column, got {quoted(column)}; "
                            "give the name itself, such as 'Sex'")
    missing = [c for c in columns if c not in there]
    if missing:
        raise ValueError(f"{who} needs the column(s) {missing}, which the frame lacks; "
                         f"it has {there}")
    require_unique([c for c in there if c in columns], who)
    return frame


def require_between(name: str, value: float, low: float, high: float,
                    *, open_ends: bool = False) -> float:
    """Return ``value`` as a float; raise an error unless it lies between the limits.

    Raises TypeError if ``value`` is not a real number; ValueError if it is NaN or outside the
    limits.

    >>> require_between("confidence", 0.95, 0, 1, open_ends=True)
    0.95
    """
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if not is_number(value):
        raise TypeError(f"{name} must be a number, got {quoted(value)}")
    least, most = float(low), float(high)       # NumPy's floats do not compare with huge integers
    inside = least < value < most if open_ends else least <= value <= most
    if not inside:
        bounds = f"({low}, {high})" if open_ends else f"[{low}, {high}]"
        raise ValueError(f"{name} must lie in {bounds}, got {quoted(value)}")
    return _fitting(name, value)


def require_whole(name: str, value: int, least: int) -> int:
    """Return ``value`` as an int; raise a ValueError unless it is a whole number ≥ ``least``."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, "
                         f"got {quoted(value)}")
    return int(value)


def require_choice(name: str, value, choices: Iterable) -> object:
    """Return ``value`` if it is one of the choices; else raise a ValueError that lists them."""
    choices = list(choices)
    if type(value) not in map(type, choices) or value not in choices:
        raise ValueError(f"{name} must be one of {choices}, got {quoted(value)}")
    return value


def require_finite(name: str, values) -> np.ndarray:
    """Return ``values`` as a float array; raise an error unless all are finite real numbers.

    ``values``: of any shape. A float array is returned without a copy.

    Raises TypeError if the values are of another kind: a sparse matrix, dates, a set; ValueError if
    they are text, complex, ragged, NaN or infinite, or too large for a float.

    >>> require_finite("x", [1, 2])
    array([1., 2.])
    >>> require_finite("x", ["1", "2"])
    Traceback (most recent call last):
        ...
    ValueError: x must be real numbers, got text such as '1'; convert it with pd.to_numeric, \
or give categories numeric codes
    """
    array = floats(name, values)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} contains NaN or infinity ({np.sum(~np.isfinite(array))} of "
                         f"{array.size} values); {FIX_MISSING}")
    return array


def require_squares(name: str, values) -> np.ndarray:
    """Return ``values`` as `require_finite` does; also reject numbers whose squares overflow.

    >>> require_squares("x", [1, -1e200])
    Traceback (most recent call last):
        ...
    ValueError: x holds -1e+200, and squares of numbers beyond 1e+150 are too large for a float; \
scale it, or, if that number marks a missing value, drop or impute them first
    """
    array = require_finite(name, values)
    largest = max(array.max(initial=0), -array.min(initial=0))
    if largest > MAX_SQUARABLE:
        odd = array.flat[np.abs(array).argmax()]
        raise ValueError(f"{name} holds {odd:g}, and squares of numbers beyond "
                         f"{MAX_SQUARABLE:g} are too large for a float; scale it, or, if "
                         f"that number marks a missing value, {FIX_MISSING}")
    return array


def require_increasing(name: str, values, least: int = 1) -> np.ndarray:
    """Return ``values`` as a float array; there must be ``least`` or more, strictly increasing."""
    array = np.atleast_1d(require_finite(name, values))
    if array.ndim != 1 or len(array) < least or not np.all(np.diff(array) > 0):
        raise ValueError(f"{name} must be {least} or more increasing numbers, "
                         f"got {quoted(values)}; sort them and drop duplicates")
    return array


def how_to_numbers(values: pd.Series) -> str:
    """Return what kind of value is no number, and a line of code that helps."""
    texts = [value for value in values.dropna().unique() if isinstance(value, str)]
    odd = next((t for t in texts if pd.isna(pd.to_numeric(t, errors="coerce"))), None)
    if odd is None:
        return f"got {values.dtype}; convert them with pd.to_numeric first"
    name, point = f"frame[{values.name!r}]", with_point(odd)
    how = (f"with a decimal point: pd.to_numeric({name}.str.replace(',', '.'))" if point else
           f"or, if it stands for a missing value: pd.to_numeric({name}.replace({odd!r}, np.nan))")
    return f"got text such as {odd!r}; write it {how}"


def with_point(value) -> str | None:
    """Return a number typed with a decimal comma, rewritten with a point; else None.

    It arrives as text, or as the pair that Python reads: 0,94 is (0, 94) and 1.234,5 (1.234, 5).

    >>> with_point("-0,94"), with_point("1.234,5 %"), with_point((0, 94)), with_point((0.4, 0.6))
    ('-0.94', '1234.5', '0.94', None)
    """
    if isinstance(value, str):
        typed = re.fullmatch(r"([+\-−]?)(\d+|\d{1,3}(?:[. '’\xa0\u202f]\d{3})+|),(\d+)\s*%?",
                             value.strip())
        if typed is None:
            return None
        sign, whole, decimals = typed.groups()
        whole = re.sub(r"\D", "", whole) or "0"
        return f"{sign.replace('−', '-').strip('+')}{whole}.{decimals}"
    if not isinstance(value, (tuple, list)) or len(value) != 2 or type(value[1]) is not int:
        return None
    whole, decimals = value
    if type(whole) is float and repr(whole) == f"{whole:.3f}":      # 1.234 for 1234
        whole = round(1000 * whole)
    return f"{whole}.{decimals}" if type(whole) is int and decimals >= 0 else None


def floats(name: str, values) -> np.ndarray:
    """Return ``values`` as a float array with NaN for missing ones, see `require_finite`."""
    if values is None:
        raise TypeError(f"{name} must be numbers, got None; {FIX_TYPE}")
    if hasattr(values, "toarray"):
        raise TypeError(f"{name} must be a dense array, got {type(values).__name__}; "
                        f"convert it with {name}.toarray()")
    if np.ma.is_masked(values):
        raise ValueError(f"{name} contains masked values; {FIX_MISSING}")
    try:
        array = np.asarray(values)
    except ValueError:
        raise _ragged(name) from None
    if array.dtype.kind not in "fiub":
        array = np.array([_number(name, value) for value in array.ravel()]).reshape(array.shape)
    return np.asarray(array, dtype=float)


def _ragged(name: str) -> ValueError:
    return ValueError(f"{name} must be numbers in rows of one length, got rows of different "
                      "lengths; pad or cut them")


def _number(name: str, value) -> float:
    """Return one value of an array of mixed kinds as a float; None and NA become NaN."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return np.nan
    if is_number(value):
        return _fitting(name, value)
    if isinstance(value, (str, bytes)):
        raise ValueError(f"{name} must be real numbers, got text such as {quoted(value)}; "
                         "convert it with pd.to_numeric, or give categories numeric codes")
    refuse_no_number(name, value)
    if isinstance(value, (list, tuple, np.ndarray)):
        raise _ragged(name)
    raise TypeError(f"{name} must be numbers, got {type(value).__name__}; {FIX_TYPE}")


def refuse_no_number(name: str, value, verb: str = "must be numbers, got") -> None:
    """Raise an error for a date, a time span, an interval and the like, or a complex number."""
    for types, called, how in NON_NUMBERS:
        if isinstance(value, types):
            raise TypeError(f"{name} {verb} {called} such as {quoted(value)}; {how}")
    if isinstance(value, Complex) and not isinstance(value, Real):
        raise ValueError(f"{name} must be real numbers, got complex ones such as "
                         f"{quoted(value)}; take their .real part or np.abs of them")


def refuse_no_numbers(name: str, values) -> None:
    """Raise an error for a frame, an array or a list of dates and the like.

    Arrays of complex numbers are left to scikit-learn, which has its own message.
    """
    parts = ([column for _, column in values.items()] if isinstance(values, pd.DataFrame)
             else [values])
    for part in parts:
        for value in one_of_each(part):
            if not isinstance(value, np.complexfloating):
                refuse_no_number(name, value)


def one_of_each(values) -> list:
    """Return one value of each type that occurs, without missing ones; [] for ragged rows."""
    try:
        array = np.asarray(values)
    except ValueError:
        return []
    if array.dtype.kind != "O":
        return list(array.ravel()[:1])
    array = array.ravel()
    return list({type(value): value for value in array[~pd.isna(array)]}.values())


def is_number(value) -> bool:
    """Return whether a value is a real number of any type; a bool counts as one."""
    # NumPy counts its time spans among the integers.
    return isinstance(value, (Real, Decimal, np.bool_)) and not isinstance(value, np.timedelta64)


def _fitting(name: str, value) -> float:
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} contains a number that is too large for a float "
                         f"({quoted(value)}); it must stay below 1.8e308") from None


def quoted(value) -> str:
    """Return the repr of a value for a message, shortened."""
    plain = isinstance(value, np.generic) and not isinstance(value, (np.datetime64, np.timedelta64))
    try:
        text = " ".join(repr(value.item() if plain else value).split())
    except ValueError:      # Python does not print integers of more than 4,300 digits
        text = f"{type(value).__name__} of many digits"
    return text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[:MAX_QUOTED_CHARACTERS]}..."


def outside() -> int:
    """Return the stack level of the caller outside this library, for a warning."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("coursekit."):
        frame, level = frame.f_back, level + 1
    return level
