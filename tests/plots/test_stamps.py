"""The short ways of drawing show what matplotlib would, and leave to it what they cannot."""
from __future__ import annotations

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import ListedColormap
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from packaging.version import Version

from coursekit.explorer.canvas import Canvas
from coursekit.explorer.stamps import Stamps

# Before 3.11 matplotlib puts the edges of cells elsewhere, blends those of the image, and begins
# words on whole pixels.
BEFORE_3_11 = Version(matplotlib.__version__) < Version("3.11")
COLOURS = ListedColormap(["#FBE3D3", "#F8F8F8", "#D9E8F4", "#112233"])


def of_state(canvas, artist):
    """Make an artist one of those that a state draws, and return it."""
    artist.set_animated(True)
    artist.set_in_layout(False)
    canvas._fresh.append(artist)
    return artist


def both_ways(canvas, artist):
    """Return the picture by the short way, and by matplotlib."""
    of_state(canvas, artist)
    short = canvas.pixels().copy()
    canvas.clear()
    artist.axes.draw_artist(artist)
    return short, np.array(canvas.figure.canvas.buffer_rgba())


@pytest.mark.parametrize("seed", range(30))
def test_cells_with_hard_edges_are_filled_pixel_for_pixel(seed):
    rng = np.random.default_rng(seed)
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    shape = rng.integers(1, 40, 2)
    left, bottom = rng.uniform(-5, 5, 2)
    extent = (left, left + rng.uniform(1, 9), bottom, bottom + rng.uniform(1, 9))
    if seed % 3 == 1:
        extent = (*extent[:2], extent[3], extent[2])        # upside down
    image = ax.imshow(rng.integers(0, 4, shape), cmap=COLOURS, vmin=0, vmax=3, aspect="auto",
                      origin=("upper", "lower")[seed % 2], interpolation="nearest", extent=extent)
    if seed % 5 == 0:                                       # part of it is out of view
        ax.set(xlim=(left + 0.3, left + 6), ylim=(bottom - 1, bottom + 0.7))
    short, drawn = both_ways(canvas, image)
    assert np.mean(np.any(short != by_place(canvas, image), axis=2)) < 0.002    # ties at edges
    if not BEFORE_3_11:
        assert np.mean(np.any(short != drawn, axis=2)) < 0.002


def written(monkeypatch) -> list[str]:
    """Return a list to which all words come that matplotlib draws from now on."""
    found, draw = [], Text.draw
    monkeypatch.setattr(Text, "draw", lambda text, *how: found.append(text.get_text())
                        or draw(text, *how))
    return found


def by_place(canvas, image):
    """Return the picture in which each pixel has the colour of the cell its middle lies in."""
    canvas.clear()
    picture = np.array(canvas.figure.canvas.buffer_rgba())
    ax, cells = image.axes, np.asarray(image.get_array())
    (left, low), (right, high) = np.round(ax.bbox.get_points()).astype(int)
    across, up = (a.ravel() for a in np.meshgrid(np.arange(left, right), np.arange(low, high)))
    x, y = ax.transData.inverted().transform(np.column_stack([across, up]) + 0.5).T
    start_x, end_x, start_y, end_y = image.get_extent()
    share_x, share_y = (x - start_x) / (end_x - start_x), (y - start_y) / (end_y - start_y)
    within = (0 <= share_x) & (share_x < 1) & (0 <= share_y) & (share_y < 1)
    row = (share_y[within] * cells.shape[0]).astype(int)
    column = (share_x[within] * cells.shape[1]).astype(int)
    row = row if image.origin == "lower" else cells.shape[0] - 1 - row
    colours = COLOURS(cells[row, column], bytes=True)
    picture[picture.shape[0] - 1 - up[within], across[within]] = colours
    return picture


def test_an_image_of_a_state_leaves_nothing_in_the_background():
    pictures = []
    for removed in (False, True):
        canvas = Canvas(4.0, 3.0)
        image = canvas.figure.subplots().imshow([[0, 1]], cmap=COLOURS, interpolation="nearest")
        if removed:
            image.remove()
        else:
            of_state(canvas, image)
        pictures.append(canvas.pixels().copy())
        canvas.clear()
        pictures.append(np.array(canvas.figure.canvas.buffer_rgba()))
    with_image, background, *without = pictures
    assert np.array_equal(background, without[0]) and np.array_equal(*without)
    assert not np.array_equal(background, with_image)


def test_an_image_that_is_out_of_view_leaves_the_picture_as_it_is():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    before = canvas.pixels().copy()
    of_state(canvas, ax.imshow([[0, 1]], cmap=COLOURS, interpolation="nearest", aspect="auto",
                            extent=(5, 6, 5, 6)))
    ax.set(xlim=(0, 1), ylim=(0, 1))
    assert np.array_equal(canvas.pixels(), before)


@pytest.mark.parametrize("more", [{"alpha": 0.5}, {"interpolation": "bilinear"}])
def test_what_is_not_hard_edged_or_shines_through_is_drawn_as_ever(more):
    canvas = Canvas(4.0, 3.0)
    image = canvas.figure.subplots().imshow(
        [[0, 1], [2, 3]], **{"interpolation": "nearest", "cmap": COLOURS, **more})
    short, drawn = both_ways(canvas, image)
    assert np.array_equal(short, drawn)


