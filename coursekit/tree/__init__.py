"""Decision trees: grow them greedily, prune them, take them apart.

The modules that ``fit`` uses; each imports only from those before it:

    criteria        splitting criteria                   encoding        frames to numbers
    tree            the grown tree, as arrays            training        samples and stopping rules
    level_sets      which levels go left                 splitter        the best split of all nodes
    surrogates      for missing values                   conditions      questions, in words
    trace           a record of each node                builder         grows the tree
    pruning         by cost-complexity                   export          text, rules, paths
    cart            CARTClassifier and CARTRegressor

Extras for single lessons: `naive`, which learners build, `one_feature` (its best split), `boxes` (a
tree in the plane), `cross_validation` (choosing among trees), and `c45` (another tree).

>>> from coursekit.tree import CARTClassifier
>>> print(CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1]).to_text())
all: 1 (1/2) n=3
  x[0] < 0.5: 0 (1/0) n=1 *
  x[0] >= 0.5: 1 (0/2) n=2 *
"""
from coursekit.tree.boxes import Box, Cut, leaf_boxes
from coursekit.tree.cart import CARTClassifier, CARTRegressor
from coursekit.tree.criteria import entropy, gini, misclassification, squared_error
from coursekit.tree.cross_validation import choose_cp, cross_validated_cp
from coursekit.tree.naive import shortfall
from coursekit.tree.one_feature import best_split, missed_steps, split_curve
from coursekit.tree.pruning import PruningPath, collapse, cp_table, weakest_link

__all__ = [
    "Box", "CARTClassifier", "CARTRegressor", "Cut", "PruningPath", "best_split",
    "choose_cp", "collapse", "cp_table", "cross_validated_cp", "entropy", "gini", "leaf_boxes",
    "misclassification", "missed_steps", "shortfall", "split_curve", "squared_error",
    "weakest_link",
]
