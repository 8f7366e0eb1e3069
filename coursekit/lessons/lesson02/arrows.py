"""Arrows as long as a force, and the colours of lesson 02."""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from matplotlib.patheffects import withStroke

from coursekit.plots import style

PULL, PUSH, ALONG = style.ORANGE, style.COLOURS["multiplier"], style.PINK
WORDS = {PULL: style.WORDS["died"], PUSH: style.WORDS["male"], ALONG: style.WORDS["female"]}
VALLEY, GROUND, FORBIDDEN = style.SKY, style.PALE_BLUE, "#DADADA"
FENCE = "#5A5A5A"
HALO = [withStroke(linewidth=3.5, foreground="white")]     # keeps a name legible on a line
SHAFT, HEAD = 7.0, (17.0, 22.0)     # pixels: width of a shaft; half the width and length of a head


def outline(ax: Axes, tail: np.ndarray, step: np.ndarray) -> np.ndarray:
    """Return the corners (7, 2) of an arrow, in the units of the axes.

    The head is as long as the whole arrow at most, so a short arrow is a small triangle.
    """
    start, end = ax.transData.transform([tail, np.add(tail, step)])
    length = max(np.hypot(*(end - start)), 1e-9)
    along = (end - start) / length
    across = np.array([-along[1], along[0]])
    head = min(HEAD[1], length)
    half, wing = (size * head / HEAD[1] for size in (SHAFT / 2, HEAD[0] / 2 + 3))
    neck = end - head * along
    corners = [start + half * across, neck + half * across, neck + wing * across, end,
               neck - wing * across, neck - half * across, start - half * across]
    return ax.transData.inverted().transform(corners)


def arrow(ax: Axes, tail: np.ndarray, step: np.ndarray, colour: str, part: bool = False) -> None:
    """Draw an arrow from its tail, unless its length is 0; part of another force is hollow."""
    if np.hypot(*step) > 1e-9:
        look = {"facecolor": "white", "edgecolor": colour, "lw": 2.2} if part else \
            {"facecolor": colour, "edgecolor": "white", "lw": 0.8}
        ax.add_patch(Polygon(outline(ax, tail, step), zorder=6, **look))


def signed(value: float, digits: int = 2) -> str:
    """Return a number with a true minus sign, and never −0.

    >>> signed(-0.5), signed(-1e-12)
    ('−0.50', '0.00')
    """
    text = f"{round(value, digits) + 0.0:.{digits}f}"
    return text.replace("-", "−")
