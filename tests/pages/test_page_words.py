"""What a page says and shows."""
import base64

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from coursekit.notebook import compare_with_source, confirm, png_bytes, reveal, say
from coursekit.plots.style import new_axes


def test_a_sentence_needs_exactly_its_numbers():
    with pytest.raises(ValueError, match="'n'.*'m'"):
        say("{n} passengers", m=3)
    with pytest.raises(ValueError, match="'n'"):
        say("no place", n=1)


@pytest.mark.parametrize("guess, number", [
    (0.6, "0.142"), (0.9, "0.158"), (0.742, ""),      # how far it is off
])
def test_a_numeric_prediction_is_answered(capsys, guess, number):
    reveal("the share", guess, 0.742)
    said = capsys.readouterr().out
    assert number in said and "0.742" in said


@pytest.mark.parametrize("guess, shown", [
    (None, ""), (..., ""), ("about half", "about half"), ([1, 2], "1, 2"), (float("nan"), "nan"),
    ("<b>", "&lt;b&gt;")])
def test_what_is_no_number_is_not_answered(capsys, guess, shown):
    reveal("the share", guess, 0.742, then="Of {n}.", n=314)
    said = capsys.readouterr().out
    assert shown in said and "742" not in said and "314" not in said


def test_numbers_too_low_and_too_high_are_answered_differently(capsys):
    answers = []
    for guess in (None, 0.5, 0.984, 0.742, "much"):
        reveal("the share", guess, 0.742)
        answers.append(capsys.readouterr().out)
    assert len(set(answers)) == 5


@pytest.mark.parametrize("guess, point", [
    ("0,94", "0.94"), ("-0,5", "-0.5"), (" 1.234,5 % ", "1234.5"), ("12 345,6", "12345.6"),
    (",5", "0.5"),
    ((0, 94), "0.94"), ([0, 94], "0.94"), ((-1, 5), "-1.5"), ((1.234, 5), "1234.5"),
    ([(0, 94)], "0.94"),
    ((0.4, 0.6), None), ((1, -5), None), ((1, 2, 3), None), ("1.2.3", None), ("a,b", None),
    ((True, 5), None),
    ((12.5, 5), None), (0.94, None), ("0.94", None), (None, None),
])
def test_a_decimal_comma_is_named_and_nothing_else_is(capsys, guess, point):
    reveal("the share", guess, 0.742)
    said = capsys.readouterr().out
    assert ("comma" in said) == (point is not None) \
        and (point is None or f"a point: {point}." in said)


@pytest.mark.parametrize("guess, shown", [
    (" B ", ""), ("(b)", ""), ("a", "a")])
def test_a_chosen_prediction_is_answered(capsys, guess, shown):
    reveal("the answer", guess, "b", options={"a": "it rises", "b": "it stays"},
           then="It stays at {at}.", at=3)
    said = capsys.readouterr().out
    assert shown in said and "**b**" in said and "at 3." in said


@pytest.mark.parametrize("guess, shown", [
    (None, ""), (..., ""), ("d", " d"), (2, " 2"), ([], " \\[\\]"),
    ("<b>*x*", "&lt;b&gt;\\*x\\*"), ("x" * 999, "xxx"),
])
def test_what_is_no_choice_is_not_answered(capsys, guess, shown):
    reveal("the answer", guess, "b", options={"a": "it rises", "b": "it stays"},
           then="It stays at {at}.", at=3)
    said = capsys.readouterr().out
    assert shown in said and "**b**" not in said and "stays" not in said and len(said) < 200


def told(guess: str) -> list[dict]:
    """Return what a page displays to a guess, with a picture."""
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(
        "from coursekit.notebook import reveal\n"
        "from coursekit.plots.style import new_axes\n"
        "figure, ax = new_axes('It stays', 'x', 'y')\n"
        f"reveal('the answer', {guess}, 'b', options='ab', then='At {{n}}.', figure=figure, n=3)")])
    return [o.data for o in NotebookClient(page, kernel_name="python3").execute().cells[0].outputs]


def test_without_a_choice_the_answer_and_its_picture_wait_in_a_fold():
    (waiting,) = told("None")
    assert "b**" not in waiting["text/plain"] and "At 3." not in waiting["text/plain"]
    folded = waiting["text/markdown"]
    assert folded.startswith('<details class="answer"><summary>')
    assert folded.endswith("\n\n</details>")
    summary, inside = folded.split("</summary>\n\n")
    assert "**b**" not in summary
    assert all(part in inside for part in ("**b**", "At 3.", 'alt="It stays', "base64,iVBOR"))
    answer, picture, words = told("'a'")
    assert "<details>" not in answer["text/markdown"] and "At 3." in answer["text/markdown"]
    assert picture["image/png"] in folded and "It stays" in words["text/plain"]


