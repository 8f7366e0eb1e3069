"""For all tests: kernels without a network, progress kept apart from the learner's own."""
import os
import pathlib
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).parent


def pytest_configure(config) -> None:
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="coursekit-tests-"))
    os.environ["COURSEKIT_PROGRESS"] = str(scratch / "progress.jsonl")
    os.environ["PYTHONPATH"] = os.pathsep.join(
        p for p in (str(ROOT / "tests" / "offline"), os.environ.get("PYTHONPATH")) if p)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "2")
    if os.environ.get("CI") == "true":  # the same examples every time: a red run means a change
        from hypothesis import settings
        settings.register_profile("ci", derandomize=True, deadline=None)
        settings.load_profile("ci")


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
    """Quick checks first, then the pages, then the browser."""
    def rank(item: pytest.Item) -> int:
        path = str(item.path)
        return 2 if "browser" in path else 1 if path.endswith(".ipynb") or "notebook" in path else 0
    items.sort(key=rank)
