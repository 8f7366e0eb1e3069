"""What a page of the course says and shows.

``say`` puts numbers into a sentence, ``show`` puts a figure on the page with its
text alternative, ``reveal`` answers a prediction, ``confirm`` checks one formula
against another, ``compare_with_source`` sets printed numbers beside computed ones.
"""
from __future__ import annotations

import base64
import html
import io
import re
import string
from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from IPython.display import display
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.plots.alt_text import alt_text
from coursekit.prediction import NoPrediction, answered, asked_for, missing

SEED = 1912
PIXELS_PER_INCH = 100   # on the page
SHARPNESS = 1.5         # image pixels per page pixel


def begin(lesson: str, seed: int = SEED) -> np.random.Generator:
    """Prepare a lesson's page (figure style, table format) and return its random generator.

    ``lesson``: the lesson's number, "01" for example; shown to the reader with the seed.
    ``seed``: seed of the generator, so that every run of the page draws the same numbers.

    >>> rng = begin("01")
    Lesson 01 is ready. Random draws in this lesson use seed 1912.
    >>> float(rng.random()) == float(np.random.default_rng(1912).random())
    True
    """
    style.use()
    pd.set_option("display.max_columns", 30, "display.width", 100, "display.max_rows", 40)
    pd.set_option("display.float_format", "{:.3f}".format)
    pd.set_option("display.html.use_mathjax", False)    # "$" in a table is a dollar sign
    print(f"Lesson {lesson} is ready. Random draws in this lesson use seed {seed}.")
    return np.random.default_rng(seed)


def say(template: str, **values) -> None:
    """Show a sentence whose numbers are computed.

    ``template``: Markdown text with ``{name}`` or ``{name:.1%}`` in place of each number.
    ``**values``: one value per placeholder; a placeholder without a value, or a value without a
        placeholder, is refused.

    Raises ValueError if placeholders and values do not match.

    >>> say("Of {n} women {rate:.1%} survived.", n=314, rate=0.742)
    Of 314 women 74.2% survived.
    """
    _display_markdown(_filled(template, values))


def _filled(template: str, values: Mapping) -> str:
    wanted = {field.split(".")[0].split("[")[0]
              for _, field, _, _ in string.Formatter().parse(template) if field is not None}
    if wanted != set(values):
        raise ValueError(f"the sentence has places for {sorted(wanted)} but was given values for "
                         f"{sorted(values)}; give exactly one value per place")
    return template.format(**values)


def reveal(what: str, guess: object, truth: float | str, *,
           options: Iterable[str] | Mapping[str, str] | None = None,
           because: Mapping | None = None, form: str = "{:.3f}", then: str = "",
           figure: Figure | None = None, **values) -> None:
    """Answer a prediction: what was guessed, what it is, how far apart they are, and why.

    Without a prediction the answer, and what follows from it, waits in a closed fold. To a guess
    that is none of the choices, or no number, it says so and does not answer.

    ``what``: what was to be predicted, as a noun phrase.
    ``guess``: the learner's prediction; ``None`` means none was made.
    ``truth``: the answer, computed: a number, or the letter of the right choice.
    ``options``: the letters to choose from ("abc"), or what each of them says.
    ``because``: what to say to a guess, above all to a wrong one: a sentence for each letter or,
        where the truth is a number, for each interval of guesses (low, high).
    ``form``: format of the numbers. With a per cent sign the truth is a proportion, and a guess
        above 1 is read as per cent.
    ``then``: what follows from the answer, with a place for each of the ``values``, as in `say`.
    ``figure``: the picture that shows the answer.

    >>> reveal("the proportion of women who survived", 60, 0.742, form="{:.1%}",
    ...        because={(0.55, 0.65): "Three of four did."})
    The proportion of women who survived: **74.2%**. You predicted 60.0%, 14.2 percentage points \
too low. (I read 60 as 60%.) Three of four did.
    >>> reveal("the answer", None, "b", options={"a": "it rises", "b": "it stays"})
    Choose first: a or b.
    >>> reveal("the answer", "a", "b", options="ab", because={"a": "It rises only at first."})
    You chose a. The answer: **b**. It rises only at first.
    """
    follows = f"\n\n{_filled(then, values)}" if then or values else ""
    try:
        answer = answered(what, guess, truth, options=options, because=because, form=form) + follows
    except NoPrediction as why:
        _display_markdown(str(why))
        return
    if missing(guess):
        _fold(asked_for(truth, options), answer, figure)
        return
    _display_markdown(answer)
    if figure is not None:
        show(figure)


def _fold(first: str, answer: str, figure: Figure | None) -> None:
    """Display an answer closed; the blank lines let its formulas, lists and bold words be set."""
    if figure is not None:
        png, words, size = _drawn(figure)
        alt = html.escape(" ".join(_spoken(words).split()))
        answer += (f'\n\n<img alt="{alt}" width="{size["width"]}" '
                   f'height="{size["height"]}" src="data:image/png;base64,{png}">')
    summary = (f"<strong>{first}</strong> Put it in place of <code>None</code>, and run the cells "
               "from there. Or open the answer here.")
    _display({"text/markdown": f'<details class="answer"><summary>{summary}</summary>\n\n'
                               f"{answer}\n\n</details>", "text/plain": first})


