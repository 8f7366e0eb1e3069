"""Floor 2: trees. Grow them greedily, prune them honestly, take them apart.

>>> from coursekit.tree import CARTClassifier
>>> print(CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1]).to_text())
all: 1 (1/2) n=3
  x[0] < 0.5: 0 (1/0) n=1 *
  x[0] >= 0.5: 1 (0/2) n=2 *
"""
from coursekit.tree.bagging import bootstrap_trees, root_questions, vote
from coursekit.tree.c45 import C45Options, grow_c45
from coursekit.tree.cart import CARTClassifier, CARTRegressor
from coursekit.tree.census import count_cuts, count_trees, every_pruning, fewest_questions
from coursekit.tree.choose import choose_cp, cross_validated_cp
from coursekit.tree.impurity import entropy, gini, misclassification, squared_error
from coursekit.tree.partition import Box, Cut, find_cut, is_guillotine, leaf_boxes, pinwheel
from coursekit.tree.prunings import (
    collapse, confidence_level, minimum_description_length, pessimistic, pessimistic_estimate,
    reduced_error,
)
from coursekit.tree.soft import fit_soft, soften
from coursekit.tree.split import best_split, split_curve
from coursekit.tree.subset import best_subset
from coursekit.tree.weakest_link import PruningPath, cp_table, smallest_minimiser

__all__ = [
    "Box", "C45Options", "CARTClassifier", "CARTRegressor", "Cut", "PruningPath", "best_split",
    "best_subset", "bootstrap_trees", "choose_cp", "collapse", "confidence_level", "count_cuts",
    "count_trees", "cp_table", "cross_validated_cp", "entropy", "every_pruning",
    "fewest_questions", "find_cut", "fit_soft", "gini", "grow_c45", "is_guillotine",
    "leaf_boxes", "minimum_description_length", "misclassification", "pessimistic",
    "pessimistic_estimate", "pinwheel", "reduced_error", "root_questions", "smallest_minimiser",
    "soften", "split_curve", "squared_error", "vote",
]
