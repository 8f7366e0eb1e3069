"""Write notebooks as slide shows that work offline.

    python tools/slides.py [NAME ...]

One file per notebook goes to build/slides/, next to a folder with reveal.js and MathJax, taken from
packages in build/vendor/ (`make slides` downloads them once). A notebook is split into blocks: a
heading starts a slide, a figure or an explorer gets its own, long prose goes to the speaker notes,
hidden input is left out and long code folded. The browser lays out the blocks, so that every slide
fits 1280 x 720 (tools/slides/deck.js).
"""
from __future__ import annotations

import ast
import html
import pathlib
import re
import shutil
import string
import sys
import zipfile

import nbformat
from bs4 import BeautifulSoup, Tag
from nbconvert.filters import Highlight2HTML, markdown2html, strip_ansi
from pygments.formatters import HtmlFormatter
from reading import NOTEBOOKS, OWN, START, called, explorer_of, find_notebook, statements

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = ROOT / "tools" / "slides"
VENDOR, SLIDES = ROOT / "build" / "vendor", ROOT / "build" / "slides"
MAX_WORDS = 45        # of a paragraph; a longer one goes to the speaker notes
MAX_CODE_LINES = 16   # longer code is folded
FILES = {             # file in the folder of the shows: its package, and its name there
    "reveal.js": ("sphinx_revealjs", "dist/reveal.js"),
    "reveal.css": ("sphinx_revealjs", "dist/reveal.css"),
    "notes.js": ("sphinx_revealjs", "plugin/notes/notes.js"),
    "reveal.LICENSE": ("sphinx_revealjs", "revealjs/LICENSE"),
    "mathjax.js": ("django_static_mathjax", "es5/tex-svg-full.js"),
    "mathjax.LICENSE": ("django_static_mathjax", "mathjax/LICENSE"),
}
HIDDEN_CALLS = {"say", "reveal", "confirm", "show", "explorers", "hint", "solution", "progress", "begin"}
# What waits in a fold for a learner's choice; a slide comes after the class has chosen.
ANSWER = re.compile(r'<details class="answer"><summary>.*?</summary>(.*)</details>', re.S)
SENTENCE = re.compile(r"(?<=[a-z\d)$>][.?!])\s+(?=[A-Z$<*])")
# A sentence that can stand alone, with a term in bold.
TERM = re.compile(r"(?!(?:<\w+>)*(?:It|That|This|These|They|So|Then|Or|And|But|Here|Further)\b)"
                  r"(?=.*<strong>)(?:(?!</?strong>).)*(?:<strong>[^<]*</strong>(?:(?!</?strong>).)*)+",
                  re.S)
LINK = re.compile(r'<a [^>]*href="(?:\./)?([\w-]+)\.ipynb(#[^"]*)?"[^>]*>(.*?)</a>', re.S)
LEARNERS_OWN = {"begin", "hint", "solution", "progress"}


class Slide:
    """A heading and its content; the browser may split it into several slides."""

    def __init__(self, heading: str = ""):
        self.heading = heading
        self.blocks: list[str] = []
        self.notes: list[str] = []

    def add(self, content: str, kind: str = "") -> None:
        """Add one block: a paragraph, a list, a box, a figure, a table, code."""
        self.blocks.append(f'<div class="block {kind}">{content}</div>')

    def html(self) -> str:
        """Return the slide as a section; without blocks it shows its speaker notes."""
        blocks, notes = self.blocks, self.notes
        if not blocks and notes and "<h1" not in self.heading:
            blocks, notes = [f'<div class="block">{notes[0]}</div>'], notes[1:]
        spoken = f'<aside class="notes">{"".join(notes)}</aside>' if notes else ""
        return f'<section>{self.heading}{"".join(blocks)}{spoken}</section>'


def parse(text: str) -> BeautifulSoup:
    """Return HTML as a tree, without the anchors of headings, styles and scripts."""
    tree = BeautifulSoup(text, "html.parser")
    for anchor in tree.select("a.anchor-link, style, script"):
        anchor.decompose()
    return tree


def words(element: Tag) -> int:
    """Count the words outside formulas."""
    return len(re.sub(r"\$\$.*?\$\$|\$.*?\$", "", element.get_text(), flags=re.S).split())


