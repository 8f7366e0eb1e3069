"""The controls of an explorer, declared in one line each.

A control knows its name, label, default and limits, checks a value that is given in
code, and makes the widget that a learner moves.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from coursekit.checks import require_choice

LABEL = {"description_width": "150px"}
WIDE = {"width": "430px"}


@dataclass(frozen=True)
class Slider:
    """A number on a straight scale; whole numbers if ``step`` and limits are whole.

    Parameters
    ----------
    name, label : str
        Key in the state; words beside the slider.
    low, high, step, default : float
        Limits (both included), grid and start.
    tip : str
        What the number means, with its unit.

    Examples
    --------
    >>> Slider("bins", "bins", 1, 40, 1, 8, "number of bins").check(12)
    12
    """

    name: str
    label: str
    low: float
    high: float
    step: float
    default: float
    tip: str

    def check(self, value: Any) -> float:
        """Return the value if it is a number within the limits, else refuse it."""
        number = _number(self, value)
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.name} must lie between {self.low} and {self.high}, "
                             f"got {value!r}")
        whole = all(float(v).is_integer() for v in (self.low, self.high, self.step))
        if whole and not number.is_integer():
            raise ValueError(f"{self.name} must be a whole number, got {value!r}")
        return int(number) if whole else number

    def widget(self, value: float) -> Any:
        """Return the slider; its number can be typed as well."""
        import ipywidgets

        whole = isinstance(value, int)
        kind = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
        return kind(value=value, min=self.low, max=self.high, step=self.step,
                    description=self.label, tooltip=self.tip, continuous_update=True,
                    readout_format="d" if whole else ".2f", style=LABEL, layout=WIDE)


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
        Start.
    tip : str
        What the number means.
    steps : int
        Steps a factor of ``base``. A browser knows the steps alone: start and presets must be
        on them.
    base : float
        Factor that takes so many steps; 2 keeps doubled values exact.

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
        """Return the value if it is a number within the limits, else refuse it."""
        number = _number(self, value)
        if not self.low * (1 - 1e-9) <= number <= self.high * (1 + 1e-9):
            raise ValueError(f"{self.name} must lie between {self.low} and {self.high}, "
                             f"got {value!r}")
        return number

    def widget(self, value: float) -> Any:
        """Return the slider; its number can be typed as well."""
        import ipywidgets

        return ipywidgets.FloatLogSlider(
            value=value, base=self.base, min=math.log(self.low, self.base),
            max=math.log(self.high, self.base),
            step=1 / self.steps, description=self.label, tooltip=self.tip,
            continuous_update=True, readout_format=".3g", style=LABEL, layout=WIDE)


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
        """Return the value if it is one of the options, else refuse it."""
        return require_choice(self.name, value, self.options)

    def widget(self, value: str) -> Any:
        """Return the row of buttons, one a word.

        A drop-down menu would hide the choices, and in a notebook the arrow keys that move
        it move the cursor of the page instead.
        """
        import ipywidgets

        return ipywidgets.ToggleButtons(
            value=value, options=self.options, description=self.label,
            tooltips=[f"{self.label}: {word}; {self.tip}" for word in self.options],
            style={**LABEL, "button_width": "auto"}, layout={"width": "100%"})


@dataclass(frozen=True)
class Toggle:
    """Yes or no.

    Examples
    --------
    >>> Toggle("intervals", "show intervals", True, "95 % Wilson intervals").check(False)
    False
    """

    name: str
    label: str
    default: bool
    tip: str

    def check(self, value: Any) -> bool:
        """Return the value if it is True or False, else refuse it."""
        return require_choice(self.name, value, (True, False))

    def widget(self, value: bool) -> Any:
        """Return the box to tick."""
        import ipywidgets

        return ipywidgets.Checkbox(value=value, description=self.label, tooltip=self.tip,
                                   style=LABEL, layout=WIDE)


Control = Slider | LogSlider | Choice | Toggle


def _number(control, value: Any) -> float:
    is_number = isinstance(value, (int, float)) or hasattr(value, "item")
    if isinstance(value, bool) or not is_number:
        raise TypeError(f"{control.name} must be a number, got {value!r}")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{control.name} must be a finite number, got {value!r}")
    return number
