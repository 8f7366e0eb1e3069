"""The exercises of lesson 02: the references hold, each mistake is caught, zones are as told."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit.datasets import make_and
from coursekit.exercises import grade
from coursekit.exercises.answers_as_code import misconception_codes, reference_code
from coursekit.exercises.lesson02 import EXERCISES, GAIN, RELATIONS, VARIANTS, ZONES
from coursekit.exercises.registry import find
from coursekit.svm.dual import DualProblem


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.key)
def test_solution_and_wrong_answers_as_the_page_would_run_them(exercise):
    space: dict = {}
    exec(reference_code(exercise.key), space)       # needs nothing, not even NumPy
    assert space.keys() - {"__builtins__"} == {exercise.variable}, "no name of the page is lost"
    assert exercise.grade(space[exercise.variable]).status == "right"
    for name, code, hint in misconception_codes(exercise.key):
        exec(code, space)
        verdict = exercise.grade(space[exercise.variable])
        assert (verdict.matched, verdict.message) == (name, hint)


@pytest.mark.parametrize("number, printed", [
    ("box-answer", (1, 0.25)), ("hand-kkt", (0.5, 0.5, 0.5)), ("and-hard", (2, 2, -3, 0.5**0.5)),
    ("and-soft", (1, 1, -2, 1)),
])
def test_the_references_are_the_numbers_found_by_hand(number, printed):
    assert find(number).reference() == pytest.approx(printed, abs=1e-9)


def test_the_multiplier_of_the_box_is_the_price_of_its_surface():
    volume = [(S / 6) ** 1.5 for S in (6 - 1e-4, 6 + 1e-4)]
    assert find("box-answer").reference()[1] == pytest.approx((volume[1] - volume[0]) / 2e-4, abs=1e-6)


@pytest.mark.parametrize("number, answer, name", [
    ("and-hard", (1, 1, -1.5, 0.3536), "unscaled"), ("and-hard", (1, 1, -1.5, 0.7071), "unscaled"),
    ("and-hard", (2, 2, -3, 0.3536), "half width"), ("and-hard", (1, 1, -1.2, 0.4), "perceptron"),
    ("and-hard", (4, 4, -6, 0.7071), None), ("and-hard", (0, 0, 1, 1), None),
    ("and-hard", (1e308, 1e308, -1.7e308, 1), None), ("and-hard", (1e-320, 0, 0, 1), None),
    ("kkt-table", "dgg", "free not sharp"), ("kkt-table", "dfc", "both as printed"), ("kkt-table", "aaa", None),
    ("box-answer", (1, 0.5), "missing factor 2"), ("box-answer", (1, 0.3), "other multiplier"),
    ("and-hard", (2, 2, -3, 0.9), "other width"), ("and-hard", (2, 2, -3, 0.71), "other width"), ("hand-kkt", (0.5, 0.5, 1), "Example 1"),
    ("hand-kkt", (0.5, 0.5, -0.5), "sign"), ("and-soft", (2, 2, -3, 0), "hard margin"),
    ("and-soft", (1, 1, -2, -1), "negative slack"), ("bounded", "a", "scale"),
    ("bounded", "b", "slack rewarded"), ("bounded", "D", "half repaired"),
])
@pytest.mark.filterwarnings("error")
def test_a_mistake_is_recognised_however_it_is_written(number, answer, name):
    verdict = grade(number, answer)
    assert (verdict.status, verdict.matched) == ("wrong", name)


# Corners of AND, and the point between two of them, with multipliers that are optimal.
HALF_WAY = [0.5, 0.5]
OPTIMA = [([0, 1, 1, 2, 0], 2.0), ([0, 2, 2, 4, 0], 4.0)]
MAY_BE = {"a": lambda yf: yf > 1, "b": lambda yf: yf == 1, "c": lambda yf: yf <= -1,
          "d": lambda yf: yf >= 1, "e": lambda yf: yf < 1, "f": lambda yf: yf == -1,
          "g": lambda yf: yf <= 1}


def test_the_zones_are_those_of_certified_optima():
    """Each zone's letter always holds, and says more than any other that always holds."""
    X, y = make_and()
    X, y = np.vstack([X, HALF_WAY]), np.append(y, -1)
    seen = {zone: [] for zone in ZONES}
    for alpha, C in OPTIMA:
        problem, alpha = DualProblem(X @ X.T, y, C), np.array(alpha, dtype=float)
        assert problem.gap(alpha) == 0
        yf = 1 + problem.excess(alpha, problem.intercept(alpha))
        for zone, value in zip(problem.zones(alpha), yf, strict=True):
            seen[list(ZONES)[zone]].append(value)
    for zone, letter in zip(ZONES, find("kkt-table").reference(), strict=True):
        true = {k for k, holds in MAY_BE.items() if all(holds(v) for v in seen[zone])}
        wider = {k for k in true if all(MAY_BE[k](v) for v in np.linspace(-3, 3, 49)
                                        if MAY_BE[letter](v))}
        assert letter in true and true == wider
    assert MAY_BE.keys() == RELATIONS.keys()


def test_three_of_the_four_objectives_run_away_and_one_cannot():
    rng = np.random.default_rng(0)
    X, y = make_and()
    for t in (1.0, 1e-3, 1e-6):                 # what all four allow
        yf, slack = y * (X @ [2 * t, 2 * t] - 3 * t), np.full(4, 1 / t)
        assert (yf > 0).all() and (yf >= 1 - slack).all()
    ends = {k: gain(np.full(2, 2e-6), np.full(4, 1e6)) for k, gain in GAIN.items()}
    assert {k for k, v in ends.items() if v > 1e6} == {"a", "b", "d"} == \
        VARIANTS.keys() - find("bounded").reference()
    assert max(GAIN["c"](rng.normal(size=2), rng.exponential(size=4)) for _ in range(99)) <= 0


@pytest.mark.parametrize("answer", [
    "dbg", "D, b, g", ["d", "b", "g"], ("d", " B", "g"), np.array(["d", "b", "g"]),
    {"zero": "d", "free": "b", "bound": "g"}, {"bound": "g", "zero": "d", "Free": "B"},
    pd.Series({"free": "b", "zero": "d", "bound": "g"}),
])
def test_a_table_may_come_in_any_sensible_shape(answer):
    assert grade("kkt-table", answer).status == "right"


@pytest.mark.parametrize("answer, words", [
    ("db", "a letter for each of zero, free, bound"), (3, "a letter for each"),
    ({"d", "b", "g"}, "a letter for each"), ({"zero": "d"}, "a letter for each"),
    ({"a": "d", "b": "b", "c": "g"}, "a letter for each"), ("dbz", "no relation 'z'"),
    ([">= 1", "= 1", "<= 1"], "no relation '>= 1'; they are a, b, c, d, e, f, g"),
    (["", "b", "g"], "no relation ''"), (["de", "b", "g"], "no relation 'de'"),
])
def test_a_table_that_cannot_be_read_is_told_so(answer, words):
    verdict = grade("kkt-table", answer)
    assert verdict.status == "unreadable" and words in verdict.message


def test_a_partly_right_table_is_told_which_zone_is_wrong():
    assert "Look again at α = 0 and α = C." in grade("kkt-table", "fbf").message
    assert "0 < α < C" not in grade("kkt-table", "fbf").message
