"""Frequent slips in the two loops of lesson 05b, each told by what it does with the rows."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.exercises.lesson05b_cases import cv_score
from coursekit.exercise.registry import find


def loops(outer_rows=lambda train, test: (train, test), inner_score=None,
          tried=lambda settings: settings,
          chosen=lambda settings, means: settings[int(np.argmax(means))]):
    """Return `nested_cv` with one thing exchanged."""
    def score(learn, setting, X, y, train, part):
        rest = np.setdiff1d(np.arange(len(train)), part)
        return np.mean(learn(setting, X[train[rest]], y[train[rest]])(X[train[part]])
                       == y[train[part]])

    def nested_cv(learn, settings, X, y, outer, inner):
        scores, winners = [], []
        for test in outer:
            train, test = outer_rows(np.setdiff1d(np.arange(len(y)), test), test)
            splits = inner(len(train))
            means = [np.mean([(inner_score or score)(learn, s, X, y, train, part)
                              for part in splits])
                     for s in tried(settings)]
            winner = chosen(settings, means)
            scores.append(float(np.mean(learn(winner, X[train], y[train])(X[test]) == y[test])))
            winners.append(winner)
        return scores, winners
    return nested_cv


def exchanged(learn, setting, X, y, train, part):
    rest = np.setdiff1d(np.arange(len(train)), part)
    return np.mean(learn(setting, X[train[part]], y[train[part]])(X[train[rest]]) == y[train[rest]])


def places_on_x(learn, setting, X, y, train, part):
    rest = np.setdiff1d(train, part)
    return np.mean(learn(setting, X[rest], y[rest])(X[part]) == y[part])


def refitted_on_the_test(learn, settings, X, y, outer, inner):
    scores, winners = [], []
    for test in outer:
        train = np.setdiff1d(np.arange(len(y)), test)
        splits = inner(len(train))
        winners.append(settings[int(np.argmax([cv_score(learn, s, X[train], y[train], splits)
                                               for s in settings]))])
        scores.append(float(np.mean(learn(winners[-1], X[test], y[test])(X[train]) == y[train])))
    return scores, winners


@pytest.mark.parametrize("function, name", [
    (loops(outer_rows=lambda train, test: (test, train)), "training and test rows exchanged"),
    (refitted_on_the_test, "training and test rows exchanged"),
    (loops(inner_score=exchanged), "inner training and validation rows exchanged"),
    (loops(inner_score=places_on_x), "places for rows"),
    (loops(tried=lambda settings: range(len(settings))), "no setting for learn"),
    (loops(chosen=lambda settings, means: int(np.argmax(means))), "no setting for learn"),
    (loops(chosen=lambda settings, means: max(means)), "no setting for learn"),
])
def test_rows_and_places_that_are_exchanged_are_named(function, name):
    assert find("nested-cv").judge(function).matched == name


def test_the_loops_of_this_test_are_right_where_nothing_is_exchanged():
    assert find("nested-cv").judge(loops()).status == "right"
