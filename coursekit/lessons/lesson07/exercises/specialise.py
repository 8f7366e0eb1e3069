"""Exercise "specialise": all conjunctions one selector longer than those of a beam."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits
from coursekit.lessons.lesson07.exercises.cases import (
    beams, either, in_more_words, no_masks, not_joined, one_a_cover,
)


def specialise(beam, S):
    """Return all conjunctions one selector longer with their covers: smaller, but not empty."""
    return {conjunction | {j}: cover & S[j]
            for conjunction, cover in beam.items() for j in range(len(S))
            if 0 < np.sum(cover & S[j]) < np.sum(cover)}


_wrong = edits()
KEY, NEW, BETWEEN = "conjunction | {j}", "{j}: cover & S[j]", "0 < np.sum(cover & S[j]) <"

SPECIALISE = CodeExercise(
    key="specialise", title="One step of the beam", reference=specialise, cases=beams,
    misconceptions=(
        _wrong("tuples for keys", KEY, "(*sorted(conjunction), j)",
               "Your keys are ordered: (0, 1) and (1, 0) are one conjunction. A frozenset has no "
               "order, and `c | {j}` makes one from another.",
               lambda case, given, right: any(isinstance(k, tuple) for k in given)),
        _wrong("or for and", NEW, "{j}: cover | S[j]",
               "A cover of yours holds samples that its parent does not cover. One condition more "
               "can only take samples away.", either),
        Misconception("one a cover", """
            def specialise(beam, S):
                new = {}
                for c, m in beam.items():
                    for j in range(len(S)):
                        cover = m & S[j]
                        if 0 < cover.sum() < m.sum() and not any(
                                np.array_equal(cover, old) for old in new.values()):
                            new[c | {j}] = cover
                return new
            """, "Yours are right, but some are missing: those that cover the same samples as "
                 "another one. Here each conjunction has a key of its own.", one_a_cover),
        _wrong("no Boolean arrays", NEW, "{j}: 1 * (cover & S[j])",
               "The conjunctions are right. But their covers must be Boolean arrays, because the "
               "page picks the covered samples with them.", no_masks),
        _wrong("parents returned too", "return {", "return beam | {",
               "A conjunction of the beam itself is among yours. Return only those that are one "
               "selector longer.",
               lambda case, given, right: bool(set(given) - set(right))
               and set(given) - set(right) <= set(case[0])),
        _wrong("the same in more words", f"{BETWEEN} np.sum(cover)",
               "j not in conjunction and np.any(cover & S[j])",
               "One of yours covers as many as its parent: the new condition excludes nobody, or "
               "it is one that the parent has already.", in_more_words),
        _wrong("empty covers", "0 < np.sum", "np.sum",
               "One of yours covers nobody. Of which class would it be?"),
        _wrong("cover of the selector alone", NEW, "{j}: S[j]",
               "That is the cover of the new selector alone. The conditions of the parent must "
               "hold, too."),
        Misconception("beam ignored", """
            def specialise(beam, S):
                return {frozenset({j}): S[j] for j in range(len(S)) if 0 < S[j].sum() < S[j].size}
            """, "Yours are single selectors, whatever the beam. Extend each conjunction of "
                 "the beam."),
        Misconception("covers not joined", edit(
            (NEW, "{j}: S[j]"), (BETWEEN, "0 < np.sum(S[j]) <")),
            "You look at the new selector alone. A sample that a longer conjunction covers must "
            "satisfy the old conditions *and* the new one.", not_joined),
    ),
    hints=("Two loops: over the conjunctions of the beam, and over the numbers of the selectors.",
           "`conjunction | {j}` is the longer conjunction. Where do both hold, all the old "
           "conditions and the new one?",
           "Keep a pair only if its cover has fewer samples than the parent's, but at least one."),
    way="For each conjunction of the beam and each selector j the new cover is `cover & S[j]`: all "
        "the old conditions and the new one. It is kept under the name `conjunction | {j}` if it "
        "covers some sample and fewer than the parent.",
    explanation="A conjunction without a superfluous condition has such a parent, so each of them "
                "can be reached step by step, if the beam is wide enough.",
    by_case=(
        (lambda case, given, right: bool(set(given) - set(right)), "One of yours does not belong "
         "there: is its cover empty, or as large as its parent's?"),
        (lambda case, given, right: set(given) < set(right), "Some are missing. Is every "
         "conjunction of the beam tried with every selector?"),
        (lambda case, given, right: set(given) == set(right), "The conjunctions are right. For "
         "each cover ask: where do all of its conditions hold?")),
    fallback_hint="Write down this case: which selectors shrink a cover of the beam, and to what?")
