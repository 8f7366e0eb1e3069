"""What an explorer has shown once it shows again without working it out anew.

Work is counted in calls, which a busy machine does not change; how long they take, `make
bench` says.
"""
from __future__ import annotations

import sys

import numpy as np
import pytest

from coursekit.explorer import explorer_names, find_explorer
from coursekit.explorer.controls import Choice, LogSlider, Slider
from cases import some
from forget import forget
from guards import MOST_CALLS


def places(control) -> list:
    """Return five places of a slider, from end to end, or the options of a choice."""
    if isinstance(control, LogSlider):
        every = control.places()
    elif isinstance(control, Slider):
        every = control.low \
            + control.step * np.arange(round((control.high - control.low) / control.step) + 1)
    else:
        return list(control.options) if isinstance(control, Choice) else [True, False]
    return [control.nearest(every[k]) for k in np.linspace(0, len(every) - 1, 5).astype(int)]


def calls(work) -> int:
    """Return how many functions are called, of Python and of C."""
    count = 0

    def seen(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", some(explorer_names(), 5))
def test_a_state_that_was_seen_is_shown_at_once_and_most_others_are_too(name, monkeypatch):
    kind, drawn = find_explorer(name), []
    forget(sys.modules[kind.__module__])
    explorer = kind()
    explorer.widget()
    moves = [{control.name: value} for control in kind.controls for value in places(control)]
    first = [calls(lambda move=move: explorer.set(**move)) for move in moves]
    assert np.median(first) <= MOST_CALLS, (
        f"half of the moves take more than {MOST_CALLS} calls of functions, so a move is late: "
        f"draw fewer points, let NumPy do what is "
        "looped over, or keep what is worked out (functools.lru_cache)")
    explorer.reset()
    canvas = explorer.canvas.figure.canvas
    draw = canvas.draw
    monkeypatch.setattr(canvas, "draw", lambda: drawn.append(explorer.state()) or draw())
    counts = {str(move): calls(lambda move=move: explorer.set(**move)) for move in moves}
    assert {move: count for move, count in counts.items() if count > MOST_CALLS} == {} \
        and drawn == []
