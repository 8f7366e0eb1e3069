"""Training samples and stopping rules: everything that is the same for all nodes."""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coursekit.tree.criteria import Criterion
from coursekit.tree.encoding import Columns


class StoppingRules(NamedTuple):
    """When a node is not split."""

    max_depth: float = np.inf  # splits on a path to a leaf
    min_samples_split: int = 20  # with or without missing values
    min_samples_leaf: int = 7  # with known value, on either side
    max_surrogates: int = 5  # per split
    allow_zero_gain: bool = False  # split an impure node even without a gain


@dataclass(frozen=True)
class TrainingSet:
    """The training samples of a tree."""

    X: np.ndarray  # (n, d), from `Columns.encode`
    columns: Columns
    y: np.ndarray  # (n,), class codes or numbers
    n_classes: int  # K, or 0 for numbers
    criterion: Criterion
