"""Files that other programs read agree with the project: citation, hooks, container, change log."""
import asyncio
import importlib.util
import json
import os
import pathlib
import re
import runpy
import subprocess
import sys
import tomllib
import types

import matplotlib
import numpy as np
import pytest
import yaml
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from PIL import Image

import coursekit
from coursekit.environment import _python
from night import nightly

ROOT = pathlib.Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
LOWEST = tuple(map(int, PROJECT["requires-python"].removeprefix(">=").split(".")))


def test_the_citation_names_this_version_and_licence():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == coursekit.__version__ == PROJECT["version"]
    assert PROJECT["license"] == f"{citation['license']} AND CC-BY-4.0"
    assert set(citation["keywords"]) == set(PROJECT["keywords"])


def test_the_change_log_knows_this_version_or_is_about_to():
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## (Not yet released|{re.escape(PROJECT['version'])})", log, re.M)


def test_each_hook_runs_what_is_there_and_needs_no_network():
    repos = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    for hook in (hook for repo in repos for hook in repo["hooks"]):
        assert hook["language"] == "system"
        assert all((ROOT / word).exists() for word in hook["entry"].split() if word.endswith(".py"))
    assert {repo["repo"] for repo in repos} == {"local"}


def test_the_container_is_set_up_by_a_target_of_the_makefile():
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    target = container["postCreateCommand"].removeprefix("make ").replace(".venv", "$(VENV)")
    assert re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert tuple(map(int, re.findall(r"\d+", container["image"]))) >= LOWEST


def test_every_file_names_the_same_lowest_python():
    dotted, (major, minor) = ".".join(map(str, LOWEST)), LOWEST
    texts = {name: (ROOT / name).read_text("utf-8") for name in ("README.md", "Makefile", "RELEASING.md")}
    for name in ("README.md", "Makefile"):
        assert f"Python {dotted}" in texts[name], name
    assert f"Python {dotted}" in texts["RELEASING.md"]
    assert re.search(r"version_info < \((.+?)\)", texts["Makefile"])[1] == f"{major}, {minor}"
    assert SETTINGS["tool"]["ruff"]["target-version"] == f"py{major}{minor}"
    tried = re.findall(r"3\.\d+", (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    assert min(tried, key=Version) == dotted
    assert _python((major, minor, 0)) == [] and dotted in _python((major, minor - 1, 9))[0]


def test_the_oldest_versions_that_are_tried_are_those_that_are_promised():
    """All that the course itself needs is pinned, and some of what its tests need."""
    extras = PROJECT["optional-dependencies"]
    needed, tools = ({r.name: Version(str(r.specifier).removeprefix(">="))
                      for r in map(Requirement, texts) if r.specifier}
                     for texts in (PROJECT["dependencies"] + extras["lab"], extras["test"]))
    pins = re.findall(r"^([\w-]+)==(.+)$", (ROOT / "constraints-oldest.txt").read_text("utf-8"), re.M)
    assert set(needed) <= {name for name, _ in pins}
    assert {name: Version(pin) for name, pin in pins} == {
        name: (needed | tools).get(name) for name, _ in pins}


def test_conda_installs_what_the_lab_and_the_tests_need_with_the_same_pins():
    """Its Python is Binder's, whose image goes without the tests."""
    wanted = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    image = yaml.safe_load((ROOT / "binder" / "environment.yml").read_text("utf-8"))["dependencies"]
    assert wanted[-1]["pip"] == ["--constraint constraints.txt", "--editable .[lab,test]"]
    assert wanted[:-1] == image
    (python,) = (text for text in image if text.startswith("python="))
    assert f"{python.removeprefix('python=')}.0" in SpecifierSet(PROJECT["requires-python"])
    assert re.findall(r"--editable (\S+)", (ROOT / "binder" / "postBuild").read_text("utf-8")) == ["."]


def test_the_plugins_that_the_tests_are_called_with_are_installed_with_them():
    """`pytest` refuses an option that no plugin has added."""
    needed = {Requirement(text).name for text in PROJECT["optional-dependencies"]["test"]}
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text("utf-8"), re.M))
    asked = {"nbval": "--nbval" in SETTINGS["tool"]["pytest"]["ini_options"]["addopts"],
             "pytest-xdist": "pytest -q -n 2" in (ROOT / "Makefile").read_text("utf-8")}
    assert {name for name, wanted in asked.items() if wanted} <= needed & pinned
    (called,) = re.findall(r"environment, `python -m (\w+) \w+`", " ".join((ROOT / "README.md").read_text("utf-8").split()))
    assert called in needed & pinned


def test_a_release_is_made_by_targets_of_the_makefile():
    steps = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    targets = re.findall(r"make ([\w-]+)", str(steps))
    made = (ROOT / "Makefile").read_text("utf-8")
    assert {"wheel", "site", "slides"} <= set(targets)
    assert all(re.search(rf"^{target}:", made, re.M) for target in targets)
    whole, = (step["run"].split() for step in steps["jobs"]["release"]["steps"] if "make site" in step.get("run", ""))
    assert {*whole[2:]} == {"PDF=1", "LITE=1"}, "a release has the pages printed and live as well"


@nightly
@pytest.mark.skipif(Version(matplotlib.__version__) < Version("3.11"),
                    reason="its words are wider or narrower than the picture's")
