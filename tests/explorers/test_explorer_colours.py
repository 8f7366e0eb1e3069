"""Nothing in an explorer is drawn in white on white, nor in a colour too near to it."""
from __future__ import annotations

from legend_looks import broken


def test_every_mark_and_word_of_an_explorer_stands_out(walked):
    """A white edge around a mark is none of its faults: the better of face and edge counts."""
    for look in walked.marked:
        assert not look.closer.pale, f"at {look.state}:\n" + "\n".join(look.closer.pale)


def test_cells_without_a_number_do_not_look_like_numbers(walked):
    """In a picture of cells: gaps between images, pairs that were not tried."""
    assert [look.state for look in walked.looks if look.gaps] == []


def test_a_marker_has_a_colour_that_the_legend_gives_to_its_shape(walked):
    for look in walked.looks:
        assert not look.hues, (look.state, look.hues)


def test_what_a_legend_promises_is_drawn_in_some_state(walked):
    promises, found = {}, set()
    for look in walked.marked:
        promises |= look.closer.promised
        found |= look.closer.shown
    assert not broken(promises, found)
