"""Each function of an exercise, with its results in another form or a little off: right or not."""
from __future__ import annotations

import inspect
from numbers import Real

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.forms import returning
from coursekit.exercise.registry import exercise_keys, find

ALL = [e for e in map(find, exercise_keys()) if isinstance(e, CodeExercise)
       and not inspect.isclass(e.reference) and e.key != "titanic-pipeline"]
SAME_ROW = {"a list": np.ndarray.tolist, "a Series": pd.Series,
            "single precision": lambda r: r.astype(np.float32) if r.dtype.kind == "f" else r}
OTHER_ROW = {"text": lambda r: r.astype(str), "one more": lambda r: r + 1, "None": lambda r: None,
             "a column": lambda r: r[:, None], "the first": lambda r: r[0]}
SAME_NUMBER = {"an array without axes": np.array, "NumPy's": lambda r: np.array(r)[()]}
OTHER_NUMBER = {"text": str, "one more": lambda r: r + 1, "None": lambda r: None}


def is_row(part) -> bool:
    return isinstance(part, np.ndarray) and part.ndim == 1 and part.size > 0 \
        and part.dtype.kind in "iuf"


def is_number(part) -> bool:
    return isinstance(part, Real) and not isinstance(part, bool)


def judged(exercise, is_meant, change) -> bool | None:
    """Tell whether the function is right with such parts changed; None if there are none."""
    done = []

    def changed(result):
        if type(result) in (tuple, list):
            return type(result)(map(changed, result))
        if not is_meant(result):
            return result
        done.append(result)
        return change(result)
    function = returning(exercise.reference, changed)
    right = all(exercise.agrees(k, exercise.outcome(function, case))
                for k, case in enumerate(exercise.all_cases))
    return right if done else None


@pytest.mark.parametrize("exercise", ALL, ids=lambda e: e.key)
def test_the_form_of_a_result_does_not_matter_and_its_numbers_do(exercise):
    for is_meant, same, other in ((is_row, SAME_ROW, OTHER_ROW),
                                  (is_number, SAME_NUMBER, OTHER_NUMBER)):
        for name, change in (same | other).items():
            right = judged(exercise, is_meant, change)
            if right is None:       # no result has such parts
                break
            assert right == (name in same), name
