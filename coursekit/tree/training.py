"""What a tree learns from, and when it stops: all that stays the same from node to node."""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coursekit.tree.criteria import Criterion
from coursekit.tree.encoding import Columns


class StoppingRules(NamedTuple):
    """When a node is not split any more."""

    max_depth: float = np.inf  # questions on the way to a leaf
    min_samples_split: int = 20  # whatever they know
    min_samples_leaf: int = 7  # of known answer, on either side
    max_surrogates: int = 5  # kept of each split, beside its own question
    allow_zero_gain: bool = False  # split an impure node though nothing is gained


@dataclass(frozen=True)
class TrainingSet:
    """What a tree learns from."""

    X: np.ndarray  # (n, d), from `Columns.encode`
    columns: Columns
    y: np.ndarray  # (n,), class codes or numbers
    n_classes: int  # K, or 0 for numbers
    criterion: Criterion
