"""The exercises of sitting 02c: right in any form, wrong with its own reason."""
from __future__ import annotations


import numpy as np
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lesson02c import perceptron
from coursekit.exercise.registry import find


# --------------------------------------------------------------------------------- perceptron

def by_lists(X, y, max_epochs=1000):
    w, updates = [0.0] * (len(X[0]) + 1), 0
    for _ in range(max_epochs):
        quiet = True
        for x, label in zip(X, y):
            x = [1, *x]
            if label * sum(a * b for a, b in zip(w, x)) <= 0:
                w = [a + label * b for a, b in zip(w, x)]
                updates, quiet = updates + 1, False
        if quiet:
            return w, updates
    return None, updates


def with_a_separate_intercept(X, y, max_epochs=1000):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    w, b, updates, epochs, done = np.zeros(X.shape[1]), 0.0, 0, 0, False
    while not done and epochs < max_epochs:
        done, epochs = True, epochs + 1
        for i in range(len(y)):
            if y[i] * (X[i] @ w + b) <= 0:
                w, b, updates, done = w + y[i] * X[i], b + y[i], updates + 1, False
    return (np.r_[b, w], updates) if done else (None, updates)


@pytest.mark.parametrize("answer", [perceptron, by_lists, with_a_separate_intercept])
def test_a_perceptron_may_be_written_in_any_way(answer):
    assert grade("perceptron", answer).status == "right"


def endless(X, y, max_epochs=1000):
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    while (np.array(y) * (X_1 @ w) <= 0).any():
        for x, label in zip(X_1, y):
            if label * (w @ x) <= 0:
                w, updates = w + label * x, updates + 1
    return w, updates


def changes_x(X, y, max_epochs=1000):
    found = perceptron(X, y, max_epochs)
    if isinstance(X, np.ndarray):
        X[0] = 0
    return found


@pytest.mark.parametrize("answer, words", [
    (endless, "still running"), (changes_x, "changes its argument `X`"),
    (lambda X, y, max_epochs=1000: ([-1.0, 2.0], 5), "Right in 2 of"),
    (lambda X, y, max_epochs=1000: print(perceptron(X, y, max_epochs)), "returns nothing"),
    (lambda X, y, max_epochs=1000: 1 / 0, "ZeroDivisionError"),
    (lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs)[::-1], "your function returns"),
    (([-1.0, 2.0], 5), "I expected a function"),
])
def test_a_perceptron_that_goes_wrong_is_told_why(answer, words):
    verdict = grade("perceptron", answer)
    assert verdict.status != "right" and words in verdict.message, verdict.message


# ------------------------------------------------------------------------------ kkt-violation


def updates_above(level):
    def answer(X, y, max_epochs=1000):
        w, updates = np.zeros(1 + np.shape(X)[1]), 0
        for _ in range(max_epochs):
            before = updates
            for x, label in zip(np.column_stack([np.ones(len(X)), X]), y):
                if label * (w @ x) <= level:
                    w, updates = w + label * x, updates + 1
            if updates == before:
                return w, updates
        return None, updates
    return answer


def looks_after_all_epochs(X, y, max_epochs=1000):
    """Go through all epochs that are allowed, and only then look whether all samples are right."""
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    for x, label in list(zip(X_1, y)) * max_epochs:
        if label * (w @ x) <= 0:
            w, updates = w + label * x, updates + 1
    return (w if (np.array(y) * (X_1 @ w) > 0).all() else None), updates


def ends_when_any_is_right(X, y, max_epochs=1000):
    """Look after each epoch, but end if one is right: where that is wrong, it was the first."""
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    for _ in range(max_epochs):
        before = updates
        for x, label in zip(X_1, y):
            if label * (w @ x) <= 0:
                w, updates = w + label * x, updates + 1
        if updates == before or (np.array(y) * (X_1 @ w) > 0).any():
            return w, updates
    return None, updates


def none_alone(X, y, max_epochs=1000):
    found = perceptron(X, y, max_epochs)
    return None if found[0] is None else found


def by_predictions(X, y, max_epochs=1000):
    w, updates = np.zeros(1 + np.shape(X)[1]), 0
    for _ in range(max_epochs):
        before = updates
        for x, label in zip(np.column_stack([np.ones(len(X)), X]), y):
            if (1 if w @ x > 0 else -1) != label:
                w, updates = w + label * x, updates + 1
        if updates == before:
            return w, updates
    return None, updates


def updates_capped_at_once(X, y, max_epochs=1000):
    w, updates, quiet = np.zeros(1 + np.shape(X)[1]), 0, False
    while updates < max_epochs and not quiet:
        quiet = True
        for x, label in zip(np.column_stack([np.ones(len(X)), X]), y):
            if label * (w @ x) <= 0:
                w, updates, quiet = w + label * x, updates + 1, False
    return (w, updates) if quiet else (None, updates)


def one_epoch_more(X, y, max_epochs=1000):
    return perceptron(X, y, max_epochs + 1)


def ends_when_all_are_right(X, y, max_epochs=1000):
    """Right, and in no more updates; but the last epoch may be one with updates."""
    w, updates = perceptron(X, y, max_epochs + 1)
    return (w, updates) if w is not None else perceptron(X, y, max_epochs)


def as_column(X, y, max_epochs=1000):
    w, updates = perceptron(X, y, max_epochs)
    return w if w is None else w.reshape(-1, 1), updates


@pytest.mark.parametrize("key, answer, name", [
    ("perceptron", updates_capped_at_once, "cap on updates"),
    ("perceptron", one_epoch_more, "only the cap"),
    ("perceptron", ends_when_all_are_right, "ends an epoch early"),
    ("perceptron", lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs - 1), "only the cap"),
    ("perceptron", as_column, "w in a column"),
    ("perceptron", updates_above(0.01), "a tolerance"),
    ("perceptron", updates_above(1e-5), "a tolerance"),
    ("perceptron", lambda X, y, max_epochs=200: perceptron(X, y, max_epochs), "another default"),
    ("perceptron", ends_when_any_is_right, "one epoch"),
    ("perceptron", lambda *case: perceptron(*case)[::-1], "number first"),
    ("perceptron", lambda X, y, max_epochs=1000: perceptron(X, y), "no cap"),
    ("perceptron", by_predictions, "zero is a prediction")])
def test_a_nearly_right_function_is_told_its_own_mistake(key, answer, name):
    assert grade(key, answer).matched == name


@pytest.mark.parametrize("key, answer, untrue", [
    ("perceptron", looks_after_all_epochs, "You end"),
])
def test_a_verdict_does_not_tell_what_this_function_does_not_do(key, answer, untrue):
    verdict = grade(key, answer)
    assert verdict.status == "wrong" and untrue not in verdict.message


# ------------------------------------------------------------------------------- what-follows


def test_the_example_in_the_docstring_of_the_stub_is_so():
    """It is the first of the cases, and stands on the page."""
    first = find("perceptron").right[0]
    assert first[0].tolist() == [-1, 2] and first[1] == 5
