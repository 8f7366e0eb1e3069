"""What a reader can see before having chosen: nothing that tells the answer."""
import re
from collections import Counter

import pytest

from pages import NOTEBOOKS, code_cells, name, read

import asked        # in tools, which `pages` makes importable

# What the cell after an answer shows in the open and does not tell it: read once, by somebody who
# had not chosen. A figure or a sentence that tells goes into `reveal(…, then=…, figure=…)`.
TELLS_NOTHING = {
    "01c-19",               # a diagram of causes
    "06d-questions", "a1b-shift",                 # what comes next
    "07d-tell-source", "a1-b8ffb421",           # remarks
    "01c-25", "01c-29", "02-l17", "02e-updates-full", "04-b8cbbcb5", "04b-6f4e7147", "04b-ceilings",
    "04d-e258658f", "04d-95b4818e", "05-best-of-sixteen-full", "06-box-by-box",
    "06-one-frame-explorer", "06-three-questions-fall", "06c-envelope-third", "06c-envelope-full",
    "07c-ffd33644", "07d-code-length", "a1-springs-lifted", "a1-two-forms-full",
    "a1b-likelihood-bars-full", "a1b-threshold-explorer",       # explorers in their first state
    "06-three-questions-full",                  # ends as the explorer above it does
}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_nothing_tells_an_answer_before_a_choice(path):
    for prediction in asked.predictions(read(path)):
        assert prediction.code == {} and prediction.outputs == {}, prediction
        assert set(prediction.after) <= TELLS_NOTHING, prediction


def test_what_is_left_in_the_open_is_on_a_page():
    seen = {cell for path in NOTEBOOKS for prediction in asked.predictions(read(path))
            for cell in prediction.after}
    assert TELLS_NOTHING <= seen


def test_to_say_the_same_letter_always_gains_nothing():
    """Of three options each should be right about every third time."""
    said = Counter(letter for path in NOTEBOOKS for cell in code_cells(read(path))
                   if "reveal(" in cell.source for output in cell.outputs
                   for letter in re.findall(r"\*\*([a-e])\*\*", str(output))[:1])
    assert sum(said.values()) > 150 and max(said.values()) < 0.4 * sum(said.values()), said


def test_visible_code_an_output_and_the_next_cell_are_noticed():
    from nbformat import v4

    hidden = {"jupyter": {"source_hidden": True}}
    told, again = (v4.new_output("stream", text=text) for text in ("It is b.", "As I said, b."))
    first = v4.new_output("stream", text="The first picture.")
    page = v4.new_notebook(cells=[
        v4.new_code_cell("Small()", id="picture", outputs=[first]),
        v4.new_code_cell("my_guess = None", id="q"),
        v4.new_code_cell("answer = 'b'", id="open"),
        v4.new_code_cell("print(answer)", id="said", metadata=hidden, outputs=[told]),
        v4.new_code_cell("f = check('f', f)", id="own", outputs=[told]),
        v4.new_code_cell("reveal('x', my_guess, answer)", id="a", outputs=[told]),
        v4.new_code_cell("show(figure)", id="next", outputs=[again])])
    before = {"open": "answer = 'b'"}, {"said": "It is b."}
    assert asked.predictions(page) == [("a", *before, {"next": "As I said, b."}, {})]
    page.cells[-1].outputs = [first]        # it stood above the question, too
    assert asked.predictions(page) == [("a", *before, {}, {})]
    page.cells[-1] = v4.new_markdown_cell("As I said, b.<details>Why</details>", id="text")
    assert asked.predictions(page) == [("a", *before, {}, {"text": "As I said, b."})]
