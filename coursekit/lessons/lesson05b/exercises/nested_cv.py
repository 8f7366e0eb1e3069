"""The exercise `nested-cv`: two loops, judged by a learner that notes which rows it gets."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, Misconception
from coursekit.lessons.lesson05b.exercises.nested_cv_cases import (
    all_is_right, all_meet_the_test, are_counts, are_pairs, asks_other_rows, cv_score, has_lowest,
    is_exchanged, is_exchanged_inside, is_leak, is_one_list, is_pooled, is_short, is_tuned_once,
    loops_are_right, no_refit, no_setting, refit_on_all, takes_places_for_rows, tasks,
    tests_never_met, the_first_wins, told_otherwise, watch,
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


def _loops(tried: str = "cv_score(learn, setting, X[train], y[train], inner(len(train)))",
           choose: str = "np.argmax", taught: str = "train",
           score: str = "np.mean(predict(X[test]) == y[test])",
           result: str = "scores, winners") -> str:
    """Return the source of `nested_cv` with one part changed (and folds for each setting)."""
    return f"""
def nested_cv(learn, settings, X, y, outer, inner):
    scores, winners = [], []
    for test in outer:
        train = np.setdiff1d(np.arange(len(y)), test)
        means = [{tried} for setting in settings]
        winner = settings[int({choose}(means))]
        taught = {taught}
        predict = learn(winner, X[taught], y[taught])
        scores.append({score})
        winners.append(winner)
    return {result}
