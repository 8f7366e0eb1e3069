"""Colours that can be seen: against white, beside each other, and by colour-blind eyes."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from colours import XYZ, contrast, linear
from coursekit.plots import style

# G. M. Machado, M. M. Oliveira and L. A. F. Fernandes (2009): how linear RGB looks to eyes
# that lack one kind of cone.
EYES = {
    "all cones": np.eye(3),
    "no long cones": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                               [-0.003882, -0.048116, 1.051998]]),
    "no middle cones": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                                 [-0.011820, 0.042940, 0.968881]]),
    "no short cones": np.array([[1.255528, -0.076749, -0.178779],
                                [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
WHITE = XYZ @ np.ones(3)

# What meets in one figure and means different things.
MEETING = [("BLUE", "ORANGE"), ("PINK", "GREEN"), ("GREY", "BLUE"), ("GREY", "ORANGE"),
           ("GREEN", "GREY"), ("PINK", "GREY"), ("BLUE", "GREEN"), ("BLUE", "PINK"),
           ("ORANGE", "GREEN"), ("ORANGE", "PINK"), ("SKY", "ORANGE"), ("SKY", "BLUE"),
           *(("INK", name) for name in ("BLUE", "ORANGE", "GREEN", "PINK", "GREY", "SKY"))]


def lab(light: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of linear RGB."""
    ratio = XYZ @ np.clip(light, 0, 1) / WHITE
    x, y, z = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def apart(one, other, eye: str) -> float:
    """How far two colours look apart; 2.3 is just noticeable."""
    return float(np.linalg.norm(lab(EYES[eye] @ linear(one)) - lab(EYES[eye] @ linear(other))))


def test_the_measures_are_the_published_ones():
    assert contrast("white", "black") == pytest.approx(21)
    assert contrast("#777777", "white") == pytest.approx(4.48, abs=0.005)   # W3C's example
    assert lab(linear("red")) == pytest.approx([53.24, 80.09, 67.20], abs=0.1)
    assert apart("#888888", "#999999", "no middle cones") == pytest.approx(
        apart("#888888", "#999999", "all cones"), abs=0.1)    # greys look alike to all


@pytest.mark.parametrize("colour", sorted({*style.PALETTE, *style.COLOURS.values()}))
def test_every_colour_of_lines_and_bars_stands_out_from_white(colour):
    assert contrast(colour, "white") >= 3


@pytest.mark.parametrize("eye", EYES)
def test_colours_that_meet_are_told_apart(eye):
    distances = {pair: apart(*(getattr(style, name) for name in pair), eye) for pair in MEETING}
    assert {pair: far for pair, far in distances.items() if far < 14} == {}


@pytest.mark.parametrize("eye", EYES)
def test_no_two_colours_of_the_palette_look_alike(eye):
    closest = min(itertools.combinations(style.PALETTE, 2), key=lambda pair: apart(*pair, eye))
    assert apart(*closest, eye) >= 10, closest


def test_letters_are_readable_on_white():
    for name in ("text.color", "axes.labelcolor", "axes.edgecolor"):
        assert contrast(style.RC[name], "white") >= 4.5
    assert contrast(style.GREY, "white") >= 4.5    # captions and marginal notes
