"""Nested cross-validation: choose inside, judge outside.

For each outer fold: cross-validate every setting on the outer training rows alone, take the best,
fit it again on all of those rows, score it on the outer test rows, which no fit or choice has seen.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from numbers import Integral
from typing import NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, clone, is_classifier, is_regressor
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.exceptions import FitFailedWarning
from sklearn.metrics import check_scoring
from sklearn.model_selection import ParameterGrid, check_cv
from sklearn.utils import get_tags, indexable
from sklearn.utils.parallel import Parallel, delayed
from tqdm.auto import tqdm

from coursekit.checks import quoted, require_finite, to_pandas
from coursekit.labels import require_labels
from coursekit.model_selection.result import Failure, NestedResult, OuterFold

Split = tuple[np.ndarray, np.ndarray]

ONE_METRIC = ("the settings are chosen by one score: call nested_cv once for each metric, with the "
              "same folds")
PROBE_SAMPLES = 20     # on which a scoring function is tried before the fits


class Task(NamedTuple):
    """What stays the same from fold to fold."""

    estimator: BaseEstimator
    settings: list[dict]
    scorer: Callable
    X: object
    y: np.ndarray
    groups: np.ndarray | None


class Outcome(NamedTuple):
    """Of one fit: the model and its score, or NaN and what went wrong."""

    model: object
    score: float
    error: str | None


def nested_cv(estimator: BaseEstimator, grid: Mapping | list, X, y, *, outer=5, inner=4,
              scoring=None, groups=None, n_jobs: int | None = None, fast: bool = True,
              progress: bool = False) -> NestedResult:
    """Score the whole procedure "tune by cross-validation, then fit again" on rows it never saw.

    The scores and winners are those of scikit-learn's ``cross_validate(GridSearchCV(...))``; of
    settings with equal means the first one wins, as there. Everything random is settled before the
    work begins, by integer seeds, so they do not depend on ``n_jobs``.

    ``estimator``: any with scikit-learn's contract, also a Pipeline. It is not changed.
    ``grid``: values to try for each parameter, as for ``GridSearchCV``.
    ``X``, ``y``: a table of n rows, and labels (n,).
    ``outer``, ``inner``: a splitter, a number of folds (stratified and not shuffled for a
        classifier, as in scikit-learn) or, outer only, a list of (train, test); see `pairs`.
    ``scoring``: name of a scikit-learn scorer, or a function of (estimator, X, y) that returns one
        number; the estimator's own ``score`` if absent. Several metrics take a call each.
    ``groups`` (n,): handed to both splitters, so that what belongs together stays together in both
        loops.
    ``n_jobs``: cells worked on at once, as in joblib. Under
        ``joblib.parallel_config(backend="dask")``, after ``Client(...)``, the cells are computed on
        that cluster.
    ``fast``: let the estimator compute accuracies in a way of its own if it has one: see
        `coursekit.svm.SVC.fold_path`, with the same winners and scores.
    ``progress``: show a bar: fits done of fits planned.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> nested_cv(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, X, y).to_frame().round(3)
                n_train  n_test  n_neighbors  inner_mean  score
    outer fold
    1               120      30            5       0.975  0.967
    2               120      30            5       0.983  1.000
    3               120      30            1       0.967  0.933
    4               120      30            5       0.975  0.967
    5               120      30            5       0.967  1.000
    """
    settings = _settings(estimator, grid)
    if not isinstance(inner, Integral) and not hasattr(inner, "split"):
        raise ValueError(f"inner must be a number of folds or a splitter, got {inner!r}; its "
                         "splits are made anew for each outer fold")
    X, y, groups = _samples(estimator, X, y, groups)
    task = Task(estimator, settings, _scorer(estimator, scoring, X, y), X, y, groups)
    accuracies = fast and scoring in (None, "accuracy") and hasattr(estimator, "fold_path")
    path = estimator.fold_path(settings, X, y) if accuracies else None
    outer_splits = _splits("outer", outer, task, np.arange(len(y)))
    inner_splits = [_splits(f"inner loop of outer fold {k + 1}", inner, task, train)
                    for k, (train, _) in enumerate(outer_splits)]
    finished, failures = [], []
    planned = sum(len(settings) * len(inside) + 1 for inside in inner_splits)
    with tqdm(total=planned, unit="fit", disable=not progress) as bar, \
            Parallel(n_jobs=n_jobs, return_as="generator") as pool:
        try:
            for k, (train, test) in enumerate(outer_splits):
                # Choose inside: the training rows alone are cross-validated.
                scores, failed = _inner_scores(k, task, path, inner_splits[k], pool, bar)
                winner = _winner(k, scores, failed)
                # Judge outside: a fit on all training rows meets the test rows.
                refit = _fit_and_score(estimator, settings[winner], task.scorer, X, y, train, test)
                if refit.error:
                    failed.append(Failure(k, None, settings[winner], refit.error))
                failures += failed
                finished.append(OuterFold(train, test, inner_splits[k], scores, winner,
                                          refit.model, refit.score))
                bar.update()
        except KeyboardInterrupt:
            if not finished:
                raise
    _warn_of(failures)
    name = scoring if isinstance(scoring, str) else getattr(scoring, "__name__", None) or (
        "accuracy" if is_classifier(estimator) else "score")
    return NestedResult(settings, tuple(finished), len(outer_splits), name, tuple(failures))


# --- the two loops -------------------------------------------------------------------------------


def _inner_scores(k: int, task: Task, path, splits: list[Split], pool: Parallel,
                  bar) -> tuple[np.ndarray, list[Failure]]:
    """Return the score of each setting on each inner split of outer fold k, and what failed."""
    scores, failed = np.full((len(task.settings), len(splits)), np.nan), []
    if path is not None:        # the estimator's own way; NaN where only a fit will do
        jobs = [(chain, v) for chain in path.chains(task.settings) for v in range(len(splits))]
        found = pool(delayed(path.scores)([task.settings[s] for s in chain], *splits[v])
                     for chain, v in jobs)
        for (chain, v), chain_scores in zip(jobs, found, strict=True):
            scores[chain, v] = np.array(chain_scores, dtype=float)      # None becomes NaN
            bar.update(np.count_nonzero(~np.isnan(scores[chain, v])))
    jobs = np.argwhere(np.isnan(scores)).tolist()
    found = pool(delayed(_score)(task.estimator, task.settings[s], task.scorer, task.X, task.y,
                                 *splits[v]) for s, v in jobs)
    for (s, v), (score, error) in zip(jobs, found, strict=True):
        scores[s, v] = score
        if error:
            failed.append(Failure(k, v, task.settings[s], error))
        bar.update()
    return scores, failed


def _winner(k: int, scores: np.ndarray, failed: list[Failure]) -> int:
    """Return the first setting with the highest mean; one with a NaN cannot win."""
    means = np.average(scores, axis=1)      # scikit-learn's arithmetic, so that ties are its ties
    if np.isnan(means).all():
        raise ValueError(f"every setting failed in outer fold {k + 1}; the first time: "
                         f"{failed[0].setting}: {failed[0].error}")
    return int(np.nanargmax(means))


def _fit_and_score(estimator, setting: dict, scorer, X, y, train, test) -> Outcome:
    """Fit a clone on the training rows and score it on the test rows."""
    model = clone(estimator).set_params(**clone(setting, safe=False))
    columns = train if get_tags(estimator).input_tags.pairwise else None
    try:
        model.fit(_rows(X, train, columns), y[train])
        score = scorer(model, _rows(X, test, columns), y[test])
    except Exception as error:      # whatever an estimator does in one fit, the others go on
        return Outcome(None, np.nan, f"{type(error).__name__}: {error}")
    score = _number(score)          # one that is none in this fit is none in any
    return Outcome(model, score, "the score is NaN" if np.isnan(score) else None)


def _score(*arguments) -> tuple[float, str | None]:
    return _fit_and_score(*arguments)[1:]       # a worker sends back no model


def _rows(X, rows: np.ndarray, columns: np.ndarray | None = None):
    """Return those rows of a frame, array or list; of a Gram matrix only some columns, too."""
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    part = X[rows] if hasattr(X, "shape") else [X[row] for row in rows]
    return part if columns is None else part[:, columns]


def _warn_of(failures: list[Failure]) -> None:
    """Warn once if cells failed, with the first of them."""
    if failures:
        first = failures[0]
        where = "refit" if first.inner is None else f"inner fold {first.inner + 1}"
        warnings.warn(f"{len(failures)} cells failed; the first: outer fold {first.outer + 1}, "
                      f"{where}, {first.setting}: {first.error}", FitFailedWarning, stacklevel=3)


# --- before the first fit ------------------------------------------------------------------------


def _settings(estimator: BaseEstimator, grid) -> list[dict]:
    """Return the settings of the grid in scikit-learn's order; each must fit the estimator."""
    model = clone(estimator)
    try:
        settings = list(ParameterGrid(grid))
        for setting in settings:
            clone(model).set_params(**clone(setting, safe=False))
    except (TypeError, ValueError) as error:
        raise type(error)(f"grid {quoted(grid)}: {error}") from error
    if not settings:
        raise ValueError(f"grid must have at least one setting, got {grid!r}; "
                         "{} is the estimator as it is")
    return settings


