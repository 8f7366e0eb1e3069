"""`make test-page` asks for the tests that name the page, its exercises and its explorers."""
import pytest

from coursekit.exercise.registry import exercises, lessons
from pages import NOTEBOOKS

import page_tests


def test_each_exercise_belongs_to_the_selection_of_its_page():
    asked = {path.stem.split("_")[0]: page_tests.selection(path).split(" or ") for path in NOTEBOOKS}
    for lesson in lessons():
        assert set(exercises(lesson)) <= set(asked[lesson]), lesson


def test_files_and_explorers_of_a_lesson_are_selected():
    (path,) = (path for path in NOTEBOOKS if path.stem == "03_smo")
    asked = page_tests.selection(path)
    assert {"SMOStepper", "lesson03_", "03_smo"} <= set(asked.split(" or "))
    assert "lesson03c" not in asked


def test_the_example_of_a_stub_is_selected_too():
    """Its name in the tests is that of the function, `best_step`."""
    (path,) = (path for path in NOTEBOOKS if path.stem == "03_smo")
    assert {"best-step", "best_step"} <= set(page_tests.selection(path).split(" or "))


@pytest.mark.parametrize("name", ["", "0", "99"])
def test_no_page_or_several_are_refused_with_the_names(name):
    with pytest.raises(SystemExit, match="make test-page NB=03_smo"):
        page_tests.main(name)