def test_the_moving_picture_of_the_readme_is_what_the_explorer_draws_today():
    spec = importlib.util.spec_from_file_location("picture", ROOT / "tools/readme/picture.py")
    picture = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(picture)
    with Image.open(picture.PICTURE) as committed:
        fresh = picture.moving()
        assert committed.n_frames == len(fresh)
        for k in (0, len(fresh) // 2, len(fresh) - 1):
            committed.seek(k)
            apart = np.asarray(committed.convert("RGB"), float) - np.asarray(fresh[k], float)
            assert np.mean(np.abs(apart)) < 2      # 48 colours; the next state is 4 to 7 away


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a downloaded archive has no history")
def test_no_tracked_file_leads_out_of_the_project():
    listed = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True)
    assert [line for line in listed.stdout.splitlines() if line.startswith("120000")] == []


def test_each_issue_form_has_a_name_and_says_what_it_is_for():
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.md"))
    heads = [yaml.safe_load(form.read_text("utf-8").split("---")[1]) for form in forms]
    assert forms and all(head["name"] and head["about"] for head in heads)
    for field in ("name", "labels"):
        assert len({head[field] for head in heads}) == len(heads)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a downloaded archive has no history")
def test_git_leaves_the_bytes_of_data_alone_and_pages_end_lines_alike_on_every_system():
    def told(kind, pattern):
        files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern) if path.is_file())
        told = subprocess.run(["git", "check-attr", kind, *files], cwd=ROOT, capture_output=True, text=True, check=True)
        return {line.rsplit(": ", 1)[1] for line in told.stdout.splitlines()}
    assert told("text", "data/*") == {"unset"} and told("eol", "notebooks/*.ipynb") == {"lf"}


@nightly
def test_each_bench_finds_what_it_imports_as_make_calls_it():
    scripts = sorted(map(str, (ROOT / "tests" / "bench").glob("*.py")))
    told = subprocess.run(["make", "-n", "bench"], cwd=ROOT, capture_output=True, text=True).stdout
    path = re.search(r"PYTHONPATH=(\S+)", told)
    own = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | (
        {"PYTHONPATH": os.pathsep.join([path[1], str(ROOT)])} if path else {})
    run = f"import runpy, sys\nfor sys.argv[0] in {scripts}: runpy.run_path(sys.argv[0])"
    done = subprocess.run([sys.executable, "-c", run], cwd=ROOT, env=own, capture_output=True, text=True)
    assert scripts and done.returncode == 0, done.stderr[-800:]


def test_the_settings_of_the_lab_are_put_where_jupyter_looks(tmp_path):
    """Run by a Python of its own."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    subprocess.run([tmp_path / "bin" / "python", ROOT / "tools" / "lab" / "place.py"], check=True)
    placed = tmp_path / "etc" / "jupyter"
    assert json.loads((placed / "labconfig" / "default_setting_overrides.json").read_text("utf-8"))
    assert (placed / "jupyter_server_config.py").is_file() and not (placed / "place.py").exists()


@pytest.fixture
def lab_settings(monkeypatch) -> types.SimpleNamespace:
    """Return what the lab's settings make of Jupyter's `c`."""
    settings = types.SimpleNamespace(ServerApp=types.SimpleNamespace(), ContentsManager=types.SimpleNamespace())
    runpy.run_path(str(ROOT / "tools" / "lab" / "jupyter_server_config.py"), {"c": settings})
    return settings


def test_a_page_is_saved_with_pictures_and_no_view_that_is_dead_tomorrow(lab_settings):
    view, picture = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}}, {"image/png": "AAAA"}
    bundles = [{**view, **picture}, {**view, "text/plain": "sliders"}, {"text/html": "a table"}]
    cells = [{"cell_type": "markdown"}, {"cell_type": "code", "outputs": [*({"data": d} for d in bundles), {"name": "stdout"}]}]
    save = lab_settings.ContentsManager.pre_save_hook
    for model in ({"type": "file", "content": "text"}, {"type": "notebook", "content": None}):
        save(model=dict(model), path="", contents_manager=None)
    save(model={"type": "notebook", "content": {"cells": cells}}, path="a.ipynb", contents_manager=None)
    assert bundles[0] == picture and bundles[2] == {"text/html": "a table"}
    assert bundles[1].keys() == {"text/plain", "text/html"}


def test_the_server_of_the_lab_sends_each_message_at_once(monkeypatch, lab_settings):
    """What the lab's settings make of the connection between browser and kernel, with a stand-in for both."""
    asked = []

    async def connected(self):
        asked.append("connected")
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", connected)
    kind = lab_settings.ServerApp.kernel_websocket_connection_class
    stand_in = type("StandIn", (kind,), {"websocket_handler": types.SimpleNamespace(set_nodelay=asked.append)})
    asyncio.run(stand_in.__new__(stand_in).connect())
    assert asked == [True, "connected"]


def test_the_lab_asks_for_no_news():
    settings = ROOT / "tools" / "lab" / "labconfig" / "default_setting_overrides.json"
    assert json.loads(settings.read_text("utf-8"))["@jupyterlab/apputils-extension:notification"] == {"fetchNews": "false", "checkForUpdates": False}