def _samples(estimator: BaseEstimator, X, y, groups) -> tuple:
    """Return X, y and groups, of one length; y without gaps, a Gram matrix square."""
    if is_classifier(estimator):
        y = require_labels(y)
    else:
        y = require_finite("y", y) if is_regressor(estimator) else np.asarray(y)
    X, y, groups = indexable(to_pandas(X), y, groups)
    if get_tags(estimator).input_tags.pairwise:
        X = X if issparse(X) else np.asarray(X)
        if X.shape != (len(y), len(y)):
            raise ValueError(f"X must be a square matrix of kernel values or distances, got shape "
                             f"{X.shape}; give one row and one column for each of {len(y)} samples")
    return X, y, None if groups is None else np.asarray(groups)


def _scorer(estimator: BaseEstimator, scoring, X, y: np.ndarray) -> Callable:
    """Return the scorer; refuse several metrics, also of a function, before anything is fitted."""
    if scoring is not None and not isinstance(scoring, str) and not callable(scoring):
        raise ValueError(f"scoring must be one name or one function, got {quoted(scoring)}; "
                         f"{ONE_METRIC}")
    scorer = check_scoring(estimator, scoring=scoring)
    if callable(scoring):       # tried on a model that costs nothing, if that can be scored by it
        few = np.arange(min(len(y), PROBE_SAMPLES))
        some, kinds = _rows(X, few), y[few]
        try:
            idle = DummyClassifier() if is_classifier(estimator) else DummyRegressor()
            score = scorer(idle.fit(some, kinds), some, kinds)
        except Exception:       # it asks for more than such a model has: the first cell will tell
            return scorer
        _number(score)
    return scorer


