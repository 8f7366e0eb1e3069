"""One explorer after the other: what is walked, and read by all tests of it, is then dropped."""
import pytest
from ipywidgets import Widget

from coursekit.explorer import explorer_names
from forget import forget_lessons
from walk import Walk


@pytest.fixture(scope="session", params=[
    pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in explorer_names()])
def walked(request):
    """An explorer and the record of a walk through it; pytest groups the tests by explorer."""
    yield Walk(request.param)
    Widget.close_all()
    forget_lessons()


@pytest.fixture
def explorer(walked):
    """The explorer that was walked, at its start."""
    walked.explorer.reset()
    return walked.explorer
