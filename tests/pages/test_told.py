"""A spot is found where its words have been put a little otherwise, and never read as its opposite."""
import pytest

from told import read

WORDS = "At the root sex gains far {more|less}; but after the question about age, sex can still be asked"
SAID = ("A leaf answers with the mean. At the root sex gains far more; but after the question about age, sex can "
        "still be asked where it matters. In the second tree age gains less than sex does, and nothing else is asked.")


@pytest.mark.parametrize("old, new", [("root", "root,"), ("far more; but", "far more. But"), ("about age", "on age"), ("after the", "after that"),
                                      ("can still be", "may be"), ("At the root", "*At the root*,"), ("gains far", "gains by far")])
@pytest.mark.parametrize("word", ["more", "less"])
def test_a_sentence_put_otherwise_is_read(old, new, word):
    text = SAID.replace(old, new).replace("more", word)
    assert read(WORDS, ["Another text.", text])[0] == [word]


@pytest.mark.parametrize("text, why", [
    (SAID.replace("more", "as much"), "not said clearly"), (SAID[-70:], "is not said"), (f"{SAID} {SAID}", "is 2 times in"),
    (f"{SAID} {SAID}".replace("root", "top"), "not said clearly"), ("", "is not said")])
def test_what_is_not_said_or_said_twice_is_an_error_that_shows_the_nearest(text, why):
    with pytest.raises(AssertionError, match=why) as error:
        read(WORDS, [text])
    assert "nearest is" in str(error.value) or why != "not said clearly"


@pytest.mark.parametrize("old, new", [("gains far", "never gains far"), ("after the", "before the"), ("can still", "cannot"),
                                      ("about age", "about 12")])
def test_a_word_that_turns_the_sentence_round_may_not_change_beside_a_spot(old, new):
    with pytest.raises(AssertionError, match="not said clearly"):
        read(WORDS, [SAID.replace(old, new)])


def test_several_spots_are_read_together():
    text = "Near the border, both sides are wrong more often than they are far from it."
    assert read("Near the border both sides are {right|wrong} {more|less} often than far from it", [text])[0] == ["wrong", "more"]
