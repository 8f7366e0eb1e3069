"""How `data/run_times.csv` was made: `python tools/data/run_times.py` measures again (a minute).

Seven runs of each program on n passengers, in seconds of processor time. Where a program draws
its pairs at random, each run has another seed. The numbers belong to the machine that runs it.
"""
from __future__ import annotations

import pathlib
import time
from collections.abc import Callable

import numpy as np
import pandas as pd
from sklearn.svm import SVC

from coursekit.lessons.lesson03c.programs import (
    C, SIZES, TOL, Counted, draw, from_scratch, keeping_F, random_pairs,
)
from coursekit.threads import one_blas_thread

RUNS = 7


def peer(Z: np.ndarray, y: np.ndarray) -> Counted:
    """Fit scikit-learn; its products are not known."""
    fit = SVC(C=C, kernel="linear", tol=TOL).fit(Z, y)
    return Counted(fit.dual_coef_, int(fit.n_iter_[0]), 0)


def programs(Z: np.ndarray, y: np.ndarray, run: int) -> dict[str, Callable[[], Counted]]:
    """Return each program by name; all but the compiled one compute their Gram matrix as well."""
    return {"random": lambda: random_pairs(Z @ Z.T, y, np.random.default_rng(run)),
            "scratch": lambda: from_scratch(Z @ Z.T, y), "kept": lambda: keeping_F(Z @ Z.T, y),
            "sklearn": lambda: peer(Z, y)}


@one_blas_thread()
def main() -> None:
    """Write the file: program, n, run, seconds, steps, products."""
    rows = []
    for n in SIZES:
        Z, y = draw(n)
        for run in range(-1, RUNS):                 # run -1 warms up and is not kept
            for name, program in programs(Z, y, max(run, 0)).items():
                start = time.process_time()
                counted = program()
                seconds = time.process_time() - start
                if run >= 0:
                    rows.append((name, n, run, round(seconds, 6), *counted[1:]))
    place = pathlib.Path(__file__).parents[2] / "data" / "run_times.csv"
    table = pd.DataFrame(rows, columns=["program", "n", "run", "seconds", "steps", "products"])
    table.to_csv(place, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
