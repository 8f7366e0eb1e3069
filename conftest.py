"""For all tests: no network, progress apart from the learner's, the same examples everywhere."""
import itertools
import os
import pathlib
import re
import sys
import tempfile

import pytest
from hypothesis import settings

ROOT = pathlib.Path(__file__).parent
TESTS = itertools.count()
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
    config.option.loadscopereorder = False      # pytest-xdist keeps the order that is set below
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1" if hasattr(config, "workerinput") else "2")


@pytest.fixture(autouse=True)
def _progress_of_its_own(monkeypatch):
    """Each unit test starts without a past; a folder of its own would cost more than most tests."""
    record = pathlib.Path(os.environ["COURSEKIT_PROGRESS"])
    monkeypatch.setenv("COURSEKIT_PROGRESS", str(record.with_name(f"{next(TESTS)}.jsonl")))


@pytest.fixture(autouse=True)
def _table_format_as_before():
    """A lesson sets how tables are printed; the next test starts afresh."""
    yield
    if "pandas" in sys.modules:
        for option in ("max_columns", "width", "max_rows", "float_format", "html.use_mathjax"):
            sys.modules["pandas"].reset_option(f"display.{option}")


def pytest_collection_modifyitems(items) -> None:
    """The browser first, then the pages and what they reached; unit tests fill the rest."""
    def rank(item: pytest.Item) -> int:
        if "browser" in item.path.parts:
            return 0
        return 1 if item.path.suffix == ".ipynb" else 2 if item.path.stem == "test_reach" else 3
    items.sort(key=rank)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log) -> object | None:
    """With `--dist loadfile` a worker takes a whole page or file; one takes all of the browser, and
    all tests of an explorer go to the one that has walked it."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            if explorer := re.match(r"tests/explorers/.*\[([A-Z]\w+)", nodeid):
                return f"explorer {explorer[1]}"
            return "browser" if file.startswith("tests/browser/") else file

    return Together(config, log)
