"""What a class has handed in, on one page: exercises, predictions, and each page as it was left.

Nothing is run. Verdicts and answers are read from the outputs that were saved with a page, so they
say what the learner saw. They prove nothing: a page can be edited, or copied.
"""
from __future__ import annotations

import ast
import html
import json
import pathlib
import re
from dataclasses import dataclass, field

import nbformat
import pandas as pd

from coursekit.own_pages import pages

VERDICTS = {"✓": "right", "✗": "wrong", "○": "not attempted"}
NOT_RUN = "not run"
STYLE = ("<!DOCTYPE html><meta charset='utf-8'><style>body{font:16px sans-serif;margin:2em;"
         "max-width:60em}td,th{padding:.2em .6em;text-align:left;border-bottom:1px solid #ccc}"
         "table{border-collapse:collapse}pre{background:#f3f3f3;padding:.6em;overflow:auto;"
         "white-space:pre-wrap}img{max-width:40em;display:block}"
         ".mine{border-left:4px solid #2f86d6;padding-left:1em}</style>")


@dataclass
class HandedIn:
    """A page that somebody handed in.

    Attributes
    ----------
    who, page : str
        The learner, by the name of folder or file; the name of the course's page.
    exercises : dict of str to str
        For the key of each exercise: right, wrong, not attempted, or not run.
    predictions : dict of str to str
        For each prediction what was chosen, with its verdict: "b ✗", "0.4 ✓", or "" without one.
    html : str
        What the learner wrote, with its outputs, and all pictures.
    """

    who: str
    page: str
    html: str = ""
    exercises: dict[str, str] = field(default_factory=dict)
    predictions: dict[str, str] = field(default_factory=dict)


def collect(folder: pathlib.Path, out: pathlib.Path) -> tuple[pd.DataFrame, list[str]]:
    """Write the overview of a folder of handed-in pages.

    Parameters
    ----------
    folder : pathlib.Path
        One folder a learner, or files whose names begin with the learner's, such as
        ``ada_02_lagrange_kkt.ipynb``.
    out : pathlib.Path
        Gets ``index.html``, ``overview.csv``, and an HTML file of each page.

    Returns
    -------
    table : pandas.DataFrame
        A row for each learner and a column for each exercise and prediction, ``02 climbs``.
    left_out : list of str
        Files that are no page of the course, or cannot be read.

    Raises
    ------
    ValueError
        If there is no notebook in the folder.
    """
    files = [file for file in sorted(folder.rglob("*.ipynb"))
             if not any(part.startswith(".") for part in file.relative_to(folder).parts)]
    if not files:
        raise ValueError(f"there is no .ipynb file in {folder}: put what was handed in there, one "
                         "folder a learner")
    known = {page.stem: _texts(json.loads(page.read_text("utf-8")))
             for page in pages()}
    handed, left_out = [], []
    for file in files:
        try:
            book = nbformat.read(file, as_version=4)
            page = max(known, key=lambda name: len({*known[name]} & {*_texts(book)}))
        except Exception as error:      # a file of somebody else's may hold anything
            left_out.append(f"{file.relative_to(folder)} cannot be read ({type(error).__name__})")
            continue
        if not {*known[page]} & {*_texts(book)}:
            left_out.append(f"{file.relative_to(folder)} is no page of the course")
            continue
        one = HandedIn(_who(file.relative_to(folder), page), page)
        _read(one, book)
        one.html = _as_html(one, book, known[page])
        handed.append(one)
    table = _table(handed)
    _write(out, table, handed, left_out)
    return table, left_out


def _texts(book: dict) -> dict[str, str]:
    """Return the text of each cell by its id."""
    return {cell["id"]: "".join(cell["source"]) for cell in book["cells"] if cell.get("id")}


def _who(path: pathlib.Path, page: str) -> str:
    """Return the learner's name: the folder's, or what stands before the page's name."""
    if len(path.parts) > 1:
        return path.parts[0]
    return path.stem.split(page)[0].strip(" _-") or path.stem


def _read(one: HandedIn, book: nbformat.NotebookNode) -> None:
    """Read exercises and predictions from the cells and their outputs."""
    guesses: dict[str, str] = {}
    for cell in book.cells:
        if cell.cell_type != "code":
            continue
        body = _statements(cell.source)
        calls = [node for part in body for node in ast.walk(part) if isinstance(node, ast.Call)]
        for node in body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                guesses[node.targets[0].id] = ast.unparse(node.value).strip("'\"")
        shown = " ".join(_text(output) for output in cell.outputs)
        for call in calls:
            name, args = getattr(call.func, "id", ""), call.args
            if name == "check" and args and isinstance(args[0], ast.Constant):
                icon = re.search("|".join(VERDICTS), shown)
                one.exercises[str(args[0].value)] = VERDICTS[icon[0]] if icon else NOT_RUN
            elif name == "reveal" and len(args) > 1 and isinstance(args[1], ast.Name):
                guess = guesses.get(args[1].id, "None")
                mark = _mark(shown)
                named = args[1].id.removeprefix("guess_").removesuffix("_guess")
                one.predictions[named] = \
                    "" if guess in ("None", "...") else f"{guess} {mark}".strip()


