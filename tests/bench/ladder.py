"""From a published listing to the library, rung by rung, beside scikit-learn's SVC in the same run.

Run ``OPENBLAS_NUM_THREADS=1 python tests/bench/ladder.py``, or with ``--all`` for the listing as
printed but mended, n = 800, which takes minutes. The rungs are `coursekit.svm.ladder`'s, in front
of them the fixture of the bug hunt, behind them `solve_fast`. Kernel time is everybody's.
"""
from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pathlib  # noqa: E402
import sys  # noqa: E402
import warnings  # noqa: E402

import numpy as np  # noqa: E402
from sklearn.svm import SVC  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from coursekit.stopwatch import fastest  # noqa: E402
from coursekit.svm.dual import DualProblem  # noqa: E402
from coursekit.svm.fast import solve_fast  # noqa: E402
from coursekit.svm.ladder import RUNGS, passengers  # noqa: E402
from fixtures.source_listing import DEFECTS, source_listing  # noqa: E402

GAMMA, C = 0.04, 1.0


def listing(X, y, passes: int = 1) -> np.ndarray:
    """Run the fixture with all its defects mended, until so many passes are quiet."""
    return source_listing(X, y, C, gamma=GAMMA, tol=1e-3, max_passes=passes, repaired=DEFECTS).alpha


def fast(problem: DualProblem) -> np.ndarray:
    return solve_fast(problem).alpha


def climb(n: int, with_listing: bool) -> list[tuple[str, float, float]]:
    """Return a row a rung: its name, its time over scikit-learn's, the KKT gap it leaves."""
    X, y = passengers(n)

    def problem() -> DualProblem:
        return DualProblem.from_data(X, y, C, kernel="rbf", gamma=GAMMA)
    jobs = {"the listing, mended": lambda: listing(X, y)} if with_listing else {}
    jobs |= {name: lambda rung=rung: rung(problem())
             for name, rung in ({**RUNGS, "pairs, then leaps (solve_fast)": fast}).items()
             if with_listing or name != "listing, mended"}
    unit, rows = fastest(lambda: SVC(C=C, gamma=GAMMA).fit(X, y), 9), []
    for name, job in jobs.items():
        once = fastest(job, 1)
        seconds = min(once, fastest(job, 7)) if once < 0.5 else once
        rows.append((name, seconds / unit, problem().gap(job()) if once < 20 else np.nan))
        print(f"{name:32} {rows[-1][1]:9.1f} x   KKT gap {rows[-1][2]:.1e}", flush=True)
    return rows


def growth(sizes=(100, 200, 400, 800)) -> dict[str, float]:
    """Return the power of n with which the time of some rungs grows, and scikit-learn's."""
    found = {}
    for name in ("errors kept", "worst pair", "second-order pair", "solve_fast", "scikit-learn"):
        seconds = []
        for n in sizes:
            X, y = passengers(n)
            rung = RUNGS.get(name, fast)
            seconds.append(fastest(
                (lambda: SVC(C=C, gamma=GAMMA).fit(X, y)) if name == "scikit-learn" else
                (lambda: rung(DualProblem.from_data(X, y, C, kernel="rbf", gamma=GAMMA))),
                2 if name == "errors kept" else 9))
        found[name] = float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
        print(f"time grows as n^{found[name]:.2f}: {name}", flush=True)
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    large = "--all" in sys.argv
    print(f"Titanic, n = {800 if large else 200}, C = {C:g}, times scikit-learn's SVC")
    climb(800 if large else 200, with_listing=True)
    if not large:
        print("the same, n = 800, without the two that compute errors afresh")
        climb(800, with_listing=False)
    growth()
