"""What a message says of the learner's numbers is so of the numbers that get this message."""
from __future__ import annotations

import re
from copy import deepcopy

import numpy as np
import pytest

from coursekit.exercise import exercise_keys
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.registry import find

#: A claim about the learner's own result that can be computed.
CLAIM = re.compile(r"\byours?\b[^.:;?]*\b(exceeds?|(is|are|becomes?|never) (above|below|negative|positive))\b",
                   re.I)


def negative(case, given) -> bool:
    return (given < 0).any()


#: By exercise, the claim; whether all cases or one must show it; of which cases; what is so.
TRUE = [
    ("wilson", "At k = n your upper end exceeds 1", all, lambda case: np.array_equal(case[0], case[1]),
     lambda case, given: np.all(given[1] > 1)),
    ("wilson", "At k = 0 your lower end is below 0", all, lambda case: not np.any(case[0]),
     lambda case, given: np.all(given[0] < 0)),
    ("standardised-rate", "Your rate may exceed 1", any, None, lambda case, given: given[0] > 1),
    ("dual-ascent", "Some of your multipliers become negative", any, None, negative),
    ("kkt-violation", "Some of your numbers are negative", any, None, negative),
    ("duality-gap", "Yours is never positive", all, None, lambda case, given: given <= 1e-9),
    ("sor-sweep", "Some of your α are above C", any, None,
     lambda case, given: (given > case[2]).any()),
    ("sor-sweep", "Some of your α are below 0", any, None, negative),
    ("tube-dual", "in yours A is above B", all, None,
     lambda case, given: (given[1] >= given[2]).all()),
]


def said(key: str, claim: str) -> list:
    """Return the mistakes of an exercise that are told so."""
    return [known for known in find(key).misconceptions if claim in known.hint]


@pytest.mark.parametrize("key, claim, how_many, of, fact", TRUE,
                         ids=[f"{key}: {claim}" for key, claim, *_ in TRUE])
def test_it_is_so(key, claim, how_many, of, fact):
    exercise = find(key)
    assert said(key, claim)
    for known in said(key, claim):
        function = exercise.example(known)
        cases = [case for case in exercise.tried if of is None or of(case)]
        assert cases and how_many(fact(case, exercise._call(function, deepcopy(case)))
                                  for case in cases), known.name


def test_every_claim_of_a_message_is_tried():
    claims = {(exercise.key, known.name): known.hint
              for exercise in map(find, exercise_keys()) if isinstance(exercise, CodeExercise)
              for known in exercise.misconceptions
              if CLAIM.search(known.hint) and known.example is not None}    # else it was looked at
    tried = {(key, known.name) for key, claim, *_ in TRUE for known in said(key, claim)}
    assert {k: v for k, v in claims.items() if k not in tried} == {}
