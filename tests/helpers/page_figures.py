"""Run in a page's kernel before its first cell: each figure that it shows is looked at.

What can hardly be seen, for a line in white passes as a picture like the committed one, is an
error of the cell that shows it, and so is what a legend promises and nobody has drawn.
"""
from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from coursekit import notebook
from legend_looks import broken, promised, shown
from visible import too_pale

#: What may be as pale as `visible.FAINT`, by how it looks on white: it lies behind the marks.
PALE = {
    "#9cc3dc": "contour lines of f and q",
    "#aed2ec": "where the KKT conditions allow a sample",
    "#b2e2d5": "the plane f = 0, which is seen through",
    "#ccece3": "as far as f can get, between two lines",
    "#d6e8f3": "the area under a bump, which has an outline",
    "#f8e5d6": "the same of class −1",
    "#d2d2d2": "the square below that plane",
    "#d6ebe2": "the tube",
    "#d9d9d9": "what is not feasible",
    "#dcebf5": "the feasible set with a cusp, which has an outline",
    "#e1f3eb": "an interval of optimal b, or in which a step stays",
    "#f6ef8e": "between the roots of a parabola, and between margin boundaries",
    "#f7f097": "the same", "#f8f2a0": "the same",
    "#d6ecfa": "where p fits", "#d4d4d4": "what lies behind a wall",
    "#d9e8f4": "the ground of passengers who are said to survive",
    "#fbe3d3": "the ground of those who are said to die",
    "#6eaedd": "contour lines of f", "#7fc9b3": "the push before a fence moved",
    "#ebebeb": "a plane that is seen through, with an edge",
    "#a9cde6": "the way of passengers who fall", "#f4c6a8": "the same of those who died",
}


def pixels(figure: Figure) -> np.ndarray:
    """Return the picture of a figure, shape (height, width, 4), bytes."""
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())


def pale(figure: Figure) -> list[str]:
    """Return what can hardly be seen in a figure of a page."""
    return too_pale(figure, lambda: pixels(figure), PALE)


def undrawn(figure: Figure) -> list[str]:
    """Return what a legend of a figure promises and the figure does not show."""
    return broken(promised(figure), shown(figure, pixels(figure)))


def watch() -> None:
    """Have a page refuse a figure with something pale in it, also where it waits in a fold."""
    drawn = notebook.png_bytes

    def png_bytes(figure: Figure) -> bytes:
        picture = drawn(figure)
        found = pale(figure)
        assert not found, "can hardly be seen:\n" + "\n".join(found)
        lost = undrawn(figure)
        assert not lost, "\n".join(lost)
        return picture
    notebook.png_bytes = png_bytes
