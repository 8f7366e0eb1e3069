"""How `data/bills.npz` was made: `python tools/data/bills.py` makes it again (some four minutes).

For lesson 05d, on three partitions into ten folds of whole tickets: the probabilities that logistic
regression states, inner and locked, and the answers of ten machines by four ways to a cheap bill.
"""
from __future__ import annotations

import pathlib

import numpy as np

from coursekit.lessons.lesson05d.exercises.best_threshold import best_threshold
from coursekit.lessons.lesson05d.passengers import MODELS, OUTER, PARTITIONS, outer_folds
from coursekit.lessons.lesson05d.thresholds import STEPS, inside
from coursekit.lessons.lesson05d.weights import MACHINES, compute
from coursekit.scoreboard import passengers

FILE = pathlib.Path(__file__).resolve().parents[2] / "data" / "bills.npz"


def main() -> None:
    """Write p in steps, a column per outer fold, and the packed answers of each way."""
    n = len(passengers()[1])
    p = np.empty((n, PARTITIONS, OUTER), dtype=np.uint16)
    yes = np.empty((len(MACHINES), 4, PARTITIONS, n), dtype=bool)
    for s in range(PARTITIONS):
        cuts = outer_folds(s)
        for k, fold in enumerate(inside(MODELS["logistic"], s)):
            for rows, values in zip(cuts[k], (fold.inner, fold.locked)):
                p[rows, s, k] = np.round(STEPS * values)
        tested = np.concatenate([test for _, test in cuts])
        for machine, name in enumerate(MACHINES):
            yes[machine, :, s, tested] = compute(name, best_threshold, s).T
    np.savez_compressed(FILE, p=p, yes=np.packbits(yes, axis=-1))


if __name__ == "__main__":
    main()
