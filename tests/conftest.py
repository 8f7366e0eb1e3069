"""Fixtures of the unit tests."""
import json
import pathlib

import numpy as np
import pytest

DRAWN: dict[str, dict] = {}     # by module, where its generator stood at first


@pytest.fixture(scope="session")
def golden() -> dict:
    """Numbers printed in the sources beside numbers recomputed from the real data."""
    return json.loads((pathlib.Path(__file__).parent / "golden.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _draws_like_those_of_any_other_run(request):
    """A module's generator begins anew for each test: what ran before it, and where, decides
    nothing."""
    generator = getattr(request.module, "RNG", None) if hasattr(request, "module") else None
    if isinstance(generator, np.random.Generator):
        state = generator.bit_generator
        state.state = DRAWN.setdefault(request.module.__name__, state.state)
