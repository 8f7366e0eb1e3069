"""Floor 2: trees. Grow them greedily, prune them honestly, take them apart.

`naive` is the grower to read, `builder` the one that runs. Of what runs, each file imports from
those before it alone: criteria, tree, encoding, level_sets, splitter, surrogates, trace, builder,
pruning, export, cart. The others serve single lessons: c45, counts of trees, boxes, other prunings.

>>> from coursekit.tree import CARTClassifier
>>> print(CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1]).to_text())
all: 1 (1/2) n=3
  x[0] < 0.5: 0 (1/0) n=1 *
  x[0] >= 0.5: 1 (0/2) n=2 *
"""
from coursekit.tree.cart import CARTClassifier, CARTRegressor
from coursekit.tree.counting import count_cuts, count_trees, fewest_questions
from coursekit.tree.criteria import entropy, gini, misclassification, squared_error
from coursekit.tree.cross_validation import choose_cp, cross_validated_cp
from coursekit.tree.naive import shortfall
from coursekit.tree.partition import Box, Cut, find_cut, is_guillotine, leaf_boxes, pinwheel
from coursekit.tree.pruning import PruningPath, collapse, cp_table, weakest_link
from coursekit.tree.pruning_families import prune_pessimistic, prune_reduced_error
from coursekit.tree.small_trees import SmallTrees
from coursekit.tree.splits import best_split, missed_steps, split_curve

__all__ = [
    "Box", "CARTClassifier", "CARTRegressor", "Cut", "PruningPath", "SmallTrees", "best_split",
    "choose_cp", "collapse", "count_cuts", "count_trees", "cp_table", "cross_validated_cp",
    "entropy", "fewest_questions", "find_cut", "gini", "is_guillotine", "leaf_boxes",
    "misclassification", "missed_steps", "pinwheel", "prune_pessimistic",
    "prune_reduced_error", "shortfall", "split_curve", "squared_error", "weakest_link",
]
