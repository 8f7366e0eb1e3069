"""Edit, execute and clean the notebooks of the course.

    python tools/notebooks.py edit 01_titanic_eda     write build/01_titanic_eda.py (jupytext, percent)
    python tools/notebooks.py run [NAME ...]          take edited text in, execute, write clean outputs

An output is clean when it is the same after every run: no widget ids (a page opened
without a kernel then shows the picture instead of a dead widget), no timings, no
random cell ids, nothing on stderr.
"""
from __future__ import annotations

import os
import pathlib
import sys
import tempfile

import jupytext
import nbformat
from nbclient import NotebookClient
from tqdm import tqdm

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOTEBOOKS, BUILD = ROOT / "notebooks", ROOT / "build"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def names(wanted: list[str]) -> list[str]:
    """Return the notebooks asked for, or all of them."""
    texts = {p.stem for p in BUILD.glob("[0a][0-9]_*.py")}
    known = sorted({p.stem for p in NOTEBOOKS.glob("*.ipynb")} | texts)
    wanted = [pathlib.Path(w).stem for w in wanted] or known
    for name in wanted:
        if name not in known:
            sys.exit(f"there is no notebook {name!r}; there are {', '.join(known)}")
    return wanted


def edit(name: str) -> None:
    """Write the notebook as text, to be edited in any editor."""
    BUILD.mkdir(exist_ok=True)
    text = BUILD / f"{name}.py"
    jupytext.write(jupytext.read(NOTEBOOKS / f"{name}.ipynb"), text, fmt="py:percent")
    print(f"edit {text.relative_to(ROOT)}, then: make notebooks NB={name}")


def load(name: str) -> nbformat.NotebookNode:
    """Return the notebook, from its edited text where that is newer."""
    text, page = BUILD / f"{name}.py", NOTEBOOKS / f"{name}.ipynb"
    edited = text.exists() and (not page.exists() or text.stat().st_mtime > page.stat().st_mtime)
    return jupytext.read(text) if edited else nbformat.read(page, as_version=4)


def run(name: str) -> None:
    """Execute one notebook top to bottom in a fresh kernel and write it clean."""
    notebook = load(name)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["COURSEKIT_PROGRESS"] = str(pathlib.Path(scratch) / "progress.jsonl")
        NotebookClient(notebook, timeout=600, kernel_name="python3",
                       resources={"metadata": {"path": NOTEBOOKS}}).execute()
    clean(notebook, name)
    nbformat.validate(notebook)
    nbformat.write(notebook, NOTEBOOKS / f"{name}.ipynb")


def clean(notebook: nbformat.NotebookNode, name: str) -> None:
    """Remove from an executed notebook whatever changes from run to run."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for k, cell in enumerate(notebook.cells):
        cell.id = f"{name.split('_')[0]}-{k:02d}"
        cell.metadata.pop("execution", None)
        cell.metadata.pop("lines_to_next_cell", None)
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                sys.exit(f"{name}, cell {k} writes to stderr:\n{output['text']}\n"
                         "mend the cause; a page of the course shows no warnings")
            output.get("data", {}).pop(WIDGET_VIEW, None)


def main(arguments: list[str]) -> None:
    """Read the command line."""
    if not arguments or arguments[0] not in ("edit", "run"):
        sys.exit(__doc__)
    chosen = names(arguments[1:])
    if arguments[0] == "edit":
        for name in chosen:
            edit(name)
        return
    for name in tqdm(chosen, desc="notebooks", unit="page"):
        run(name)


if __name__ == "__main__":
    main(sys.argv[1:])
