"""Nested cross-validation: choose inside, judge outside.

For each outer fold: cross-validate every setting on the outer training rows alone, take the best,
fit it again on all of those rows, score it on the outer test rows, which have seen nothing of this.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from numbers import Integral
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, clone, is_classifier, is_regressor
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.exceptions import FitFailedWarning
from sklearn.metrics import check_scoring
from sklearn.model_selection import ParameterGrid, check_cv
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.metaestimators import _safe_split
from sklearn.utils.parallel import Parallel, delayed
from tqdm.auto import tqdm

from coursekit.checks import _short, require_finite, to_pandas
from coursekit.labels import require_labels
from coursekit.model_selection.result import Failure, NestedResult, OuterFold

Cell = tuple[float, str | None]     # a score, or NaN and what went wrong
Split = tuple[np.ndarray, np.ndarray]

ONE_METRIC = ("the settings are chosen by one score: call nested_cv once for each metric, with the "
              "same folds")
PROBED = 20     # samples on which a scoring function is tried


class Task(NamedTuple):
    """All that stays the same from fold to fold."""

    estimator: BaseEstimator
    settings: list[dict]
    scorer: object
    X: object
    y: np.ndarray
    groups: np.ndarray | None
    path: object | None     # the estimator's own way through the inner cells


def nested_cv(estimator: BaseEstimator, grid: Mapping | list, X, y, *, outer=5, inner=4,
              scoring=None, groups=None, n_jobs: int | None = None, fast: bool = True,
              progress: bool = False, resume: NestedResult | None = None) -> NestedResult:
    """Score the whole procedure "tune by cross-validation, then fit again" on rows it never saw.

    The scores and winners are those of scikit-learn's ``cross_validate(GridSearchCV(...))``; of
    settings with equal means the first one wins, as there. Everything random is settled before the
    work begins, by integer seeds, so they do not depend on ``n_jobs``.

    Parameters
    ----------
    estimator : classifier or regressor
        Any with scikit-learn's contract, also a Pipeline. It is not changed.
    grid : dict or list of dict
        Values to try for each parameter, as for ``GridSearchCV``.
    X, y : table of n rows, labels of shape (n,)
    outer, inner : int, splitter or (outer only) list of (train, test)
        Numbers of folds are stratified and not shuffled for a classifier, as in scikit-learn; see
        `pairs` for folds of your own.
    scoring : str or callable, optional
        Name of a scikit-learn scorer, or a function of (estimator, X, y) that returns one number;
        the estimator's own ``score`` if absent. Several metrics take a call each.
    groups : array_like, shape (n,), optional
        Handed to both splitters, so that what belongs together stays together in both loops.
    n_jobs : int, optional
        Cells worked on at once, as in joblib. Under ``joblib.parallel_config(backend="dask")``,
        after ``Client(...)``, the cells are computed on that cluster.
    fast : bool
        Let the estimator compute accuracies in a way of its own if it has one: see
        `coursekit.svm.SVC.fold_path`, with the same winners and scores.
    progress : bool
        Show a bar: fits done of fits planned.
    resume : NestedResult, optional
        An interrupted run of the same call; its folds are not computed again. Settings and outer
        rows are compared; that estimator, data, inner folds and scoring are the same is up to you.

    Returns
    -------
    NestedResult
        After a KeyboardInterrupt the folds finished so far, with ``partial`` true.

    Raises
    ------
    ValueError
        For more folds than samples, a split that trains on its test rows or on one class, an empty
        grid, a parameter that the estimator does not have, several metrics, or if every setting
        fails.

    Warns
    -----
    FitFailedWarning
        If cells failed, or their score is NaN: such a setting cannot win; see ``failures``.

    Examples
    --------
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
    X, y, groups = indexable(to_pandas(X), _targets(estimator, y), groups)
    task = Task(estimator, settings, _scorer(estimator, scoring, X, y), X, y,
                None if groups is None else np.asarray(groups), None)
    if fast and scoring in (None, "accuracy") and hasattr(estimator, "fold_path"):
        task = task._replace(path=estimator.fold_path(settings, X, task.y))
    splits = _splits("outer", outer, task, np.arange(len(task.y)))
    inner_splits = [_splits(f"inner loop of outer fold {k + 1}", inner, task, train)
                    for k, (train, _) in enumerate(splits)]
    finished = _finished(resume, settings, splits)
    failures: list[Failure] = [] if resume is None else list(resume.failures)
    planned = sum(len(settings) * len(inside) + 1 for inside in inner_splits)
    with tqdm(total=planned, unit="fit", disable=not progress) as bar, \
            Parallel(n_jobs=n_jobs, return_as="generator") as pool:
        bar.update(sum(fold.inner_scores.size + 1 for fold in finished))
        try:
            for k in range(len(finished), len(splits)):
                cells = _inner_cells(task, inner_splits[k], pool, bar)
                finished.append(_outer_fold(task, k, splits[k], inner_splits[k], cells, failures))
                bar.update()
        except KeyboardInterrupt:
            if not finished:
                raise
    _tell(failures)
    name = scoring if isinstance(scoring, str) else getattr(scoring, "__name__", None) or (
        "accuracy" if is_classifier(estimator) else "score")
    return NestedResult(settings, tuple(finished), len(splits), name, tuple(failures))


