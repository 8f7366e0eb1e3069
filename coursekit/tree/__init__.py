"""Floor 2: trees. Grow them greedily, prune them honestly, take them apart.

>>> from coursekit.tree import CARTClassifier
>>> print(CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1]).to_text())
all: 1 (1/2) n=3
  x[0] < 0.5: 0 (1/0) n=1 *
  x[0] >= 0.5: 1 (0/2) n=2 *
"""
from coursekit.tree.cart import CARTClassifier, CARTRegressor

__all__ = ["CARTClassifier", "CARTRegressor"]
