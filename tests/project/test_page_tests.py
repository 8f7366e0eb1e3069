"""`make test-page` asks for the tests that name the page, its exercises and its explorers."""
import pytest

from coursekit.exercise.registry import exercises, lessons
from pages import NOTEBOOKS, ROOT, lesson_of

import page_tests


def of(stem: str) -> page_tests.Selection:
    (path,) = (path for path in NOTEBOOKS if path.stem == stem)
    return page_tests.Selection(path)


def test_each_exercise_belongs_to_the_selection_of_its_page():
    pages = {lesson_of(path): page_tests.Selection(path) for path in NOTEBOOKS}
    for lesson in lessons():
        assert all(pages[lesson].wanted(ROOT / "tests" / "exercises" / "test_exercises.py", f"test_right[{key}]")
                   for key in exercises(lesson)), lesson


@pytest.mark.parametrize("file, name, wanted", [
    ("tests/explorers/test_explorers.py", "test_alive[SMOStepper]", True),
    ("tests/explorers/test_explorers.py", "test_alive[states0-SMOStepper]", True),
    ("tests/explorers/test_explorers.py", "test_alive[AgeBins]", False),
    ("tests/explorers/test_explorers.py", "test_of_the_engine", False),
    ("tests/exercises/test_exercises.py", "test_right[best-step-2]", True),
    ("tests/exercises/test_code_exercises.py", "test_example[03-best_step]", True),
    ("tests/exercises/test_code_exercises.py", "test_example[03b-duality_gap]", False),
    ("tests/pages/test_formulas.py", "test_no_formula_of_the_page_is_false[03_smo]", True),
    ("tests/pages/test_formulas.py", "test_no_formula_of_the_page_is_false[03b_stopping]", False),
    ("tests/pages/test_formulas.py", "test_a_specimen", False),
    ("tests/project/test_layout.py", "test_a_file_can_be_read[coursekit/lessons/lesson03/figures.py]", True),
    ("tests/project/test_layout.py", "test_a_file_can_be_read[coursekit/lessons/lesson03c/figures.py]", False),
    ("tests/project/test_documents.py", "test_the_readme", True),
    ("tests/lessons/test_lesson03.py", "test_whatever[1]", True),
    ("coursekit/lessons/lesson03/figures.py", "coursekit.lessons.lesson03.figures.steps", True),
    ("notebooks/03_smo.ipynb", "Cell 3", True)])
def test_what_is_asked_for(file, name, wanted):
    assert of("03_smo").wanted(ROOT / file, name) == wanted


def test_only_the_files_that_are_needed_are_collected():
    places = of("03_smo").places()
    assert {"notebooks/03_smo.ipynb", "coursekit/lessons/lesson03", "tests/lessons/test_lesson03.py"} <= set(places)
    assert all((ROOT / place).exists() for place in places) and not any("lesson03b" in place for place in places)
    assert "tests/lessons/test_lesson01_claims.py" in of("01_titanic_eda").places()


@pytest.mark.parametrize("name", ["", "0", "99"])
def test_no_page_or_several_are_refused_with_the_names(name):
    with pytest.raises(SystemExit, match="make test-page NB=03_smo"):
        page_tests.main(name)