# --- before the work -----------------------------------------------------------------------------


def _settings(estimator: BaseEstimator, grid) -> list[dict]:
    """Return the settings of the grid in scikit-learn's order; each must fit the estimator."""
    if isinstance(estimator, type) or not hasattr(estimator, "get_params"):
        raise TypeError(f"estimator must be a model with scikit-learn's contract, got "
                        f"{_short(estimator)}; give an instance such as SVC(), not the class")
    parts = [grid] if isinstance(grid, Mapping) else grid
    if not isinstance(parts, (list, tuple)) or not all(isinstance(p, Mapping) for p in parts):
        raise TypeError(f"grid must be a dictionary from parameters to lists of values, or a list "
                        f"of such, got {_short(grid)}; write {{'C': [1, 10]}}")
    single = [name for part in parts for name, values in part.items()
              if isinstance(values, str) or not hasattr(values, "__len__")]
    if single:
        raise TypeError(f"grid must have a list of values for each parameter, got "
                        f"{_short(grid)}; put that of {single[0]!r} in brackets")
    if any(len(values) == 0 for part in parts for values in part.values()):
        raise ValueError(f"grid has a parameter without values, got {grid!r}; give one or more")
    settings = list(ParameterGrid(grid))
    if not settings:
        raise ValueError(f"grid must have at least one setting, got {grid!r}; "
                         "{} is the estimator as it is")
    known = estimator.get_params()
    for name in {name for setting in settings for name in setting}:
        if name not in known and name.split("__")[0] not in known:
            raise ValueError(f"grid has the parameter {name!r}, which {type(estimator).__name__} "
                             f"does not have; it has {sorted(known)}")
    for setting in settings:
        clone(estimator).set_params(**clone(setting, safe=False))
    return settings


def _targets(estimator: BaseEstimator, y) -> np.ndarray:
    if is_classifier(estimator):
        return require_labels(y)
    return require_finite("y", y) if is_regressor(estimator) else np.asarray(y)


def _scorer(estimator: BaseEstimator, scoring, X, y: np.ndarray) -> Callable:
    """Return the scorer; refuse several metrics, also of a function, before anything is fitted."""
    if scoring is not None and not isinstance(scoring, str) and not callable(scoring):
        raise ValueError(f"scoring must be one name or one function, got {_short(scoring)}; "
                         f"{ONE_METRIC}")
    scorer = check_scoring(estimator, scoring=scoring)
    if callable(scoring):       # tried on a model that costs nothing, if that can be scored by it
        few = np.arange(min(len(y), PROBED))
        some, kinds = _safe_indexing(X, few), y[few]
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
        raise ValueError(f"scoring must return one number, got {_short(score)}; {ONE_METRIC}")
    return float(np.asarray(score).item())


def _splits(name: str, cv, task: Task, rows: np.ndarray) -> list[Split]:
    """Return (train, test) of each fold of some rows, numbered as in the whole table."""
    X, y = _safe_indexing(task.X, rows), task.y[rows]
    groups = None if task.groups is None else task.groups[rows]
    if isinstance(cv, Integral) and cv > len(rows):
        raise ValueError(f"{name}: {cv} folds need as many samples, got {len(rows)}; "
                         "take fewer folds")
    splitter = check_cv(cv, y, classifier=is_classifier(task.estimator))
    try:
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