def _number(score) -> float:
    if isinstance(score, (Mapping, str)) or np.size(score) != 1 or \
            np.asarray(score).dtype.kind not in "fiub":
        raise ValueError(f"scoring must return one number, got {quoted(score)}; {ONE_METRIC}")
    return float(np.asarray(score).item())


def _splits(name: str, cv, task: Task, rows: np.ndarray) -> list[Split]:
    """Return (train, test) of each fold of some rows, numbered as in the whole table."""
    X, y = _rows(task.X, rows), task.y[rows]
    groups = None if task.groups is None else task.groups[rows]
    if isinstance(cv, Integral) and cv > len(rows):
        raise ValueError(f"{name}: {cv} folds need as many samples, got {len(rows)}; "
                         "take fewer folds")
    try:
        splitter = check_cv(cv, y, classifier=is_classifier(task.estimator))
        found = [(rows[train], rows[test]) for train, test in splitter.split(X, y, groups)]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    for k, (train, test) in enumerate(found):
        if both := len(np.intersect1d(train, test)):
            raise ValueError(f"{name}, fold {k + 1} trains on {both} of its own test rows; a score "
                             "there measures memory")
        present = np.unique(task.y[train]).astype(object)
        if is_classifier(task.estimator) and len(present) < 2:
            raise ValueError(f"{name}, fold {k + 1} trains on one class only, {present[0]!r}; "
                             "take stratified or fewer folds")
    return found
