"""What conftest.py and pyproject.toml promise: the same examples everywhere, no warning unseen."""
import subprocess
import sys
import tempfile
import warnings

import pytest
from hypothesis import settings
from sklearn.exceptions import ConvergenceWarning

from cases import ALL
from coursekit.datasets import make_overlap_60
from coursekit.exercise import progress_log
from coursekit.svm import DualProblem, solve_smo
from pages import NOTEBOOKS, ROOT


def test_examples_are_the_same_on_every_machine():
    now = settings()
    assert now.derandomize and now.database is None and now.deadline is None


@pytest.mark.parametrize("kind", [RuntimeWarning, FutureWarning, DeprecationWarning, UserWarning])
def test_a_warning_that_our_own_code_causes_is_an_error(kind):
    with pytest.raises(kind):
        warnings.warn_explicit("careful", kind, "smo.py", 1, module="coursekit.svm.smo")


def test_other_people_may_warn():
    with pytest.warns(RuntimeWarning):
        warnings.warn_explicit("careful", RuntimeWarning, "theirs.py", 1, module="theirs.room")


def test_an_iteration_that_ends_early_is_expected_or_an_error():
    problem = DualProblem.from_data(*make_overlap_60(), C=10.0)
    with pytest.raises(ConvergenceWarning):
        solve_smo(problem, max_iter=1)


RECORDS = set()


@pytest.mark.parametrize("time", [1, 2])
def test_progress_is_apart_from_the_learners_own_and_from_that_of_other_tests(time):
    record = progress_log.record_file()
    assert record.is_relative_to(tempfile.gettempdir()) and record not in RECORDS
    assert not record.exists() and record.parent.is_dir()
    progress_log.record_event("kinds-of-task", "hint")
    assert record.exists()
    RECORDS.add(record)


@pytest.mark.skipif(not ALL, reason="at night (COURSE_CASES=all)")
def test_examples_of_docstrings_and_cells_and_exercises_of_pages_are_tests():
    found = subprocess.run([sys.executable, "-m", "pytest", "--collect-only", "-q", "coursekit/checks.py", NOTEBOOKS[0]], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout
    assert "checks.py::coursekit.checks.require_columns" in found
    assert all(f"{NOTEBOOKS[0].name}::{name}" in found for name in ("Cell 0", "share-right"))
