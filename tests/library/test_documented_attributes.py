"""What an estimator's docstring says of its attributes is so after a fit."""
from __future__ import annotations

import inspect
import re

import numpy as np
import pandas as pd
import pytest

from coursekit import rules, svm, tree

ATTRIBUTE = re.compile(r"^(\w+_(?:, \w+_)*) : (.*)$", re.M)
SHAPE = re.compile(r"\(([^()]*)\)")
KINDS = {"float": float, "int": (int, np.integer), "tuple": tuple, "list": list, "dict": dict}
ESTIMATORS = [kind for room in (svm, tree, rules) for kind in map(vars(room).get, room.__all__)
              if inspect.isclass(kind) and hasattr(kind, "fit")]


def fitted(kind: type) -> tuple[object, dict[str, int]]:
    """Return an estimator fitted on samples whose counts all differ, and these counts."""
    rng, n, d = np.random.default_rng(0), 41, 3
    X, score = rng.normal(size=(n, d)), rng.normal(size=n)
    classes = 2 if kind is svm.SVC else 4
    y = score if "Regressor" in kind.__name__ or kind is svm.SVR \
        else np.argsort(np.argsort(X[:, 0])) * classes // n
    options = {"kernel": "linear"} if kind in (svm.SVC, svm.SVR) else {}
    if kind in (svm.OneVsOne, svm.OneVsRest):
        options = {"machine": svm.SVC(gamma=0.1, C=100)}
    if kind.__module__.startswith("coursekit.rules"):
        X = pd.DataFrame(X, columns=list("abc")).gt(0).assign(c=np.arange(n) // 2 + 41 * y)
        X, y = X.astype(str), np.array(list("pqrs"))[y]
    if "trace" in kind().get_params():
        options["trace"] = True
    model = kind(**options).fit(X, y)
    counts = {"n": n, "d": d, "c": classes, "K": classes}
    counts["machines"] = len(getattr(model, "estimators_", ()))
    if hasattr(model, "support_"):
        counts["n_support"] = len(model.support_)
        assert len(model.support_) < n
    return model, counts


@pytest.mark.parametrize("kind", ESTIMATORS, ids=lambda kind: kind.__name__)
def test_every_attribute_is_there_and_has_the_shape_that_is_told(kind):
    model, counts = fitted(kind)
    for names, told in ATTRIBUTE.findall(inspect.getdoc(kind)):
        names = names.split(", ")
        shapes = SHAPE.findall(told) if "ndarray" in told else []
        for k, name in enumerate(names):
            value = getattr(model, name)
            if shapes:
                sides = [s.strip() for s in shapes[min(k, len(shapes) - 1)].split(",") if s.strip()]
                assert np.shape(value) == tuple(int(s) if s.isdigit() else counts[s]
                                                for s in sides), (name, told)
            else:
                kinds = told.split(", ") if len(names) > 1 else [told]
                first = kinds[min(k, len(kinds) - 1)].split()[0]
                assert isinstance(value, KINDS.get(first, object)), (name, told)
