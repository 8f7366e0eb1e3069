"""What nbval's one execution of a page is used for beside comparing text.

nbval compares no pictures, so each cell's are compared here, as thumbnails; what is too pale in a
figure is an error; after the last cell, answers are put into the page; and where the reach test
runs at night, the kernel notes which lines of the library a page called.
"""
from __future__ import annotations

import pathlib
import tempfile

import pytest
from nbval.plugin import IPyNbCell, IPyNbFile

import page_answers
from cases import ALL
from pictures import differences
from roughly import TAG, rough_differences

REACHED = pytest.StashKey[pathlib.Path]()   # where kernels save what they called

START = """
import coverage as _coverage
_reach = _coverage.Coverage(data_file={file!r}, data_suffix=True, source_pkgs=["coursekit"],
                            config_file=False, messages=False)
_reach._warn_unimported_source = _reach._warn_no_data = False
_reach.start()
"""
WATCH = """
import sys
sys.path.insert(0, {folder!r})
import page_figures
page_figures.watch()
sys.path.remove({folder!r})
import os
os.environ["COURSEKIT_PROGRESS"] += {page!r}
"""
STOP = "_reach.stop(); _reach.save()"


def pytest_collection_finish(session) -> None:
    """Have kernels note what they call if somebody is going to ask."""
    alone = not hasattr(session.config, "workerinput")     # else pages may run in other processes
    if ALL and alone and any(item.path.name == "test_reach.py" for item in session.items):
        scratch = tempfile.TemporaryDirectory(prefix="coursekit-reach-", ignore_cleanup_errors=True)
        session.config.add_cleanup(scratch.cleanup)
        session.config.stash[REACHED] = pathlib.Path(scratch.name)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Add a page's exercises to its cells."""
    report = yield
    if isinstance(collector, IPyNbFile) and report.passed:
        report.result += page_answers.answers(collector)
    return report


def _prepare(item) -> None:
    """Have the page's kernel watch figures and, at night, calls; its progress is its own."""
    item.parent.prepared = True
    folder = item.config.stash.get(REACHED, None)
    if folder:
        item.parent.reach_started = True
        page_answers.run(item.parent.kernel, START.format(file=str(folder / item.path.stem)))
    watch = WATCH.format(folder=str(pathlib.Path(__file__).parent), page=f".{item.path.stem}")
    page_answers.run(item.parent.kernel, f"exec({watch!r}, {{}})")  # its names are not the page's


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Run the cell, and compare its pictures with the committed ones."""
    page = isinstance(item, IPyNbCell)
    if page and not getattr(item.parent, "prepared", False):
        _prepare(item)
    result = yield
    rough = page and TAG in item.cell.metadata.get("tags", []) and not item.config.option.nbval_lax
    if page and (item.options["check"] or rough) and item.cell.execution_count is not None:
        compare = rough_differences if rough else differences
        wrong = compare(item.test_outputs, item.cell.outputs)
        if wrong:
            item.raise_cell_error("; ".join(wrong) + " (make notebooks makes it anew)")
    return result


def pytest_terminal_summary(terminalreporter) -> None:
    """Say what the reach test waits for where it was left out: plain runs show no reasons."""
    reasons = {report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())
               if "test_reach.py" in report.nodeid and "run them with it" in report.longrepr[2]}
    for reason in sorted(reasons):
        terminalreporter.write_line(f"tests/project/test_reach.py looked at nothing: {reason}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item, nextitem) -> None:
    """Save what a page called, before its kernel is stopped."""
    last = nextitem is None or nextitem.parent is not item.parent
    if last and getattr(item.parent, "reach_started", False) and item.parent.kernel.is_alive():
        page_answers.run(item.parent.kernel, STOP)
