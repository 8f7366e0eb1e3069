"""What a text says, read from the text itself: the words that decide, at spots like {more|fewer}."""
from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, product, zip_longest
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
    """Return what stands at the spots {a|b} of some words, and what may; they occur once.

    Where the words around a spot have been put otherwise, the passage nearest to them is read.
    """
    found, options = pattern(words)
    hits = [hit.groups() for text in texts for hit in found.finditer(text)]
    assert len(hits) <= 1, f"{words!r} is {len(hits)} times in: {' … '.join(texts)[:2000]}"
    return list(hits[0] if hits else nearest(words, texts)), options


ENOUGH = 0.6        # share of the words that a passage and the words sought have in common
APART = 0.15        # by which it is nearer than any other passage


def bare(text: str) -> list[str]:
    """Return the words of a text without marks and punctuation around them."""
    return [word.strip("*_,.;:!?“”\"'()`").lower() or word for word in text.split()]


def nearest(words: str, texts: list[str]) -> tuple[str, ...]:
    """Return what stands at the spots in the passage that is nearest to some words."""
    parts = SPOT.split(words)
    choices = list(product(*(part.split("|") for part in parts[1::2])))
    sought = ["".join(chain(*zip_longest(parts[::2], choice, fillvalue=""))) for choice in choices]
    length, close = len(bare(sought[0])), []
    for n, text in enumerate(texts):
        said = bare(text)
        known = set(chain(*map(bare, sought)))
        for start in range(max(1, len(said) - length + 1)):
            window = said[start:start + length + 2]
            if sum(word in known for word in window) >= ENOUGH * length:
                scores = [SequenceMatcher(None, bare(text), window, autojunk=False).ratio() for text in sought]
                close.append((max(scores), n, start, scores, " ".join(text.split()[start:start + length + 2])))
    best = max(close, default=None)
    hint = f"; nearest is {best[-1]!r}" if best else ""
    assert best and best[0] >= ENOUGH, f"{words!r} is not said{hint}: put the words of the test as the text has them"
    _, n, start, scores, passage = best
    others = [score for score, m, begin, *_ in close if (m, abs(begin - start) > length) != (n, False)]
    first, *rest = sorted(scores, reverse=True)
    assert first > max(rest) and first > max(others, default=0) + APART, f"{words!r} is not said clearly{hint}"
    return choices[scores.index(first)]


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
