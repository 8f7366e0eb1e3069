"""What a busy machine costs: solvers and explorers, quiet and beside two programs at work.

Two other Pythons multiply large matrices meanwhile, as two more notebooks would. Every job is
measured with BLAS free to use all processors, as in a learner's kernel, in rounds that alternate
quiet and loaded. Target: the median of the loaded times is at most four times that of the quiet
ones. Plain arithmetic shows what the load alone costs; ``--free`` leaves BLAS its threads, for
comparison. The numbers mean something only on a machine that is otherwise idle.
"""
from __future__ import annotations

import os

os.environ.pop("OPENBLAS_NUM_THREADS", None)

import itertools  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import warnings  # noqa: E402
from collections.abc import Callable  # noqa: E402
from contextlib import contextmanager  # noqa: E402
from time import perf_counter, sleep  # noqa: E402

import numpy as np  # noqa: E402
from sklearn.datasets import make_classification  # noqa: E402
from threadpoolctl import ThreadpoolController  # noqa: E402

from coursekit import threads  # noqa: E402
from coursekit.explorer import find_explorer  # noqa: E402
from coursekit.linear import logistic_regression  # noqa: E402
from coursekit.svm import SVC, SVR  # noqa: E402
from fixtures.passengers import passengers  # noqa: E402

AT_MOST = 4
LOAD = """import os, numpy as np
A, parent = np.ones((1500, 1500)), os.getppid()
while os.getppid() == parent: A @ A"""
ROUNDS, RUNS = 3, 4


@contextmanager
def load(programs: int = 2):
    """Keep the processors busy."""
    started = [subprocess.Popen([sys.executable, "-c", LOAD]) for _ in range(programs)]
    sleep(1)
    try:
        yield
    finally:
        for program in started:
            program.kill()
            program.wait()


def arithmetic() -> None:
    """Work that no library can delay: what it takes longer is the load's share of the processor."""
    sum(k * k for k in range(500_000))


def solvers() -> dict[str, Callable[[], object]]:
    """Return fits by name."""
    X, y = passengers(891)
    few, signs = X[:400], y[:400]
    wide, labels = make_classification(2000, 50, n_informative=25, n_redundant=0, flip_y=0.15,
                                       random_state=0)
    K = np.exp(-0.04 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    machines = {
        "SVC, C = 100": (SVC(C=100, gamma=0.04), X, y),
        "SVC, C = 100, precomputed": (SVC(C=100, kernel="precomputed"), K, y),
        "SVC, C = 100, smo": (SVC(C=100, gamma=0.04, solver="smo"), few, signs),
        "SVC, sor": (SVC(gamma=0.04, solver="sor", max_iter=100), few, signs),
        "SVC, qp": (SVC(gamma=0.04, solver="qp"), few, signs),
        "SVC, n = 2000, d = 50": (SVC(gamma=0.02), wide, labels),
        "SVC, linear, n = 2000, d = 50": (SVC(kernel="linear"), wide, labels),
        "SVR": (SVR(C=100, gamma=0.04), X, X[:, 0] + 0.1 * y),
    }
    fits = {name: (lambda m=m, X=X, y=y: m.fit(X, y)) for name, (m, X, y) in machines.items()}
    return {**fits, "logistic regression": lambda: logistic_regression(wide, labels, 1.0)}


def moves(name: str) -> Callable[[], object]:
    """Return a function that takes an explorer to its next preset, with everything computed
    anew."""
    explorer = find_explorer(name)()
    explorer.widget()
    kept = [f for f in vars(sys.modules[type(explorer).__module__]).values()
            if hasattr(f, "cache_clear")]
    presets = itertools.cycle(explorer.presets)

    def move() -> None:
        for function in kept:
            function.cache_clear()
        explorer.preset(next(presets))
    return move


def times(job: Callable[[], object]) -> list[float]:
    """Return the seconds of each run."""
    found = []
    for _ in range(RUNS):
        start = perf_counter()
        job()
        found.append(perf_counter() - start)
    return found


def main(names: list[str]) -> int:
    """Print a line for each job; return how many miss the target."""
    warnings.simplefilter("ignore")     # SOR need not arrive
    jobs = {"(plain arithmetic)": arithmetic, **solvers(), **{name: moves(name) for name in names}}
    quiet, loaded = ({name: [] for name in jobs} for _ in range(2))
    for job in jobs.values():
        job()       # once around, so that nothing is computed for the first time
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            quiet[name] += times(job)
        with load():
            for name, job in jobs.items():
                loaded[name] += times(job)
    missed = 0
    print(f"medians in ms{'quiet':>38} {'loaded':>9}")
    for name in jobs:
        before, after = 1e3 * np.median(quiet[name]), 1e3 * np.median(loaded[name])
        good = after <= AT_MOST * before or name.startswith("(")
        missed += not good
        print(f"  {name:40} {before:8.1f} {after:9.1f}   {after / before:5.1f} times   "
              f"{'ok' if good else 'MISSED'}")
    return missed


if __name__ == "__main__":
    if "--free" in sys.argv:
        threads._libraries = lambda: ThreadpoolController().select(internal_api="none")
    sys.exit(main(["CGammaMap", "SlackPrice", "Tube", "SORShift", "KernelOrNot"]) > 0)
