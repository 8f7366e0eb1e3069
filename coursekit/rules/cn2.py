"""CN2: grow conjunctions in a beam, keep the best that passes a test, cover, and go on.

Legend: ``S`` selectors (s, n) and ``Y`` classes (c, n), Boolean; ``b`` conjunctions in the beam;
``m`` covered samples, ``m_k`` of class k, ``H`` the entropy of the covered classes in bits, ``G``
twice the log-likelihood ratio against the reference; see `g_statistic`.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.special import chdtri

from coursekit.checks import require_between, require_choice, require_whole
from coursekit.rules.base import RuleLearner
from coursekit.rules.measures import g_statistic, wilks_p_value
from coursekit.rules.rule import DecisionList, RuleSet
from coursekit.rules.table import Selectors, make_selectors
from coursekit.tree.criteria import entropy


#: A p-value this much above alpha, relatively, still counts as equal to it: both are rounded.
P_TOLERANCE = 1e-8


class Candidate(NamedTuple):
    """A conjunction that was looked at, and what it covers."""

    selectors: tuple[int, ...]  # their numbers, increasing
    counts: tuple[int, ...]  # covered samples of each class
    impurity: float  # H, or 1 minus the Laplace estimate of the target class
    G: float


class BeamStep(NamedTuple):
    """One round of a search: how many candidates were scored, which stay, which is best so far."""

    line: int  # of the list that is sought
    depth: int  # selectors in each candidate
    evaluated: int
    beam: tuple[Candidate, ...]
    best: Candidate | None


class Search(NamedTuple):
    """What a beam search is told: its size, its test, and the reference of that test."""

    selectors: Selectors
    beam_width: int
    alpha: float
    reference: np.ndarray  # (c,) samples of each class
    degrees: int
    distinct_covers: bool = False  # one place of the beam for each cover, not each conjunction
    target: int | None = None  # the class that Laplace's estimate is for; else entropy
    share: float = 0.0  # of that class among all samples

    def steps(self, alive: np.ndarray, Y: np.ndarray, line: int = 0) -> Iterator[BeamStep]:
        """Yield the rounds of a search among the samples that are alive, (n,) Boolean."""
        S, Y = self.selectors.S[:, alive], Y[:, alive]
        S_float = S.T.astype(np.float32)
        level = min(1.0, self.alpha * (1 + P_TOLERANCE))
        critical = chdtri(self.degrees, level) if self.degrees > 0 else np.inf
        beam, best = {(): np.ones(S.shape[1], dtype=bool)}, None
        bar = self._impurity(Y.sum(axis=1))
        for depth in range(1, S.shape[1] + 1):
            tried = self._score(beam, S_float, Y)
            best = self._better(tried, best, bar, critical)
            order = np.lexsort((-tried.G, tried.impurity))
            beam, kept = self._keep(beam, tried, order, S)
            yield BeamStep(line, depth, len(order), tuple(kept), best)
            # What is pure stays pure with less cover, so nothing better can follow.
            if all(sum(c.counts) == max(c.counts) for c in kept):
                return

    def _impurity(self, counts: np.ndarray) -> np.ndarray:
        """H of counts (..., c), or for a target class 1 - (m_k + 1) / (m + c)."""
        if self.target is None:
            return np.round(entropy(counts), 9)
        m = counts.sum(axis=-1)
        return np.round(1 - (counts[..., self.target] + 1) / (m + counts.shape[-1]), 9)

    def _score(self, beam: dict, S_float: np.ndarray, Y: np.ndarray) -> _Tried:
        """Count every extension of the beam in one product, and score those that cover less."""
        covers = np.array(list(beam.values()))
        inside = (covers[:, None, :] & Y).reshape(-1, Y.shape[1]).astype(np.float32)
        counts = (inside @ S_float).reshape(len(covers), len(Y), -1)
        m = counts.sum(axis=1)
        member, selector = np.nonzero((m > 0) & (m < covers.sum(axis=1)[:, None]))
        counts = counts[member, :, selector].astype(float)
        return _Tried(list(beam), member, selector, counts, self._impurity(counts),
                      np.round(g_statistic(counts, self.reference), 9))

    def _keep(self, beam: dict, tried: _Tried, order: np.ndarray, S: np.ndarray):
        """Return the beam of the next round: the first of the order, each only once."""
        parents, kept, seen = list(beam.values()), [], set()
        children: dict[tuple[int, ...], np.ndarray] = {}
        for i in order:
            name = tried.name(i)
            cover = parents[tried.member[i]] & S[tried.selector[i]]
            key = cover.tobytes() if self.distinct_covers else name
            if key in seen:
                continue
            seen.add(key)
            children[name] = cover
            kept.append(tried.candidate(i))
            if len(children) == self.beam_width:
                break
        return children, kept

    def _better(self, tried: _Tried, best: Candidate | None, bar: float,
                critical: float) -> Candidate | None:
        """Return the best candidate seen that passes the test: purest, then largest G."""
        passes = (tried.G >= critical) & (tried.impurity <= bar)
        if self.target is not None:     # a rule for a class must have more of it than all samples
            passes &= tried.counts[:, self.target] > self.share * tried.counts.sum(axis=1)
        passes = np.flatnonzero(passes)
        if not passes.size:
            return best
        purest = passes[tried.impurity[passes] == tried.impurity[passes].min()]
        first = purest[tried.G[purest] == tried.G[purest].max()]
        found = (tried.impurity[first[0]], -tried.G[first[0]])
        if best is not None and found >= (best.impurity, -best.G):
            return best
        return tried.candidate(self._of_equals(first, tried))

    def _of_equals(self, equal: np.ndarray, tried: _Tried) -> int:
        """Return the one of equal candidates with the last features, and its middle threshold."""
        def shape(i: int) -> tuple:
            return tuple(sorted(((int(self.selectors.feature[j]), self.selectors.conditions[j].op)
                                 for j in tried.name(i)), reverse=True))

        last = max(map(shape, equal))
        alike = sorted((i for i in equal if shape(i) == last), key=tried.name)
        return alike[len(alike) // 2]


class _Tried(NamedTuple):
    """All candidates of a round, scored: one entry each, shape (candidates,)."""

    parents: list[tuple[int, ...]]
    member: np.ndarray  # number of the parent
    selector: np.ndarray  # that was added
    counts: np.ndarray  # (candidates, c)
    impurity: np.ndarray
    G: np.ndarray

    def name(self, i: int) -> tuple[int, ...]:
        return tuple(sorted((*self.parents[self.member[i]], int(self.selector[i]))))

    def candidate(self, i: int) -> Candidate:
        return Candidate(self.name(i), tuple(self.counts[i].astype(int).tolist()),
                         float(self.impurity[i]), float(self.G[i]))


class CN2(RuleLearner):
    """CN2: a decision list whose conjunctions are sought in a beam and tested for significance.

    For a line, conjunctions grow by one selector a round; the ``beam_width`` purest stay (entropy,
    then G). Of all seen with a p-value of at most ``alpha`` and an entropy not above that of the
    samples left, the purest becomes the line, its samples leave, and the search starts again, until
    nothing passes; the rest is the default. The p-values are those of a rule that was fixed
    beforehand: after a search they are too small.

    Frames may hold text, categories and booleans, see `coursekit.tree.encoding`; a condition on a
    missing value is false.

    Parameters
    ----------
    beam_width : int
        Conjunctions that are extended in a round.
    alpha : float
        Largest p-value of a line, between 0 and 1.
    reference : {"remaining", "all"} or None
        What the covered classes are compared with: the samples not yet covered, as in the printed
        lists of Borgelt's slides, or all samples, as published. None takes "remaining" for a list
        and "all" for a set, as each rule of a set speaks of all samples.
    degrees : {"present", "all"}
        Degrees of freedom: classes in the reference, or all classes, less one.
    ordered : bool
        False learns a set of rules, class by class: the Laplace estimate takes the place of the
        entropy, only covered samples of the class leave, and rules that fire add their counts.
    distinct_covers : bool
        Conjunctions that cover the same samples share one place of the beam.
    trace : bool
        Record every round in ``trace_``.

    Attributes
    ----------
    rules_ : DecisionList or RuleSet
    classes_ : ndarray, shape (c,)
    trace_ : list of BeamStep

    References
    ----------
    P. Clark, T. Niblett (1989), *The CN2 induction algorithm*; P. Clark, R. Boswell (1991), *Rule
    induction with CN2: some recent improvements*, for unordered rules; C. Borgelt, *Advanced Data
    Mining*.

    Examples
    --------
    >>> from coursekit.datasets import load_zoo
    >>> zoo = load_zoo()
    >>> model = CN2().fit(zoo.drop(columns="type"), zoo["type"])
    >>> print("\\n".join(str(model.rules_).splitlines()[:3]))
    if milk = True then mammal
    else if feathers = True then bird
    else if fins = True then fish
    """

    def __init__(self, beam_width: int = 5, alpha: float = 0.1, *, reference: str | None = None,
                 degrees: str = "present", ordered: bool = True, distinct_covers: bool = False,
                 trace: bool = False):
        self.beam_width = beam_width
        self.alpha = alpha
        self.reference = reference
        self.degrees = degrees
        self.ordered = ordered
        self.distinct_covers = distinct_covers
        self.trace = trace

    def fit(self, X, y) -> CN2:
        """Learn the rules; X of shape (n, d) or a `Table`, labels y of shape (n,)."""
        require_whole("beam_width", self.beam_width, 1)
        require_between("alpha", self.alpha, 0, 1, open_ends=True)
        if self.reference is not None:
            require_choice("reference", self.reference, ("remaining", "all"))
        require_choice("degrees", self.degrees, ("present", "all"))
        table, Y = self._read(X, y)
        selectors, trace = make_selectors(table), []
        learn = self._ordered if self.ordered else self._unordered
        self.rules_ = learn(selectors, Y, trace)
        if self.trace:
            self.trace_ = trace
        return self

    def _ordered(self, selectors: Selectors, Y: np.ndarray, trace: list) -> DecisionList:
        alive, rules = np.ones(Y.shape[1], dtype=bool), []
        while (best := self._best(selectors, Y, alive, len(rules), None, trace)) is not None:
            rules.append(self._rule(*best[:3]))
            alive &= ~best[3]
        # A line covers fewer samples than are left, so there are some for the default.
        return DecisionList(tuple(rules), self._rule((), Y[:, alive].sum(axis=1)), self.columns_)

    def _unordered(self, selectors: Selectors, Y: np.ndarray, trace: list) -> RuleSet:
        rules = []
        for k in range(len(Y)):
            alive = np.ones(Y.shape[1], dtype=bool)
            while (best := self._best(selectors, Y, alive, len(rules), k, trace)) is not None:
                conditions, _, p, cover = best
                rules.append(self._rule(conditions, Y[:, cover].sum(axis=1), p, k))
                alive &= ~(cover & Y[k])
        return RuleSet(tuple(rules), self._rule((), Y.sum(axis=1)), self.columns_)

    def _best(self, selectors: Selectors, Y: np.ndarray, alive: np.ndarray, line: int,
              target: int | None, trace: list) -> tuple | None:
        """Return conditions, counts, p and cover of the best rule for the samples alive, if any."""
        if np.sum(Y[:, alive].any(axis=1)) < 2:
            return None
        search = self._search(selectors, Y, alive, target)
        steps = list(search.steps(alive, Y, line))
        trace.extend(steps if self.trace else ())
        best = steps[-1].best
        if best is None:
            return None
        cover = selectors.S[list(best.selectors)].all(axis=0)
        p = wilks_p_value(best.G, search.degrees)
        return selectors.names(best.selectors), best.counts, p, cover

    def _search(self, selectors: Selectors, Y: np.ndarray, alive: np.ndarray,
                target: int | None = None) -> Search:
        """Return the search that the settings ask for among the samples alive."""
        compared = self.reference or ("remaining" if self.ordered else "all")
        reference = (Y[:, alive] if compared == "remaining" else Y).sum(axis=1)
        degrees = (len(Y) if self.degrees == "all" else int(np.sum(reference > 0))) - 1
        return Search(selectors, self.beam_width, self.alpha, reference, degrees,
                      self.distinct_covers, target, 0 if target is None else Y[target].mean())


def best_line(selectors: Selectors, Y: np.ndarray, alive: np.ndarray, beam_width: int = 5,
              alpha: float = 0.1) -> Candidate | None:
    """Return the conjunction of the next line of a list, if one passes the test.

    Y (c, n) marks the classes, ``alive`` (n,) the samples that no line above covers.
    """
    if not isinstance(selectors, Selectors):
        raise TypeError(f"selectors must be those of a table, got {type(selectors).__name__}; "
                        "make_selectors(X) makes them")
    require_whole("beam_width", beam_width, 1)
    require_between("alpha", alpha, 0, 1, open_ends=True)
    n = selectors.S.shape[1]
    Y, alive = np.asarray(Y), np.asarray(alive)
    if alive.shape != (n,) or alive.dtype != bool or Y.ndim != 2 or Y.shape[1] != n:
        raise ValueError(f"Y must mark each of {n} samples in one row per class, and alive be {n} "
                         f"truth values, got shapes {Y.shape} and {alive.shape} of {alive.dtype}")
    *_, last = CN2(beam_width, alpha)._search(selectors, Y, alive).steps(alive, Y)
    return last.best
