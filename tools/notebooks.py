"""Edit, execute and clean the notebooks of the course.

    python tools/notebooks.py edit 01_titanic_eda     write build/01_titanic_eda.py (jupytext, percent)
    python tools/notebooks.py run [NAME ...]          read edited text, execute it, write clean outputs;
                                                      without names all pages, and the map's thumbnails

For each notebook it takes care of the following:

* cells keep their ids, and new ones get a stable one;
* the input of cells that only print sentences with computed numbers, only open an explorer, make
  the page ready, compute the answer to a prediction, or give evidence, is hidden;
* each cell has a slide type; types set by hand are kept;
* outputs are the same after every run, except in cells with the tag ``timing`` (or, on another
  computer, ``rounding``): no widget ids (a page opened without a kernel then shows the picture
  instead of a dead widget), no addresses, nothing on stderr; every execution count is 1,
  so that a new cell does not change the counts of all cells below it.
"""
from __future__ import annotations

import difflib
import hashlib
import os
import pathlib
import re
import sys
import tempfile

import jupytext
import nbformat
import thumbnails
from nbclient import NotebookClient
from reading import (answering, calls, find_notebook, gives_evidence, lines, makes_ready,
                     only_asks, only_opens_an_explorer, only_says, words)
from tqdm import tqdm

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOTEBOOKS, BUILD = ROOT / "notebooks", ROOT / "build"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py"},
}
HIDDEN, UNCOMPARED = "hide-input", "nbval-ignore-output"
PASSING = {"timing", "rounding"}    # tags of outputs that may differ on another run or computer
UNKNOWN = "There is no exercise"  # the start of what `check` says about an unknown key
NOWHERE = "0x000000000000"  # replaces a memory address


def names(wanted: list[str]) -> list[str]:
    """Return the requested notebooks, by default all."""
    texts = {p.stem for p in BUILD.glob("[0a][0-9]*_*.py")}
    if not wanted:
        return sorted({p.stem for p in NOTEBOOKS.glob("*.ipynb")} | texts)
    stems = [pathlib.Path(w).stem for w in wanted]      # a new notebook may exist only as text
    return [stem if stem in texts else find_notebook(stem, "notebooks").stem for stem in stems]


def edit(name: str) -> None:
    """Write the notebook as text with the ids of its cells, for any editor."""
    text = BUILD / f"{name}.py"
    before = text.read_text("utf-8") if text.exists() else ""
    write_text(name)
    if before not in ("", text.read_text("utf-8")):
        text.with_suffix(".py.old").write_text(before, "utf-8")
        print(f"what was in {text.relative_to(ROOT)} is kept as {text.name}.old", file=sys.stderr)
    print(f"edit {text.relative_to(ROOT)}, then: make notebooks NB={name}")


def write_text(name: str) -> pathlib.Path:
    """Write the notebook as text; return the path."""
    BUILD.mkdir(exist_ok=True)
    text = BUILD / f"{name}.py"
    page = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    for cell in page.cells:
        set_hidden(cell, False)
        cell.metadata["id"] = cell.id
    jupytext.write(page, text, fmt="py:percent")
    return text


def load(name: str) -> nbformat.NotebookNode:
    """Return the notebook, from its edited text if that is newer."""
    text, page = BUILD / f"{name}.py", NOTEBOOKS / f"{name}.ipynb"
    before = nbformat.read(page, as_version=4) if page.exists() else nbformat.v4.new_notebook()
    if not text.exists():
        return before
    if not is_newer(text, page):
        print(f"{text.relative_to(ROOT)} is older than the notebook and is not read; it is kept as "
              f"{text.name}.old", file=sys.stderr)
        return before
    edited = jupytext.read(text)
    keep_ids(edited, before, name.split("_")[0])
    return edited


def is_newer(text: pathlib.Path, page: pathlib.Path) -> bool:
    """Return whether the text was edited after the notebook was written."""
    return text.exists() and not (page.exists() and text.stat().st_mtime <= page.stat().st_mtime)


def keep_ids(page, before, prefix: str) -> None:
    """Give each cell its former id, from the text or by its source, or else a new one."""
    free = {c.id: c for c in before.cells}
    unnamed = []
    for cell in page.cells:
        cell.id = cell.metadata.pop("id", "")
        if not free.pop(cell.id, None) and not cell.id:
            unnamed.append(cell)
    for similarity in (1.0, 0.6):
        for cell in [c for c in unnamed if not c.id]:
            old = _most_similar(cell, free.values(), similarity)
            if old is not None:
                cell.id = old.id
                del free[old.id]
    taken = {c.id for c in [*page.cells, *before.cells]}
    for cell in unnamed:
        cell.id = cell.id or _new_id(cell, prefix, taken)
        taken.add(cell.id)


def _most_similar(cell, others, at_least: float):
    """Return the cell of the same kind with the most similar source, if similar enough."""
    of_kind = [c for c in others if c.cell_type == cell.cell_type]
    if at_least == 1:
        return next((c for c in of_kind if c.source == cell.source), None)
    similarities = [(difflib.SequenceMatcher(None, c.source, cell.source, autojunk=False).ratio(), c)
                    for c in of_kind]
    best = max(similarities, key=lambda pair: pair[0], default=(0, None))
    return best[1] if best[0] >= at_least else None


