"""For all tests: kernels without a network, progress kept apart from the learner's own."""
import os
import pathlib
import tempfile

import pytest

ROOT = pathlib.Path(__file__).parent


def pytest_configure(config) -> None:
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="coursekit-tests-"))
    os.environ["COURSEKIT_PROGRESS"] = str(scratch / "progress.jsonl")
    os.environ["PYTHONPATH"] = os.pathsep.join(
        p for p in (str(ROOT / "tests" / "offline"), os.environ.get("PYTHONPATH")) if p)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "2")


def pytest_collection_modifyitems(items) -> None:
    """Quick checks first, then the pages, then the browser."""
    def rank(item: pytest.Item) -> int:
        path = str(item.path)
        return 2 if "browser" in path else 1 if path.endswith(".ipynb") or "notebook" in path else 0
    items.sort(key=rank)
