"""Write the course to build/site/lite/ as a JupyterLab that runs in the browser alone.

    python tools/lite WHEELS

The folder WHEELS holds the wheel of the course and those named in wheels.txt. What Pyodide itself
brings (pyodide.txt) comes from its own address when a kernel starts for the first time.
"""
from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import sys

import nbformat

ROOT = pathlib.Path(__file__).resolve().parents[2]
LITE, PAGES = ROOT / "build" / "lite", ROOT / "notebooks"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
WORDS = """**In the browser.** This page runs on your own machine, inside the browser. Run the next cell
first: it installs the course, once for each page that you open; the first time takes a minute or two
and loads some tens of megabytes from cdn.jsdelivr.net. Without a network, or where that address is
closed, no kernel starts: a cross stands at the top on the right, and cells stay at `[*]`. What you write is kept by this browser; download a page that you want to keep.
The record of your progress ends with the page. A loop inside compiled code can be ended by
reloading only."""


def prepared(page: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return a page with a first cell that installs the course, and a kernel that can be had."""
    page.cells[1:1] = [nbformat.v4.new_markdown_cell(WORDS),
                       nbformat.v4.new_code_cell("%pip install -q coursekit")]
    page.metadata["kernelspec"] = {"display_name": "Python (Pyodide)", "language": "python",
                                   "name": "python"}
    return page


def write(wheels: pathlib.Path) -> None:
    """Prepare the pages and the settings, and have JupyterLite make a site of them."""
    shutil.rmtree(LITE, ignore_errors=True)
    (LITE / "files" / "notebooks").mkdir(parents=True)
    for path in sorted(PAGES.glob("*.ipynb")):
        page = prepared(nbformat.read(path, as_version=4))   # sources as text: it reads no lists
        (LITE / "files" / "notebooks" / path.name).write_text(json.dumps(page), "utf-8")
    shutil.copytree(wheels, LITE / "pypi")
    settings = {"litePluginSettings": {KERNEL: {"disablePyPIFallback": True}},
                "appName": "The mathematics behind machine learning"}
    (LITE / "jupyter-lite.json").write_text(
        json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}), "utf-8")
    output = ROOT / "build" / "site" / "lite"
    shutil.rmtree(output, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(LITE),
                    "--contents", str(LITE / "files"), "--output-dir", str(output)],
                   cwd=LITE, check=True, stdout=subprocess.DEVNULL)
    print(f"serve build/site, for instance: python -m http.server -d build/site; then open "
          f"lite/lab/index.html?path=notebooks/00_start_here.ipynb ({output.relative_to(ROOT)})")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]).resolve())
