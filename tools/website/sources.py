"""What Sphinx gets: the pages with their figures, explorers and hints, and what is said of them.

The folder is laid out like the project, so that links between its files lead where they led.
"""
from __future__ import annotations

import base64
import html
import pathlib
import re
import shutil
import sys

import frames
import lists
import nbformat
from tqdm import tqdm

from coursekit.explorer import find_explorer
from coursekit.exercise.feedback import inline
from coursekit.exercise.registry import find
from coursekit.lessons.lesson00.course import CourseMap

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))

import reading  # noqa: E402  what the other tools know of a page
import slides  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PROSE = ["TEACHING.md", "CONTRIBUTING.md", "data/SOURCES.md"]
PLAIN = ["LICENSE", "LICENSE-CONTENT", "CITATION.cff"]
CHECK = re.compile(r"^\w+ = check\(\"([\w-]+)\"", re.M)
RUN = (' · <a class="live" href="../lite/lab/index.html?path=notebooks/{}.ipynb">run it in this browser</a>')
LOCAL = "../_static"        # as seen from a page
RUN_FROM_THERE = " Put it in place of <code>None</code>, and run the cells from there. Or open the answer here."


def course() -> list[pathlib.Path]:
    """Return the pages in their order."""
    return sorted((ROOT / "notebooks").glob("*.ipynb"))


def write(folder: pathlib.Path, lite: bool = False) -> None:
    """Write all that the site is made of; pages link to JupyterLite if there is one."""
    static, extra = folder / "_static", folder / "_extra"
    for needed in (static, extra / "notebooks", folder / "notebooks"):
        needed.mkdir(parents=True)
    (static / "mathjax.js").write_bytes(slides.vendored("mathjax.js"))
    (static / "mathjax.LICENSE").write_bytes(slides.vendored("mathjax.LICENSE"))
    for name in ("course.css", "explorer.js", "page.js"):
        shutil.copy(HERE / name, static)
    for name in PROSE + PLAIN:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    pages = {path: nbformat.read(path, as_version=4) for path in course()}
    terms = lists.mark_terms({path.stem: page for path, page in pages.items()})
    titles = {path: lists.title_of(page) for path, page in pages.items()}
    for path, page in tqdm(pages.items(), desc="pages", unit="page"):
        shutil.copy(path, extra / "notebooks")          # as it is, to be run
        lists.write_formulas(page, path.stem, folder / "formulas")
        nbformat.write(prepared(page, path.stem, static, lite), folder / "notebooks" / path.name)
    lists.write_glossary(terms, folder / "glossary.md")
    lists.write_contents({path.stem: title for path, title in titles.items()}, folder / "formulas")
    write_index([path.stem for path in pages], folder)