def test_right_wrong_missing_and_unknown_choices_are_answered_differently(capsys):
    answers = {}
    for guess in (None, "b", "a", "d"):
        reveal("the answer", guess, "b", options={"a": "it rises", "b": "it stays"})
        answers[guess] = capsys.readouterr().out
    assert len(set(answers.values())) == 4


def test_a_truth_that_is_no_option_is_refused():
    with pytest.raises(ValueError, match="'c'"):
        reveal("the answer", "a", "c", options="ab")


WHY = {(0.45, 0.55): "one half", (0, 0.2): "too few"}


@pytest.mark.parametrize(
    "guess, reason",
    [
        (0.5, "one half"),
        (50, "one half"),
        ("50 %", "one half"),
        (0.45, "one half"),
        (0.1, "too few"),
        (0, "too few"),
        (0.6, None),
        (0.74, None),
        (74.2, None),
    ],
)
def test_a_number_near_a_known_mistake_gets_its_reason(capsys, guess, reason):
    reveal("the share", guess, 0.742, because=WHY, form="{:.1%}")
    said = capsys.readouterr().out
    assert [why for why in WHY.values() if why in said] == ([reason] if reason else [])
    assert "74.2%" in said


def test_per_cent_are_read_as_per_cent_and_one_is_asked_back(capsys):
    answers = {}
    for guess in (0.6, 60, "60 %", 1, 1.0, 120, -0.2):
        reveal("the share", guess, 0.742, form="{:.1%}")
        answers[guess] = capsys.readouterr().out
    assert "60.0%" in answers[60] and "60%" in answers[60] and "60.0%" in answers["60 %"]
    assert all("14.2 percentage points" in answers[guess] for guess in (0.6, 60, "60 %"))
    assert (
        all("74.2" not in answers[guess] for guess in (1, 1.0, 120, -0.2)) and "100" in answers[1]
    )


def test_a_number_that_is_no_share_is_not_read_as_per_cent(capsys):
    reveal("the age", 60, 31.0, form="{:.0f}")
    assert "60" in (said := capsys.readouterr().out) and "29" in said


@pytest.mark.parametrize(
    "guess, reason",
    [("a", "at first"), ("(A)", "at first"), ("b", "it does"), ("c", None), (None, None)],
)
def test_a_choice_gets_its_own_reason(capsys, guess, reason):
    why = {"a": "only at first", "b": "and it does"}
    reveal("the answer", guess, "b", options="abc", because=why)
    said = capsys.readouterr().out
    assert [w for w in why.values() if w in said] == (
        [why[k] for k in why if reason and reason in why[k]]
    )


@pytest.mark.parametrize(
    "truth, because",
    [("b", {"d": "none of them"}), (0.7, {0.5: "no interval"}), (0.7, {(0.6, 0.5): "turned"})],
)
def test_reasons_that_belong_to_no_guess_are_refused(truth, because):
    with pytest.raises(ValueError, match="because"):
        reveal("the answer", None, truth, options="abc", because=because)


@pytest.mark.parametrize("guess", [10**400, "0.6", np.float32(0.6), np.array([0.6]), "<script>"])
def test_no_guess_makes_a_traceback(capsys, guess):
    reveal("the share", guess, 0.742)
    reveal("the answer", guess, "b")
    said = capsys.readouterr().out
    assert said.count("\n") == 2 and "<script>" not in said


def test_confirm_refuses_what_does_not_agree():
    with pytest.raises(AssertionError, match="0\\.1"):
        confirm("one", 1.0, 1.1)
    with pytest.raises(AssertionError, match="shapes"):
        confirm("two", [1, 2], [1])
    with pytest.raises(AssertionError):
        confirm("nan is no agreement", np.nan, np.nan)


def test_printed_numbers_are_compared_at_their_own_digits():
    table = compare_with_source({"age": ("19.87", 19.8653), "cabins lost": ("80", 77.10)})
    assert table["verdict"].tolist() == ["same", "differs"]
    assert table["computed"].tolist() == ["19.87", "77"]


def test_a_figure_is_the_same_bytes_twice_and_leaves_pyplot_alone():
    def draw():
        figure, ax = new_axes("Same", "x", "y")
        ax.plot([1, 2, 3])
        return png_bytes(figure)
    assert draw() == draw()
    assert plt.get_fignums() == []


def test_show_puts_picture_and_words_on_the_page():
    code = ("from coursekit.notebook import show\nfrom coursekit.plots.style import new_axes\n"
            "figure, ax = new_axes('Women first', 'sex', 'rate')\n"
            "_ = ax.bar(['f', 'm'], [.742, .189])\nshow(figure)")
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    NotebookClient(page, kernel_name="python3").execute()
    picture, words = page.cells[0].outputs
    assert base64.b64decode(picture.data["image/png"]).startswith(b"\x89PNG")
    assert picture.metadata["image/png"]["alt"] == words.data["text/plain"]
    assert "f: 0.742; m: 0.189" in words.data["text/html"]
