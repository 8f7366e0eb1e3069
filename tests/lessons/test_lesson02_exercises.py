"""The exercises of sitting 02: right in any form, wrong with its own reason."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lesson02 import dual_ascent
from coursekit.exercise.registry import find


# ---------------------------------------------------------------------------------- promises

RIGHT = {"a": "NS", "b": "N", "c": "S", "d": ""}


@pytest.mark.parametrize("answer", [
    RIGHT, {"a": "SN", "b": "n", "c": " S ", "d": None},
    {"A": "N, S", "B": "N", "C": "S", "D": "-"},
    {"a": {"N", "S"}, "b": {"N"}, "c": ["S"], "d": set()}, ["NS", "N", "S", ""],
    np.array(["NS", "N", "S", ""]),
    ("both", "N", "S", "neither"), ("necessary and sufficient", "necessary", "sufficient", ""),
    pd.Series(RIGHT), {"a": "N and S", "b": "N", "c": "S", "d": "none"},
    {"a": "N|S", "b": "N only", "c": "S.", "d": "–"},
    {"a)": "N-S", "b)": "N", "c)": "S", "d)": "—"},
    list(RIGHT.items()), pd.Series(list(RIGHT.values())), pd.Series(RIGHT | {"d": np.nan}),
    {"a": "sufficient and necessary", "b": "N", "c": "S", "d": "nothing"},
    {p: {letter: letter in RIGHT[p] for letter in "NS"} for p in "abcd"},
])
def test_promises_may_be_written_in_any_sensible_way(answer):
    assert grade("promises", answer).status == "right"


@pytest.mark.parametrize("answer, words", [
    ({"a": "NS", "b": "N"}, "an entry for each of a, b, c, d"),
    ("NS N S", "I expected a dictionary"),
    ({"a": "yes", "b": "N", "c": "S", "d": ""}, "I cannot read 'yes'"),
    (pd.Series(["NS", "N", "S"]), "an entry for each of a, b, c, d"),
    ([("b", "N"), ("a", "NS"), ("c", "S"), ("d", "")], "I cannot read"),
    ({"a": {"N": 1}, "b": "N", "c": "S", "d": ""}, "I cannot read"), (3, "I expected a dictionary"),
])
def test_promises_that_cannot_be_read_are_told_so(answer, words):
    verdict = grade("promises", answer)
    assert verdict.status == "unreadable" and words in verdict.message


def test_no_promise_filled_in_is_not_attempted():
    assert grade("promises", dict.fromkeys("abcd")).status == "unattempted"


@pytest.mark.parametrize("change, name", [
    ({"a": "S"}, "affine needs nothing more"), ({"a": ""}, "affine needs nothing more"),
    ({"b": "NS"}, "no convexity"), ({"b": "S"}, "no convexity"), ({"c": "N"}, "no point inside"),
    ({"c": ""}, "squares are not concave"), ({"d": "N"}, "dependent gradients"),
    ({"d": "S"}, "a set that is not convex"), ({"a": "N"}, "squares are convex"),
    ({"b": ""}, "N wants convexity"), ({"b": "", "d": "N"}, "N wants convexity"),
])
def test_a_wrong_promise_is_met_at_its_own_problem(change, name):
    verdict = grade("promises", RIGHT | change)
    assert (verdict.status, verdict.matched) == ("wrong", name)


def test_of_all_256_answers_one_is_right_and_each_other_is_met_by_its_cause():
    from itertools import product
    words = ("", "N", "S", "NS")
    verdicts = [grade("promises", dict(zip("abcd", row, strict=True)))
                for row in product(words, repeat=4)]
    assert [v.status for v in verdicts].count("right") == 1
    assert sum(v.status == "wrong" and v.matched is not None for v in verdicts) == 255


# ------------------------------------------------------------------------------- dual_ascent

def as_a_list(A, t, step, steps):
    A, lam = np.array(A), [0.0] * len(t)
    for _ in range(steps):
        slopes = np.array(t) - A @ A.T @ lam
        lam = [max(0.0, m + step * s) for m, s in zip(lam, slopes)]
    return lam


def with_clip(A, t, step, steps):
    A, t = np.asarray(A, dtype=float), np.asarray(t, dtype=float)
    lam = np.zeros(A.shape[0])
    while steps > 0:
        lam = (lam + step * (t - A @ (lam @ A))).clip(min=0)
        steps -= 1
    return lam


def in_single_precision(A, t, step, steps):
    return dual_ascent(A, t, step, steps).astype(np.float32)


def rounded_as_printed(A, t, step, steps):
    return dual_ascent(A, t, step, steps).round(3)


@pytest.mark.parametrize("answer", [as_a_list, with_clip, dual_ascent, in_single_precision,
                                    rounded_as_printed])
def test_the_dual_may_be_climbed_in_any_way(answer):
    assert grade("dual-ascent", answer).status == "right"


def eats_t(A, t, step, steps):
    out = dual_ascent(A, t, step, steps)
    if not isinstance(t, list):
        t -= 1
    return out


def wrong_length(A, t, step, steps):
    return dual_ascent(A, t, step, steps)[:1]


def forgets_return(A, t, step, steps):
    dual_ascent(A, t, step, steps)


@pytest.mark.parametrize("answer, words", [
    (eats_t, "changes its argument `t`"), (wrong_length, "your function returns"),
    (forgets_return, "returns nothing"), (lambda A, t, step, steps: [0.5], "Right in 2 of"),
    (lambda A, t, step, steps: 1 / 0, "ZeroDivisionError"),
    (lambda A, t, step, steps: dual_ascent(A, t, step / max(1, steps), steps), ""),
])
def test_an_ascent_that_goes_wrong_is_told_why(answer, words):
    verdict = grade("dual-ascent", answer)
    assert verdict.status == "wrong" and words in verdict.message, verdict.message


def ascent(start=lambda A: np.zeros(len(A)), point=lambda A, lam: A.T @ lam, slopes=None,
           clip=lambda new: np.maximum(0, new)):
    """Return an answer put together from parts."""
    def dual_ascent(A, t, step, steps):
        lam = start(A)
        for _ in range(steps):
            x = point(A, lam)
            lam = clip(lam + step * (t - A.dot(x) if slopes is None else slopes(A, t, lam)))
        return lam
    return dual_ascent


def with_if(new):
    if new < 0:
        new = 0 * new
    return new


@pytest.mark.parametrize("answer, name", [
    (ascent(lambda A: np.zeros(A.shape[1])), "as many as columns"),
    (ascent(lambda A: np.zeros_like(A[0], dtype=float), lambda A, lam: lam @ A),
     "as many as columns"),
    (ascent(point=lambda A, lam: A @ lam), "not transposed"),
    (ascent(slopes=lambda A, t, lam: t - A @ lam), "no x"),
    (ascent(clip=lambda new: max(0, new)), "max of Python"),
    (ascent(point=lambda A, lam: A.T.dot(lam), clip=lambda new: max(new, 0)), "max of Python"),
    (ascent(clip=lambda new: np.max(0, new)), "max of Python"),
    (ascent(clip=with_if), "max of Python"),
    (ascent(lambda A: np.zeros(2)), None), (ascent(clip=lambda new: new.clip(0)[0]), None),
])
def test_an_error_of_numpy_is_explained_by_its_cause(answer, name):
    verdict = grade("dual-ascent", answer)
    assert (verdict.status, verdict.matched) == ("wrong", name), verdict.message


def stops_where_all_hold(A, t, step, steps):
    lam = np.zeros(len(t))
    for _ in range(steps):
        if (A @ (A.T @ lam) >= t).all():
            break
        lam = np.maximum(0, lam + step * (t - A @ (A.T @ lam)))
    return lam


def keeps_the_best(A, t, step, steps):
    paths = [dual_ascent(A, t, step, k) for k in range(steps + 1)]
    return max(paths, key=lambda lam: lam @ t - np.sum((A.T @ lam)**2) / 2)


@pytest.mark.parametrize("answer", [
    keeps_the_best, lambda A, t, step, steps: dual_ascent(A, t, min(step, 0.5), steps),
    lambda A, t, step, steps: dual_ascent(A, t, step, min(steps, 60)),
])
def test_long_steps_jump_and_many_are_taken(answer):
    assert grade("dual-ascent", answer).status == "wrong"


def test_a_number_in_place_of_one_entry_gets_a_hint_that_works():
    verdict = grade("dual-ascent", lambda *case: (float(lam[0]) if len(lam := dual_ascent(*case))
                                                  == 1 else lam))
    assert verdict.matched == "column" and "np.ravel(lam)" in verdict.message
    assert "row" not in verdict.message.split("arrangement")[0]


def nothing_without_steps(*case):
    return dual_ascent(*case) if case[3] else None


@pytest.mark.parametrize("answer, untrue", [
    (nothing_without_steps, "np.maximum"),
    (stops_where_all_hold, "multipliers never sink"), (stops_where_all_hold, "to the slope"),
])
def test_no_verdict_states_a_cause_that_is_not_there(answer, untrue):
    verdict = grade("dual-ascent", answer)
    assert verdict.status == "wrong" and untrue not in verdict.message, verdict.message


def test_the_example_in_the_docstring_of_the_stub_is_so():
    """It is the first of the cases, and stands on the page."""
    assert find("dual-ascent").right[0] == pytest.approx([0.5])
