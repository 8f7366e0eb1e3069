"""What a page answers to a prediction: whether it was right and, if not, the likely reason."""
from __future__ import annotations

import html
import math
import re
import reprlib
from collections.abc import Iterable, Mapping

import numpy as np

from coursekit.checks import with_point

Options = Iterable[str] | Mapping[str, str] | None
Reasons = Mapping[str, str] | Mapping[tuple[float, float], str] | None


class NoPrediction(ValueError):
    """Says why a guess is neither a choice nor a number: it gets no answer."""


def missing(guess: object) -> bool:
    """Return whether nothing was predicted."""
    return guess is None or guess is Ellipsis


def asked_for(truth: float | str, options: Options = None) -> str:
    """Return what a learner has to do first, in one sentence."""
    if not isinstance(truth, str):
        return "Predict a number first."
    *most, last = list(options) if options else [""]
    return f"Choose first: {', '.join(most)} or {last}." if most else "Choose first."


def answered(what: str, guess: object, truth: float | str, *, options: Options = None,
             because: Reasons = None, form: str = "{:.3f}") -> str:
    """Return the answer to a prediction as Markdown; see `coursekit.notebook.reveal`.

    Raises NoPrediction if the guess is something, but none of the choices and no number.
    """
    if isinstance(truth, str):
        return _choice(what, guess, truth, options, because or {})
    return _number(what, guess, float(truth), because or {}, form)


def _choice(what: str, guess: object, truth: str, options: Options, because: Mapping) -> str:
    words = dict(options) if isinstance(options, Mapping) else dict.fromkeys(options or (), "")
    _require_letters(truth, words, because)
    right = f"**{truth}**" + (f" ({words[truth]})" if words.get(truth) else "")
    if missing(guess):
        return f"{_capital(what)}: {right}."
    chosen = str(guess).strip(" .()").lower() if isinstance(guess, str) else None
    if chosen == truth.lower():
        return _joined(f"Well predicted. {_capital(what)}: {right}.", because.get(truth))
    if chosen is None or (words and chosen not in {letter.lower() for letter in words}):
        raise NoPrediction(f"There is no choice {_escaped(guess)}. {asked_for(truth, words)}")
    reason = {letter.lower(): why for letter, why in because.items()}.get(chosen)
    return _joined(f"You chose {_escaped(guess)}. {_capital(what)}: {right}.",
                   reason or "Look for the reason.")


def _require_letters(truth: str, words: dict, because: Mapping) -> None:
    if words and truth not in words:
        raise ValueError(f"the truth {truth!r} is none of the options {', '.join(words)}")
    strange = [letter for letter in because if words and letter not in words]
    if strange:
        raise ValueError(f"because has a reason for {strange[0]!r}, which is none of the options "
                         f"{', '.join(words)}")


def _number(what: str, guess: object, truth: float, because: Mapping, form: str) -> str:
    intervals = _intervals(because)
    right = form.format(truth)
    if missing(guess):
        return f"{_capital(what)}: **{right}**."
    share = form.rstrip("}").endswith("%")
    if share and isinstance(guess, str) and guess.strip().endswith("%"):
        guess = _read(guess.strip().rstrip("% ")) / 100
    number = _read(guess)
    if math.isnan(number):
        typed = with_point(guess[0] if isinstance(guess, (list, tuple)) and len(guess) == 1
                           else guess)
        comma = f" If that is a decimal comma, write a point: {typed}." if typed else ""
        raise NoPrediction(f"I could not read your prediction {_escaped(guess)} as a number."
                           + comma)
    if share and number == 1:
        raise NoPrediction("Did you mean 1% or 100%? Write 0.01 or 100, and run the cell again.")
    if share and not 0 <= number <= 100:
        raise NoPrediction("A proportion lies between 0 and 1, or between 0 and 100%; "
                           f"you wrote {number:g}.")
    note = ""
    if share and number > 1:
        number, note = number / 100, f" (I read {number:g} as {number:g}%.)"
    reason = next((why for (low, high), why in intervals if low <= number <= high), None)
    return _joined(f"{_capital(what)}: **{right}**. You predicted {form.format(number)}, "
                   f"{_verdict(number, truth, form, share)}.{note}", reason)


def _intervals(because: Mapping) -> list[tuple[tuple[float, float], str]]:
    for key in because:
        if not isinstance(key, tuple) or len(key) != 2 or not key[0] <= key[1]:
            raise ValueError(f"because needs an interval of guesses for each reason, such as "
                             f"(0.45, 0.55), got {key!r}")
    return list(because.items())


def _read(guess: object) -> float:
    if isinstance(guess, np.ndarray) and guess.size == 1:
        guess = guess.item()
    try:
        return float(guess)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _verdict(number: float, truth: float, form: str, share: bool) -> str:
    if form.format(abs(number - truth)) == form.format(0):
        return "exactly right"
    side = "low" if number < truth else "high"
    size = form.format(abs(number - truth))
    if share:
        size = f"{form.replace('%', 'f').format(100 * abs(number - truth))} percentage points"
    return f"{size} too {side}"


def _joined(answer: str, reason: str | None) -> str:
    return f"{answer} {reason}" if reason else answer


def _escaped(guess: object) -> str:
    """Return a learner's guess as short text that is neither HTML nor Markdown."""
    text = (guess if isinstance(guess, str) else reprlib.repr(guess))[:40]
    if "$" in text:     # two of them would be a formula anywhere else
        return f"`{' '.join(text.replace('`', ' ').split())}`"
    return re.sub(r"([\\`*_\[\]])", r"\\\1", html.escape(text))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
