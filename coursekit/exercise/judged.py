"""A function that was called in all cases of an exercise, and what is said to it if it is wrong."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from coursekit.exercise import slips
from coursekit.exercise.compare import agree, is_cut, misfit, short_repr
from coursekit.exercise.model import WRONG, Feedback, Misconception
from coursekit.exercise.outcomes import Failure, failed

PARTLY = "On the failing cases it behaves like this common mistake: "


@dataclass(frozen=True, eq=False)
class Judged:
    """The outcomes of a learner's function, one for each case of a CodeExercise."""

    exercise: Any
    answer: Callable
    outcomes: list

    @cached_property
    def failing(self) -> list[int]:
        """Return the numbers of the cases in which it is wrong."""
        return [k for k, outcome in enumerate(self.outcomes)
                if not self.exercise.agrees(k, outcome)]

    @cached_property
    def shown(self) -> int:
        """Return the number of the failing case that is easiest to look at."""
        def rank(k: int) -> tuple:
            text = self.exercise.given(k)
            return (not failed(self.outcomes[k], "changes"), _is_empty(self.exercise.all_cases[k]),
                    is_cut(text), len(text), k)
        return min(self.failing, key=rank)

    @property
    def outcome(self) -> Any:
        """Return what came of the case that is shown."""
        return self.outcomes[self.shown]

    def feedback(self) -> Feedback:
        """Say in how many cases it is right, what it does in one of the others, and why."""
        known, everywhere = self.recognised()
        slip = self._slip_in_source(everywhere)
        if known:
            where, hint = "", slip or ("" if everywhere else PARTLY) + known.hint
        else:
            slip = slip or self._slip_in_results()
            where, hint = self._places(), slip or self.exercise.hint_for(self.shown, self.outcome)
        parts = (self._count(), self._verdict(bool(known or slip)), self._located(), where, hint)
        return Feedback(WRONG, " ".join(filter(None, parts)), known.name if known else None)

    def recognised(self) -> tuple[Misconception | None, bool]:
        """Return the known mistake that agrees on all cases (True), or only on the failing ones.

        The latter is not enough if a function only raises exceptions (two causes may raise the
        same), or is correct in most of the cases in which the mistake fails.
        """
        exercise, partly = self.exercise, None
        returned = any(not isinstance(self.outcomes[k], Failure)
                       or failed(self.outcomes[k], "changes") for k in self.failing)
        for known in exercise.misconceptions:
            if known.recognise is not None:
                if all(holds(known.recognise, exercise.all_cases[k], self.outcomes[k],
                             exercise.right[k]) for k in self.failing):
                    return known, True
                continue
            function = exercise.example(known)
            if not all(self._same(function, k) for k in self.failing):
                continue
            spared = sum(not self._same(function, k)
                         for k in range(len(self.outcomes)) if k not in self.failing)
            if not spared:
                return known, True
            if returned and spared <= len(self.failing):
                partly = partly or known
        return partly, False

    def _same(self, function: Callable, k: int) -> bool:
        """Return whether a mistaken function has the learner's outcome in a case."""
        mistaken, outcome = self.exercise.outcome(function, self.exercise.all_cases[k]), \
            self.outcomes[k]
        if isinstance(mistaken, Failure) or isinstance(outcome, Failure):
            both = isinstance(mistaken, Failure) and isinstance(outcome, Failure)
            return both and mistaken == outcome         # an array compares entry by entry
        try:
            return agree(outcome, mistaken, self.exercise.tolerance)
        except Exception:  # a learner's object may raise anything when compared
            return False

    def _slip_in_source(self, named: bool) -> str:
        """Return the slip that the source, or a warning, gives away."""
        exercise, answer = self.exercise, self.answer
        return (slips.of_use(answer)
                or slips.of_where(answer, getattr(self.outcome, "kind", ""))
                or slips.of_warning(
                    lambda: exercise.outcome(answer, exercise.all_cases[self.shown]))
                or ("" if named else slips.of_loop(answer)))

    def _slip_in_results(self) -> str:
        """Return the usual cause of such results in any exercise, or an empty string."""
        exercise, answer, outcome = self.exercise, self.answer, self.outcome
        if isinstance(outcome, Failure):
            return slips.of_failure(answer, outcome.kind, outcome.told)
        if exercise.is_nothing(outcome):
            return slips.of_silence(answer) or "Does every path through it end in `return`?"
        if silent := outcome is None and slips.of_silence(answer):
            return silent
        if exercise.run:
            return ""
        case = exercise.all_cases[self.shown]
        names = exercise.names(case)
        try:
            return slips.of_shape(
                names, case, outcome, exercise.right[self.shown]) or slips.of_values(
                names, exercise.all_cases, self.outcomes, exercise.right, self.failing)
        except Exception:  # a learner's object may raise anything when inspected
            return ""

    def _count(self) -> str:
        cases = len(self.outcomes)
        fine = cases - len(self.failing)
        return f"Right in {fine} of {cases} cases." if fine else ""

    def _verdict(self, explained: bool) -> str:
        """Say what the function did in a case and, if the cause is unknown, what is correct."""
        exercise, k, outcome = self.exercise, self.shown, self.outcome
        subject = f"{exercise.given(k)} your {exercise.kind}"
        if isinstance(outcome, Failure):
            return f"{subject} {outcome.told}"
        if exercise.is_nothing(outcome):
            return f"{subject} returns nothing."
        odd = exercise.misfit(outcome, k)
        text = f"{subject} returns {odd or f'`{short_repr(outcome)}`'}"
        right = short_repr(exercise.right[k])
        silent = explained or odd or exercise.run or is_cut(right)
        return f"{text}." if silent else f"{text}; the correct result is `{right}`."

    def _located(self) -> str:
        """Say where a result goes wrong, if the exercise can locate it."""
        if self.exercise.locate is None or isinstance(self.outcome, Failure):
            return ""
        try:
            return self.exercise.locate(self.exercise.all_cases[self.shown], self.outcome)
        except Exception:  # a learner's object may raise anything when inspected
            return ""

    def _places(self) -> str:
        """Say which of several results are ever wrong, unless all are."""
        several = [(self.outcomes[k], self.exercise.right[k]) for k in self.failing]
        if self.exercise.accept or any(
                not isinstance(right, tuple) or misfit(given, right) or given is None
                or isinstance(given, Failure) for given, right in several):
            return ""
        wrong = sorted({place for given, right in several for place in range(len(right))
                        if not agree(given[place], right[place], self.exercise.tolerance)})
        size = len(several[0][1])
        if len(wrong) == size:
            return ""
        named = " and ".join(f"number {place + 1}" for place in wrong)
        be = "is" if len(wrong) == 1 else "are"
        return f"Only {named} of your {size} results {be} ever wrong."


def _is_empty(case: tuple) -> bool:
    """Return whether some argument is empty; such a case is shown only if no other one fails."""
    return any(part.size == 0 if isinstance(part, np.ndarray) else
               isinstance(part, (list, tuple)) and len(part) == 0 for part in case)


def holds(predicate: Callable, *arguments: Any) -> bool:
    """Return whether a predicate holds; it may fail on a learner's result."""
    try:
        return bool(predicate(*arguments))
    except Exception:
        return False
