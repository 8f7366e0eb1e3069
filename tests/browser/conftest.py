"""A browser for the tests that need one; without it they say what was not checked."""
import os
import shutil

import gallery
import pytest
from commands import ROOT
from lab import browser_page, chromium, running_lab
from pages import NOTEBOOKS


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Address of a JupyterLab that shows copies of the notebooks."""
    if chromium() is None:
        why = ("no Chromium found, so no notebook was opened in a browser and no explorer was "
               "moved; install it (apt-get install chromium) or name one in COURSEKIT_CHROMIUM")
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("lab")
    for notebook in NOTEBOOKS:
        shutil.copy(notebook, folder)
    gallery.write(folder)
    with running_lab(folder) as address:
        yield address


@pytest.fixture
def page(lab):
    """Open a page of a real browser."""
    with browser_page() as page:
        yield page


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Return a copy of the course, which a browser may change."""
    if chromium() is None:
        pytest.fail("no Chromium") if os.environ.get("CI") == "true" else pytest.skip("no Chromium")
    copy = tmp_path_factory.mktemp("course")
    for name in ("notebooks", "tools", "data", "coursekit"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "CONTRIBUTING.md", "README.md", "TEACHING.md"):
        shutil.copy(ROOT / name, copy)
    return copy
