"""What a text says, read from the text itself: the words that decide, at spots like {more|fewer}."""
from __future__ import annotations

import re
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, product, zip_longest
from pathlib import Path

import nbformat
import pytest

#: Which way a word says that something goes.
UP = {"more": 1, "less": -1, "fewer": -1, "larger": 1, "smaller": -1, "large": 1, "small": -1, "largest": 1, "smallest": -1,
      "higher": 1, "lower": -1, "high": 1, "low": -1, "above": 1, "below": -1, "longer": 1, "shorter": -1, "long": 1, "short": -1,
      "wider": 1, "narrower": -1, "wide": 1, "narrow": -1, "rises": 1, "falls": -1, "rise": 1, "fall": -1, "grows": 1, "shrinks": -1,
      "raises": 1, "lowers": -1, "positive": 1, "negative": -1, "upwards": 1, "downwards": -1, "+": 1, "-": -1,
      "upper": 1}
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
#: Words that turn a sentence round: beside a spot, too, they may not be changed, nor may numbers and formulas.
DECIDING = set("""not no never nobody nothing none neither nor without with hardly cannot only all every each any some most least
    more less fewer larger smaller higher lower longer shorter first last before after above below up down left right inside outside
    always exactly if unless but both either same other opposite equal different one two three""".split())
EXACT = re.compile(r"[\d$\\<>=+^_{}α-ωΑ-Ω−]")


def bare(text: str) -> list[str]:
    """Return the words of a text without marks and punctuation around them."""
    return [word.strip("*_,.;:!?“”\"'()`").lower() or word for word in text.split()]


def changed(sought: list[str], window: list[str]) -> set[str]:
    """Return the words that one of two passages has and the other has not at that place, but for what follows the window's last."""
    steps = SequenceMatcher(None, sought, window, autojunk=False).get_opcodes()
    if steps[-1][0] == "insert":
        del steps[-1]
    if steps[0][0] == "insert":
        del steps[0]
    return {word for kind, a, b, c, d in steps if kind != "equal" for word in (*sought[a:b], *window[c:d])}


def nearest(words: str, texts: list[str]) -> tuple[str, ...]:
    """Return what stands at the spots in the passage that is nearest to some words, if only plain words differ."""
    parts = SPOT.split(words)
    choices = list(product(*(part.split("|") for part in parts[1::2])))
    sought = [bare("".join(chain(*zip_longest(parts[::2], choice, fillvalue="")))) for choice in choices]
    length, known, close = len(sought[0]), set(chain(*sought)), []
    for n, text in enumerate(texts):
        said = bare(text)
        for start in range(max(1, len(said) - length + 1)):
            window = said[start:start + length + 2]
            if sum(word in known for word in window) >= ENOUGH * length:
                scores = [SequenceMatcher(None, wanted, window, autojunk=False).ratio() for wanted in sought]
                close.append((max(scores), n, start, scores, window))
    best, n, start, scores, window = max(close, default=(0, 0, 0, [0], []))
    hint = f"{words!r} is not said clearly; nearest is {' '.join(window)!r}: put the words of the test as the text has them"
    assert best >= ENOUGH, hint.replace(" clearly", "")
    elsewhere = [score for score, m, begin, *_ in close if m != n or abs(begin - start) > length]
    first, *rest = sorted(scores, reverse=True)
    assert first > max(rest) and first > max(elsewhere, default=0) + APART, hint
    other = changed(sought[scores.index(first)], window)
    assert not other & DECIDING and not any(map(EXACT.search, other)), f"{hint} ({', '.join(sorted(other))})"
    return choices[scores.index(first)]


@cache
def prose(page: str) -> str:
    """Return the text cells of a page ("05b_pipelines"), blanks as one."""
    path = Path(__file__).parents[2] / "notebooks" / f"{page}.ipynb"
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


def refusal(tool: Callable, *arguments) -> str:
    """Return what a tool of the command line says when it refuses its arguments, whole."""
    with pytest.raises(SystemExit) as end:
        tool(*arguments)
    return end.value.code