def _new_id(cell, prefix: str, taken: set[str]) -> str:
    """Return an id derived from the cell's first source, the same on any machine."""
    salt = 0
    while True:
        digest = hashlib.sha1(f"{cell.cell_type}{cell.source}{salt or ''}".encode()).hexdigest()
        if (new := f"{prefix}-{digest[:8]}") not in taken:
            return new
        salt += 1


def run(name: str) -> None:
    """Execute a notebook in a fresh kernel; write it, cleaned, and its text again."""
    text, page = BUILD / f"{name}.py", NOTEBOOKS / f"{name}.ipynb"
    notebook, taken = load(name), is_newer(text, page)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["COURSEKIT_PROGRESS"] = str(pathlib.Path(scratch) / "progress.jsonl")
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # other sums are other steps of a solver
        client = NotebookClient(notebook, timeout=600, kernel_name="python3",
                                resources={"metadata": {"path": NOTEBOOKS}})
        client.comm_open_handlers.clear()       # what a widget draws stays on a page without a kernel
        client.execute()
    finish(notebook, name)
    nbformat.validate(notebook)
    nbformat.write(notebook, page)
    if text.exists():
        if not taken:
            text.replace(text.with_suffix(".py.old"))
        write_text(name)


def finish(notebook: nbformat.NotebookNode, name: str) -> None:
    """Turn an executed notebook into the form that is committed."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    answers = answering(notebook)
    for k, cell in enumerate(notebook.cells):
        for passing in ("execution", "lines_to_next_cell"):
            cell.metadata.pop(passing, None)
        tags = cell.metadata.get("tags", [])
        if PASSING & set(tags) and UNCOMPARED not in tags:
            tags.append(UNCOMPARED)
        set_hidden(cell, cell.cell_type == "code"
                   and (only_says(cell.source) or only_opens_an_explorer(cell.source)
                        or makes_ready(cell.source) or gives_evidence(cell.source)
                        or cell.id in answers))
        slides = cell.metadata.setdefault("slideshow", {})
        slides.setdefault("slide_type", "slide" if k == 0 else slide_type(cell))
        clean(cell, f"{name}, cell {k}")


def set_hidden(cell, hidden: bool) -> None:
    """Hide a cell's input, in JupyterLab, in Colab and (by its tag) in HTML and slides, or show it."""
    tags = [t for t in cell.metadata.pop("tags", []) if t != HIDDEN] + [HIDDEN] * hidden
    jupyter = {k: v for k, v in cell.metadata.pop("jupyter", {}).items() if k != "source_hidden"}
    jupyter.update({"source_hidden": True} if hidden else {})
    cell.metadata.pop("cellView", None)
    colab = "form" if hidden else ""
    cell.metadata.update({k: v for k, v in (("tags", tags), ("jupyter", jupyter),
                                            ("cellView", colab)) if v})


def slide_type(cell) -> str:
    """Return the slide type of a cell that has none.

    A heading begins a slide; a figure, an explorer, an exercise, a box or a short cell has one
    of its own below it; what a cell says follows on the slide before; the rest is skipped.
    """
    if cell.cell_type == "markdown":
        if re.match(r"#{1,2} ", cell.source):
            return "slide"
        return "subslide" if words(cell.source) <= 80 else "skip"
    if only_says(cell.source):
        return "fragment"
    seen = only_opens_an_explorer(cell.source) or calls(cell.source, "show", "check")
    if only_asks(cell.source) or calls(cell.source, "begin") and not seen:
        return "skip"
    return "subslide" if seen or len(lines(cell.source)) <= 15 else "skip"


def clean(cell, where: str) -> None:
    """Remove from an executed cell everything that changes between runs, or with a cell above it."""
    for part in (cell, *cell.get("outputs", [])):
        if part.get("execution_count") is not None:
            part["execution_count"] = 1
    for output in cell.get("outputs", []):
        if output.get("name") == "stderr":
            sys.exit(f"{where} writes to stderr:\n{output['text']}\n"
                     "fix the cause; a notebook of the course shows no warnings")
        data = output.get("data", {})
        if UNKNOWN in output.get("text", "") + data.get("text/plain", ""):
            sys.exit(f"{where} names an exercise that does not exist:\n{cell.source}\n"
                     "correct the key, or list the exercise in its lesson's exercises/__init__.py")
        data.pop(WIDGET_VIEW, None)
        for kind in ("text/plain", "text/html"):
            if kind in data:
                data[kind] = _without_chance(data[kind], cell.id)


def _without_chance(text: str, cell_id: str) -> str:
    """Replace addresses of objects, and the random names of styled tables."""
    text = re.sub(r"\b0x[0-9a-f]{6,16}\b", NOWHERE, text)
    return re.sub(r"\bT_[0-9a-f]{5}(?=\b|_)", f"T_{cell_id}", text)


def main(arguments: list[str]) -> None:
    """Read the command line."""
    if not arguments or arguments[0] not in ("edit", "run"):
        sys.exit(__doc__)
    chosen = names(arguments[1:])
    if arguments == ["run"]:
        thumbnails.main()       # before the start page, which shows them
    if arguments[0] == "edit":
        for name in chosen:
            edit(name)
        return
    for name in tqdm(chosen, desc="notebooks", unit="page"):
        run(name)


if __name__ == "__main__":
    main(sys.argv[1:])
