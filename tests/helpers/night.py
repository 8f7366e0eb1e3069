"""The mark of a test that takes long and repeats what others guard on a push."""
import pytest

from cases import ALL

nightly = pytest.mark.skipif(not ALL, reason="at night: make test-all")
