"""Nothing in an explorer is drawn in white on white, nor in a colour too near to it."""
from __future__ import annotations

import pytest

from coursekit import explorers
from visible import too_pale

NAMES = sorted(set(explorers._HOME) - {"Explorer"})

#: What may be as pale as `visible.FAINT`, by how it looks on white: it lies behind the marks.
PALE = {
    "BendIt": {"#e1f3eb": "the plane of height 0, which has an outline"},
    "KernelOrNot": {"#e3e3e3": "what is 0 up to rounding"},
    "LagrangeTilt": {"#cacaca": "what is not feasible"},
    "NestedLoops": {"#f6ef8e": "the cell that won", "#ececec": "parts that are not used now",
                    "#f0e442": "the part that judges a setting, as its cells have it"},
    "Pruner": {"#dddddd": "the whole tree, behind what is left of it"},
    "ShiftFraction": {"#b8b8b8": "other splits, behind the one that is told of"},
    "SlackPrice": {"#aed2ec": "the step on which the multipliers lie", "#cdebdd": "where all lines are optimal"},
    "SMOStepper": {"#ddefe7": "where the gap is below the tolerance"},
    "TubeAndBandwidth": {"#d6ebe2": "the tube"},
}


@pytest.mark.parametrize("name", NAMES)
def test_every_mark_and_word_of_an_explorer_stands_out(name):
    """A white edge around a mark is none of its faults: the better of face and edge counts."""
    explorer = getattr(explorers, name)()
    for state in [{}, *(state for state, _ in explorer.presets.values())]:
        explorer.reset()
        explorer.set(**state)
        canvas = explorer.canvas
        pale = too_pale(canvas.figure, canvas.pixels, PALE.get(name, ()))
        assert not pale, f"at {state or 'the start'}:\n" + "\n".join(pale)
