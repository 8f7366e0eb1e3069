"""What is nearly right is wrong: each case of each code exercise, with one thing changed."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import exercise_keys, grade
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import agree
from coursekit.lessons.lesson05c.exercises.titanic_pipeline import COLUMNS, PORT, SCALE
from coursekit.exercise.registry import find
from coursekit.tree.naive import shortfall
from perturbed import STEP, perturbed

CODE = [find(key) for key in exercise_keys() if isinstance(find(key), CodeExercise)]
each = pytest.mark.parametrize("exercise", CODE, ids=lambda e: e.key)


# --- where several answers are right --------------------------------------------------------------


def any_on_a_level_line(case, given, right) -> bool:
    slope, eta, low, high = case
    return slope == eta == 0 and low <= given <= high


def equally_violating(case, given, right) -> bool:
    """The pair's gap is the largest of all pairs of one that may rise and one that may fall."""
    F, beta, A, B = case
    gap = {(i, j): F[i] - F[j] for i in range(len(F)) for j in range(len(F))
           if beta[i] < B[i] and beta[j] > A[j]}
    return gap.get(tuple(given)) == max(gap.values())


def lies_between(case, given, right) -> bool:
    """Of m (the largest F that may rise) and M (the smallest that may fall), in either order."""
    F, beta, A, B = case
    m = max(f for f, b, top in zip(F, beta, B, strict=True) if b < top)
    M = min(f for f, b, bottom in zip(F, beta, A, strict=True) if b > bottom)
    nearly = STEP / 2 * max(1.0, abs(given))
    return min(m, M) - nearly <= given <= max(m, M) + nearly


def is_negative_there(case, given, right) -> bool:
    return given is not None and np.shape(given) == (len(case[0]),) and sum(
        given[i] * given[j] * case[0][i][j] for i in range(len(given))
        for j in range(len(given))) < 0


def costs_no_more(case, given, right) -> bool:
    def cost(t):
        return sum(case[2] if p >= t and not y else case[3] if p < t and y else 0
                   for p, y in zip(*case[:2], strict=True))
    return cost(given) == min(map(cost, [*case[0], np.inf]))


def any_for_an_unseen_port(case, given, right) -> bool:
    """Or the same standard deviations, of more columns or fewer; or more columns."""
    how, passengers = case
    if how == COLUMNS:
        return given > right
    return passengers == PORT and len(given) == len(right) or how == SCALE and \
        set(given) == set(right)


def is_as_greedy(case, given, right) -> bool:
    """Every node describes the samples that come to it, and no other question gains more."""
    X, y, split, leaf = (*case, 20, 7)[:4]     # the limits where none are given
    return describes(given, X, y, leaf) and shortfall(given, X, y, split, leaf) < 1e-8


def describes(node, X, y, leaf) -> bool:
    if not (len(y) == node["n"] >= leaf and abs(node["value"] - sum(y) / len(y)) < 1e-6):
        return False
    if "left" not in node:
        return True
    left = X[:, node["feature"]] < node["threshold"]
    return describes(node["left"], X[left], y[left], leaf) \
        and describes(node["right"], X[~left], y[~left], leaf)


def the_same_nodes(case, given, right) -> bool:
    """A node is known by its name; what else it holds is the tree's, and not the answer."""
    return len(given) == 2 and given[0] == right[0] \
        and [node.get("name") for node in given[1]] == [node["name"] for node in right[1]]


def as_long_a_run(case, given, right) -> bool:
    """Where slopes are equal the way is free, and with it the number of steps."""
    return len(case[1]) > 2 and given[2] < case[4] and np.array_equal(given[0], right[0])


#: For exercises that more than one answer solves: whether a changed one does, computed here anew.
ALSO_RIGHT = {
    "best-step": any_on_a_level_line,
    "maximal-violating-pair": equally_violating,
    "smo-loop": as_long_a_run,
    "intercept": lies_between,
    "witness": is_negative_there,
    "best-threshold": costs_no_more,
    "titanic-pipeline": any_for_an_unseen_port,
    "grow": is_as_greedy,
    "weakest-link": the_same_nodes,
}


