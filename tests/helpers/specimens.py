"""Exercises of the tests' own, one for each kind of answer that is a value.

What the machinery promises is tried on them, so that no test of it waits for a page.
"""

import pytest

from coursekit.exercise import registry
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters, Matching, Numbers, read_number

SITTING = "98"
WORDS = ("classification", "segmentation", "deviation")


def _which_differ(answer: dict, right: dict) -> str:
    off = [k for k in right if answer[k] != right[k]]
    return f"Not yet: look again at {', '.join(off)}."


def _specimen(key: str, parse, right, *wrong, tolerance: float = 1e-9, **more) -> Exercise:
    variable = key.replace("-", "_")
    return Exercise(
        key=key, title=key, variable=variable, parse=parse, reference=lambda: right,
        misconceptions=tuple(Misconception(*w) for w in wrong), tolerance=tolerance,
        hints=("Look.", "Look again.", "Look once more."), solution=f"{variable} = {right!r}",
        explanation="So it is.", fallback_hint="Not yet.", **more)


EXERCISES = (
    _specimen("some-shares", Numbers(("age", "cabin", "embarked")), (19.87, 77.10, 0.22),
              ("counts", (177, 687, 2), "These are counts."), tolerance=0.006),
    _specimen("some-rate", read_number, 0.463, ("raw", 0.55, "This is the raw rate."),
              ("per cent", 46.3, "In per cent.", lambda v: abs(v - 46.3) < 0.6), tolerance=0.0051),
    _specimen("some-letters", Letters("abcde"), {"b", "d"}, ("one", {"b"}, "One more.")),
    _specimen("some-words", Matching("abc", WORDS), dict(zip("abc", WORDS, strict=True)),
              explain=_which_differ),
)


@pytest.fixture(scope="module", autouse=True)
def specimens():
    """Let them be found like the exercises of a lesson, while a module of tests runs."""
    known = registry.modules()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "modules", lambda: {**known, SITTING: __name__})
        yield
