"""What is collected from the pages: a glossary, and the displayed formulas of each."""
from __future__ import annotations

import html
import pathlib
import re
from dataclasses import dataclass

FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$|`[^`\n]+`", re.S)
DISPLAYED = re.compile(r"\$\$(.*?)\$\$", re.S)
HEADING = re.compile(r"^(#+) (.+)$", re.M)
# A term is introduced in bold: "the **dual problem** is", "a point is **free** if", "**KKT** for short".
BOLD = re.compile(r"(\S+) \*\*([A-Za-z][\w’' -]{2,40})\*\*(?=(.{0,10}))", re.S)
BEFORE = {"a", "an", "the", "is", "are", "be", "were", "called", "its", "this", "these"}
AFTER = (" if ", " for short")
ONLY_LOUD = {"not", "all", "any", "only", "every", "never", "no"}


@dataclass(frozen=True)
class Term:
    """A word, the sentence that introduces it, and where that is."""

    word: str
    sentence: str
    page: str
    anchor: str


def mark_terms(pages: dict) -> list[Term]:
    """Find the first bold use of each term, and put an anchor there; sorted by word."""
    found: dict[str, Term] = {}
    for name, page in pages.items():
        for cell in page.cells[1:]:
            if cell.cell_type == "markdown":
                cell.source = mark(cell.source, name, found)
    return sorted(found.values(), key=lambda term: term.word.lower())


def mark(source: str, page: str, found: dict[str, Term]) -> str:
    """Take the new terms of a cell into ``found``; return the cell with anchors at them."""
    for paragraph in re.split(r"\n\n|\n(?=[-|#] )", source):
        if re.match(r"[|<#$]|- |\*\*Prediction", paragraph):
            continue
        for before, word, after in BOLD.findall(paragraph):
            introduced = before.strip("(").lower() in BEFORE or after.startswith(AFTER)
            if not introduced or word.endswith("'s") or word.lower() in ONLY_LOUD | set(found):
                continue
            bold, anchor = f"**{word}**", "term-" + re.sub(r"\W+", "-", word.lower())
            sentence = sentence_of(paragraph, paragraph.index(bold))
            found[word.lower()] = Term(word, sentence, page, anchor)
            source = source.replace(bold, f'<span id="{anchor}"></span>{bold}', 1)
    return source


def sentence_of(paragraph: str, place: int) -> str:
    """Return the sentence around a place of a paragraph; stops inside formulas do not end it.

    Examples
    --------
    >>> sentence_of("First. A point $x. Y$ is **feasible**. Last.", 25)
    'A point $x. Y$ is **feasible**.'
    """
    hidden = FORMULA.sub(lambda m: "x" * len(m.group()), paragraph)
    ends = [m.end() for m in re.finditer(r"(?<![ (][A-Z])[.?!]\)?(?=\s+[A-Z(*$\dx]|\s*$)", hidden)]
    first = max((end for end in ends if end <= place), default=0)
    last = min((end for end in ends if end > place), default=len(paragraph))
    return " ".join(paragraph[first:last].split())


def write_glossary(terms: list[Term], file: pathlib.Path) -> None:
    """Write the terms with their sentences, each with a link to where it stands."""
    lines = ["# Glossary", "", "Each term with the sentence that introduces it on its page.", ""]
    for term in terms:
        where = (f'<a href="notebooks/{term.page}.html#{term.anchor}" aria-label="'
                 f'{html.escape(term.word)} in {term.page.split("_")[0]}">'
                 f'{term.page.split("_")[0]}</a>')
        lines += [term.word, f": {term.sentence} ({where})", ""]
    file.write_text("\n".join(lines), "utf-8")


def title_of(page) -> str:
    """Return the title of a page."""
    return HEADING.search(page.cells[0].source).group(2)


def sections_with_formulas(page) -> list[tuple[str, list[str]]]:
    """Return the displayed formulas of a page under the headings of their sections."""
    sections: list[tuple[str, list[str]]] = []
    for cell in page.cells:
        if cell.cell_type != "markdown":
            continue
        for piece in re.split(r"(?=^##+ )", cell.source, flags=re.M):
            if piece.startswith("##"):
                sections.append((HEADING.match(piece).group(2), []))
            if sections:
                sections[-1][1].extend(text.strip() for text in DISPLAYED.findall(piece))
    return [(heading, formulas) for heading, formulas in sections if formulas]


def write_formulas(page, name: str, folder: pathlib.Path) -> None:
    """Write the sheet of a page's formulas."""
    folder.mkdir(exist_ok=True)
    lines = ["---", "orphan: true", "---", f"# Formulas of {title_of(page)}", "", f"[The page](../notebooks/{name}.ipynb)", ""]
    for heading, formulas in sections_with_formulas(page):
        lines += [f"## {heading}", ""]
        for formula in formulas:
            lines += ["$$", formula, "$$", ""]
    if not sections_with_formulas(page):
        lines += ["This page displays none."]
    (folder / f"{name}.md").write_text("\n".join(lines), "utf-8")


def write_contents(titles: dict[str, str], folder: pathlib.Path) -> None:
    """Write the page that leads to the sheets."""
    entries = "\n".join(f"- [{title}]({name}.md)" for name, title in titles.items())
    (folder / "index.md").write_text(
        f"# Formulas\n\nThe displayed formulas of each page, by section.\n\n{entries}\n", "utf-8")
