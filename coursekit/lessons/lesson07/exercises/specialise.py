"""Exercise "specialise": all conjunctions one selector longer than those of a beam."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, Misconception
from coursekit.lessons.lesson07.exercises.cases import (
    beams, either, in_more_words, no_masks, not_joined, of_two, one_a_cover,
)


def specialise(beam, S):
    """Return all conjunctions one selector longer with their covers: smaller, but not empty."""
    return {conjunction | {j}: cover & S[j]
            for conjunction, cover in beam.items() for j in range(len(S))
            if 0 < np.sum(cover & S[j]) < np.sum(cover)}


SPECIALISE = CodeExercise(
    key="specialise", title="One step of the beam", reference=specialise, cases=beams,
    misconceptions=(
        Misconception("tuples for keys", """
            def specialise(beam, S):
                return {(*sorted(c), j): m & S[j] for c, m in beam.items() for j in range(len(S))
                        if 0 < (m & S[j]).sum() < m.sum()}
            """, "Your keys are ordered: (0, 1) and (1, 0) are one conjunction. A frozenset has no "
                 "order, and `c | {j}` makes one from another.",
            lambda case, given, right: any(isinstance(k, tuple) for k in given)),
        Misconception("or for and", """
            def specialise(beam, S):
                return {c | {j}: m | S[j] for c, m in beam.items() for j in range(len(S))
                        if j not in c}
            """, "A cover of yours holds samples that its parent does not cover. One condition "
                 "more can only take samples away.", either),
        Misconception("never any", """
            def specialise(beam, S):
                return {}
            """, "Your dictionary is always empty. Which two covers does your function put "
                 "together, and what does it ask of the result?",
            lambda case, given, right: given == {} != right),
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
        Misconception("one of two parents", None,
                      "Some are missing that extend two conjunctions of the beam. They cover as "
                      "many as one of these, but fewer than the other.", of_two),
        Misconception("no Boolean arrays", None,
                      "The conjunctions are right. But their covers must be Boolean arrays, "
                      "because the page picks the covered samples with them.", no_masks),
        Misconception("parents returned too", """
            def specialise(beam, S):
                new = dict(beam)
                for c, m in beam.items():
                    for j in range(len(S)):
                        if 0 < (m & S[j]).sum() < m.sum():
                            new[c | {j}] = m & S[j]
                return new
            """, "A conjunction of the beam itself is among yours. Return only those that are "
                 "one selector longer.",
            lambda case, given, right: bool(set(given) - set(right))
            and set(given) - set(right) <= set(case[0])),
        Misconception("the same in more words", """
            def specialise(beam, S):
                return {c | {j}: m & S[j] for c, m in beam.items() for j in range(len(S))
                        if j not in c and (m & S[j]).any()}
            """, "One of yours covers as many as its parent: the new condition excludes "
                 "nobody, or it is one that the parent has already.",
            in_more_words),
        Misconception("empty covers", """
            def specialise(beam, S):
                return {c | {j}: m & S[j] for c, m in beam.items() for j in range(len(S))
                        if (m & S[j]).sum() < m.sum()}
            """, "One of yours covers nobody. Of which class would it be?"),
        Misconception("cover of the selector alone", """
            def specialise(beam, S):
                return {c | {j}: S[j] for c, m in beam.items() for j in range(len(S))
                        if 0 < (m & S[j]).sum() < m.sum()}
            """, "That is the cover of the new selector alone. The conditions of the parent must "
                 "hold, too."),
        Misconception("beam ignored", """
            def specialise(beam, S):
                return {frozenset({j}): S[j] for j in range(len(S)) if 0 < S[j].sum() < S[j].size}
            """, "Yours are single selectors, whatever the beam. Extend each conjunction of "
                 "the beam."),
        Misconception("last parent only", """
            def specialise(beam, S):
                new = {}
                for c, m in beam.items():
                    new = {c | {j}: m & S[j] for j in range(len(S))
                           if 0 < (m & S[j]).sum() < m.sum()}
                return new
            """, "Only the extensions of the last conjunction came back. Is your dictionary "
                 "started anew for each?"),
        Misconception("any for all", """
            def specialise(beam, S):
                covers = {c | {j}: (S[list(c | {j})].any(axis=0), m.sum())
                          for c, m in beam.items() for j in range(len(S))}
                return {c: cover for c, (cover, most) in covers.items()
                        if 0 < cover.sum() < most}
            """, "In yours a longer conjunction holds where *any* of its conditions holds, so it "
                 "never covers less than its parent. It must hold where all of them do."),
        Misconception("covers not joined", """
            def specialise(beam, S):
                return {c | {j}: S[j] for c, m in beam.items() for j in range(len(S))
                        if 0 < S[j].sum() < m.sum()}
            """, "You look at the new selector alone. A sample that a longer conjunction covers "
                 "must satisfy the old conditions *and* the new one.", not_joined),
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
