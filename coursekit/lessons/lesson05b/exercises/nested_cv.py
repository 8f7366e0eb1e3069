"""The exercise `nested-cv`: two loops, judged by a learner that notes which rows it gets."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits
from coursekit.lessons.lesson05.exercises.cv_score import cv_score
from coursekit.lessons.lesson05b.exercises.nested_cv_cases import (
    all_is_right, all_meet_the_test, is_exchanged, is_leak, is_pooled, is_short, loops_are_right,
    no_refit, no_setting, tasks, tests_never_met, the_first_wins, watch,
)


def nested_cv(learn, settings, X, y, outer, inner):
    """Return one accuracy and one winning setting for each array of test rows in outer."""
    scores, winners = [], []
    for test in outer:
        train = np.setdiff1d(np.arange(len(y)), test)
        splits = inner(len(train))          # drawn once: all settings meet the same folds
        means = [cv_score(learn, setting, X[train], y[train], splits) for setting in settings]
        winner = settings[int(np.argmax(means))]
        predict = learn(winner, X[train], y[train])
        scores.append(float(np.mean(predict(X[test]) == y[test])))
        winners.append(winner)
    return scores, winners


_wrong = edits()

NESTED = CodeExercise(
    key="nested-cv", title="Two loops", reference=nested_cv, cases=tasks, run=watch,
    accept=all_is_right,
    misconceptions=(
        Misconception("inner folds for each setting", None, "The winners and their scores are "
                      "right, but `inner` was called more often than there are outer folds: do "
                      "all settings meet the same inner folds?",
                      lambda case, given, right: loops_are_right(case, given)
                      and len(given.cuts) > len(case[4])),
        Misconception("another of equal settings", None, "A setting won that shares the highest "
                      "inner score with one that stands before it in `settings`. Of equally good "
                      "settings the first wins.",
                      lambda case, given, right: loops_are_right(case, given)
                      and not the_first_wins(case, given)),
        Misconception("fewer than folds", None, "There are fewer scores than arrays in `outer`. "
                      "Is a list begun anew inside the loop, or does `return` stand in it?",
                      is_short),
        _wrong("one number", "return scores", "return np.mean(scores)",
               "That is one number for all outer folds. Return a list with one accuracy for each "
               "of them.", is_pooled),
        Misconception("training and test rows exchanged", None, "A rule learned from the test "
                      "rows of an outer fold and was asked about all the others. The arrays in "
                      "`outer` hold the rows that *test*; the others train.", is_exchanged),
        Misconception("no setting for learn", None, "`learn` was given something that is not a "
                      "setting: its place in `settings`, or its score? The place of the highest "
                      "score is `np.argmax(means)`, and `settings` at that place wins.",
                      no_setting),
        _wrong("outer test rows reach a fit", "X[train], y[train], splits", "X, y, splits",
               "A row that is tested in some outer fold reached a fit of that same fold. Which "
               "rows may choose the setting, and from which may the winner learn?",
               is_leak),
        Misconception("chosen by the outer test rows", edit(
            ("cv_score(learn, setting, X[train], y[train], splits)",
             "np.mean(learn(setting, X[train], y[train])(X[test]) == y[test])"),
            ("float(np.mean(predict(X[test]) == y[test]))", "max(means)")),
                      "Every setting was tried on the outer test rows. They may be used once, "
                      "after the choice is made.", all_meet_the_test),
        _wrong("no refit", "learn(winner, X[train], y[train])",
               "learn(winner, np.delete(X[train], splits[0], axis=0), "
               "np.delete(y[train], splits[0]))",
               "The rule that was scored had learned from a part of the outer training rows only. "
               "Once the winner is known, which rows may it use?", no_refit),
        _wrong("inner score returned", "float(np.mean(predict(X[test]) == y[test]))", "max(means)",
               "The outer test rows were never used: these are scores of the inner loop.",
               tests_never_met),
    ),
    hints=("For one array of test rows: what are its training rows? Do everything that chooses "
           "on those alone.",
           "`train = np.setdiff1d(np.arange(len(y)), test)` and `splits = inner(len(train))`, "
           "both once for each `test`. For each setting call `cv_score` on `X[train]`, "
           "`y[train]` with these splits; the highest wins.",
           "Then let the winner learn again, from all of `X[train]`, and count how often it is "
           "right on `X[test]`."),
    way="For each array of test rows take the other rows as training rows, and draw the inner "
        "splits for so many rows once. Compute `cv_score` of every setting with these splits, on "
        "the training rows alone. The "
        "setting with the highest score learns again from all training rows, and its accuracy on "
        "the test rows goes into the list, beside the setting itself.",
    explanation="No test row has helped to choose or to learn.",
    fallback_hint="Which rows choose, which rows train the winner, and which rows test it?")
