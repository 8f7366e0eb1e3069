"""How lesson 04e's `passenger_values.npz` was made: run this file to make it again (a minute)."""
from __future__ import annotations

import numpy as np

from coursekit.lessons.lesson04e.passengers import (
    KEPT, MACHINES, UNIT, compute_penalties, compute_values,
)


def main() -> None:
    """Write, for each machine, its values (held out, training) and the penalties of its test."""
    found = {}
    for machine in MACHINES:
        found[f"values, {machine}"] = np.array(compute_values(machine)[:2])
        found[f"penalties, {machine}"] = compute_penalties(machine)
    np.savez_compressed(KEPT, **{name: np.round(numbers / UNIT).astype(np.int16)
                                 for name, numbers in found.items()})


if __name__ == "__main__":
    main()