def _statements(source: str) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []


def _text(output: nbformat.NotebookNode) -> str:
    data = output.get("data", {})
    return data.get("text/markdown") or data.get("text/plain", "")


def _mark(shown: str) -> str:
    """Return the verdict on a prediction; a number is right or has its distance."""
    if "Well predicted." in shown or "exactly right" in shown:
        return "✓"
    if "You chose" in shown:
        return "✗"
    off = re.search(r"You predicted .*?, (.*? too (?:low|high))", shown)
    return f"({off[1]})" if off else "?"


def _table(handed: list[HandedIn]) -> pd.DataFrame:
    rows: dict[str, dict[str, str]] = {}
    for one in sorted(handed, key=lambda one: (one.page, one.who)):
        row, number = rows.setdefault(one.who, {}), one.page.split("_")[0]
        row.update({f"{number} {key}": verdict for key, verdict in one.exercises.items()})
        row.update({f"{number} {name}?": chosen for name, chosen in one.predictions.items()})
    return pd.DataFrame.from_dict(rows, orient="index").fillna("").sort_index()


def _as_html(one: HandedIn, book: nbformat.NotebookNode, given: dict[str, str]) -> str:
    """Return the cells that the learner wrote or changed, headings, and all pictures."""
    parts = [f"{STYLE}<title>{html.escape(one.who)}: {one.page}</title>"
             f"<h1>{html.escape(one.who)}: {one.page}</h1>"]
    for cell in book.cells:
        mine = cell.source.strip() and cell.source != given.get(cell.get("id"))
        asks = cell.cell_type == "code" and ("check(" in cell.source or "reveal(" in cell.source)
        outputs = [_output_as_html(output, mine or asks) for output in cell.get("outputs", [])]
        if mine:
            outputs.insert(0, f"<pre>{html.escape(cell.source)}</pre>")
            parts.append(f"<div class='mine'>{''.join(outputs)}</div>")
        else:
            parts += outputs
        if cell.cell_type == "markdown" and not mine:
            parts += [f"<h3>{html.escape(line.lstrip('# '))}</h3>"
                      for line in cell.source.splitlines() if re.match("#{2,3} ", line)]
    return "\n".join(filter(None, parts))


def _output_as_html(output: nbformat.NotebookNode, words: bool) -> str:
    """Return a picture, or with ``words`` what was printed, escaped."""
    data = output.get("data", {})
    if "image/png" in data:
        return f"<img alt='' src='data:image/png;base64,{html.escape(data['image/png'].strip())}'>"
    text = output.get("text") or "\n".join(output.get("traceback", [])) or _text(output)
    text = re.sub(r"\x1b\[[\d;]*m|</?(?:details|summary|strong|code|img)[^>]*>", "", text).strip()
    return f"<pre>{html.escape(text)}</pre>" if words and text else ""


def _write(out: pathlib.Path, table: pd.DataFrame, handed: list[HandedIn],
           left_out: list[str]) -> None:
    """Write the table as CSV, and as HTML with a link to each page."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("[0-9][0-9][0-9]_*.html"):
        old.unlink()
    table.to_csv(out / "overview.csv", index_label="learner")
    links = []
    for number, one in enumerate(handed):
        target = f"{number:03d}_{one.page}.html"
        (out / target).write_text(one.html, "utf-8")
        solved = sum(verdict == "right" for verdict in one.exercises.values())
        links.append(f'<li><a href="{target}">{html.escape(one.who)}: {one.page}</a>, '
                     f"{solved} of {len(one.exercises)} exercises right</li>")
    missed = "".join(f"<li>{html.escape(line)}</li>" for line in left_out)
    (out / "index.html").write_text(
        f"{STYLE}<title>Handed in</title><h1>Handed in</h1><p>A prediction has a question mark "
        f"after its name.</p>{table.to_html(border=0)}<h2>The pages</h2><ul>{''.join(links)}</ul>"
        + (f"<h2>Not read</h2><ul>{missed}</ul>" if missed else ""), "utf-8")
