"""What `check` hands to the page has the form of the reference, in whatever form it was
accepted."""
from __future__ import annotations

import inspect
import warnings
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import exercise_keys
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.feedback import check
from coursekit.exercise.forms import form_of, returning
from coursekit.exercise.outcomes import Failure
from coursekit.exercise.registry import find
from cases import ALL as AT_NIGHT

ALL = [find(key) for key in exercise_keys()]
SOME = 12 if AT_NIGHT else 4      # of the cases: those chosen by hand come first
each = pytest.mark.parametrize("exercise", ALL, ids=lambda e: e.key)


# --- foreign forms of a result --------------------------------------------------------------------


def number(make):
    """Return what makes another kind of number of each number in a result."""
    def foreign(value):
        if isinstance(value, (bool, np.bool_)):
            return np.bool_(value)
        if isinstance(value, (int, float, np.number)):
            return make(value)
        if isinstance(value, (tuple, list, set, frozenset)) \
            and type(value).__module__ == "builtins":
            return type(value)(map(foreign, value))
        return {k: foreign(v) for k, v in value.items()} if type(value) is dict else value
    return foreign


def array(make):
    """Return what makes another thing of each array in a result."""
    def foreign(value):
        if isinstance(value, np.ndarray):
            return make(value)
        if type(value) in (tuple, list):
            return type(value)(map(foreign, value))
        return {k: foreign(v) for k, v in value.items()} if type(value) is dict else value
    return foreign


def whole(make):
    """Return what makes another thing of a result as a whole."""
    def foreign(value):
        try:
            return make(value)
        except (TypeError, ValueError, AttributeError, OverflowError):
            return value
    return foreign


FOREIGN = {
    "as it is": lambda value: value,
    "np.float64": number(np.float64), "np.float32": number(np.float32), "0-d": number(np.array),
    "Decimal": number(lambda v: Decimal(repr(float(v)))), "complex": number(complex),
    "float": number(float), "one-element list": number(lambda v: [v]),
    "one-element array": number(lambda v: np.array([v])),
    "Series of one": number(lambda v: pd.Series([v])),
    "1 x 1": number(lambda v: np.array([[v]])),
    "bool": number(lambda v: bool(v) if v in (0, 1) else v),
    "object array": array(lambda a: a.astype(object)),
    "float array": array(lambda a: a.astype(float)),
    "float32 array": array(lambda a: a.astype(np.float32)), "int8 array": array(
        lambda a: a.astype(np.int8) if np.array_equal(a.astype(np.int8), a) else a),
    "Fortran": array(np.asfortranarray), "masked": array(np.ma.asarray),
    "complex array": array(lambda a: a + 0j),
    "nested lists": array(np.ndarray.tolist),
    "Series": array(lambda a: pd.Series(a) if a.ndim == 1 else a),
    "DataFrame": array(lambda a: pd.DataFrame(a) if a.ndim <= 2 else a),
    "column": array(lambda a: a[:, None] if a.ndim == 1 else a),
    "row": array(lambda a: a[None] if a.ndim == 1 else a),
    "a Series of all": whole(pd.Series), "an array of all": whole(np.array),
    "an object array of all": whole(lambda v: np.array(v, dtype=object)),
    "a DataFrame of all": whole(lambda v: pd.DataFrame({"a": v})),
    "a Series by name": whole(lambda v: pd.Series(v, index=list("abcdefgh")[:len(v)])),
    "a list of all": whole(lambda v: list(v) if isinstance(v, (tuple, np.ndarray)) else v),
    "a tuple of all": whole(lambda v: tuple(v) if isinstance(v, (list, np.ndarray)) else v),
    "a set of all": whole(lambda v: set(v)), "an iterator": whole(lambda v: iter(v)),
    "numpy's text": whole(lambda v: np.str_(v) if isinstance(v, str) else v),
}


def alike(given: Any, right: Any) -> bool:
    """Tell whether a result has the type and the shape of another, its numbers plain ones."""
    if isinstance(right, (bool, np.bool_)):
        return type(given) is bool
    if isinstance(right, (int, np.integer)):      # or a float, where the reference has both
        return type(given) in (int, float)
    if isinstance(right, (float, np.floating)):
        return type(given) is float
    if isinstance(right, np.ndarray):
        kinds = {"f": "f", "i": "if"}.get(right.dtype.kind, right.dtype.kind)
        return type(given) is np.ndarray and given.dtype.kind in kinds and (
            given.shape == right.shape or given.size == right.size == 0)      # a list has one axis
    if type(right) is dict:
        return type(given) is dict and all(alike(given[k], right[k]) for k in right if k in given)
    if type(right) in (tuple, list):
        return type(given) is type(right) and len(given) == len(right) \
            and all(map(alike, given, right))
    return type(given) is type(right)


def results(exercise, function) -> list:
    """Return what a function itself returns, in each case in which `run` calls it."""
    seen: list = []
    for case in exercise.all_cases[:SOME]:
        noting = returning(function, lambda result: seen.append(result) or result)
        assert not isinstance(exercise.outcome(noting, case), Failure)
    return seen


def is_right(exercise, function) -> bool:
    """Tell whether a function is accepted; quicker than `judge`, which looks for the mistake."""
    with warnings.catch_warnings(action="ignore"):
        return all(exercise.agrees(k, exercise.outcome(function, case))
                   for k, case in enumerate(exercise.all_cases[:SOME]))


