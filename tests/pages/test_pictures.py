"""The eye of the page tests: it sees what a reader would, down to a word, and nothing finer."""
import base64

import pytest

from coursekit.notebook import png_bytes
from coursekit.plots.style import BLUE, new_axes
from pictures import SHARE, differences, share_that_differs
from roughly import rough_differences


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
    assert not differences([output(drawn(shift=0.0001))], [output(drawn())])


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


def test_what_a_screen_reader_hears_is_compared():
    here, there = ({**output(drawn()),
                    "metadata": {"image/png": {"alt": f"shift of edges ({unit}) 0.5"}}}
                   for unit in ("years", "months"))
    assert differences([here], [here]) == [] == rough_differences([here], [here])
    assert len(differences([there], [here])) == 1 == len(rough_differences([there], [here]))


def said(text: str) -> list:
    return [{"output_type": "display_data", "data": {"text/markdown": text}}]


STEPS = "after 18 steps: KKT gap 4.6e-04, W = 1,234.5, b = −0.4; rounding 3e-17"


@pytest.mark.parametrize("other", ["after 15 steps: KKT gap 9e-04, W = 1,234.4, b = "
                                   "−0.5; rounding 0", STEPS])
def test_what_another_processor_may_print_is_taken(other):
    assert rough_differences(said(other), said(STEPS)) == []


@pytest.mark.parametrize("other", [
    STEPS.replace("steps", "pairs"), STEPS.replace("18", "80"), STEPS.replace("−0.4", "0.4"),
    STEPS.replace("1,234.5", "34.5"),
    STEPS.replace("4.6e-04", "4.6e-02"), STEPS.replace("; rounding 3e-17", "")])
def test_another_word_sign_or_size_is_noticed(other):
    assert len(rough_differences(said(other), said(STEPS))) == 1
    assert rough_differences([], said(STEPS)) \
        and rough_differences([output(drawn(title="A longer title than it"))], [output(drawn())])