def write_index(names: list[str], folder: pathlib.Path) -> None:
    """Write the first page: what the course is, and its map; the rest of the README is a page of its own."""
    def tree(caption: str, entries: list[str]) -> str:
        return "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *entries, "```\n"])

    text = re.sub(r"^\[!\[.*\n\n", "", (ROOT / "README.md").read_text("utf-8"), flags=re.M)  # a badge asks the network
    for picture in re.findall(r"!\[.*\]\((.+)\)", text):
        (folder / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / picture, folder / picture)
    first, rest = text.split("\n## ", 1)
    (folder / "README.md").write_text(f"# Install, teach, cite\n\n## {rest}", "utf-8")
    first = re.sub(r"<!-- links -->.*<!-- /links -->\s*", "BEGIN\n\n", first, flags=re.S)     # here one reads on
    begin = ('<p class="begin"><a href="notebooks/00_start_here.html">Begin with lesson 00</a> '
             '<a href="README.html">Run it on your own machine</a></p>')
    cards = re.sub(r'src="[^"]*" srcset="(\S+) 1x"', r'src="\1"', CourseMap()._repr_html_())
    cards = re.sub(r'href="(\w+)\.ipynb"', r'href="notebooks/\1.html"', cards)
    words = ("The **core** lessons make a course on their own; **branches** go further. Here you read the lessons and move "
             "their explorers without installing anything; to write code and have it judged, run them.")
    about = ["README", "glossary", "formulas/index", "TEACHING", "CONTRIBUTING", "data/SOURCES"]
    (folder / "index.md").write_text("\n\n".join([
        first.strip().replace("BEGIN", begin), "## The lessons", words, cards,
        tree("The course", [f"notebooks/{name}" for name in names]), tree("To look up", about)]), "utf-8")


def prepared(page, name: str, static: pathlib.Path, lite: bool) -> nbformat.NotebookNode:
    """Return a page as it is to be read without a kernel."""
    page.metadata["language_info"] = {"name": "python", "pygments_lexer": "python"}
    page.cells[0].source = reading.START.sub("", page.cells[0].source).strip() + (
        f'\n\n<p class="this-page"><a href="{name}.ipynb" download>This page as a notebook</a> · '
        f'<a href="../formulas/{name}.html">its formulas</a>{RUN.format(name) if lite else ""}</p>')
    for number, cell in enumerate(reading.code_cells(page)):
        cell.outputs = [seen for k, output in enumerate(cell.outputs)
                        for seen in visible(output, f"{name}-{number}-{k}.png", static)]
        if reading.only_opens_an_explorer(cell.source):
            open_explorer(cell, static)
        elif reading.makes_ready(cell.source) or answers(cell):
            cell.metadata["tags"] = ["remove-input"]
        for key in CHECK.findall(cell.source):
            cell.outputs.append(as_html(hints(key)))
    return page


def answers(cell) -> bool:
    """Return whether the cell's hidden input tells the answer to a prediction."""
    return bool(cell.metadata.get("jupyter", {}).get("source_hidden")) and (
        "reveal" in reading.all_calls(cell.source) or re.search(r"^answer_\w+ = ", cell.source, re.M))


def visible(output, picture: str, static: pathlib.Path) -> list[nbformat.NotebookNode]:
    """Return an output as it is shown: a picture as a file with its words, a table that scrolls."""
    data = output.get("data", {})
    if output.output_type == "stream":
        return [output] if output.name == "stdout" else []
    if "image/png" in data:
        seen = output.metadata.get("image/png", {})
        size = "".join(f' {side}="{seen[side]}"' for side in ("width", "height") if side in seen)
        words = html.escape(seen.get("alt") or data["text/plain"])
        return [as_html(as_file(f'alt="{words}"{size}', data["image/png"], static / picture))]
    if "<table" in data.get("text/html", ""):
        return [as_html(wide(data["text/html"]))]
    if "text/markdown" in data:         # an answer may have a picture, or a table
        data["text/markdown"] = data["text/markdown"].replace(RUN_FROM_THERE, " Then open the answer.")
        data["text/markdown"] = re.sub(
            r'<img ([^>]*) src="data:image/png;base64,([^"]*)">',
            lambda found: as_file(*found.groups(), static / picture), data["text/markdown"])
        data["text/markdown"] = re.sub(r"<table.*?</table>", lambda found: wide(found.group()),
                                       data["text/markdown"], flags=re.S)
    if "course-map" in data.get("text/html", ""):       # its links lead to pages, not to notebooks
        return [as_html(data["text/html"].replace('.ipynb"', '.html"'))]
    if data.get("text/plain", "").startswith("interactive(children="):
        return [as_html("<p><em>In the notebook, sliders and their picture stand here.</em></p>")]
    return [output]


def as_file(attributes: str, png: str, file: pathlib.Path) -> str:
    """Write a picture to a file, and return what shows it."""
    file.write_bytes(base64.b64decode(png))
    return (f'<div class="picture"><img class="figure" src="{LOCAL}/{file.name}" '
            f"{attributes}></div>")


def wide(table: str) -> str:
    """Return a table that scrolls."""
    heads = re.findall(r"<th>(.+?)</th>", table.split("</thead>")[0])
    label = html.escape(re.sub("<.+?>", "", "Table: " + ", ".join(heads[:4])), quote=True)
    return f'<div class="wide" tabindex="0" role="region" aria-label="{label}">{table}</div>'


def as_html(text: str) -> nbformat.NotebookNode:
    """Return HTML as an output of a cell."""
    return nbformat.v4.new_output("display_data", {"text/html": text})


def open_explorer(cell, static: pathlib.Path) -> None:
    """Put pictures drawn beforehand in the place of an explorer; a still has its one."""
    cell.metadata["tags"] = ["remove-input"]
    state, kind = reading.opened(cell.source), reading.explorers_in(cell.source)[0]
    if state.get("only") == ():
        return
    folder = f"{kind}-{cell.id}" if state else kind
    cell.outputs = [as_html(frames.write(find_explorer(kind)(**state), folder, static / folder,
                                         f"{LOCAL}/{folder}"))]


def hints(key: str) -> str:
    """Return the hints of an exercise, each folded away; never its solution."""
    steps = find(key).hints
    return "".join(f"<details class=\"hint\"><summary>Hint {k} of {len(steps)}</summary>"
                   f"<p>{inline(step)}</p></details>" for k, step in enumerate(steps, start=1))
