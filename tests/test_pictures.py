"""The eye of the page tests: it sees what a reader would, down to a word, and nothing finer."""
import base64

import pytest

from coursekit.notebook import png_bytes
from coursekit.plots.style import BLUE, new_axes
from pictures import SHARE, differences, share_that_differs


def drawn(colour=BLUE, shift=0.0, title="Sixty points", period=7, x="age (years)", line="C = 3"):
    figure, ax = new_axes(title, x, "y")
    ax.plot(range(60), [k % period + shift for k in range(60)], "o", color=colour, label=line)
    ax.legend()
    return base64.b64encode(png_bytes(figure)).decode()


def output(picture):
    return {"output_type": "display_data", "data": {"image/png": picture}}


def test_the_same_picture_is_the_same():
    assert share_that_differs(drawn(), drawn()) == 0


def test_a_hair_is_not_noticed():
    assert share_that_differs(drawn(), drawn(shift=0.005)) <= SHARE
    assert not differences([output(drawn(shift=0.001))], [output(drawn())])


@pytest.mark.parametrize("other", [{"colour": "white"}, {"colour": "#FF0000"}, {"period": 5},
                                   {"title": "A different message, and a longer one"}])
def test_what_a_reader_would_see_is_noticed(other):
    assert share_that_differs(drawn(), drawn(**other)) > SHARE
    assert "differs from the committed one" in differences([output(drawn(**other))],
                                                           [output(drawn())])[0]


@pytest.mark.parametrize("other", [{"x": "age (months)"}, {"x": "age"}, {"line": "C = 8"},
                                   {"line": "C = −3"}, {"title": "Sixty point"}])
def test_a_word_a_unit_and_a_sign_are_noticed(other):
    assert "differs from the committed one around (" in differences([output(drawn(**other))],
                                                                    [output(drawn())])[0]


def test_a_picture_that_is_missing_is_noticed():
    assert differences([], [output(drawn())]) == ["0 pictures instead of the 1 that are committed"]
    assert differences([output(drawn())], [output(drawn())]) == []