def test_an_image_on_a_logarithmic_axis_is_drawn_as_ever():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    image = ax.imshow([[0, 1], [2, 3]], cmap=COLOURS, interpolation="nearest",
                      extent=(1, 100, 1, 2), aspect="auto")
    ax.set_xscale("log")
    short, drawn = both_ways(canvas, image)
    assert np.array_equal(short, drawn)


def test_words_are_where_they_would_be_drawn():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    text = ax.text(0.4, 0.6, "n = 12", ha="center")
    short, drawn = both_ways(canvas, text)
    inked = [np.argwhere(np.any(picture != canvas.pixels()[0, 0], axis=2) & (
        np.indices(picture.shape[:2])[0] > 60)) for picture in (short, drawn)]
    assert np.abs(short.astype(int) - drawn).max(axis=2).mean() < 0.5
    assert np.abs(inked[0].mean(axis=0) - inked[1].mean(axis=0)).max() < 0.5


def test_words_with_a_halo_are_where_they_would_be_drawn(monkeypatch):
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    ax.axhspan(0, 1, color="#112233")
    text = ax.text(0.4, 0.6, "n = 12",
                   path_effects=[withStroke(linewidth=4, foreground="white")])
    short, drawn = both_ways(canvas, text)
    canvas.clear()
    assert np.abs(short.astype(int) - drawn).max(axis=2).mean() < 0.5
    assert np.any(short != canvas.figure.canvas.buffer_rgba())
    anew = written(monkeypatch)
    assert np.array_equal(canvas.pixels(), short)
    assert anew == [], "drawn anew in each picture"


def test_words_with_and_without_a_halo_are_two_pictures():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    ax.axhspan(0, 1, color="#112233")
    text = of_state(canvas, ax.text(0.4, 0.6, "n = 12"))
    plain = canvas.pixels().copy()
    text.set_path_effects([withStroke(linewidth=4, foreground="white")])
    assert np.any(canvas.pixels() != plain)


def test_words_that_a_box_cuts_off_are_drawn_as_ever():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    text = ax.text(0.4, 0.98, "cut off", clip_on=True)
    short, drawn = both_ways(canvas, text)
    assert np.array_equal(short, drawn)


def test_a_scatter_without_points_leaves_the_picture_as_it_is():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    dots = of_state(canvas, ax.scatter([0.2, 0.5], [0.5, 0.5]))
    shown = canvas.pixels().copy()
    dots.set_offsets(np.empty((0, 2)))
    empty = canvas.pixels().copy()
    dots.set_offsets([(0.2, 0.5), (0.5, 0.5)])
    assert np.any(shown != empty) and np.array_equal(canvas.pixels(), shown)


@pytest.mark.parametrize("place", [0.97, -0.3, 3.0])
def test_words_that_leave_the_picture_are_cut_off_there(place):
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    short, drawn = both_ways(canvas, ax.text(place, 0.5, "many words that go on and on"))
    assert np.array_equal(short, drawn)


def test_words_longer_than_half_the_picture_lose_no_letter():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    text = ax.text(-0.1, 0.5, "words that are longer than half of the picture", fontsize=11)
    short, drawn = both_ways(canvas, text)
    assert abs(short.astype(int) - drawn).max() <= 8        # rounding where words lie on a line


def test_words_are_not_cut_off_at_a_blank():
    """Half the picture is full just where one word ends: the next must not be lost."""
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    for k in range(8, 22):
        text = ax.text(-0.1, 0.5, "l" * k + "      end", fontsize=14)
        short, drawn = both_ways(canvas, text)
        assert abs(short.astype(int) - drawn).max() <= 8
        text.set_text("")


def test_what_is_hidden_after_it_was_shown_is_not_drawn():
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    artists = [of_state(canvas, ax.text(0.5, 0.5, "hidden")),
               of_state(canvas, ax.imshow([[0, 1]], cmap=COLOURS, interpolation="nearest"))]
    for artist in artists:
        canvas.pixels()
        artist.set_visible(False)
    hidden = canvas.pixels().copy()
    canvas.clear()
    assert np.array_equal(hidden, canvas.figure.canvas.buffer_rgba())


def test_what_was_shown_before_does_not_change_a_picture():
    pictures = []
    for places in ((0.5,), (0.498, 0.499, 0.5)):        # less than a pixel apart
        canvas = Canvas(4.0, 3.0)
        text = of_state(canvas, canvas.figure.subplots().text(0.5, 0.5, "n = 12"))
        for place in places:
            text.set_x(place)
            pictures.append(canvas.pixels().copy())
    assert np.array_equal(pictures[0], pictures[-1])
    if not BEFORE_3_11:
        assert not np.array_equal(pictures[1], pictures[2])


def test_pictures_are_not_kept_without_end(monkeypatch):
    monkeypatch.setattr("coursekit.explorer.stamps.MAX_CACHED_IMAGES", 3)
    canvas = Canvas(4.0, 3.0)
    text = canvas.figure.subplots().text(0.5, 0.5, "")
    canvas.figure.canvas.draw()
    stamps, anew = Stamps(canvas.figure), written(monkeypatch)
    for told in "01234567899876543210":
        text.set_text(told)
        stamps.put(text)
        stamps.put(text)        # what was drawn last is kept
    once, again = anew[:10], anew[10:]
    assert once == list("0123456789") and again[-7:] == list("6543210")
