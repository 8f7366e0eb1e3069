"""The states an explorer is tried in: the ends of its sliders, the options of its choices."""
from __future__ import annotations

import asyncio
import itertools

from coursekit.explorer.base import Explorer
from coursekit.explorer.controls import Choice, LogSlider, Slider, Toggle


def extremes(control: Slider | LogSlider | Choice | Toggle,
             explorer: Explorer | None = None) -> list:
    """Return the ends of a control; with an explorer, those it allows in its state."""
    if isinstance(control, (Slider, LogSlider)):
        narrower = explorer.limits(explorer.state()) if explorer else {}
        return narrower.get(control.name, [control.low, control.high])
    return list(control.options) if isinstance(control, Choice) else [False, True]


def corners(kind: type[Explorer]) -> list[dict]:
    """Return all combinations of the ends of sliders and the options of choices."""
    return [dict(zip([c.name for c in kind.controls], values, strict=True))
            for values in itertools.product(*map(extremes, kind.controls))]


def ends_of_one(kind: type[Explorer]) -> list[dict]:
    """Return each end of each control, with the others where they start."""
    return [{c.name: value} for c in kind.controls for value in extremes(c)]


def preset_states(kind: type[Explorer]) -> list[dict]:
    """Return the states of the presets."""
    return [preset.state for preset in kind.presets.values()]


async def played() -> None:
    """Wait until what plays has come to its end, a minute at most."""
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()}, timeout=60)