def show(figure: Figure) -> None:
    """Put a figure on the page, with what it shows in words beside it.

    The words are read off the plotted artists. They stand in an output of their
    own, folded when long, because page exporters drop a picture's metadata.

    >>> fig, ax = style.new_axes("Women first", "sex", "survival rate")
    >>> _ = ax.bar(["female", "male"], [0.742, 0.189])
    >>> show(fig)  # doctest: +ELLIPSIS
    Figure: Women first
    Women first. Horizontal axis: sex; vertical axis: survival rate.
    Bars: female: 0.742; male: 0.189.
    """
    png, words, size = _drawn(figure)
    title = words.split("\n")[0].split(". Horizontal axis")[0].rstrip(".")
    _display({"image/png": png, "text/plain": f"Figure: {title}"},
             {"image/png": {"alt": _spoken(words), **size}})
    _display({"text/html": _folded(words), "text/plain": words})


def _drawn(figure: Figure) -> tuple[str, str, dict]:
    """Return a figure's PNG in base64, what it shows in words, and its size on the page."""
    width, height = (round(s * PIXELS_PER_INCH) for s in figure.get_size_inches())
    png = base64.b64encode(png_bytes(figure)).decode()
    return png, alt_text(figure), {"width": width, "height": height}


def _spoken(words: str) -> str:
    """Return a figure's words without the signs that typeset its formulas."""
    return re.sub(r"[$\\]", "", words)


def png_bytes(figure: Figure) -> bytes:
    """Return the figure as a small PNG: opaque, sharp, and the same at every run.

    >>> png_bytes(style.new_figure(2, 1))[:4]
    b'\\x89PNG'
    """
    from PIL import Image

    raw = io.BytesIO()
    figure.savefig(raw, format="png", dpi=PIXELS_PER_INCH * SHARPNESS, facecolor="white",
                   metadata={"Software": None})
    small = io.BytesIO()
    image = Image.open(raw).convert("RGB").quantize(colors=192, dither=Image.Dither.NONE)
    image.save(small, format="PNG", optimize=True)
    return small.getvalue()


def _folded(words: str) -> str:
    body = "".join(f"<p>{html.escape(line)}</p>" for line in words.splitlines())
    if len(words) <= 240:
        return f'<div class="figure-in-words"><small><em>In words:</em> {body}</small></div>'
    return (f'<details class="figure-in-words"><summary><small>This figure in words</small>'
            f"</summary><small>{body}</small></details>")


def confirm(claim: str, left, right, *, tolerance: float = 1e-9) -> None:
    """Check that two ways of computing a thing agree, and say so on the page.

    Raises AssertionError if they differ by more than the tolerance; the message says by how much.

    >>> confirm("the mean by hand equals NumPy's", (1 + 2 + 6) / 3, np.mean([1, 2, 6]))
    ✓ Confirmed to within 1e-09: the mean by hand equals NumPy's.
    """
    left, right = np.asarray(left, dtype=float), np.asarray(right, dtype=float)
    if left.shape != right.shape:
        raise AssertionError(f"{claim}: the two sides have shapes {left.shape} and {right.shape}")
    gap = float(np.max(np.abs(left - right), initial=0.0))
    if not gap <= tolerance:
        raise AssertionError(f"{claim}: the two sides differ by {gap:.3g}, "
                             f"which is more than {tolerance:g}")
    _display_markdown(f"✓ Confirmed to within {tolerance:g}: {claim}.")


def compare_with_source(rows: Mapping[str, tuple[str, float]] | Iterable[tuple[str, str, float]]
                        ) -> pd.DataFrame:
    """Set numbers as a source prints them beside the numbers of this very run.

    ``rows``: ``printed`` is text, quoted with the source's own digits.

    Returns a DataFrame: columns "printed", "computed" (to the printed digits) and "verdict".

    >>> compare_with_source([("age missing, %", "19.87", 19.8653)])
                   printed computed verdict
    age missing, %   19.87    19.87    same
    """
    triples = ([(k, *v) for k, v in rows.items()] if isinstance(rows, Mapping) else list(rows))
    table = pd.DataFrame([_verdict(printed, value) for _, printed, value in triples],
                         columns=["printed", "computed", "verdict"],
                         index=[what for what, _, _ in triples])
    return table


def _verdict(printed: str, value: float) -> tuple[str, str, str]:
    digits = len(printed.rstrip("%").strip().partition(".")[2])
    computed = f"{float(value):.{digits}f}"
    same = float(computed) == float(printed.rstrip("%"))
    return printed, computed, "same" if same else "differs"


def _display_markdown(text: str) -> None:
    _display({"text/markdown": text, "text/plain": text})


def _display(bundle: dict, metadata: dict | None = None) -> None:
    from IPython import get_ipython

    if get_ipython() is None:
        print(bundle["text/plain"])
    else:
        display(bundle, raw=True, metadata=metadata or {})
