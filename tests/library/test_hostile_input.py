"""Wrong arguments of the lower floors and of the figures of lesson 01 are refused by name.

Each line is a call and one argument that cannot be right; a number that is merely odd is
not among them. Whatever is given, the answer is a sentence about that argument.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from coursekit import datasets as data, statistics as rates, titanic
from coursekit.plots import rates as rate_plots, titanic as pictures
from coursekit.plots.alt_text import alt_text
from coursekit.svm import SVC
from coursekit.tree.one_feature import best_split

PEOPLE = data.load_titanic()
NO_NUMBER = {"None": None, "text": "zz", "list of text": ["a"], "complex": 1j, "dict": {"a": 1},
             "sparse": scipy.sparse.csr_matrix(np.eye(2)), "huge": 10 ** 400, "NaN": np.nan,
             "date": np.array(["2020"], "M8[D]"), "frame": pd.DataFrame({"Sex": ["a"]})}
NO_SCALAR = {**NO_NUMBER, "empty": [], "table": np.zeros((2, 2)), "infinity": np.inf}
NO_COUNT = {**NO_SCALAR, "fraction": 1.5, "negative": -1}
del NO_COUNT["huge"]    # a whole number for once
NO_EDGES = {**NO_NUMBER, "falling": [3, 1], "empty": [], "infinity": np.inf}
NO_COLUMN = {"list": ["a"], "dict": {"a": 1}, "table": np.zeros((2, 2)), "unknown": "zz"}
NO_FRAME = {"None": None, "text": "zz", "number": 3, "array": np.zeros((2, 2)), "list": ["a"]}


def fitted(transformer):
    return transformer.fit_transform(PEOPLE)


CALLS = [
    (rates.wilson_interval, {"successes": 1, "n": 2, "confidence": 0.9},
     {"successes": NO_NUMBER, "n": NO_NUMBER, "confidence": NO_SCALAR}),
    (rates.upper_error_bound, {"errors": 1, "n": 2, "alpha": 0.1},
     {"errors": NO_NUMBER, "n": NO_NUMBER, "alpha": NO_SCALAR}),
    (rates.rate_table, {"frame": PEOPLE, "by": "Sex", "outcome": "Survived"},
     {"frame": NO_FRAME, "by": NO_COLUMN, "outcome": NO_COLUMN}),
    (titanic.raw_titles, {"names": PEOPLE["Name"]}, {"names": NO_FRAME}),
    (lambda edges: fitted(titanic.FareBands(edges=edges)), {"edges": (8, 26)},
     {"edges": {k: v for k, v in NO_EDGES.items() if v is not None}}),
    (lambda n_bands: fitted(titanic.FareBands(n_bands)), {"n_bands": 3}, {"n_bands": NO_COUNT}),
    (lambda edges: fitted(titanic.AgeBands(edges)), {"edges": (12, 30)}, {"edges": NO_EDGES}),
    (lambda common: fitted(titanic.TitleExtractor(common)), {"common": ("Mr",)},
     {"common": {k: NO_SCALAR[k] for k in ("None", "text", "complex", "NaN", "table")}}),
    (data.make_stripes, {"n": 40, "seed": 1, "period": 3.0},
     {"n": NO_COUNT, "seed": NO_COUNT, "period": NO_SCALAR}),
    (data.make_spirals, {"n": 40, "seed": 1, "pitch": 0.8},
     {"n": NO_COUNT, "seed": NO_COUNT, "pitch": NO_SCALAR}),
    (data.make_linear_40, {"seed": 1}, {"seed": NO_COUNT}),
    (data.make_overlap_60, {"seed": 1}, {"seed": NO_COUNT}),
    (data.make_temperature_grid, {"step": 10}, {"step": NO_SCALAR}),
    (data.triangle_wave, {"t": [0.5], "period": 2}, {"t": NO_NUMBER, "period": NO_SCALAR}),
    (pictures.plot_age_rate, {"age": [0, 80], "rate": [0, 1], "frame": PEOPLE,
                              "edges": [0, 30, 81], "title": "a"},
     {"frame": NO_FRAME, "edges": {**NO_EDGES, "one": [3]}}),
    (rate_plots.plot_rates,
     {"table": rates.rate_table(PEOPLE, "Sex", "Survived"), "title": "a", "xlabel": "b",
      "overall": 0.5},
     {"table": NO_FRAME,
      "overall": {k: v for k, v in NO_SCALAR.items() if v is not None}}),
    (rate_plots.plot_rate_panels,
     {"tables": {"a": rates.rate_table(PEOPLE, "Sex", "Survived")}, "title": "a"},
     {"tables": {**NO_FRAME, "nothing": {}}}),
    (alt_text, {"figure": pictures.plot_age_rate([0, 80], [0, 1], PEOPLE, [0, 30, 81], "a")},
     {"figure": NO_FRAME}),
]
CASES = [pytest.param(call, good, name, value, id=f"{call.__name__}-{name}-{kind}")
         for call, good, bad in CALLS for name, values in bad.items()
         for kind, value in values.items()]


@pytest.mark.parametrize(("call", "good", "name", "value"), CASES)
def test_a_wrong_argument_is_refused_by_name(call, good, name, value):
    with pytest.raises((TypeError, ValueError)) as refusal:
        call(**{**good, name: value})
    message = str(refusal.value)
    named = name in message or "DataFrame" in message or "column" in message
    assert named, message
    assert len(message) < 400


@pytest.mark.parametrize(("call", "good"), [(call, good) for call, good, _ in CALLS])
def test_the_right_arguments_are_taken(call, good):
    call(**good)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: SVC().fit(PEOPLE[["Sex", "Pclass"]], PEOPLE["Survived"]), "X must .* got text such as 'male'"),
    (lambda: SVC().fit([["a"], ["b"]], [0, 1]), "X must .* got text"),
    (lambda: SVC().fit(np.array([["2020"], ["2021"]], "M8[D]"), [0, 1]), "X must .* got dates"),
    (lambda: SVC().fit(pd.DataFrame({"t": pd.to_datetime(["2020", "2021"])}), [0, 1]), "X must .* got dates"),
    (lambda: SVC().fit([[0.0], [1.0]], [0, 1]).predict([["a"]]), "X must .* got text"),
    (lambda: best_split(["a", "b"], [0, 1]), "x must .* got text"),
    (lambda: best_split(np.array(["2020", "2021"], "M8[D]"), [0, 1]), "x must .* got dates"),
], ids=["frame", "list", "dates", "frame of dates", "predict", "split", "split of dates"])
def test_models_refuse_what_is_no_number_by_name(call, said):
    with pytest.raises((TypeError, ValueError), match=said):
        call()
