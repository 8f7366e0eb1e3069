"""What a learner waits for before anything happens: import, data, the first page.

Run by `make bench`. Targets: `import coursekit` at most 0.2 s on top of NumPy, any data set
at most 50 ms, lesson 01 at most 15 s.
"""
from __future__ import annotations

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import nbformat
from nbclient import NotebookClient

from coursekit import datasets
from coursekit.datasets import files

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[2] / "notebooks"
IMPORT = \
    "import numpy, time; t = time.perf_counter(); import coursekit; print(time.perf_counter() - t)"


def import_seconds() -> float:
    """Return the median time of `import coursekit` after NumPy, in fresh interpreters."""
    return statistics.median(float(subprocess.run(
        [sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout)
        for _ in range(5))


def load_seconds(loader) -> float:
    """Return the median time of a load from disk, checksum included."""
    loader()
    times = []
    for _ in range(7):
        files.read_data.cache_clear()
        start = time.perf_counter()
        loader()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def page_seconds(name: str) -> float:
    """Return how long a notebook takes from a cold kernel to its last cell."""
    page = nbformat.read(NOTEBOOKS / name, as_version=4)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        NotebookClient(page, kernel_name="python3",
                       resources={"metadata": {"path": scratch}}).execute()
    return time.perf_counter() - start


if __name__ == "__main__":
    loaders = [getattr(datasets, n) for n in datasets.__all__ if n.startswith("load_")]
    slowest = max(loaders, key=load_seconds)
    rows = [("import coursekit", import_seconds(), 0.2),
            (f"{slowest.__name__} (the slowest)", load_seconds(slowest), 0.05),
            ("lesson 01", page_seconds("01_titanic_eda.ipynb"), 15)]
    for what, seconds, target in rows:
        print(f"{what:28s} {seconds:8.3f} s   target {target:g} s   "
              f"{'ok' if seconds <= target else 'MISSED'}")
    sys.exit(0 if all(s <= t for _, s, t in rows) else 1)
