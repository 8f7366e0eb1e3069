"""What an explorer's sentence says of its numbers, and what is drawn under the words of a
legend."""
from __future__ import annotations

import re

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import Collection, LineCollection, PathCollection
from matplotlib.lines import Line2D

from coursekit.explorer.base import Explorer
from legend_looks import legends, looks
from visible import drawn

NUMBER = r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?%?"


def numbers(words: str) -> list[str]:
    """Return the numbers of a sentence as they are printed, with an ASCII minus."""
    return re.findall(NUMBER, words.replace("−", "-"))


def agree(printed: list[str], wanted: list[float], slack: float = 0.0) -> bool:
    """Tell whether each printed number is the wanted one to its last digit; shares are
    printed in %."""
    if len(printed) != len(wanted):
        return False
    for text, value in zip(printed, wanted, strict=True):
        mantissa, _, exponent = text.rstrip("%").replace(",", "").partition("e")
        half = 0.5001 * 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2])) + slack
        if abs(float(text.rstrip("%").replace(",", "")) -
               (100 * value if "%" in text else value)) > half + 1e-9 * 10.0 ** int(exponent or 0):
            return False
    return True


def between(words: str, start: str, end: str = "") -> list[str]:
    """Return the numbers between two passages of a sentence."""
    found = words.split(start, 1)[1]
    return numbers(found.split(end, 1)[0] if end else found)


def says(words: str, named: dict[str, float | list[float]], slack: float = 0.0,
         whole: bool = True) -> None:
    """Fail unless each # of the keys stands, once, for its number to the last digit printed.

    A key is the words that say what the number is, as "the training error is #". Words without #
    are true (they have to stand there) or false (they must not). With ``whole``, every number of
    the sentence has to be named.
    """
    told = words.replace("−", "-")
    unnamed = list(told)
    for key, value in named.items():
        pattern = f"({NUMBER})".join(map(re.escape, key.replace("−", "-").split("#")))
        ends = [r"(?<!\w)" if re.match(r"[\w#]", key) else "",
                r"(?!\w)" if re.search(r"[\w#]$", key) else ""]
        hits = list(re.finditer(pattern.join(ends), told))
        if "#" not in key:
            assert bool(hits) == value, f"{key!r} should be {'' if value else 'not '}in: {words}"
        else:
            assert len(hits) == 1, f"{key!r} is {len(hits)} times in: {words}"
            values = list(value) if isinstance(value, (list, tuple, np.ndarray)) else [value]
            assert agree(list(hits[0].groups()), values, slack), \
                f"{key!r} should be {values}: {words}"
        for hit in hits:
            unnamed[hit.start():hit.end()] = " " * len(hit[0])
    left = numbers("".join(unnamed))
    assert not (whole and left), f"nothing says what {left} are in: {words}"


def _alike(artist: Artist, sign: Artist) -> bool:
    """Tell whether an artist looks like the sign of a legend, and is no line across the axes."""
    if isinstance(artist, Line2D) and artist.axes:
        if artist.get_transform() != artist.axes.transData:
            return False
        if isinstance(sign, Line2D) and artist.get_marker() != sign.get_marker():
            return False
    shared = set(looks(artist)) & set(looks(sign))
    return bool(shared - {("mark", "#ffffff")})       # marks of any colour have a white edge


def points(explorer: Explorer, label: str) -> np.ndarray:
    """Return the points (m, 2), in the units of the axes, of what a legend calls ``label``.

    That is what has this label itself or, if the legend's sign was made for the legend, all that
    looks like it, but lines across the axes. Points of no number (gaps) are left out.
    """
    figure = explorer.canvas.figure
    signs = {words.get_text(): handle for box in legends(figure)
             for handle, words in zip(box.legend_handles, box.get_texts(), strict=True)}
    assert label in signs, f"no legend has {label!r}, only {sorted(signs)}"
    artists = list(drawn(figure, set(legends(figure))))
    own = [a for a in artists if a.get_label() == label]
    like = own or [a for a in artists if _alike(a, signs[label])]
    assert like, \
        f"nothing is drawn that looks as the legend's {label!r} does; give the artist this label"
    found = [np.empty((0, 2))]
    for artist in like:
        if isinstance(artist, Line2D):
            found.append(np.asarray(artist.get_xydata(), float))
        elif isinstance(artist, LineCollection):
            found += [np.asarray(segment, float) for segment in artist.get_segments()]
        elif isinstance(artist, PathCollection):
            found.append(np.asarray(artist.get_offsets(), float).reshape(-1, 2))
        else:
            paths = artist.get_paths() if isinstance(artist, Collection) else [artist.get_path()]
            found += [path.vertices for path in paths]
    together = np.vstack(found)
    return together[np.isfinite(together).all(axis=1)]