"""


NESTED = CodeExercise(
    key="nested-cv", title="Two loops", reference=nested_cv, cases=tasks, run=watch,
    accept=all_is_right,
    misconceptions=(
        Misconception("inner folds for each setting", None, "The winners and their scores are "
                      "right, but `inner` was called more often than there are outer folds: do "
                      "all settings meet the same inner folds?",
                      lambda case, given, right: loops_are_right(case, given, right)
                      and len(given.cuts) > len(case[4])),
        Misconception("another of equal settings", None, "A setting won that shares the highest "
                      "inner mean with one that stands before it in `settings`. Of equally good "
                      "settings the first wins.",
                      lambda case, given, right: loops_are_right(case, given, right)
                      and not the_first_wins(case, given)),
        Misconception("nothing learned", None, "Your function never called `learn`, so no rule "
                      "was tried.", lambda case, given, right: not given.learned),
        Misconception("one list", None, "One list came back. Return two: the accuracies and the "
                      "winning settings.", is_one_list),
        Misconception("fewer than folds", None, "There are fewer scores than arrays in `outer`. "
                      "Is a list begun anew inside the loop, or does `return` stand in it?",
                      is_short),
        Misconception("pairs", None, "These are pairs, one per fold. Return two lists: first "
                      "all accuracies, then all winning settings.", are_pairs),
        Misconception("places", None, "Your winners are places in `settings`. Return the "
                      "settings that stand there.",
                      told_otherwise(winners=lambda settings, place: settings[place])),
        Misconception("errors", None, "These are the proportions of wrong answers. Return "
                      "accuracies.", told_otherwise(lambda error: 1 - error)),
        Misconception("per cent", None, "The right accuracies, but in per cent. Return "
                      "proportions between 0 and 1.", told_otherwise(lambda score: score / 100)),
        Misconception("counts", None, "These are counts of right answers. Divide each by the "
                      "number of test rows.", are_counts),
        Misconception("rounded", None, "Your scores are rounded. Return them as they are.",
                      told_otherwise(tolerance=0.051)),
        Misconception("refit on all rows", None, "A rule learned from all rows, the outer test "
                      "rows among them. From which rows may the winner learn?",
                      refit_on_all),
        Misconception("asked about other rows", None, "A rule learned from all training rows of a "
                      "fold, and was then asked about rows other than its test rows. Which rows "
                      "test it?", asks_other_rows),
        Misconception("one number", _loops(result="np.mean(scores), winners"),
                      "That is one number for all outer folds. Return a list with one accuracy for "
                      "each of them.", is_pooled),
        Misconception("tuned on all rows first", """
            def nested_cv(learn, settings, X, y, outer, inner):
                means = [cv_score(learn, s, X, y, inner(len(y))) for s in settings]
                winner, scores = settings[int(np.argmax(means))], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    predict = learn(winner, X[train], y[train])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return scores, [winner] * len(outer)
            """, "A setting learned from rows of two outer folds at once, so rows that are tested "
                 "later have helped to choose. Which rows may the choice see?",
            is_tuned_once),
        Misconception("training and test rows exchanged", None, "A rule learned from the test "
                      "rows of an outer fold and was asked about all the others. The arrays in "
                      "`outer` hold the rows that *test*; the others train.", is_exchanged),
        Misconception("inner training and validation rows exchanged", None, "In the inner loop a "
                      "rule learned from the validation rows and was asked about the others. "
                      "`cv_score` does it the other way round.", is_exchanged_inside),
        Misconception("no setting for learn", None, "`learn` was given something that is not a "
                      "setting: its place in `settings`, or its score? The place of the highest "
                      "mean is `np.argmax(means)`, and `settings` at that place wins.", no_setting),
        Misconception("outer test rows reach a fit", _loops(
            tried="cv_score(learn, setting, X, y, inner(len(train)))"),
                      "A row that is tested in some outer fold reached a fit of that same fold. "
                      "The inner splits number the *training* rows from 0; of which table must "
                      "they be cut?", is_leak),
        Misconception("places for rows", None, "`inner(m)` numbers the m training rows from 0, "
                      "and you took these places for rows of X. `train[part]` are the rows.",
                      takes_places_for_rows),
        Misconception("chosen by the outer test rows", _loops(
            tried="np.mean(learn(setting, X[train], y[train])(X[test]) == y[test])",
            score="max(means)"),
                      "Every setting was tried on the outer test rows. They may be used once, "
                      "after the choice is made.", all_meet_the_test),
        Misconception("no refit", _loops(taught="np.delete(train, inner(len(train))[0])"),
                      "The rule that was scored had learned from a part of the outer training "
                      "rows only. Once the winner is known, which rows may it use?", no_refit),
        Misconception("inner score returned", _loops(score="max(means)"),
                      "The outer test rows were never used: these are scores of the inner loop.",
                      tests_never_met),
        Misconception("the lowest wins", _loops(choose="np.argmin"),
                      "The setting that you choose has the lowest inner mean. These are "
                      "accuracies, not errors.", has_lowest),
        Misconception("the best single fold wins", _loops(
            tried="max(cv_score(learn, setting, X[train], y[train], [part]) "
                  "for part in inner(len(train)))"),
                      "Your winner has the best single fold, but another setting has the higher "
                      "mean."),
        Misconception("winners first", _loops(result="winners, scores"),
                      "The right two lists, but the scores come first.",
                      lambda case, given, right: loops_are_right(
                          case, given._replace(result=given.result[::-1]), right)),
    ),
    hints=("For one array of test rows: what are its training rows? Do everything that chooses "
           "on those alone.",
           "`train = np.setdiff1d(np.arange(len(y)), test)` and `splits = inner(len(train))`, "
           "both once for each `test`. For each setting call `cv_score` on `X[train]`, "
           "`y[train]` with these splits; the highest mean wins.",
           "Then let the winner learn again, from all of `X[train]`, and count how often it is "
           "right on `X[test]`."),
    way="For each array of test rows take the other rows as training rows, and draw the inner "
        "splits for so many rows once. Compute `cv_score` of every setting with these splits, on "
        "the training rows alone. The "
        "setting with the highest mean learns again from all training rows, and its accuracy on "
        "the test rows goes into the list, beside the setting itself.",
    explanation="No test row has helped to choose or to learn.",
    fallback_hint="Which rows choose, which rows train the winner, and which rows test it?")
