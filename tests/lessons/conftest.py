"""Fixtures of the lessons' tests."""
import pytest

from forget import forget_lessons


@pytest.fixture(scope="module", autouse=True)
def _what_was_worked_out_is_forgotten():
    """A worker holds what one module needs, not all lessons."""
    yield
    forget_lessons()
