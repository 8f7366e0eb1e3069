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
MADE = ("-o", ".venv/lab-ready", "-o", ".venv/ready", "-o", "build/vendor/ready", "-o", ".venv/site-ready")


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


@pytest.mark.parametrize("target", ["test", "test-all-units", "test-all-pages", "test-all-browser", "test-binder", "test-slides",
                                    "test-hall", "test-storms"])
def test_a_target_fails_with_its_tests(tmp_path, target):
    assert make(tmp_path, target)[0] == 0
    assert make(tmp_path, target, fails="pytest")[0] != 0


@pytest.mark.parametrize("target", sorted(set(re.findall(r"^([a-z-]+):.*\n(?:\t.*\n)*?\t.*(?:-m pytest|\$\(PYTEST\))",
                                                        (ROOT / "Makefile").read_text("utf-8"), re.M))))
def test_a_target_that_calls_the_tests_first_installs_what_they_need(tmp_path, target):
    said = subprocess.run(["make", "-n", "-f", str(ROOT / "Makefile"), f"VENV={tmp_path}/none", target], cwd=ROOT, capture_output=True,
                          text=True, check=True, env={**os.environ, "MAKEFLAGS": ""}).stdout
    assert 0 < said.find(",test]'") < said.index("-m pytest")


def test_what_one_run_leaves_out_another_takes(tmp_path):
    """All tests are in `make test` or, by their mark or folder, in a target of their own."""
    ((words,),) = [[call.split() for call in make(tmp_path, "test")[1]]]
    assert [word for word in words if word.startswith("--ignore")] == ["--ignore=tests/site"]
    marked = {path.stem for path in (ROOT / "tests").rglob("test_*.py") if re.search(r"mark\.(walk|binder)\b", path.read_text("utf-8"))}
    homes = {"test_binder": "test-binder", "test_slides": "test-slides", "test_hall": "test-hall", "test_yardstick": "yardstick"}
    assert marked == set(homes)
    for file, target in {**homes, "tests/site": "test-site"}.items():
        assert any(file in call and "-m pytest" in call for call in make(tmp_path, target)[1]), target


def test_the_night_takes_all_cases(tmp_path):
    (tmp_path / "bin").mkdir()
    for target in ("units", "pages", "browser"):
        make(tmp_path, f"test-all-{target}")
        said = subprocess.run(["make", "-f", str(ROOT / "Makefile"), *MADE, "BIN=bin", "PYTEST=echo $$COURSE_CASES", f"test-all-{target}"],
                              cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "MAKEFLAGS": ""})
        assert any(line.startswith("all ") for line in said.stdout.splitlines()), said


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


@pytest.mark.parametrize("fails", ["", "test"])
def test_ci_runs_the_command_of_the_readme_and_fails_with_it(tmp_path, fails):
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_bytes((ROOT / ".ci" / "run").read_bytes())
    (tmp_path / "bin").mkdir()
    for name in ("make", "chromium"):
        stand_in(tmp_path / "bin" / name)
    done = subprocess.run(["bash", tmp_path / ".ci" / "run"], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "FAILS": fails})
    called = [call.split()[-1] for call in (tmp_path / "calls").read_text("utf-8").splitlines()]
    assert called == ["test"] and (done.returncode == 0) == (not fails)


def workflows() -> dict:
    return {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github" / "workflows").glob("*.yml")}


def test_a_push_and_a_pull_request_are_tried_as_anybody_would_try_them():
    """YAML reads the key `on` as true."""
    ci = workflows()["ci"]
    runs = [step["run"] for step in ci["jobs"]["test"]["steps"] if "run" in step]
    assert {"push", "pull_request"} <= set(ci[True]) and "if" not in ci["jobs"]["test"] and runs == ["bash .ci/run"]


def test_the_night_runs_what_a_push_leaves_out():
    night = workflows()["nightly"]
    targets = {row for job in night["jobs"].values() for row in job.get("strategy", {}).get("matrix", {}).get("target", [])}
    whole = re.search(r"^test-all:(.*?)#", (ROOT / "Makefile").read_text("utf-8"), re.M)[1].split()
    assert set(whole) <= targets and "schedule" in night[True] and not {"push", "pull_request"} & set(night[True])
    tried = {row["target"]: row["python"] for row in night["jobs"]["versions"]["strategy"]["matrix"]["include"]}
    assert set(tried) == {"oldest", "newest", "pyodide"} and tried["oldest"] == "3.11"


@pytest.mark.parametrize("flow", sorted(workflows()))
def test_a_workflow_calls_targets_that_are_there(flow):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    for job in workflows()[flow]["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {})
        given = [*matrix.get("include", []), *({"target": target} for target in matrix.get("target", []))]
        for step in job["steps"]:
            called = re.findall(r"\bmake (?:\$\{\{ matrix\.(\w+) \}\}|([a-z-]+))", step.get("run", ""))
            names = {target for name, target in called if target} | {row[name] for name, _ in called if name for row in given}
            assert names <= targets, names - targets
        assert job["timeout-minutes"] <= 60


@pytest.mark.parametrize("target", ["oldest", "newest", "pyodide"])
def test_other_versions_have_an_environment_of_their_own(target):
    said = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "MAKEFLAGS": ""}).stdout
    home = {"pyodide": ".venv-pyodide"}.get(target, f".venv-{target}")
    tried = [line for line in said.splitlines() if "-m pytest" in line]
    assert tried and all(line.strip().startswith(f"{home}/bin/python") for line in tried)
    if target != "newest":
        pins = {"oldest": "constraints-oldest.txt", "pyodide": "tools/lite/pyodide.txt"}[target]
        assert f"--constraint {pins}" in said and (ROOT / pins).exists()
