"""How fast our trees grow and predict, beside scikit-learn's in the same process.

Run ``OPENBLAS_NUM_THREADS=1 python tests/bench/tree.py``. Both grow every tree to the end, on
the same data; ratios are of the best of several runs, taken in turn. Absolute times say
nothing on a shared machine and are not printed.
"""
from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable  # noqa: E402
from time import perf_counter  # noqa: E402

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
from sklearn.datasets import make_classification  # noqa: E402
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor  # noqa: E402

from coursekit.datasets import load_ptitanic, load_titanic  # noqa: E402
from coursekit.tree import CARTClassifier, CARTRegressor  # noqa: E402

#: As scikit-learn's default: grown to the end, no surrogates, no pruning.
FULL = {"min_samples_split": 2, "max_depth": None, "cp": None, "max_surrogates": 0,
        "allow_zero_gain": True}
RPART = {"min_samples_split": 20, "min_samples_leaf": 7}


def best_times(*jobs: Callable[[], object], runs: int = 9) -> list[float]:
    """Return the best time of each job, taken in turn."""
    best = [np.inf] * len(jobs)
    for _ in range(runs):
        for k, job in enumerate(jobs):
            start = perf_counter()
            job()
            best[k] = min(best[k], perf_counter() - start)
    return best


def one_hot_titanic() -> tuple[np.ndarray, np.ndarray]:
    people = load_titanic().dropna(subset="Embarked")
    nominal = ["Pclass", "Sex", "Embarked", "SibSp", "Parch"]
    table = pd.get_dummies(people[nominal].astype(str)).assign(
        Age=people["Age"].fillna(people["Age"].median()))
    return table.to_numpy(dtype=float), people["Survived"].to_numpy()


def grow_rows() -> list[tuple]:
    rows = []
    for n in (1000, 10_000):
        X, y = make_classification(n, 10, flip_y=0.15, random_state=0)
        z = X[:, 0] * X[:, 1] + np.random.default_rng(0).normal(size=n)
        tree, peer = CARTClassifier(**FULL), DecisionTreeClassifier(random_state=0)
        rows.append((f"gini, noisy {n} x 10, to the end", tree, peer, X, y))
        rows.append((f"entropy, noisy {n} x 10, to the end", CARTClassifier("entropy", **FULL),
                     DecisionTreeClassifier(criterion="entropy", random_state=0), X, y))
        rows.append((f"squared error, {n} x 10, to the end", CARTRegressor(**FULL),
                     DecisionTreeRegressor(random_state=0), X, z))
        rows.append((f"defaults (surrogates, cp), {n} x 10", CARTClassifier(),
                     DecisionTreeClassifier(random_state=0, **RPART), X, y))
    X, y = make_classification(1000, 10, flip_y=0, class_sep=2, random_state=0)
    rows.append(("gini, separable 1000 x 10", CARTClassifier(**FULL),
                 DecisionTreeClassifier(random_state=0), X, y))
    X, y = one_hot_titanic()
    rows.append((f"gini, one-hot Titanic {X.shape[0]} x {X.shape[1]}", CARTClassifier(**FULL),
                 DecisionTreeClassifier(random_state=0), X, y))
    rows.append(("defaults, one-hot Titanic", CARTClassifier(),
                 DecisionTreeClassifier(random_state=0, **RPART), X, y))
    return rows


def main() -> None:
    print("growing: time / scikit-learn's time (nodes ours, nodes theirs)")
    for name, own, peer, X, y in grow_rows():
        ours, theirs = best_times(lambda own=own: own.fit(X, y), lambda peer=peer: peer.fit(X, y))
        print(f"  {name:42s} {ours / theirs:5.2f}   ({len(own.full_tree_)}, "
              f"{peer.tree_.node_count})")
    X, y = make_classification(10_000, 10, flip_y=0.15, random_state=0)
    many = np.random.default_rng(0).normal(size=(100_000, 10))
    own, peer = CARTClassifier(**FULL).fit(X, y), DecisionTreeClassifier(random_state=0).fit(X, y)
    ours, theirs = best_times(lambda: own.predict(many), lambda: peer.predict(many))
    print(f"predicting 100 000 rows: {ours / theirs:.1f} times scikit-learn's time")
    people = load_ptitanic()
    model = CARTClassifier(cp=None).fit(people[["sex", "age", "sibsp"]], people["survived"])
    path, fit = best_times(lambda: model.pruned(cp=0.01), lambda: peer.fit(X[:1000], y[:1000]))
    print(f"one step of the alpha slider on ptitanic: {path / fit:.2f} times a peer's fit on 1000")


if __name__ == "__main__":
    main()
