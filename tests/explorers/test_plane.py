"""The plane that explorers share: its lines at the level asked for, its tints on their sides."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgb

from coursekit.explorer.artists import Plane
from coursekit.explorer.canvas import Canvas
from coursekit.plots import style


def test_the_plane_draws_the_level_it_is_asked_for():
    canvas = Canvas()
    plane = Plane(canvas, canvas.figure.subplots(), np.array([[0.0, 0.0], [4.0, 4.0]]),
                  np.array([-1, 1]))
    f = plane.grid @ [1.0, 0.0] - 2.0
    plane.show(f)
    assert np.allclose(plane.line.get_segments()[0][:, 0], 2.0)
    assert {round(float(s[0, 0]), 6) for s in plane.edges.get_segments()} == {1.0, 3.0}


def test_each_side_of_the_line_has_the_tint_of_its_samples():
    """Over white, the side f > 1 is nearer to the colour of +1 than to that of -1."""
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    plane = Plane(canvas, ax, np.array([[-2.0, 0.0], [2.0, 1.0]]), np.array([-1, 1]))
    plane.show(2 * plane.grid[:, 0])
    picture = canvas.pixels()[..., :3] / 255
    across, up = ax.transData.transform([(-1.5, 0.5), (1.5, 0.5)]).T.astype(int)
    minus, plus = picture[len(picture) - 1 - up, across]
    blue, orange = (np.array(to_rgb(style.COLOURS[c])) for c in (1, -1))
    assert plus @ (blue - orange) > 0.02 + minus @ (blue - orange)
