"""CN2: find a rule in a beam, take away what it covers, and go on.

Legend: ``S`` selectors (s, n) and ``Y`` classes (c, n), Boolean; ``left`` (n,) the samples that no
rule has taken away; ``k`` a class.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.checks import require_between, require_choice, require_whole
from coursekit.rules.base import RuleLearner
from coursekit.rules.beam import (
    AnyClass, BeamSearch, BeamStep, Candidate, OneClass, Significance,
)
from coursekit.rules.rule import DecisionList, RuleSet
from coursekit.rules.table import Selectors, make_selectors
from coursekit.tree.conditions import Condition


class Found(NamedTuple):
    """A rule that a search has found."""

    conditions: tuple[Condition, ...]
    counts: tuple[int, ...]  # covered samples of each class, among those that were left
    p: float
    cover: np.ndarray  # (n,) Boolean, of all samples


class CN2(RuleLearner):
    """CN2: a decision list whose conjunctions are sought in a beam and tested for significance.

    For a line, conjunctions grow by one selector a round; the ``beam_width`` purest stay (entropy,
    then G). Of all seen with a p-value of at most ``alpha`` and an entropy not above that of the
    samples left, the purest becomes the line, its samples leave, and the search starts again, until
    nothing passes; the rest is the default. The p-values are those of a rule that was fixed
    beforehand: after a search they are too small.

    Frames may hold text, categories and booleans, see `coursekit.tree.encoding`; a condition on a
    missing value is false.

    ``beam_width``: conjunctions that are extended in a round.
    ``alpha``: largest p-value of a line, between 0 and 1.
    ``reference`` {"remaining", "all"} or None: what the covered classes are compared with: the
        samples not yet covered, as in the printed lists of Borgelt's slides, or all samples, as
        published. None takes "remaining" for a list and "all" for a set, as each rule of a set
        speaks of all samples.
    ``degrees`` {"present", "all"}: degrees of freedom: classes in the reference, or all classes,
        less one.
    ``ordered``: False learns a set of rules, class by class: the Laplace estimate takes the place
        of the entropy, only covered samples of the class leave, and rules that fire add their
        counts.
    ``distinct_covers``: conjunctions that cover the same samples share one place of the beam.
    ``trace``: record every round in ``trace_``.

    Attributes
    ----------
    rules_ : DecisionList or RuleSet
    classes_ : ndarray, shape (c,)
    trace_ : list of BeamStep

    Source: P. Clark, T. Niblett (1989), *The CN2 induction algorithm*; P. Clark, R. Boswell (1991),
    *Rule induction with CN2: some recent improvements*, for unordered rules; C. Borgelt, *Advanced
    Data Mining*.

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
        trace: list[BeamStep] = []
        learn = self._learn_list if self.ordered else self._learn_set
        self.rules_ = learn(make_selectors(table), Y, trace)
        if self.trace:
            self.trace_ = trace
        return self

    def _learn_list(self, selectors: Selectors, Y: np.ndarray, trace: list) -> DecisionList:
        """Find a line, take away what it covers, and go on with the samples left."""
        lines, left = [], np.ones(Y.shape[1], dtype=bool)
        while found := self._find(selectors, Y, left, AnyClass(), len(lines), trace):
            lines.append(self._rule(found.conditions, found.counts, found.p))
            left &= ~found.cover
        # A line covers fewer samples than are left, so there are some for the default.
        return DecisionList(tuple(lines), self._rule((), Y[:, left].sum(axis=1)), self.columns_)

    def _learn_set(self, selectors: Selectors, Y: np.ndarray, trace: list) -> RuleSet:
        """For each class find a rule, take away what it covers *of the class*, and go on."""
        rules = []
        for k in range(len(Y)):
            goal, left = OneClass(k, Y[k].mean()), np.ones(Y.shape[1], dtype=bool)
            while found := self._find(selectors, Y, left, goal, len(rules), trace):
                counts = Y[:, found.cover].sum(axis=1)      # of all samples, also those gone
                rules.append(self._rule(found.conditions, counts, found.p, k))
                left &= ~(found.cover & Y[k])
        return RuleSet(tuple(rules), self._rule((), Y.sum(axis=1)), self.columns_)

    def _find(self, selectors: Selectors, Y: np.ndarray, left: np.ndarray,
              goal: AnyClass | OneClass, line: int, trace: list) -> Found | None:
        """Return the best rule for the samples left, if one passes the test."""
        test = self._test(Y, left)
        search = BeamSearch(selectors, goal, test, self.beam_width, self.distinct_covers)
        steps = list(search.rounds(left, Y, line))
        trace += steps
        best = steps[-1].best if steps else None
        if best is None:
            return None
        cover = selectors.S[list(best.selectors)].all(axis=0)
        return Found(selectors.names(best.selectors), best.counts, test.p_value(best.G), cover)

    def _test(self, Y: np.ndarray, left: np.ndarray) -> Significance:
        """Return the test that the settings ask for."""
        compared = self.reference or ("remaining" if self.ordered else "all")
        reference = (Y[:, left] if compared == "remaining" else Y).sum(axis=1)
        classes = len(Y) if self.degrees == "all" else int(np.sum(reference > 0))
        return Significance(self.alpha, reference, classes - 1)


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
    test = CN2(alpha=alpha)._test(Y, alive)
    steps = list(BeamSearch(selectors, AnyClass(), test, beam_width).rounds(alive, Y))
    return steps[-1].best if steps else None
