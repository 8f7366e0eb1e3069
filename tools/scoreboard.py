"""Compute the scoreboard of the course into data/scoreboard.csv.

    python tools/scoreboard.py
"""
from __future__ import annotations

import pathlib

from coursekit.scoreboard import compute

FILE = pathlib.Path(__file__).resolve().parents[1] / "data" / "scoreboard.csv"

if __name__ == "__main__":
    compute().round(4).to_csv(FILE, index=False)
    print(f"wrote {FILE.relative_to(FILE.parents[1])}")
