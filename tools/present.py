"""Open a notebook in JupyterLab for a lecture hall: large type, no side bars.

    python tools/present.py [NAME] [--port PORT]

The page opens as a student's does, without outputs but for its first picture: nothing that the class
is asked stands answered. Pages and settings are in build/present/, made anew at each start; the
course's pages and your own JupyterLab settings are neither read nor changed. Type and explorers grow
with the window. Explorers are interactive: run the cells as you go (Shift-Enter).
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import socket
import sys
import webbrowser

from reading import OWN, find_notebook

from coursekit.own_pages import lay_out

ROOT = pathlib.Path(__file__).resolve().parents[1]
LAB = ROOT / "tools" / "lab" / "labconfig"
HALL = ROOT / "build" / "present"
FIRST_PORT = 8888
# Pixels on a laptop's 1280 by 720; on a hall's 1920 by 1080 half as many more. (Explorers see to
# their own; the first is that of tables, too, and larger menus would be cut off.)
LARGE_TYPE = {"ui-font-size1": "max(16px, min(1.04vw, 1.85vh))",
              "content-font-size1": "max(20px, min(1.56vw, 2.77vh))",
              "code-font-size": "max(18px, min(1.4vw, 2.5vh))"}


def find_port(wanted: int | None) -> int:
    """Return the requested port, or the first free one; exit with advice if there is none."""
    if wanted is not None and not 1 <= wanted <= 65_535:
        sys.exit(f"{wanted} is no port: name a number from 1 to 65535, or leave PORT away.")
    for port in [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + 50):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    if wanted is None:
        sys.exit(f"The ports {FIRST_PORT} to {FIRST_PORT + 49} are all in use. "
                 "Stop a JupyterLab (Ctrl-C where it runs), or name a port: make present PORT=9000")
    sys.exit(f"Port {wanted} is in use (by another JupyterLab, perhaps). Stop what uses it, "
             f"or leave PORT away: the first free port from {FIRST_PORT} on is taken then.")


def write(folder: pathlib.Path) -> None:
    """Write the pages, JupyterLab's settings and an empty set of workspaces."""
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(folder / "pages")
    for name in ("application", "workspaces"):
        (folder / name).mkdir(parents=True)
    shutil.copy(LAB / "default_setting_overrides.json", folder / "application" / "overrides.json")
    themes = folder / "user" / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"
    themes.parent.mkdir(parents=True)
    themes.write_text(json.dumps({"overrides": LARGE_TYPE}), "utf-8")


def command(page: pathlib.Path, port: int) -> list[str]:
    """Return the command line of the JupyterLab for the hall."""
    return [
        sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={HALL / 'pages'}",
        f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--LabApp.default_url=/doc/tree/{page.name}",
        f"--LabApp.app_settings_dir={HALL / 'application'}",
        f"--LabApp.user_settings_dir={HALL / 'user'}",
        f"--LabApp.workspaces_dir={HALL / 'workspaces'}",
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ]


def main() -> None:
    """Read the command line and start JupyterLab in place of this process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="?", default="00", help="a page's name or number")
    parser.add_argument("--port", type=int, help="the port to use (default: the first free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    wanted = parser.parse_args()
    page, port = find_notebook(wanted.page, "present", OWN), find_port(wanted.port)
    write(HALL)
    start = command(page, port) + (["--no-browser"] if wanted.no_browser else [])
    if not wanted.no_browser:
        try:
            webbrowser.get()
        except webbrowser.Error:
            print("No browser was found on this machine: open the address that is printed below.")
    os.execve(start[0], start, {**os.environ, "COURSEKIT_HALL": "1"})


if __name__ == "__main__":
    main()
