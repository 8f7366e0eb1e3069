"""What `make` and CI run, and that they fail when a part of it fails; a stand-in takes Python's place."""
from __future__ import annotations

import os
import re
import subprocess

import pytest
import yaml

from pages import ROOT

STAND_IN = """#!/bin/sh
echo "$0 $*" >> calls
for word in $FAILS; do case " $* " in *" $word "*) exit 1;; esac; done
exit 0
"""
MADE = ("-o", ".venv/ready", "-o", "build/vendor/ready", "-o", ".venv/site-ready")


def stand_in(path) -> None:
    path.write_text(STAND_IN, "utf-8")
    path.chmod(0o755)


def make(folder, *arguments, fails=""):
    """Run make with a Python that notes its calls; return its end and the calls."""
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "build").mkdir(exist_ok=True)
    for name in ("python", "jupyter"):
        stand_in(folder / "bin" / name)
    (folder / "calls").unlink(missing_ok=True)
    done = subprocess.run(["make", "-f", str(ROOT / "Makefile"), *MADE, "BIN=bin", *arguments], cwd=folder,
                          env={**os.environ, "FAILS": fails, "MAKEFLAGS": ""}, capture_output=True, text=True)
    calls = (folder / "calls").read_text("utf-8").splitlines() if (folder / "calls").exists() else []
    return done.returncode, calls


@pytest.mark.parametrize("fails", ["tests/browser", "notebooks", "coursekit"])
def test_it_fails_when_any_part_fails_and_runs_the_others(tmp_path, fails):
    """The last is only among the arguments of the unit tests."""
    assert make(tmp_path, "test")[0] == 0
    code, calls = make(tmp_path, "test", fails=fails)
    assert code != 0 and len(calls) == 3
    assert all(any(part in call.split() for call in calls) for part in ("tests/browser", "notebooks", "coursekit"))


def test_every_test_is_in_one_part(tmp_path):
    _, calls = make(tmp_path, "test", "PAGES=notebooks tests/exercises/test_notebook_exercises.py tests/project/test_reach.py")
    parts = [call.split() for call in calls]
    named = {word for words in parts for word in words if word in ("tests", "coursekit", "notebooks") or word.startswith("tests/")}
    left_out = {word.removeprefix("--ignore=") for words in parts for word in words if word.startswith("--ignore=")}
    assert {"tests", "coursekit", "notebooks"} <= named and all((ROOT / place).exists() for place in named | left_out)
    assert left_out - named == {"tests/site"}           # `make test-site` runs these
    _, calls = make(tmp_path, "test-site")
    assert any("tests/site" in call.split() for call in calls)


def marks(call: str) -> tuple[list[str], str]:
    """Return the words after "pytest" of a call, and which marks it asks for."""
    words = call.partition(" pytest ")[2]
    asked = re.search(r"-m (.*?) (?=tests)", words)
    return words.split(), asked[1] if asked else ""


def test_a_part_leaves_out_only_what_a_target_of_its_own_runs(tmp_path):
    for words, asked in map(marks, make(tmp_path, "test")[1]):
        assert asked == ("not walk" if "tests/browser" in words else "not binder and not walk" if "coursekit" in words else "")
    homes = {"binder": {"test_binder.py": "test-binder"}, "walk": {"test_slides.py": "test-slides", "test_hall.py": "test-hall",
                                                                   "test_yardstick.py": "yardstick"}}
    for mark, targets in homes.items():
        assert {path.name for path in (ROOT / "tests").rglob("test_*.py") if f"pytest.mark.{mark}" in path.read_text("utf-8")
                and path.name != "test_makefile.py"} == set(targets)
        for file, target in targets.items():
            called = [marks(call) for call in make(tmp_path, target)[1]]
            assert any(words[-1].endswith(file) and asked == "" for words, asked in called if words)


@pytest.mark.parametrize("target, fails", [("test-binder", "tests/project/test_binder.py"), ("test-slides", "tests/browser/test_slides.py"),
                                           ("test-hall", "tests/browser/test_hall.py"), ("test-storms", "tests/explorers/test_storms.py")])
def test_a_target_fails_with_its_tests(tmp_path, target, fails):
    assert make(tmp_path, target)[0] == 0
    assert make(tmp_path, target, fails=fails)[0] != 0


