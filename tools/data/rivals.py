"""How `data/rivals.npz` was made: `python tools/data/rivals.py` makes it again (some two minutes).

For each method of the comparison in lesson 05c: whether each passenger was answered correctly while
locked away, in the three partitions of the scoreboard.
"""
from __future__ import annotations

import pathlib

import numpy as np

from coursekit.lessons.lesson05c.rivals import RIVALS
from coursekit.scoreboard import methods, right_answers

FILE = pathlib.Path(__file__).resolve().parents[2] / "data" / "rivals.npz"


def main() -> None:
    """Write one packed row of bits per method and partition."""
    by_name = {method.name: method for found in methods().values() for method in found}
    right = np.array([right_answers(by_name[name].estimator, by_name[name].grid)
                      for name in RIVALS.values()])
    np.savez_compressed(FILE, right=np.packbits(right, axis=-1))


if __name__ == "__main__":
    main()