@each
def test_what_check_hands_on_has_the_form_of_the_reference(exercise):
    accepted = []
    if not isinstance(exercise, CodeExercise):
        right = exercise.reference()
        for name, foreign in FOREIGN.items():
            if exercise.grade(foreign(right)).status == "right":
                handed = exercise.handed_on(foreign(right))
                accepted.append(name)
                assert alike(handed, right) and exercise.grade(handed).status == "right", name
        assert accepted
        return
    if inspect.isclass(exercise.reference):
        assert exercise.handed_on(exercise.reference) is exercise.reference
        return
    if exercise.key == "titanic-pipeline":          # a Pipeline has no other form
        return
    right = results(exercise, exercise.reference)
    for name, foreign in FOREIGN.items():
        function = returning(exercise.reference, foreign)
        if is_right(exercise, function):
            handed = results(exercise, exercise.handed_on(function))
            accepted.append(name)
            assert all(map(alike, handed, right)), (name, next(
                (g, r) for g, r in zip(handed, right) if not alike(g, r)))
    assert "as it is" in accepted


# --- where a page would have ended ----------------------------------------------------------------


def handed(key, answer, capsys):
    function = check(key, answer)
    assert "✓" in capsys.readouterr().out
    return function


def test_the_cells_below_get_what_they_are_written_for(capsys):
    rate = find("standardised-rate").reference
    standardised = handed("standardised-rate",
                          lambda *a: pd.Series(rate(*a), ["p", "low", "high"]), capsys)
    p, low, high = standardised(np.array([1, 8, 11]), np.array([1, 8, 23]), np.array([1, 1, 1]))
    assert {type(v) for v in (p, low, high)} == {float} and low < p < high

    def g_statistic(covered, reference):
        return np.array(find("g-statistic").reference(covered, reference))
    assert round(handed("g-statistic", g_statistic, capsys)([3, 0], [5, 6]), 3) == 4.731


def test_a_function_that_is_handed_on_is_still_the_learners_own(capsys):
    def share_right(said, truth):
        """Say it with the word of the learner."""
        return np.mean(said == truth)
    fates, mine = np.array([True, False]), handed("share-right", share_right, capsys)
    assert inspect.unwrap(mine) is share_right and mine.__doc__ == share_right.__doc__
    assert inspect.getsource(mine) == inspect.getsource(share_right)
    assert type(mine(said=fates, truth=fates)) is float and mine.__name__ == "share_right"
    with pytest.raises(TypeError):
        mine(fates)
    assert handed("share-right", mine, capsys)(fates, ~fates) == 0.0, "checked once more"


def test_nodes_stay_the_nodes_of_their_tree(capsys):
    tree = {"risk": np.int64(9), "left": {"risk": 2}, "right": {"risk": 4}}
    g, nodes = handed("weakest-link", lambda t: find("weakest-link").reference(t), capsys)(tree)
    assert type(g) is float and nodes[0] is tree


@pytest.mark.parametrize("models, value, wanted", [
    ([0.5], Decimal("0.25"), 0.25), ([3], np.float32(2.0), 2), ([3], 2.5, 2.5),
    ([1, 0.5], True, 1.0),
    ([0.5], [[2]], 2.0), ([0.5], "2", "2"), ([0.5], None, None), ([0.5], [1, 2], [1, 2]),
    ([0.5], (1, [2, 3]), (1, [2, 3])), ([True], np.True_, True), (["a"], np.str_("b"), "b"),
    ([(0.5, 1)], pd.Series([1, 2.0], ["x", "y"]), (1.0, 2)), ([(0.5, 1)], [1, 2, 3], [1, 2, 3]),
    ([[1]], (np.int64(3), 4.0), [3, 4]), ([[]], range(2), [0, 1]),
    ([["a"]], {"b": 1}.keys(), ["b"]),
    ([{"a"}], frozenset("b"), {"b"}), ([{"n": 1, "left": {"n": 2}}], {"n": np.int64(1), "left": {
        "n": np.array(5), "right": {"n": 2.0, "more": "?"}}}, {"n": 1, "left": {
            "n": 5, "right": {"n": 2, "more": "?"}}}),
    ([{frozenset({1}): 0.5}], {frozenset({2}): 3}, {frozenset({2}): 3.0}),
    ([{1: 0.5, 2.5: 1.0}], {1: 2, 4: 3}, {1: 2.0, 4: 3.0}), ([{"a": 1, 0.5: 2}], {3: 4}, {3: 4}),
    ([None, (0.5,)], None, None), ([], 7, 7), ([3], float("inf"), float("inf")),
])
def test_a_value_takes_the_form_of_the_models(models, value, wanted):
    given = form_of(models)(value)
    assert given == wanted and type(given) is type(wanted) and repr(given) == repr(wanted)


@pytest.mark.parametrize("models, value, wanted", [
    ([np.ones(2)], [[1], [2], [3]], np.array([1.0, 2, 3])),
    ([np.ones(2)], pd.Series([1, 2]), np.array([1.0, 2])),
    ([np.ones((2, 2))], [[1, 2]], np.array([[1.0, 2]])),
    ([np.ones(2, bool)], [True, False], np.array([True, False])),
    ([np.ones(2, int)], np.array([1.0, 3]), np.array([1, 3])),
    ([np.ones(2), 0.5], pd.Series([3]), np.array([3.0])),
    ([np.ones(2, int)], np.array([1.5, np.nan]), np.array([1.5, np.nan])),
    ([np.ones(2)], pd.DataFrame({"a": [1, 2]}), np.array([1.0, 2])),
    ([np.ones(2)], np.eye(2), np.eye(2)),
    ([np.ones(2)], np.array(["a", "b"]), np.array(["a", "b"])),
])
def test_an_array_takes_the_form_of_the_models(models, value, wanted):
    given = form_of(models)(value)
    assert type(given) is np.ndarray and given.dtype.kind == wanted.dtype.kind
    np.testing.assert_array_equal(given, wanted)
