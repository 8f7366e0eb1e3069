"""The controls of an explorer, declared in one line each.

A control knows its name, label, limits and initial value; it checks a value given in code,
formats a value as text, and describes itself to the notebook, where ``front.js`` draws it.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from coursekit.checks import require_choice


def above(value: float, bound: float, digits: int = 3) -> tuple[str, str]:
    """Return a value and the bound it exceeds, with as many digits as needed to show the excess.

    Examples
    --------
    >>> above(1.7, 1.0), above(1.0034, 1.0)
    (('1.7', '1'), ('1.003', '1'))
    """
    while digits < 17 and float(f"{value:.{digits}g}") <= float(f"{bound:.{digits}g}"):
        digits += 1
    return f"{value:.{digits}g}", f"{bound:.{digits}g}"


@dataclass(frozen=True)
class Slider:
    """A number on a linear scale; whole numbers if ``step`` and limits are whole.

    Parameters
    ----------
    name, label : str
        Key in the state; words beside the slider.
    low, high, step, default : float
        Limits (both included), grid and initial value.
    tip : str
        What the number means, with its unit.

    Examples
    --------
    >>> Slider("bins", "bins", 1, 40, 1, 8, "number of bins").check(12)
    12
    >>> Slider("t", "time", -1, 1, 0.1, 0, "seconds").check(0.1 + 0.2)
    0.3
    """

    name: str
    label: str
    low: float
    high: float
    step: float
    default: float
    tip: str

    @property
    def whole(self) -> bool:
        """Whether the grid consists of whole numbers."""
        return all(float(v).is_integer() for v in (self.low, self.high, self.step))

    @property
    def digits(self) -> int:
        """Decimal places of the grid."""
        return max(-int(Decimal(str(v)).normalize().as_tuple().exponent)
                   for v in (self.low, self.step, 1))

    def check(self, value: Any) -> float:
        """Return the value, rounded to the grid; raise an error outside the limits."""
        number = _number(self, value)
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.name} must lie between {self.low} and {self.high}, "
                             f"got {value!r}")
        if self.whole and not number.is_integer():
            raise ValueError(f"{self.name} must be a whole number, got {value!r}")
        return self.nearest(number)

    def nearest(self, number: float) -> float:
        """Return the grid value nearest to a number."""
        number = self.low + round((number - self.low) / self.step) * self.step
        number = round(min(max(number, self.low), self.high), self.digits)
        return int(number) if self.whole else float(number) + 0.0      # + 0.0: never -0.0

    def text(self, value: float) -> str:
        """Return the value as text, shown and read aloud."""
        return f"{value:.{self.digits}f}"

    def spec(self) -> dict:
        """Return the description for the notebook."""
        return {**_spec(self, "slider"), "low": self.low, "high": self.high, "step": self.step,
                "digits": self.digits}


@dataclass(frozen=True)
class LogSlider:
    """A positive number on a logarithmic scale.

    Parameters
    ----------
    name, label : str
        Key in the state; words beside the slider.
    low, high : float
        Limits (both included).
    default : float
        Initial value.
    tip : str
        What the number means.
    steps : int
        Steps per factor of ``base``. The slider moves in these steps: default and presets must be
        on them. A number between two steps can be typed.
    base : float
        The factor of ``steps`` steps; 2 keeps doubled values exact.

    Examples
    --------
    >>> LogSlider("C", "penalty C", 0.01, 100, 1, "price of a slack").check(10)
    10.0
    """

    name: str
    label: str
    low: float
    high: float
    default: float
    tip: str
    steps: int = 10
    base: float = 10.0

    def check(self, value: Any) -> float:
        """Return the value; raise an error unless it is a number within the limits."""
        number = _number(self, value)
        if not self.low * (1 - 1e-9) <= number <= self.high * (1 + 1e-9):
            raise ValueError(f"{self.name} must lie between {self.low} and {self.high}, "
                             f"got {value!r}")
        return self.nearest(number)

    def nearest(self, number: float) -> float:
        """Return the number without rounding noise, clipped to the limits."""
        return min(max(float(f"{number:.12g}"), self.low), self.high)

    def places(self) -> list[float]:
        """Return the values of the slider's steps."""
        last = math.ceil(math.log(self.high / self.low, self.base) * self.steps - 1e-9)
        return [self.nearest(self.low * self.base ** (k / self.steps)) for k in range(last + 1)]

    def text(self, value: float) -> str:
        """Return the value as text: three digits, without an exponent."""
        return np.format_float_positional(value, precision=3, unique=False, fractional=False,
                                          trim="-")

    def spec(self) -> dict:
        """Return the description for the notebook."""
        places = self.places()
        return {**_spec(self, "log"), "low": self.low, "high": self.high, "places": places,
                "texts": [self.text(value) for value in places]}


@dataclass(frozen=True)
class Choice:
    """One of a few words.

    Examples
    --------
    >>> Choice("sex", "passengers", ("all", "women", "men"), "all", "whom to show").check("men")
    'men'
    """

    name: str
    label: str
    options: tuple[str, ...]
    default: str
    tip: str

    def check(self, value: Any) -> str:
        """Return the value; raise a ValueError unless it is one of the options."""
        return require_choice(self.name, value, self.options)

    def text(self, value: str) -> str:
        """Return the word."""
        return value

    def spec(self) -> dict:
        """Return the description for the notebook."""
        return {**_spec(self, "choice"), "options": list(self.options)}


@dataclass(frozen=True)
class Toggle:
    """Yes or no.

    Examples
    --------
    >>> Toggle("intervals", "show intervals", True, "95% Wilson intervals").check(False)
    False
    """

    name: str
    label: str
    default: bool
    tip: str

    def check(self, value: Any) -> bool:
        """Return the value; raise a ValueError unless it is True or False."""
        return require_choice(self.name, value, (True, False))

    def text(self, value: bool) -> str:
        """Return "on" or "off"."""
        return "on" if value else "off"

    def spec(self) -> dict:
        """Return the description for the notebook."""
        return _spec(self, "toggle")


Control = Slider | LogSlider | Choice | Toggle


@dataclass(frozen=True)
class Button:
    """A button that calls a method of the explorer.

    Examples
    --------
    >>> Button("Next", "One step on", "next").action
    'next'
    """

    label: str
    tip: str
    action: str


def _spec(control: Control, kind: str) -> dict:
    return {"kind": kind, "name": control.name, "label": control.label, "tip": control.tip}


def _number(control: Control, value: Any) -> float:
    is_number = isinstance(value, (int, float)) or hasattr(value, "item")
    if isinstance(value, bool) or not is_number:
        raise TypeError(f"{control.name} must be a number, got {value!r}")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{control.name} must be a finite number, got {value!r}")
    return number