def test_the_learners_pages_are_laid_out_and_opened_where_one_says(tmp_path):
    (call,) = make(tmp_path, "lab", "PORT=8899", "FOLDER=ada", "AGAIN=00")[1]
    assert call.endswith("-m coursekit lab --folder ada --again 00 --port 8899")
    (call,) = make(tmp_path, "pages")[1]
    assert call.split()[1:] == ["-m", "coursekit", "pages"]


@pytest.mark.parametrize("target, tool", [("present", "tools/present.py"), ("edit", "edit"), ("notebooks", "run"),
                                          ("slides", "tools/slides.py"), ("test-page", "tools/page_tests.py")])
def test_a_page_that_is_named_is_handed_on(tmp_path, target, tool):
    code, calls = make(tmp_path, target, "NB=02c_margins")
    assert code == 0 and any(tool in call.split() and "02c_margins" in call for call in calls), calls


@pytest.mark.parametrize("fails", ["", "test", "test-binder", "test-slides"])
def test_ci_runs_three_targets_and_ends_with_the_first_that_fails(tmp_path, fails):
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_bytes((ROOT / ".ci" / "run").read_bytes())
    (tmp_path / "bin").mkdir()
    for name in ("make", "chromium"):
        stand_in(tmp_path / "bin" / name)
    done = subprocess.run(["bash", tmp_path / ".ci" / "run"], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "FAILS": fails})
    called = [call.split()[-1] for call in (tmp_path / "calls").read_text("utf-8").splitlines()]
    wanted = ["test", "test-binder", "test-slides"]
    assert called == wanted[:wanted.index(fails) + 1 if fails else 3] and (done.returncode == 0) == (not fails)


def workflows() -> dict:
    return {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github" / "workflows").glob("*.yml")}


def test_a_push_and_a_pull_request_are_tried_as_anybody_would_try_them():
    """YAML reads the key `on` as true."""
    ci = workflows()["ci"]
    runs = [step["run"] for step in ci["jobs"]["test"]["steps"] if "run" in step]
    assert {"push", "pull_request"} <= set(ci[True]) and "if" not in ci["jobs"]["test"] and runs == ["bash .ci/run"]


def runs_on(job: dict, event: str) -> bool:
    """Work out a job's condition for an event of another's making, on the main branch."""
    words = re.sub(r"github\.event_name", repr(event), job.get("if", "True")).replace("&&", " and ").replace("||", " or ")
    return eval(words, {"__builtins__": {}})


def test_every_monday_other_versions_and_the_image_are_tried_and_at_no_push():
    """The fifth part of a cron line is the day of the week."""
    ci = workflows()["ci"]
    (weekly,) = ci[True]["schedule"]
    assert weekly["cron"].split()[2:] == ["*", "*", "1"]
    jobs = {name: {event for event in ci[True] if runs_on(job, event)} for name, job in ci["jobs"].items()}
    assert jobs["versions"] == jobs["binder"] == {"schedule", "workflow_dispatch"} and jobs["test"] == set(ci[True])
    tried = {row["target"]: row["python"] for row in ci["jobs"]["versions"]["strategy"]["matrix"]["include"]}
    assert set(tried) == {"oldest", "newest", "pyodide"} and tried["oldest"] == "3.11"


@pytest.mark.parametrize("flow", sorted(workflows()))
def test_a_workflow_calls_targets_that_are_there(flow):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    for job in workflows()[flow]["jobs"].values():
        given = [row for row in job.get("strategy", {}).get("matrix", {}).get("include", [])]
        for step in job["steps"]:
            called = re.findall(r"\bmake (?:\$\{\{ matrix\.(\w+) \}\}|([a-z-]+))", step.get("run", ""))
            names = {target for name, target in called if target} | {row[name] for name, _ in called if name for row in given}
            assert names <= targets, names - targets
        assert job["timeout-minutes"] <= 40


@pytest.mark.parametrize("target", ["oldest", "newest", "pyodide"])
def test_other_versions_have_an_environment_of_their_own(target):
    said = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "MAKEFLAGS": ""}).stdout
    home = {"pyodide": ".venv-pyodide"}.get(target, f".venv-{target}")
    tried = [line for line in said.splitlines() if "-m pytest" in line]
    assert tried and all(line.strip().startswith(f"{home}/bin/python") for line in tried)
    if target != "newest":
        pins = {"oldest": "constraints-oldest.txt", "pyodide": "tools/lite/pyodide.txt"}[target]
        assert f"--constraint {pins}" in said and (ROOT / pins).exists()
