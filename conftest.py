"""For all tests: no network, progress apart from the learner's, the same examples everywhere."""
import os
import pathlib
import sys
import tempfile

import pytest
from hypothesis import settings

ROOT = pathlib.Path(__file__).parent
pytest_plugins = ["page_checks"]

# One run is like another, on every machine: no random examples, none remembered from before.
settings.register_profile("course", derandomize=True, database=None, deadline=None)
settings.load_profile("course")


def pytest_configure(config) -> None:
    """Give this process (with pytest-xdist, each worker) a record of progress of its own."""
    scratch = tempfile.TemporaryDirectory(prefix="coursekit-tests-", ignore_cleanup_errors=True)
    config.add_cleanup(scratch.cleanup)
    os.environ["COURSEKIT_PROGRESS"] = str(pathlib.Path(scratch.name) / "progress.jsonl")
    paths = [str(ROOT / "tests" / "offline"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(p for p in paths if p))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1" if hasattr(config, "workerinput") else "2")


@pytest.fixture(autouse=True)
def _progress_of_its_own(tmp_path, monkeypatch):
    """Each unit test starts without a past; pages keep the session's record."""
    monkeypatch.setenv("COURSEKIT_PROGRESS", str(tmp_path / "progress.jsonl"))


@pytest.fixture(autouse=True)
def _table_format_as_before():
    """A lesson sets how tables are printed; the next test starts afresh."""
    yield
    if "pandas" in sys.modules:
        for option in ("max_columns", "width", "max_rows", "float_format"):
            sys.modules["pandas"].reset_option(f"display.{option}")


def pytest_collection_modifyitems(items) -> None:
    """Quick checks first, then the pages, what they reached, and the browser."""
    def rank(item: pytest.Item) -> int:
        path = str(item.path)
        if "browser" in path:
            return 3
        if "test_reach" in path:
            return 2
        return 1 if path.endswith(".ipynb") or "notebook" in path else 0
    items.sort(key=rank)
