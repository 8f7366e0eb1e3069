"""What a text says, read from the text itself: the words that decide, at spots like {more|fewer}."""
from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import nbformat

SPOT = re.compile(r"\{([^{}|]*(?:\|[^{}|]*)+)\}")


def pattern(words: str) -> tuple[re.Pattern, list[list[str]]]:
    """Return what finds words with spots {a|b}, a group a spot, and what may stand at each."""
    parts, options = [], []
    for k, part in enumerate(SPOT.split(words)):
        if k % 2:
            options.append(part.split("|"))
        parts.append(f"({'|'.join(map(re.escape, options[-1]))})" if k % 2 else re.escape(part))
    assert options, f"no spot like {{more|fewer}} in {words!r}"
    return re.compile("".join(parts)), options


def read(words: str, texts: list[str]) -> tuple[list[str], list[list[str]]]:
    """Return what stands at the spots {a|b} of some words, and what may; they occur once."""
    found, options = pattern(words)
    hits = [hit.groups() for text in texts for hit in found.finditer(text)]
    assert len(hits) == 1, f"{words!r} is {len(hits)} times in: {' … '.join(texts)[:2000]}"
    return list(hits[0]), options


@cache
def prose(page: str) -> str:
    """Return the text cells of a page ("05b_pipelines"), blanks as one."""
    path = Path(__file__).parents[1] / "notebooks" / f"{page}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    return " ".join(" ".join(c.source for c in cells if c.cell_type == "markdown").split())


def page_says(page: str, words: str) -> str | list[str]:
    """Return the word of a page at a spot, or those at its spots.

    Examples
    --------
    >>> page_says("02_lagrange_kkt", "all zero {exactly|nearly} where")     # doctest: +SKIP
    'exactly'
    """
    found, _ = read(words, [prose(page)])
    return found[0] if len(found) == 1 else found
