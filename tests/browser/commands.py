"""The course's own commands, run as a person runs them."""
from __future__ import annotations

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
START = "00_start_here"
APP_IN_SIGHT = '{"LabApp": {"expose_app_in_browser": true}}'     # so that tests can wait for it


def make(course: pathlib.Path, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return command and environment of `make`, with this Python in place of a new .venv."""
    own = course / "home"
    (own / "config").mkdir(parents=True, exist_ok=True)
    (own / "config" / "jupyter_lab_config.json").write_text(APP_IN_SIGHT, "utf-8")
    clean = {"JUPYTER_CONFIG_DIR": own / "config", "JUPYTER_RUNTIME_DIR": own / "runtime",
             "JUPYTER_DATA_DIR": own / "data", "IPYTHONDIR": own / "ipython", "BROWSER": "true %s"}
    bin_folder = pathlib.Path(sys.executable).parent
    command = ["make", "-C", str(course), "-o", ".venv/lab-ready", f"BIN={bin_folder}", *words]
    return command, {**os.environ, **{k: str(v) for k, v in clean.items()}}


@contextlib.contextmanager
def started(course: pathlib.Path, *words: str):
    """Run a target that serves; yield the address that it prints."""
    command, env = make(course, *words)
    server = subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True)
    said = []
    try:
        for line in server.stdout:
            said.append(line)
            if address := re.search(r"http://127\.0\.0\.1\S+", line):
                yield address[0]
                return
        raise RuntimeError("".join(said))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        try:
            server.communicate(timeout=30)
        except subprocess.TimeoutExpired:       # it waits for somebody; a test does not
            os.killpg(server.pid, signal.SIGKILL)
            server.communicate()
