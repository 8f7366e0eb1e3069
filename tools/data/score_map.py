"""How `data/titanic_svc.npz` was made: `python tools/data/score_map.py` makes it again (some minutes).

Nested cross-validation of a support vector machine on the Titanic, the whole pipeline of lesson
05c inside; every cell of the map of C and gamma is scored in each inner and in each outer fold.
"""
from __future__ import annotations

import pathlib

import numpy as np
from sklearn.model_selection import GroupKFold
from sklearn.svm import SVC

from coursekit.datasets import load_titanic
from coursekit.titanic import titanic_pipeline

C = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
GAMMA = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
PARTITIONS = 6


def folds(seed: int, k: int, X, y) -> list:
    """Return k folds of whole tickets, cut without looking at the outcomes."""
    cut = GroupKFold(k, shuffle=True, random_state=seed)
    return list(cut.split(X, y, X["Ticket"]))


def scored(X, y, train, test) -> np.ndarray:
    """Return for each C and gamma how many test rows are answered rightly."""
    features = titanic_pipeline("passthrough").fit(X.iloc[train], y[train])
    known, new = features.transform(X.iloc[train]), features.transform(X.iloc[test])
    return np.array([[np.sum(SVC(C=c, gamma=g).fit(known, y[train]).predict(new) == y[test])
                      for g in GAMMA] for c in C])


def outer_fold(seed: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return right answers (C, gamma, 5) and sizes (5,): four inner folds, then the outer one."""
    X = load_titanic().dropna(subset="Embarked")
    y = X.pop("Survived").to_numpy()
    train, test = folds(seed, 5, X, y)[k]
    inner = [(train[a], train[b]) for a, b in folds(seed, 4, X.iloc[train], y[train])]
    cuts = [*inner, (train, test)]
    return (np.stack([scored(X, y, *cut) for cut in cuts], axis=-1),
            np.array([len(cut[1]) for cut in cuts]))


def main() -> None:
    """Write the file."""
    found = [[outer_fold(seed, k) for k in range(5)] for seed in range(PARTITIONS)]
    right, tested = (np.array([[fold[part] for fold in row] for row in found], dtype=np.uint16)
                     for part in (0, 1))
    place = pathlib.Path(__file__).parents[2] / "data" / "titanic_svc.npz"
    np.savez_compressed(place, C=C, gamma=GAMMA, right=right, tested=tested)


if __name__ == "__main__":
    main()
