"""Compute the scoreboard of the course into data/scoreboard.csv, all of it or some lessons' rows.

    python tools/scoreboard.py
    python tools/scoreboard.py 05c
"""
from __future__ import annotations

import pathlib
import sys

import pandas as pd

from coursekit.scoreboard import compute, load_scoreboard

FILE = pathlib.Path(__file__).resolve().parents[1] / "data" / "scoreboard.csv"


def main(lessons: list[str]) -> None:
    """Write the rows; without lessons, all of them."""
    board = compute(lessons or None).round(4)
    if lessons:
        kept = load_scoreboard()
        kept = kept[~kept["lesson"].isin(lessons)]
        board = pd.concat([kept, board]).sort_values("lesson", kind="stable")
    board.to_csv(FILE, index=False)
    print(f"wrote {FILE.relative_to(FILE.parents[1])}")


if __name__ == "__main__":
    main(sys.argv[1:])