@each
def test_a_result_with_one_thing_changed_is_refused(exercise):
    also_right = ALSO_RIGHT.get(exercise.key, lambda case, given, right: False)
    for k, (case, right) in enumerate(zip(exercise.all_cases[:30], exercise.right)):
        refused = 0
        for what, given in perturbed(right):
            if exercise.agrees(k, given):
                assert also_right(case, given, right), f"case {k}: {what} is taken for right"
            else:
                refused += 1
        assert refused, f"case {k}: whatever is changed is right"


@pytest.mark.parametrize("exercise", [e for e in CODE if e.by_case], ids=lambda e: e.key)
def test_some_case_is_answered_by_a_hint_of_its_own(exercise):
    given = {exercise.hint_for(k, changed) for k, right in enumerate(exercise.right[:60])
             for _, changed in [*perturbed(right), ("", None)] if not exercise.agrees(k, changed)}
    own = {hint for _, hint in exercise.by_case}
    assert given & own and given - {""} <= own | {exercise.fallback_hint}


@pytest.mark.parametrize("split, missing", [(12, True), (13, False)])
def test_a_leaf_that_might_have_asked_gains_nothing(split, missing):
    X, y = np.arange(12.0)[:, None], np.repeat([0.0, 1.0], 6)
    assert (shortfall({"n": 12, "value": 0.5}, X, y, split, 1) > 0) == missing


# --- the comparison that most exercises share -----------------------------------------------------


@pytest.mark.parametrize("right", [
    np.linspace(0, 1, 1001), np.arange(1000), np.tile([True, False], 300), np.ones((40, 30)),
    np.array(["a", "b"] * 300), list(range(1000)), tuple(np.linspace(-1, 1, 200)),
    {k: float(k) for k in range(100)}, [np.zeros(50), {"a": [1.0, None, "b"]}], set("abcdefgh"),
], ids=lambda right: type(right).__name__)
@pytest.mark.parametrize("tolerance", [1e-9, 6e-5])
def test_long_results_are_compared_to_their_end(right, tolerance):
    assert agree(right, right, tolerance)
    changes = list(perturbed(right))
    assert len(changes) > 3 and not [what for what, given in changes
                                     if agree(given, right, tolerance)]


@pytest.mark.parametrize("zero", [0.0, np.zeros(3), [0.0, [0.0]], {"a": 0.0},
                                  pd.Series([0.0, 1.0])])
def test_a_zero_may_be_off_by_rounding(zero):
    def moved(value, by):
        if isinstance(value, dict):
            return {key: moved(v, by) for key, v in value.items()}
        return [moved(v, by) for v in value] if isinstance(value, list) else value + by
    for tolerance in (1e-9, 1e-4):
        assert agree(moved(zero, tolerance / 2), zero, tolerance)
        assert not agree(moved(zero, 3 * tolerance), zero, tolerance)


@pytest.mark.parametrize("number", [1, 2.0])
def test_a_letter_and_a_number_are_two_things(number):
    assert grade("name-the-kernel", ["b", np.sqrt(2)]).status == "right"
    for answer, wanted in ((["b", np.sqrt(2), number], "a letter and a number"),
                           (["b"], "a letter and a number"),
                           ("b2", "a letter and a number"), ([number, "b"], "the letter first")):
        told = grade("name-the-kernel", answer)
        assert told.status == "unreadable" and wanted in told.message


@pytest.mark.parametrize("place", [0, 500, 999])
def test_long_tables_are_compared_to_their_end(place):
    right = pd.Series(np.linspace(0, 1, 1000))
    given = right.copy()
    given[place] += STEP
    assert agree(right, right, 1e-9) and not agree(given, right, 1e-9)
    assert not agree(pd.DataFrame({"a": right, "b": given}),
                     pd.DataFrame({"a": right, "b": right}), 1e-9)
