"""What CONTRIBUTING.md says of limits, places and names is so."""
from __future__ import annotations

import re
import tomllib

import pytest
from scipy.stats import norm

import guards
from coursekit.exercise import guard
from coursekit.kernels import rbf
from coursekit.tree.criteria import CRITERIA
from pages import NOTEBOOKS, ROOT, reading
from told import read

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
FLAT = " ".join(TEXT.split())
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
COUNTS = dict(zip("one two three four five six seven eight nine".split(), range(1, 10)))
NUMBER = r"(\d+(?:\.\d+)?|" + "|".join(COUNTS) + ")"
WIDE, HIGH = guards.LARGEST_PICTURE
LAPTOP, HALL = guards.LAPTOP, guards.HALL


@pytest.mark.parametrize("words, limits", [
    ("Files have at most # lines, functions at most #, lines # characters",
     [guards.LONGEST_FILE, guards.LONGEST_FUNCTION, SETTINGS["tool"]["ruff"]["line-length"]]),
    ("one statement a line, no # values in one assignment", [guards.MOST_AT_ONCE + 1]),
    ("What would make it longer than # lines", [guards.LONGEST_FILE]),
    ("code cell ≤ # lines, text cell ≤ # words (# where it stands on a slide), lines ≤ # characters",
     [guards.LONGEST_CODE, guards.LONGEST_TEXT, guards.LONGEST_ON_A_SLIDE, guards.LONGEST_LINE]),
    ("A first reading takes at most # minutes, else the tool ends", [guards.LONGEST_READING]),
    ("What is added to a page that stands at # goes", [guards.LONGEST_READING]),
    ("`size` at most # × # inches", [WIDE, HIGH]),
    ("at # × # all of it, controls, picture and sentence, stays below # pixels", [*LAPTOP.values(), guards.HIGHEST_BOX]),
    ("it has more than # characters and a number", [guards.SHORTEST_STATUS]),
    ("all slides of all pages, at # × # and at # × #", [*LAPTOP.values(), *HALL.values()]),
    ("A mark has # : # with white and a word # : # with what is behind, in each", [guards.MARK, 1, guards.WORDS, 1]),
    ("a mark has # : # with the ground of its axes and a word # : # with", [guards.MARK, 1, guards.WORDS, 1]),
    ("A move makes at most # calls of functions", [guards.MOST_CALLS]),
    ("with a deadline of # seconds", [guard.SECONDS]),
    ("or as a predicate on what came out, # hints", [guards.HINTS]),
    ("Boxes have # kinds", [len(guards.BOXES)]),
])
def test_a_limit_that_is_told_is_the_one_that_is_held(words, limits):
    found = re.findall(re.escape(words).replace(r"\#", NUMBER).replace("#", NUMBER), FLAT)
    assert len(found) == 1, words
    told = found[0] if isinstance(found[0], tuple) else found
    assert [COUNTS.get(n) or float(n) for n in told] == limits


def test_the_tool_ends_where_the_test_does():
    path = ROOT / "tools" / "notebooks.py"
    assert re.findall(r"^LONGEST_READING = (\d+)", path.read_text("utf-8"), re.M) == [str(guards.LONGEST_READING)]


def test_presets_are_as_many_as_is_told():
    low, high = re.search(r"- (\w+) to (\w+) presets", FLAT).groups()
    assert (COUNTS[low.lower()], COUNTS[high]) == (guards.FEWEST_PRESETS, guards.MOST_PRESETS)


def test_the_kinds_of_boxes():
    told = re.search(r"by their first bold words: (.*?)\. -", FLAT)[1]
    kinds = {alert: {name} for name, alert in re.findall(r"([A-Z][\w ]+) \(`alert-(\w+)`\)", told)}
    assert kinds == guards.BOXES


def test_each_floor_holds_what_imports_may_not_cross():
    """From top to bottom the table has the layers that import-linter is given."""
    rows = [re.findall(r"`(?:coursekit/)?(\w+)(?:/|\.py)`", re.sub(r"\([^)]*\)", "", row))
            for row in re.findall(r"^\| (?:\d|ground) \|(.*)\|$", TEXT, re.M)]
    layers = SETTINGS["tool"]["importlinter"]["contracts"][0]["layers"]
    assert [set(row) for row in rows] == [{"notebooks"}, *(set(layer.split(" | ")) for layer in layers)]


def test_a_second_reading_is_marked_as_told():
    assert f"A section whose heading ends in {reading.LATER} is for a second reading" in FLAT


def test_floors_are_counted_and_sigma_and_gamma_belong_together():
    assert re.findall(r"^\| (\d|ground) \|", TEXT, re.M) == [*"543210", "ground"]
    over, power = re.search(r"γ = 1/\((\d)σ(.)\)", FLAT).groups()
    sigma = 0.7
    exponent = rbf([[0.0]], [[1.0]], gamma=1 / (int(over) * sigma ** "⁰¹²³".index(power)))
    assert exponent[0, 0] == pytest.approx(norm.pdf(1 / sigma) / norm.pdf(0))


def test_every_command_names_what_is_there():
    pages = {path.stem for path in NOTEBOOKS}
    assert set(re.findall(r"\bNB=(\w+)", TEXT)) <= pages
    places = [word.split("=")[-1] for command in re.findall(r"`(?:\w+=\w+ )?pytest ([^`]+)`", TEXT) for word in command.split()
              if "/" in word or word in ("tests", "coursekit", "notebooks")]
    assert len(places) > 8 and [p for p in places if not (ROOT / p).exists()] == []
    tests = " ".join(path.name + path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    chosen = {word for words in re.findall(r'-k "?([\w ]+)', TEXT) for word in words.split() if word != "or"}
    assert len(chosen) > 1 and all(word in tests for word in chosen)


def test_what_the_docstring_of_an_impurity_begins_with():
    (begins,), _ = read('its docstring begins with "{Return|Compute}"', [FLAT])
    assert all(function.__doc__.startswith(begins) for function in (criterion.impurity for criterion in CRITERIA.values()))
