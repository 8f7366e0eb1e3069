"""Kernels of what is no row of numbers: words, trees, graphs.

Each counts the parts that two things share, so it is a scalar product of counts. What they
return is for ``SVC(kernel="precomputed")``.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from coursekit.checks import require_between, require_finite, require_whole


def spectrum(words: Sequence[str], others: Sequence[str] | None = None, *,
             length: int = 3) -> np.ndarray:
    """Return Σ_u (times u occurs in s)·(times u occurs in t), u any piece of this length.

    References
    ----------
    C. Leslie, E. Eskin, W. Noble (2002), *The spectrum kernel*.

    Examples
    --------
    >>> spectrum(["banana", "ananas"], length=2)
    array([[9, 8],
           [8, 9]])
    """
    require_whole("length", length, 1)

    def shared(s: str, t: str) -> int:
        first, second = (Counter(w[k:k + length] for k in range(len(w) - length + 1))
                         for w in (s, t))
        return sum(count * second[piece] for piece, count in first.items())

    return _pairs(shared, _words("words", words), others if others is None
                  else _words("others", others))


def subsequences(words: Sequence[str], others: Sequence[str] | None = None, *,
                 length: int = 2, decay: float = 0.5) -> np.ndarray:
    """Return the gap-weighted kernel: letters in order, but not necessarily next to each other.

    A place of such a subsequence weighs decay^(letters from its first to its last); at most 1.

    References
    ----------
    H. Lodhi and others (2002), *Text classification using string kernels*.

    Examples
    --------
    >>> subsequences(["cat", "car"], length=2, decay=0.5)   # they share c-a alone: decay⁴
    array([[0.140625, 0.0625  ],
           [0.0625  , 0.140625]])
    """
    require_whole("length", length, 1)
    require_between("decay", decay, 1e-6, 1)

    def shared(s: str, t: str) -> float:
        if not (s and t):
            return 0.0
        same = decay**2 * np.equal.outer(list(s), list(t))
        ending = same               # weight of all common subsequences that end at these letters
        for _ in range(length - 1):
            before = ending.copy()
            for along in (before, before.T):    # each letter of a gap costs a factor
                for k in range(1, len(along)):
                    along[k] += decay * along[k - 1]
            ending = np.zeros_like(same)
            ending[1:, 1:] = same[1:, 1:] * before[:-1, :-1]
        return float(ending.sum())

    return _pairs(shared, _words("words", words), others if others is None
                  else _words("others", others))


def subset_trees(trees: Sequence[tuple], others: Sequence[tuple] | None = None, *,
                 decay: float = 1.0) -> np.ndarray:
    """Return the number of parts that two trees share, weighed by decay^(its inner nodes).

    A tree is ``(name, child, …)``, a child a tree or a word. A part takes a node with all its
    children or with none; in the first case the node is an inner one.

    References
    ----------
    M. Collins, N. Duffy (2002), *Convolution kernels for natural language*.

    Examples
    --------
    >>> he_runs = ("S", ("N", "he"), ("V", "runs"))
    >>> she_runs = ("S", ("N", "she"), ("V", "runs"))
    >>> subset_trees([he_runs, she_runs])
    array([[6., 3.],
           [3., 6.]])
    """
    require_between("decay", decay, 1e-6, 1)

    def rooted(a: tuple, b: tuple) -> float:
        if _production(a) != _production(b):
            return 0.0
        inner = [(u, v) for u, v in zip(a[1:], b[1:], strict=True) if isinstance(u, tuple)]
        return decay * float(np.prod([1 + rooted(u, v) for u, v in inner]))

    def shared(s: tuple, t: tuple) -> float:
        return sum(rooted(a, b) for a in _nodes(s) for b in _nodes(t))

    return _pairs(shared, _trees("trees", trees), others if others is None
                  else _trees("others", others))


def walks(graphs: Sequence[np.ndarray], others: Sequence[np.ndarray] | None = None, *,
          decay: float) -> np.ndarray:
    """Return Σ_k decay^k · (walks of k steps that two graphs share), from adjacency matrices.

    A walk that both have is one in their product graph, A ⊗ B. The sum must be finite: decay is
    below 1 / (largest eigenvalue of A · that of B) for all pairs.

    References
    ----------
    T. Gärtner, P. Flach, S. Wrobel (2003), *On graph kernels: hardness results and efficient
    alternatives*.

    Examples
    --------
    >>> edge, triangle = np.array([[0, 1], [1, 0]]), 1 - np.eye(3)
    >>> walks([edge, triangle], decay=0.1).round(3)
    array([[ 4.444,  7.5  ],
           [ 7.5  , 15.   ]])
    """
    require_between("decay", decay, 0, np.inf)

    def shared(A: np.ndarray, B: np.ndarray) -> float:
        both = np.kron(A, B)
        largest = float(np.abs(np.linalg.eigvalsh(both)).max())
        if decay * largest >= 1:
            raise ValueError(f"decay must be below {1 / largest:.4g}, got {decay!r}; from there on "
                             "longer walks weigh more and more, and the sum is infinite")
        return float(np.linalg.solve(np.eye(len(both)) - decay * both, np.ones(len(both))).sum())

    return _pairs(shared, _graphs("graphs", graphs), others if others is None
                  else _graphs("others", others))


def _pairs(k: Callable, first: list, second: list | None) -> np.ndarray:
    """Return k of all pairs; the half below the diagonal is copied."""
    if second is not None:
        return np.array([[k(s, t) for t in second] for s in first])
    upper = [[k(s, t) for t in first[i:]] for i, s in enumerate(first)]
    return np.array([[upper[min(i, j)][abs(i - j)] for j in range(len(first))]
                     for i in range(len(first))])


def _words(name: str, words) -> list[str]:
    if isinstance(words, str) or not all(isinstance(word, str) for word in _listed(name, words)):
        raise TypeError(f"{name} must be a list of texts, got {words!r:.60}; this kernel counts "
                        "letters, for numbers take one of samples with features")
    return list(words)


def _trees(name: str, trees) -> list[tuple]:
    for tree in _listed(name, trees):
        if not isinstance(tree, tuple) or not all(len(node) > 1 for node in _nodes(tree)):
            raise TypeError(f"{name} must be a list of trees (name, child, …), got {tree!r:.60}; "
                            "each node is a tuple with at least one child")
    return list(trees)


def _graphs(name: str, graphs) -> list[np.ndarray]:
    found = [require_finite(name, A) for A in _listed(name, graphs)]
    for A in found:
        if A.ndim != 2 or A.shape[0] != A.shape[1] or not len(A) or (A != A.T).any() \
                or (A < 0).any():
            raise ValueError(f"{name} must be a list of symmetric adjacency matrices with entries "
                             f"≥ 0, got one of shape {A.shape}")
    return found


def _listed(name: str, things) -> list:
    if isinstance(things, str) or not hasattr(things, "__len__"):
        raise TypeError(f"{name} must be a list, got {things!r:.60}")
    return list(things)


def _nodes(tree) -> list[tuple]:
    """Return a tree and all trees inside it."""
    if not isinstance(tree, tuple):
        return []
    return [tree] + [node for child in tree[1:] for node in _nodes(child)]


def _production(node: tuple) -> tuple:
    """Return a node's name and what its children are called; a word is told from a node."""
    return node[0], *((isinstance(c, tuple), c[0] if isinstance(c, tuple) else c)
                      for c in node[1:])
