"""What careless or hostile hands can do: storms of moves in every explorer, strange answers.

`make test-storms` sends 500 moves to each explorer; `make test` four, thirty at night.
"""
from __future__ import annotations

import os

import numpy as np
import pytest

from coursekit.exercise import check, feedback
from coursekit.exercise.registry import exercise_keys, find
from coursekit.explorer.controls import Choice, Toggle
from cases import ALL

MOVES = int(os.environ.get("COURSE_STORM", "30" if ALL else "4"))
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def message(explorer, rng) -> dict:
    """Return what a hand may send next: mostly values, some beyond the ends, now and then a
    button."""
    kind = rng.random()
    if kind < 0.06:
        return {"reset": True}
    if kind < 0.12 and explorer.presets:
        return {"preset": str(rng.choice(list(explorer.presets)))}
    if kind < 0.2 and explorer.buttons:
        return {"action": str(rng.choice([b.action for b in explorer.buttons if b.action != "play"]
                                         or [explorer.buttons[0].action]))}
    if kind < 0.25:
        return {"click": [float(v) for v in rng.uniform(-0.1, 1.1, 2)]}
    control = explorer.controls[rng.integers(len(explorer.controls))]
    if isinstance(control, Choice):
        return {"values": {control.name: str(rng.choice(control.options))}}
    if isinstance(control, Toggle):
        return {"values": {control.name: bool(rng.random() < 0.5)}}
    share = rng.uniform(-0.2, 1.2)
    return {"values": {control.name: float(control.low + share * (control.high - control.low))}}


def test_after_a_storm_an_explorer_shows_what_its_state_says(walked, explorer):
    rng = np.random.default_rng(len(walked.name))
    explorer.widget()
    for _ in range(MOVES):
        explorer.receive(message(explorer, rng))
        assert not explorer.failed, (explorer.status, explorer.state())
    fresh = walked.kind(**explorer.state())
    assert explorer.status == fresh.status == explorer.widget().shown["status"]
    assert np.array_equal(explorer.canvas.pixels(), fresh.canvas.pixels())


class Odd:
    """An answer that shows itself as something that would run in a page."""

    def __repr__(self):
        return HOSTILE

    __str__ = __repr__
    _repr_html_ = __repr__


class Worse:
    """One that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError(HOSTILE)


def named_so():
    raise ValueError(HOSTILE)


STRANGE = [HOSTILE, Odd(), [HOSTILE] * 3, {HOSTILE: HOSTILE}, {"a": Odd()}, Worse(), [Worse()],
           lambda *a, **k: HOSTILE, lambda *a, **k: Odd(), lambda *a, **k: named_so(),
           type(HOSTILE, (), {}), "x" * 100_000, b"\xff", 10 ** 400, float("nan"), ...]


def form(key) -> str:
    """Return what sort of answer an exercise asks for: a function, a class, numbers, letters."""
    exercise = find(key)
    return type(getattr(exercise, "parse", exercise.reference)).__name__


ONE_OF_A_FORM = {form(key): key for key in exercise_keys()}.values()


@pytest.mark.slow
@pytest.mark.parametrize("key", exercise_keys() if ALL else ONE_OF_A_FORM)
def test_a_strange_answer_is_answered_in_words_and_never_becomes_markup(key, monkeypatch):
    shown = []
    monkeypatch.setattr(feedback, "_show", shown.append)
    for answer in STRANGE:
        check(key, answer)
    assert len(shown) == len(STRANGE)
    for said in shown:
        assert said["text/plain"].strip()
        assert "<script" not in said["text/html"] and "<img" not in said["text/html"]