def add_text(slides: list[Slide], source: str) -> None:
    """Split a text cell into blocks; a heading starts a slide."""
    for element in parse(markdown2html(source)).find_all(True, recursive=False):
        if element.name in ("h1", "h2", "h3", "h4"):
            begin_slide(slides, element)
        elif not element.get_text(strip=True):
            continue
        elif element.name == "details":
            slides[-1].notes.append(str(element))
        elif element.name == "p":
            add_paragraph(slides[-1], element)
        else:
            ends = "alert-info" in element.get("class", [])  # a question, before its answer
            slides[-1].add(str(element), "stop" if ends else "")


def begin_slide(slides: list[Slide], heading: Tag) -> None:
    """Start a slide; a heading directly above this one goes in front of it."""
    name, title = "h1" if heading.name == "h1" else "h2", heading.decode_contents()
    above = slides[-1]
    if above.heading.startswith("<h2>") and not above.blocks and not above.notes:
        title = f"{above.heading[4:-5]}: {title}"
        slides.pop()
    slides.append(Slide(f"<{name}>{title}</{name}>"))


def for_the_hall(cell: nbformat.NotebookNode) -> bool:
    """Return whether the cell is text for a slide: a heading, a list, a table, a question, a theorem,
    a common mistake."""
    return cell.cell_type == "markdown" and any(
        part.name in ("h2", "h3", "h4", "ul", "ol", "table") or "alert" in part.get("class", [])
        for part in parse(markdown2html(cell.source)).find_all(True, recursive=False))


def add_paragraph(slide: Slide, element: Tag) -> None:
    """Show a short paragraph in full, of a long one what it defines and its displayed formulas."""
    if words(element) <= MAX_WORDS:
        slide.add(str(element))
        return
    for part in SENTENCE.split(element.decode_contents()):
        formulas = re.findall(r"\$\$.*?\$\$", part, flags=re.S)
        if TERM.fullmatch(part):
            slide.add(f"<p>{part}</p>")
        else:
            for formula in formulas:
                slide.add(f"<p>{formula}</p>")
    slide.notes.append(str(element))


def is_hidden(cell: nbformat.NotebookNode) -> bool:
    """Return whether the input is left out: marked so, only imports, or only sentences."""
    if "hide-input" in cell.metadata.get("tags", []) or \
            cell.metadata.get("jupyter", {}).get("source_hidden"):
        return True
    return only_calls(cell, HIDDEN_CALLS)


def only_calls(cell: nbformat.NotebookNode, names: set[str]) -> bool:
    """Return whether the cell only imports, and calls these functions."""
    body = statements(cell.source)
    return bool(body) and all(isinstance(s, ast.Import | ast.ImportFrom)
                              or called(s) in names or ("explorers" in names
                                                        and explorer_of(called(s))) for s in body)


def add_code(slide: Slide, cell: nbformat.NotebookNode) -> None:
    """Show the code, unless it is hidden, and each output suitable for a lecture hall."""
    if only_calls(cell, LEARNERS_OWN):
        return
    if cell.source.strip() and not is_hidden(cell):
        listing = Highlight2HTML(pygments_lexer="python")(cell.source.strip())
        lines = len(cell.source.strip().splitlines())
        if lines > MAX_CODE_LINES or "fold" in cell.metadata.get("tags", []):
            listing = (f'<details class="folded"><summary>The code, {lines} lines</summary>'
                       f"<div>{listing}</div></details>")
        slide.add(listing)
    said = {alternative(output) for output in cell.get("outputs", [])}
    for output in cell.get("outputs", []):
        if output.get("data", {}).get("text/plain", "") in said and not is_picture(output):
            continue  # the picture's text alternative, already its alt text
        add_output(slide, output)


def is_picture(output: nbformat.NotebookNode) -> bool:
    """Return whether the output is a figure or an explorer."""
    return "image/png" in output.get("data", {})


def alternative(output: nbformat.NotebookNode) -> str | None:
    """Return a picture's text alternative."""
    if not is_picture(output):
        return None
    return output.metadata.get("image/png", {}).get("alt") or output.data.get("text/plain", "")


