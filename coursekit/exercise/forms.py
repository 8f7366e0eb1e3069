"""Convert a correct answer to the form of the reference.

A Series, a column, an array without axes or a ``Decimal`` may hold the correct numbers. The cells
that follow in the notebook expect the reference's form, so that is what ``check`` returns.
"""
from __future__ import annotations

import functools
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

Convert = Callable[[Any], Any]


def returning(function: Callable, convert: Convert) -> Callable:
    """Return a function that does the same, but converts its result.

    Examples
    --------
    >>> returning(max, form_of([0.5]))(3, np.array(4))
    4.0
    """
    @functools.wraps(function)
    def converted(*args, **kwargs):
        return convert(function(*args, **kwargs))
    return converted


def form_of(models: Sequence[Any]) -> Convert:
    """Return a function that converts a value to the form of the models.

    A container of one number becomes a float, or an int if the models are whole numbers; others
    become a list, a tuple, a set, a dictionary or an array with as many axes as the models have.
    A value that cannot be converted is returned unchanged.

    Examples
    --------
    >>> form_of([(0.5, 2)])(np.array([1, 3.0])), form_of([np.ones(2)])([[1], [2]])
    ((1.0, 3), array([1., 2.]))
    """
    sorts: dict[str, list] = {}
    for model in models:
        sorts.setdefault(_sort(model), []).append(model)
    ways = {sort: WAYS[sort](some) for sort, some in sorts.items() if sort in WAYS}

    def convert(value: Any) -> Any:
        try:
            return ways.get(_fitting(value, ways), _as_it_is)(value)
        except (TypeError, ValueError, OverflowError):
            return value
    return convert


def _as_it_is(value: Any) -> Any:
    return value


def _sort(value: Any) -> str:
    """Return the kind of a model; subclasses such as named tuples are "other"."""
    if isinstance(value, (numbers.Real, np.bool_)):
        return "number"
    if isinstance(value, np.ndarray) and value.ndim:
        return "array"
    plain = {str: "text", list: "sequence", tuple: "sequence", dict: "mapping", set: "set",
             frozenset: "set"}
    return plain.get(type(value), "other")


def _fitting(value: Any, ways: Mapping[str, Convert]) -> str:
    """Return the kind of converter that fits this value, or "none"."""
    if isinstance(value, str):
        return "text"
    for sort, kind in (("mapping", Mapping), ("set", Set)):
        if isinstance(value, kind) and sort in ways:
            return sort
    one = "number" in ways and (np.ndim(value) == 0 or not {"array", "sequence"} & set(ways))
    if one and np.size(value) == 1:
        return "number"
    if "sequence" in ways and isinstance(value, Iterable):
        return "sequence"
    return "array" if hasattr(value, "shape") or isinstance(value, (list, tuple)) else "none"


def _number(models: list) -> Convert:
    truth = all(isinstance(m, (bool, np.bool_)) for m in models)
    whole = all(isinstance(m, numbers.Integral) for m in models)

    def convert(value: Any) -> Any:
        if not isinstance(value, numbers.Number):
            value = np.asarray(value).reshape(-1)[0]
        if not isinstance(value, (numbers.Number, np.bool_)):
            return value
        if truth:
            return bool(value)
        value = value.real if isinstance(value, numbers.Complex) else value
        return int(value) if whole and value == int(value) else float(value)
    return convert


def _array(models: list) -> Convert:
    kinds, axes = {m.dtype.kind for m in models}, {m.ndim for m in models}

    def convert(value: Any) -> np.ndarray:
        array = np.asarray(value)
        array = array.real if array.dtype.kind == "c" else array
        if array.dtype.kind in "biufO":
            array = _cast(array, kinds)
        row = 1 in axes and array.size == max(array.shape, default=1)
        return array if array.ndim in axes or not row else array.ravel()
    return convert


def _cast(array: np.ndarray, kinds: set[str]) -> np.ndarray:
    """Return the array as floats if some model is; Boolean or whole if all models are."""
    if kinds == {"b"}:
        return array.astype(bool, copy=False)
    if "f" in kinds:
        return array.astype(float, copy=False)
    floats = array.astype(float)
    whole = kinds <= {"i", "u"} and np.isfinite(floats).all() and (floats == floats.round()).all()
    return array.astype(int, copy=False) if whole else array


def _sequence(models: list) -> Convert:
    make, lengths = type(models[0]), {len(m) for m in models}
    apart = make is tuple and len(lengths) == 1        # each place has its own form
    forms = [form_of(place) for place in zip(*models, strict=True)] if apart else \
        [form_of([part for m in models for part in m])]

    def convert(value: Any) -> Any:
        parts = list(np.asarray(value) if hasattr(value, "iloc") else value)
        if not apart:
            return make(map(forms[0], parts))
        if len(parts) != len(forms):
            return value
        return make(form(part) for form, part in zip(forms, parts, strict=True))
    return convert


def _mapping(models: list) -> Convert:
    """Return the converter for dictionaries: keys stay, nested ones have the same form."""
    every = list(models)
    for model in every:
        every += [part for part in model.values() if type(part) is dict]
    values: dict[Any, list] = {}
    for key, value in (pair for m in every for pair in m.items() if type(pair[1]) is not dict):
        values.setdefault(key if isinstance(key, str) else None, []).append(value)
    forms = {name: form_of(some) for name, some in values.items()}

    def convert(value: Mapping) -> dict:
        return {k: convert(v) if isinstance(v, Mapping) else
                forms.get(k if isinstance(k, str) else None, _as_it_is)(v)
                for k, v in value.items()}
    return convert


def _set(models: list) -> Convert:
    form = form_of([part for m in models for part in m])
    return lambda value: type(models[0])(map(form, value))


WAYS = {"number": _number, "text": lambda models: str, "array": _array, "sequence": _sequence,
        "mapping": _mapping, "set": _set}
