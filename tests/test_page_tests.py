"""`make test-page` asks for the tests that name the page, its exercises and its explorers."""
import importlib.util

import pytest

from coursekit.exercises.registry import exercises, sittings
from pages import NOTEBOOKS, ROOT

SPEC = importlib.util.spec_from_file_location("page_tests", ROOT / "tools" / "page_tests.py")
page_tests = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(page_tests)


def test_each_exercise_belongs_to_the_selection_of_its_page():
    asked = {path.stem.split("_")[0]: page_tests.selection(path).split(" or ") for path in NOTEBOOKS}
    for sitting in sittings():
        assert set(exercises(sitting)) <= set(asked[sitting]), sitting


def test_files_and_explorers_of_a_sitting_are_selected():
    asked = page_tests.selection(page_tests.page("03_smo"))
    assert {"SMOStepper", "lesson03_", "explorers03", "03_smo"} <= set(asked.split(" or "))
    assert "lesson03b" not in asked


@pytest.mark.parametrize("name", ["07_rule_learning", "07_rule", "a1", "notebooks/03_smo.ipynb", "03b"])
def test_the_beginning_of_a_name_will_do(name):
    assert page_tests.page(name) in NOTEBOOKS


@pytest.mark.parametrize("name", ["", "0", "99"])
def test_no_page_or_several_are_refused_with_the_names(name):
    with pytest.raises(SystemExit, match="name one page, as in NB="):
        page_tests.page(name)
