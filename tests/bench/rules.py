"""How fast our CN2 learns, beside Orange3's in the same process, where that is installed.

Run ``OPENBLAS_NUM_THREADS=1 python tests/bench/rules.py`` with Orange3 in the environment (it is
no dependency of the course). Both learn a list with a beam of 5 by entropy and a test at the
level 0.1; ratios are of the best of several runs, taken in turn. Lists differ in details, since
Orange3 has other thresholds and compares with all samples, so the training errors stand beside.
"""
from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable  # noqa: E402
from time import perf_counter  # noqa: E402

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402

from coursekit.datasets import load_iris, load_titanic, load_zoo  # noqa: E402
from coursekit.rules import CN2, C45Rules  # noqa: E402

TARGETS = {"zoo": 10.0, "iris": 10.0, "Titanic": 2.0}     # times as fast as Orange3


def tables() -> dict[str, tuple[pd.DataFrame, np.ndarray]]:
    zoo, iris, people = load_zoo(), load_iris(), load_titanic()
    mixed = people[["Pclass", "Sex", "Age", "SibSp", "Parch", "Fare", "Embarked"]]
    return {"zoo": (zoo.drop(columns="type"), zoo["type"].astype(str).to_numpy()),
            "iris": (iris.drop(columns="species"), iris["species"].astype(str).to_numpy()),
            "Titanic": (mixed, people["Survived"].astype(str).to_numpy())}


def best_times(*jobs: Callable[[], object], runs: int = 5) -> list[float]:
    """Return the best time of each job, taken in turn."""
    best = [np.inf] * len(jobs)
    for _ in range(runs):
        for k, job in enumerate(jobs):
            start = perf_counter()
            job()
            best[k] = min(best[k], perf_counter() - start)
    return best


def in_orange(X: pd.DataFrame, y: np.ndarray):
    """Return the same table as Orange has it, and its learner."""
    from Orange.classification.rules import CN2Learner
    from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

    columns, variables = [], []
    for name in X:
        if pd.api.types.is_numeric_dtype(X[name]) and X[name].dtype != bool:
            variables.append(ContinuousVariable(name))
            columns.append(X[name].to_numpy(float))
        else:
            codes, levels = pd.factorize(X[name].astype(object), sort=True)
            variables.append(DiscreteVariable(name, [str(level) for level in levels]))
            columns.append(np.where(codes < 0, np.nan, codes))
    codes, classes = pd.factorize(y, sort=True)
    domain = Domain(variables, DiscreteVariable("class", list(classes)))
    learner = CN2Learner()
    learner.rule_finder.search_algorithm.beam_width = 5
    learner.rule_finder.significance_validator.default_alpha = 0.1
    return Table.from_numpy(domain, np.column_stack(columns), codes.astype(float)), learner


def main() -> None:
    try:
        import Orange  # noqa: F401
        peer = True
    except ImportError:
        peer = False
        print("Orange3 is not installed: only our own learners are compared.")
    for name, (X, y) in tables().items():
        model = CN2()
        others = {"C45Rules": C45Rules(), "unordered": CN2(ordered=False)}
        ours, *rest = best_times(lambda: model.fit(X, y),
                                 *(lambda m=m: m.fit(X, y) for m in others.values()))
        told = ", ".join(f"{kind} {t / ours:.1f}" for kind, t in zip(others, rest))
        print(f"{name}: {np.mean(model.predict(X) != y):.3f} training error, "
              f"{len(model.rules_)} rules; times of CN2: {told}")
        if peer:
            table, learner = in_orange(X, y)
            fast, slow = best_times(lambda: model.fit(X, y), lambda: learner(table), runs=3)
            theirs = learner(table)
            wrong = np.mean(theirs(table) != table.Y)
            verdict = "ok" if slow / fast >= TARGETS[name] else "MISSED"
            print(f"  Orange3: {wrong:.3f} training error, {len(theirs.rule_list) - 1} rules; "
                  f"ours is {slow / fast:.0f} times as fast "
                  f"(wanted {TARGETS[name]:.0f}): {verdict}")


if __name__ == "__main__":
    main()
