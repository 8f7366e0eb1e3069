"""Binder can build the image: its base environment is set up here, and postBuild is run in it."""
from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from lab import Notebook, browser_page, chromium, running_lab

ROOT = pathlib.Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.binder, pytest.mark.slow]
# What repo2docker's environment.yml asks for, under the names of the Python index.
ASKED = ["ipywidgets", "jupyter-offlinenotebook", "jupyter-resource-usage", "jupyter-server",
         "jupyterhub", "jupyterlab", "notebook"]
OTHER_NAMES = {"jupyterhub-base": "jupyterhub", "nbconvert-core": "nbconvert",
               "python-fastjsonschema": "fastjsonschema", "brotli-python": "brotli"}

NOT_ON_THE_INDEX = {"cpython", "pip", "setuptools", "wheel"}
# The tests' own PYTHONPATH closes the network; pip needs it.
ONLINE = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def base() -> dict[str, str]:
    """Return the Python packages of repo2docker's base environment, name to version."""
    repo2docker = pytest.importorskip("repo2docker", reason="make test-binder installs it")
    folder = pathlib.Path(repo2docker.__file__).parent / "buildpacks" / "conda"
    asked = re.search(r"python=(\d+\.\d+)", (ROOT / "binder" / "environment.yml").read_text())
    lock = (folder / f"environment.py-{asked[1]}-linux-64.lock").read_text("utf-8")
    packages = re.findall(r"/([^/]+)-([^-/]+)-(?:\w*_)?py\w*?_\d+\.(?:conda|tar\.bz2)", lock)
    names = {OTHER_NAMES.get(plain(n), plain(n)): version for n, version in packages}
    return {n: version for n, version in names.items() if n not in NOT_ON_THE_INDEX}


@pytest.fixture(scope="module")
def image(tmp_path_factory, base) -> tuple[pathlib.Path, pathlib.Path]:
    """Return a Python with the base environment, and a checkout, as Binder has them."""
    folder = tmp_path_factory.mktemp("binder")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    (folder / "base.txt").write_text("\n".join(f"{n}=={v}" for n, v in base.items()))
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--requirement",
                    folder / "base.txt"], check=True, env=ONLINE)
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.split("\n")
    for name in filter(None, files):
        if (ROOT / name).is_file():
            (folder / "checkout" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / "checkout" / name)
    return python, folder / "checkout"


def versions(python: pathlib.Path) -> dict[str, str]:
    said = subprocess.run([python, "-m", "pip", "list", "--format=json"], capture_output=True,
                          text=True, check=True, env=ONLINE).stdout
    return {plain(p["name"]): p["version"] for p in json.loads(said)}


def test_the_base_environment_is_read_whole(base):
    assert set(ASKED) <= set(base) and len(base) > 90
    assert base["jupyterlab"].startswith("4.") and base["notebook"].startswith("7.")


@pytest.fixture(scope="module")
def built(image) -> tuple[dict[str, str], str]:
    """Run postBuild in the image; return the versions before it, and what it said."""
    python, checkout = image
    before = versions(python)
    done = subprocess.run(["bash", "binder/postBuild"], cwd=checkout, env=own(python), text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return before, done.stdout


def own(python: pathlib.Path) -> dict[str, str]:
    return {**ONLINE, "PATH": f"{python.parent}:{os.environ['PATH']}"}


def test_post_build_leaves_jupyter_alone_and_pins_what_computes(image, built):
    python, checkout = image
    before, said = built
    assert "No broken requirements found" in said
    after = versions(python)
    assert {n: v for n, v in after.items() if n in before} == before
    pins = dict(line.split("==") for line in
                (checkout / "constraints.txt").read_text("utf-8").lower().split())
    added = set(after) - set(before) - {"coursekit"}
    assert {"numpy", "scipy", "pandas", "matplotlib", "scikit-learn"} <= added
    assert {n: after[n] for n in added} == {n: v for n, v in pins.items() if plain(n) in added}
    start = subprocess.run(
        [python, "-m", "jupyter", "nbconvert", "--to", "notebook", "--execute", "--stdout",
         "my_course/00_start_here.ipynb"], cwd=checkout, env=own(python), text=True, capture_output=True)
    assert start.returncode == 0, start.stderr[-3000:]
    settings = python.parents[1] / "etc" / "jupyter"
    assert "fetchNews" in (settings / "labconfig" / "default_setting_overrides.json").read_text("utf-8")
    assert (settings / "jupyter_server_config.py").is_file()


@pytest.mark.browser
def test_a_learner_runs_the_start_page_there_and_moves_an_explorer(image, built, monkeypatch):
    python, checkout = image
    if chromium() is None:
        pytest.skip("no Chromium found, so the image's JupyterLab was not opened")
    for name, value in own(python).items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PYTHONPATH", raising=False)     # the checkout's course, no other
    with running_lab(checkout, python=python) as address, browser_page() as page:
        notebook = Notebook(page, address, "my_course/00_start_here.ipynb")
        notebook.run_all()
        assert notebook.errors() == []
        explorer = next(notebook.explorers())
        before = explorer.now()
        explorer.press(explorer.sliders().first, "End")
        assert explorer.changes(before)


def test_the_dockerfile_uses_binder_environment_and_post_build():
    pytest.importorskip("repo2docker", reason="make test-binder installs it")
    said = subprocess.run([sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."],
                          cwd=ROOT, capture_output=True, text=True)
    dockerfile = said.stdout + said.stderr
    assert said.returncode == 0, dockerfile
    assert "Building conda environment for python=3.12" in dockerfile
    assert re.search(r"env update .*--file \"binder/environment\.yml\"", dockerfile)
    assert "RUN ./binder/postBuild" in dockerfile.splitlines()
