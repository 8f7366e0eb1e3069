"""How `data/digit_shifts.npz` was made: `python tools/data/shift_table.py` makes it again (minutes).

In each of twenty splits of the digits a hundred images train and all others test: a plain machine,
and one with virtual support vectors for each kernel, set of directions and fraction of a pixel.
"""
from __future__ import annotations

import pathlib
from collections.abc import Iterator

import numpy as np

from coursekit.datasets import load_digits
from coursekit.lessons.lesson04e.explorers.shift_fraction import (
    DIRECTIONS, FRACTIONS, KERNELS, SIDE, SPLITS, moved, split,
)
from coursekit.lessons.lesson04e.virtual import fit_virtual
from coursekit.svm import OneVsRest


def moves(directions: str, t: float) -> list:
    """Return one function of samples (n, 64) for each direction."""
    return [lambda Z, d=d: moved(Z.reshape(-1, SIDE, SIDE), d, t).reshape(Z.shape)
            for d in DIRECTIONS[directions]]


def missed(kernel: str, number: int, cells: list[tuple[str, float]]
           ) -> Iterator[tuple[np.ndarray, int]]:
    """Yield which test images are wrong, and the support vectors: without copies, then by cell."""
    digits = load_digits()
    X, y = digits.drop(columns="digit").to_numpy() / 16, digits["digit"].to_numpy()
    train, test = split(number)
    machine = OneVsRest(KERNELS[kernel])
    fits = [machine.fit(X[train], y[train])]
    fits += [fit_virtual(machine, X[train], y[train], moves(*cell)) for cell in cells]
    for fit in fits:
        yield fit.predict(X[test]) != y[test], len(fit.support_)


def main() -> None:
    """Write the file: axes kernel, directions, fraction, split."""
    cells = [(directions, t) for directions in DIRECTIONS for t in FRACTIONS]
    shape = (len(KERNELS), len(DIRECTIONS), len(FRACTIONS), SPLITS)
    found = {name: np.zeros(shape, np.int16) for name in ("wrong", "mended")}
    found |= {name: np.zeros((len(KERNELS), SPLITS), np.int16) for name in ("plain", "kept")}
    for (i, kernel), s in [(pair, s) for pair in enumerate(KERNELS) for s in range(SPLITS)]:
        (plain, kept), *others = missed(kernel, s, cells)
        found["plain"][i, s], found["kept"][i, s] = plain.sum(), kept
        for cell, (wrong, _) in zip(np.ndindex(shape[1:3]), others, strict=True):
            found["wrong"][(i, *cell, s)] = wrong.sum()
            found["mended"][(i, *cell, s)] = np.sum(plain & ~wrong)
    place = pathlib.Path(__file__).parents[2] / "data" / "digit_shifts.npz"
    np.savez_compressed(place, **found)


if __name__ == "__main__":
    main()
