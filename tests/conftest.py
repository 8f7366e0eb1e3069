"""Fixtures of the unit tests."""
import json
import pathlib

import pytest


@pytest.fixture(scope="session")
def golden() -> dict:
    """Numbers printed in the sources beside numbers recomputed from the real data."""
    return json.loads((pathlib.Path(__file__).parent / "golden.json").read_text("utf-8"))