def add_output(slide: Slide, output: nbformat.NotebookNode) -> None:
    """Add one output in its best form."""
    data = output.get("data", {})
    if output.output_type == "stream":
        if output.name == "stdout":
            slide.add(f"<pre>{html.escape(strip_ansi(output.text).rstrip())}</pre>")
    elif is_picture(output):
        sides = output.metadata.get("image/png", {})
        size = "".join(f'{side}="{sides[side]}" ' for side in ("width", "height") if side in sides)
        slide.add(f'<img alt="{html.escape(alternative(output))}" {size}'
                  f'src="data:image/png;base64,{"".join(data["image/png"].split())}">', "figure")
    elif "text/html" in data:
        add_html(slide, parse(data["text/html"]))
    elif "text/markdown" in data:
        text = ANSWER.sub(r"\1", data["text/markdown"])
        for element in parse(markdown2html(text)).find_all(True, recursive=False):
            image = element if element.name == "img" else element.find("img")
            slide.add(str(image or element), "figure" if image else "")
    elif "text/plain" in data and not data["text/plain"].startswith("interactive(children="):
        slide.add(f'<pre>{html.escape(data["text/plain"].rstrip())}</pre>')


def add_html(slide: Slide, tree: BeautifulSoup) -> None:
    """Add a table or other HTML; figures in words go to the notes, verdicts are left out."""
    if tree.find("details"):
        return
    if tree.find(attrs={"role": "status"}) is None and tree.get_text(strip=True):
        slide.add(str(tree))


def slides_of(notebook: nbformat.NotebookNode) -> list[Slide]:
    """Return the slides of a notebook, before the layout in the browser."""
    slides = [Slide()]
    for cell in notebook.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "")
        if kind == "notes":
            text = re.sub(r"</?(details|summary)[^>]*>", "", cell.source)
            slides[-1].notes.append(markdown2html(text))
        elif kind == "skip" and not for_the_hall(cell) or cell.cell_type == "raw":
            continue
        elif cell.cell_type == "markdown":
            add_text(slides, START.sub("", cell.source))
        else:
            add_code(slides[-1], cell)
    return [slide for slide in slides if slide.heading or slide.blocks]


def leading(text: str, shows: set[str]) -> str:
    """Return HTML with its links to pages leading to their shows; without one only its words stay."""
    return LINK.sub(lambda link: f'<a href="{link[1]}.html">{link[3]}</a>' if link[1] in shows
                    else link[3], text)


def write(page: pathlib.Path, folder: pathlib.Path = SLIDES, shows: set[str] = frozenset()
          ) -> pathlib.Path:
    """Write one notebook as a show into the folder, linked with the shows there; return the file."""
    notebook = nbformat.read(page, as_version=4)
    template = string.Template((PARTS / "page.html").read_text("utf-8"))
    told = leading("\n".join(slide.html() for slide in slides_of(notebook)), shows)
    target = folder / f"{page.stem}.html"
    target.write_text(template.substitute(title=html.escape(page.stem), slides=told), "utf-8")
    return target


def vendored(name: str) -> bytes:
    """Return a script or a style from its package."""
    package, ending = FILES[name]
    wheels = sorted(VENDOR.glob(f"{package}-*.whl"))
    if not wheels:
        sys.exit(f"{package} is not in {VENDOR.relative_to(ROOT)}/; `make slides` downloads it "
                 "(this needs the network once)")
    with zipfile.ZipFile(wheels[-1]) as wheel:
        return wheel.read(next(n for n in wheel.namelist() if n.endswith(ending)))


def write_parts() -> None:
    """Put scripts and styles next to the shows."""
    folder = SLIDES / "vendor"
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (folder / name).write_bytes(vendored(name))
    (folder / "code.css").write_text(HtmlFormatter().get_style_defs(".highlight"), "utf-8")
    for name in ("deck.css", "deck.js"):
        shutil.copy(PARTS / name, folder)


def main(wanted: list[str]) -> None:
    """Write the requested notebooks, by name or number, or all."""
    pages = [find_notebook(w, "slides", OWN) for w in wanted] or sorted(NOTEBOOKS.glob("*.ipynb"))
    write_parts()
    shows = {page.stem for page in pages} | {show.stem for show in SLIDES.glob("*.html")}
    for page in pages:
        print(f"open {write(page, shows=shows).relative_to(ROOT)}")


if __name__ == "__main__":
    main(sys.argv[1:])
