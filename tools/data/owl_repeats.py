"""How `data/owl_repeats.npz` was made: `python tools/data/owl_repeats.py` makes it again (some minutes).

A support vector machine on two of the four measurements of the owls, tuned by C and gamma: its plain
and its nested scores under 120 partitions, drawn without looking at the labels.
"""
from __future__ import annotations

import pathlib

import numpy as np
from sklearn import config_context
from sklearn.model_selection import KFold, ParameterGrid
from sklearn.svm import SVC

from coursekit.datasets import load_owls
from coursekit.model_selection import folds, nested_cv, pairs

GRID = {"C": (1, 10, 100), "gamma": (0.1, 0.3, 1, 3)}
FOLDS = (3, 5, 10)
PARTITIONS = 120


def scored(seed: int, k: int) -> np.ndarray:
    """Return right answers in each fold of one partition: a row a setting, then the nested row."""
    owls = load_owls()
    X, y = owls.iloc[:, :2].to_numpy(), owls["species"].astype(str).to_numpy()
    cut = pairs(folds(len(y), k, np.random.default_rng([seed, k])))
    nested = nested_cv(SVC(), GRID, X, y, outer=cut,
                       inner=KFold(4, shuffle=True, random_state=seed))
    plain = [[np.sum(SVC(**setting).fit(X[train], y[train]).predict(X[test]) == y[test])
              for train, test in cut] for setting in ParameterGrid(GRID)]
    sizes = [len(test) for _, test in cut]
    return np.vstack([plain, np.round(nested.scores * sizes).astype(int)])


def main() -> None:
    """Write the file: for each number k of folds an array (partitions, settings + 1, k)."""
    with config_context(assume_finite=True, skip_parameter_validation=True):
        found = {str(k): np.array([scored(seed, k) for seed in range(PARTITIONS)], dtype=np.uint8)
                 for k in FOLDS}
    place = pathlib.Path(__file__).parents[2] / "data" / "owl_repeats.npz"
    np.savez_compressed(place, **found)


if __name__ == "__main__":
    main()
