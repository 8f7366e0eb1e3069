"""Open the course in a folder of your own.

    python -m coursekit lab      lay out the pages, or bring them up to date, and open JupyterLab
    python -m coursekit pages    only lay them out
    python -m coursekit collect DIR    for a teacher: an overview of pages that were handed in

Further options go to JupyterLab.
"""
from __future__ import annotations

import argparse
import os
import pathlib
import sys

from coursekit.own_pages import SETTINGS, lay_out, own_folder

START = "00_start_here.ipynb"


def main() -> None:
    """Read the command line, lay out the pages, and start JupyterLab on the first."""
    parser = argparse.ArgumentParser(prog="python -m coursekit", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["lab", "pages", "collect"])
    parser.add_argument("--folder", help="your folder (default: my_course, here or at home); "
                        "your progress is kept in it, too")
    parser.add_argument("--again", default="", metavar="PAGE",
                        help="begin a page again; what you have is kept beside it")
    wanted, for_lab = parser.parse_known_args()
    if wanted.what == "collect":
        return overview(*for_lab[:1])
    folder = pathlib.Path(wanted.folder).expanduser().resolve() if wanted.folder else own_folder()
    try:
        said = lay_out(folder, wanted.again)
    except (ValueError, OSError) as error:
        sys.exit(str(error))
    print("\n".join([*said, f"Your pages are in {folder}."]), flush=True)
    if wanted.what == "lab":
        if wanted.folder:
            os.environ.setdefault("COURSEKIT_PROGRESS", str(folder / ".progress.jsonl"))
        open_lab(folder, for_lab)


def overview(handed_in: str = "") -> None:
    """Write the overview of what a class has handed in beside its folder, and say where it is."""
    from coursekit.collect import collect  # needs pandas

    if not handed_in or not (folder := pathlib.Path(handed_in).expanduser()).is_dir():
        sys.exit(f"There is no folder {handed_in!r}: name the one with what was handed in.")
    out = folder.resolve().with_name(f"{folder.resolve().name}_overview")
    try:
        table, left_out = collect(folder, out)
    except ValueError as error:
        sys.exit(str(error))
    print("\n".join([*left_out, f"{len(table)} learners: open {out / 'index.html'}"]))


def open_lab(folder: pathlib.Path, options: list[str]) -> None:
    """Start JupyterLab with the course's settings; it stays in this process."""
    try:
        from jupyterlab.labapp import LabApp
    except ModuleNotFoundError:
        sys.exit("JupyterLab is not installed here: python -m pip install jupyterlab")
    paths = [str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    os.chdir(folder)
    LabApp.launch_instance([f"--LabApp.default_url=/lab/tree/{START}", *root, *options])


if __name__ == "__main__":
    main()
