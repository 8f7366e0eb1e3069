"""The mean number of questions of a code."""
from __future__ import annotations

from numpy.typing import ArrayLike

from coursekit.tree.criteria import class_proportions


def fewest_questions(counts: ArrayLike) -> float:
    """Return the smallest mean number of yes-or-no questions that identify a class.

    Huffman's rule (1952): merge the two rarest classes, again and again; each merger is one
    question. The entropy H of the counts (K,) bounds it: H <= questions < H + 1.

    Examples
    --------
    >>> fewest_questions([2, 1, 1])
    1.5
    """
    rarest, asked = sorted(class_proportions(counts).tolist()), 0.0
    while len(rarest) > 1:
        joint = rarest[0] + rarest[1]
        asked, rarest = asked + joint, sorted([joint, *rarest[2:]])
    return asked