def _finished(resume: NestedResult | None, settings: list[dict],
              splits: list[Split]) -> list[OuterFold]:
    """Return the folds of an interrupted run, if it was one of the same call."""
    if resume is None:
        return []
    same = resume.settings == settings and resume.planned == len(splits) and all(
        np.array_equal(old, new) for fold, split in zip(resume.folds, splits)
        for old, new in zip(fold[:2], split))
    if not same:
        raise ValueError("resume must come from the same call, got a run with other settings or "
                         "other outer folds; call without resume to begin anew")
    return list(resume.folds)


# --- the two loops -------------------------------------------------------------------------------


def _inner_cells(task: Task, splits: list[Split], pool: Parallel, bar) -> list[list[Cell]]:
    """Return one cell per setting and inner split; every fit is a job of its own, or a chain is."""
    cells: list[list] = [[None] * len(splits) for _ in task.settings]
    if task.path is not None:
        jobs = [(chain, v) for chain in task.path.chains(task.settings)
                for v in range(len(splits))]
        found = pool(delayed(task.path.scores)([task.settings[s] for s in chain], *splits[v])
                     for chain, v in jobs)
        for scores, (chain, v) in zip(found, jobs):     # in this order `found` is used up
            for s, score in zip(chain, scores):
                cells[s][v] = None if score is None else (score, None)
                bar.update(score is not None)
    left = [(s, v) for s, row in enumerate(cells) for v, cell in enumerate(row) if cell is None]
    found = pool(delayed(_cell)(task.estimator, task.settings[s], task.scorer, task.X, task.y,
                                *splits[v]) for s, v in left)
    for cell, (s, v) in zip(found, left):
        cells[s][v] = cell
        bar.update()
    return cells


def _outer_fold(task: Task, k: int, split: Split, inner: list[Split], cells: list[list[Cell]],
                failures: list[Failure]) -> OuterFold:
    """Choose by the inner cells, fit again on all training rows, score on the test rows."""
    failed = [Failure(k, v, task.settings[s], error) for s, row in enumerate(cells)
              for v, (_, error) in enumerate(row) if error]
    scores = np.array([[score for score, _ in row] for row in cells])
    means = np.average(scores, axis=1)      # scikit-learn's arithmetic, so that ties are its ties
    if np.isnan(means).all():
        raise ValueError(f"every setting failed in outer fold {k + 1}; the first time: "
                         f"{failed[0].setting}: {failed[0].error}")
    winner = int(np.nanargmax(means))
    setting = task.settings[winner]
    model, (score, error) = _fit_and_score(task.estimator, setting, task.scorer, task.X, task.y,
                                           *split)
    failures += failed + ([Failure(k, None, setting, error)] if error else [])
    return OuterFold(*split, inner, scores, winner, model, score)


def _fit_and_score(estimator, setting: dict, scorer, X, y, train, test) -> tuple[object, Cell]:
    """Fit a clone on the training rows and score it on the test rows; an error becomes a NaN."""
    model = clone(estimator).set_params(**clone(setting, safe=False))
    try:
        model.fit(*_safe_split(estimator, X, y, train))
        score = scorer(model, *_safe_split(estimator, X, y, test, train))
    except Exception as error:      # whatever an estimator does in one cell, the others go on
        return None, (np.nan, f"{type(error).__name__}: {error}")
    score = _number(score)          # one that is none in this cell is none in any
    return model, (score, "the score is NaN" if np.isnan(score) else None)


def _cell(*arguments) -> Cell:
    return _fit_and_score(*arguments)[1]


def _tell(failures: list[Failure]) -> None:
    """Warn once if cells failed, with the first of them."""
    if failures:
        first = failures[0]
        where = "refit" if first.inner is None else f"inner fold {first.inner + 1}"
        warnings.warn(f"{len(failures)} cells failed; the first: outer fold {first.outer + 1}, "
                      f"{where}, {first.setting}: {first.error}", FitFailedWarning, stacklevel=3)
