"""Kernels for structured data: words, trees, graphs, nodes of a graph, and a generative model.

The first four count the parts that two objects share, so they are scalar products of counts. Their
results are for ``SVC(kernel="precomputed")``.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from coursekit.checks import require_between, require_finite, require_whole


def spectrum(words: Sequence[str], others: Sequence[str] | None = None, *,
             length: int = 3) -> np.ndarray:
    """Return Σ_u (times u occurs in s)·(times u occurs in t), u any piece of this length.

    Source: C. Leslie, E. Eskin, W. Noble (2002), *The spectrum kernel*.

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

    An occurrence has weight decay^(number of letters from its first to its last), at most 1.

    Source: H. Lodhi and others (2002), *Text classification using string kernels*.

    >>> subsequences(["cat", "car"], length=2, decay=0.5)   # they share only c-a: decay⁴
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
    """Return the number of parts that two trees share, weighted by decay^(its inner nodes).

    A tree is ``(name, child, …)``, a child a tree or a word. A part includes each node with all
    its children or none; in the first case the node is an inner one.

    Source: M. Collins, N. Duffy (2002), *Convolution kernels for natural language*.

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

    A shared walk is a walk in their product graph, A ⊗ B. The sum must be finite: decay is
    below 1 / (largest eigenvalue of A · that of B) for all pairs.

    Source: T. Gärtner, P. Flach, S. Wrobel (2003), *On graph kernels: hardness results and
    efficient alternatives*.

    >>> edge, triangle = np.array([[0, 1], [1, 0]]), 1 - np.eye(3)
    >>> walks([edge, triangle], decay=0.1).round(3)
    array([[ 4.444,  7.5  ],
           [ 7.5  , 15.   ]])
    """
    require_between("decay", require_finite("decay", decay), 0, np.inf)

    def shared(A: np.ndarray, B: np.ndarray) -> float:
        both = np.kron(A, B)
        largest = float(np.abs(np.linalg.eigvalsh(both)).max())
        if decay * largest >= 1:
            raise ValueError(f"decay must be below {1 / largest:.4g}, got {decay!r}; otherwise "
                             "longer walks weigh more and more, and the sum is infinite")
        return float(np.linalg.solve(np.eye(len(both)) - decay * both, np.ones(len(both))).sum())

    return _pairs(shared, _graphs("graphs", graphs), others if others is None
                  else _graphs("others", others))


def diffusion(graph: np.ndarray, *, time: float) -> np.ndarray:
    """Return exp(-time·L) for the nodes of a graph: the heat at each node after heating one.

    L is the graph's Laplacian, diag(row sums of A) - A: heat flows along each edge, as fast as the
    difference of its ends. At time 0 all heat is at its source; in the end it is spread evenly
    over each connected part. Eigenvalues λ ≥ 0 of L become exp(-time·λ) > 0, so it is a kernel.

    ``graph`` (n, n): symmetric adjacency matrix, weights ≥ 0 of the edges.
    ``time``: at least 0, in units of 1 / weight.

    Returns shape (n, n): each row sums to 1.

    Raises ValueError if the matrix is not such a graph, or the time is negative.

    Source: R. Kondor, J. Lafferty (2002), *Diffusion kernels on graphs and other discrete input
    spaces*.

    >>> edge = np.array([[0, 1], [1, 0]])
    >>> diffusion(edge, time=0.5).round(4)      # (1 ± exp(-1)) / 2
    array([[0.6839, 0.3161],
           [0.3161, 0.6839]])
    """
    require_between("time", require_finite("time", time), 0, np.inf)
    A, = _graphs("graph", [graph])
    values, R = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    return R * np.exp(-time * np.maximum(values, 0)) @ R.T


def fisher(bits: np.ndarray, others: np.ndarray | None = None, *, p) -> np.ndarray:
    """Return uᵀ I⁻¹ u′ for samples of independent bits: do they pull the model the same way?

    In the model bit j is 1 with probability p_j. The score u = ∇ log P(x) says how a sample would
    change p to be more likely, u_j = (x_j - p_j) / (p_j (1 - p_j)). The Fisher information is the
    scores' covariance matrix, I = diag(1 / (p_j (1 - p_j))). It puts all bits on the same scale.

    ``bits``, ``others`` (n, d) and (m, d): zeros and ones; ``others`` defaults to ``bits``.
    ``p`` (a number or (d,)): probabilities, between 0 and 1.

    Returns shape (n, m).

    Raises ValueError if a bit is neither 0 nor 1, or a probability is not between 0 and 1.

    Source: T. Jaakkola, D. Haussler (1998), *Exploiting generative models in discriminative
    classifiers*.

    >>> fisher([[1, 1], [1, 0]], p=[0.5, 0.1]).round(3) + 0.0   # a rare bit in common counts 9
    array([[10.   ,  0.   ],
           [ 0.   ,  1.111]])
    """
    x = _bits("bits", bits)
    z = x if others is None else _bits("others", others)
    p = require_finite("p", p)
    if p.ndim > 1 or (p <= 0).any() or (p >= 1).any():
        raise ValueError(f"p must hold probabilities strictly between 0 and 1, got {p}; a "
                         "bit that is always the same has no score")
    if z.shape[1] != x.shape[1] or (p.ndim and len(p) != x.shape[1]):
        raise ValueError(f"bits, others and p must have the same number of bits, got {x.shape[1]}, "
                         f"{z.shape[1]} and {p.size}")
    information = 1 / (p * (1 - p))
    score, other = ((these - p) * information for these in (x, z))
    return score / information @ other.T


def _pairs(k: Callable, first: list, second: list | None) -> np.ndarray:
    """Return k for all pairs; the half below the diagonal is copied."""
    if second is not None:
        return np.array([[k(s, t) for t in second] for s in first])
    upper = [[k(s, t) for t in first[i:]] for i, s in enumerate(first)]
    return np.array([[upper[min(i, j)][abs(i - j)] for j in range(len(first))]
                     for i in range(len(first))])


def _words(name: str, words) -> list[str]:
    if isinstance(words, str) or not all(isinstance(word, str) for word in _listed(name, words)):
        raise TypeError(f"{name} must be a list of strings, got {words!r:.60}; this kernel counts "
                        "letters, for numbers use a kernel such as rbf")
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


def _bits(name: str, bits) -> np.ndarray:
    found = require_finite(name, bits)
    if found.ndim != 2 or not np.isin(found, (0, 1)).all():
        raise ValueError(f"{name} must be rows of zeros and ones, got {bits!r:.60}")
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
    """Return the names of a node and its children, and whether each child is a node or a word."""
    return node[0], *((isinstance(c, tuple), c[0] if isinstance(c, tuple) else c)
                      for c in node[1:])
