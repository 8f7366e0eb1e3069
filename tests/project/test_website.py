"""What the web pages are made of: pictures along an axis, hints, terms, formulas."""
from __future__ import annotations

import html
import importlib
import pathlib
import re
import sys

import nbformat
import pytest

from coursekit.exercise import registry
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.controls import LogSlider, Slider, Toggle

ROOT = pathlib.Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools" / "website"))
frames, lists = importlib.import_module("frames"), importlib.import_module("lists")
sources = importlib.import_module("sources")


class Doubled(Explorer):
    """Two numbers, of which one has narrower limits than its slider."""

    title, question = "Doubled", "How much?"
    controls = (Slider("x", "number", 0, 100, 1, 37, "a number"),
                Slider("y", "below x", 0, 100, 1, 10, "another"),
                Toggle("loud", "louder", False, "twice"))
    presets = {"much": Preset({"x": 99}, "is it much?", "99")}

    def build(self, canvas):
        """Draw nothing."""

    def limits(self, state):
        """Return limits: y is at most x."""
        return {"y": (0, state["x"])}

    def draw(self, state):
        """Tell the state, with a sign that HTML would take for a tag."""
        return f"<b>{state['x']}, {state['y']}, {state['loud']}"


def test_each_axis_has_its_start_and_its_limits_and_few_pictures(tmp_path):
    album = frames.Album(Doubled(), tmp_path, "pictures")
    axes = [album.axis(control) for control in Doubled.controls]
    for axis, start, top in zip(axes, ("37", "10", "off"), ("100", "37", "on"), strict=True):
        assert axis["texts"][axis["start"]] == start and axis["texts"][-1] == top
        assert 2 <= len(axis["texts"]) <= frames.PLACES + 1
        told = [album.frames[k]["status"] for k in axis["frames"]]
        assert len(set(told)) == len(told)
    assert [album.frames[k]["status"] for k in axes[2]["frames"]] == ["<b>37, 10, False",
                                                                     "<b>37, 10, True"]
    starts = {axis["frames"][axis["start"]] for axis in axes}
    assert len(starts) == 1                                 # the state where all stand is one picture
    assert len(list(tmp_path.glob("*.jpg"))) == len(album.frames)


def test_an_explorers_words_do_not_become_tags(tmp_path):
    page = frames.write(Doubled(), "Doubled", tmp_path, "pictures")
    assert "<b>" not in page and "&lt;b&gt;37, 10, False" in page
    assert page.count("<script") == page.count("</script") == 1


def test_a_logarithmic_slider_keeps_its_ends():
    control = LogSlider("C", "penalty", 0.01, 100, 1, "price")
    assert frames.places(control, 1)[0] == 0.01 and frames.places(control, 1)[-1] == 100


def test_an_explorer_that_fails_is_not_printed_as_if_it_worked(tmp_path):
    class Broken(Doubled):
        def draw(self, state):
            if state["x"] > 50:
                raise ValueError("too much")
            return "fine"

    with pytest.raises(RuntimeError, match="too much"):
        frames.write(Broken(), "Broken", tmp_path, "pictures")


def test_every_explorer_on_a_page_opens_with_plain_values():
    for path in sources.course():
        for cell in sources.reading.code_cells(nbformat.read(path, as_version=4)):
            if sources.reading.only_opens_an_explorer(cell.source):
                assert not sources.reading.statements(cell.source)[-1].value.args
                assert isinstance(sources.reading.opened(cell.source), dict), path.stem


def test_hints_are_there_and_the_solution_is_not():
    for key in registry.exercise_keys():
        exercise, told = registry.find(key), sources.hints(key)
        assert told.count("<details") == len(exercise.hints)
        assert "open" not in re.sub(r"<p>.*?</p>", "", told)
        plain = html.unescape(re.sub(r"<[^>]+>", "", told))
        lines = [line.strip() for line in exercise.solution.splitlines() if line.strip()]
        assert not all(line in plain for line in lines), key
        assert not exercise.way or exercise.way not in told


def page_of(*texts: str):
    cells = [nbformat.v4.new_markdown_cell(text) for text in ("# 01 · A title", *texts)]
    return nbformat.v4.new_notebook(cells=cells)


def test_a_term_is_taken_where_it_is_introduced_first():
    pages = {"01_a": page_of("A point $x. Y$ is **feasible** if $c = 0$. It is **not** far.",
                             "**Prediction.** the **winner** is?", "- **Name** a thing"),
             "02_b": page_of("Again the **feasible** points, and a **tree** (of choices) grows.")}
    terms = lists.mark_terms(pages)
    assert [(t.word, t.page) for t in terms] == [("feasible", "01_a"), ("tree", "02_b")]
    assert terms[0].sentence == "A point $x. Y$ is **feasible** if $c = 0$."
    assert 'id="term-feasible"' in pages["01_a"].cells[1].source
    assert "id=" not in pages["02_b"].cells[1].source.split("**tree**")[0].split("feasible")[0]


def test_the_glossary_of_the_course_knows_its_central_words():
    pages = {path.stem: nbformat.read(path, as_version=4) for path in sources.course()}
    known = {term.word.lower() for term in lists.mark_terms(pages)}
    assert {"feasible", "lagrangian", "margin", "hinge loss", "pruning", "gini index"} <= known
    assert not known & lists.ONLY_LOUD


def test_formulas_stand_under_their_sections():
    page = page_of("$$ before $$", "## One\n\n$$ a $$\n\n### Inside\n\n$$ b $$ and $$ c $$", "## Two")
    assert lists.sections_with_formulas(page) == [("One", ["a"]), ("Inside", ["b", "c"])]


class Together(Doubled):
    """The same, with two that move together."""

    together = ("x", "y")


def test_of_a_single_control_the_others_are_not_spoken_of(tmp_path):
    assert "others" in frames.how_they_move(Doubled())
    page = frames.write(Together(only=("x",)), "one", tmp_path, "pictures")
    assert "others" not in page and page.count('type="range"') == page.count("<button") == 1
    assert len(list(tmp_path.glob("*.jpg"))) == frames.PLACES + 1
