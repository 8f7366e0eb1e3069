"""An exercise whose answer is a function; the docstring of ``model`` shows how to write one."""
from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from coursekit.exercise.compare import (
    MAX_NUMBERS_SHOWN,
    Agreement,
    agree,
    holds_text,
    kind,
    misfit,
    short_repr,
)
from coursekit.exercise.forms import form_of, returning
from coursekit.exercise.guard import MAX_SECONDS, Crashed, NoInput, TimeUp, guarded
from coursekit.exercise.judged import Judged, holds
from coursekit.exercise.model import (
    RIGHT, UNATTEMPTED, UNREADABLE, WRONG, Feedback, Misconception,
)
from coursekit.exercise.outcomes import Failure, failed, in_words, is_stub, unchanged

WHOLE, SHORT = (240, 40), (60, MAX_NUMBERS_SHOWN)   # characters and numbers of arguments to show


@dataclass(frozen=True, eq=False)
class CodeExercise:
    """A function, or a class, to be written.

    Parameters
    ----------
    key : str
        The function's name with hyphens; unique in the course.
    title : str
        A few words.
    reference : callable
        The correct function, written to be read: ``solution`` shows its source, and the notebook
        continues with it until the learner's own is correct.
    cases : callable
        Takes a Generator and yields the tuples of arguments to test: first some chosen by hand,
        the smallest first, then many random ones.
    misconceptions : tuple of Misconception
        ``example`` is an `edit` of the reference, or source code with the mistake in it.
    hints : tuple of str
        Three, each stronger than the last; none gives the answer away.
    way : str
        Two to four sentences on how to reach the solution.
    explanation : str
        One or two sentences on what the function does, shown once it is correct.
    fallback_hint : str
        A question or a pointer for a function with an unknown mistake.
    by_case : tuple of (callable, str)
        Better pointers for some cases; the first whose ``predicate(case, given, right)`` holds.
    tolerance : float
        Relative to the size of each number, absolute below one.
    accept : callable, optional
        ``accept(case, given, right)``, where equality is too strict.
    run : callable, optional
        ``run(answer, *case)``, where a call is not enough: ``lambda cls, X: cls().fit(X)``.
    locate : callable, optional
        ``locate(case, given)`` returns a sentence on where a large result first goes wrong.
    seconds : float
        For all cases together; more than two where the reference takes a good part of that.

    Examples
    --------
    >>> from coursekit.exercise import grade
    >>> grade("share-right", lambda said, truth: (said != truth).mean()).matched
    'error rate'
    """

    key: str
    title: str
    reference: Callable
    cases: Callable[[np.random.Generator], Iterable[tuple]]
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, str, str]
    way: str
    explanation: str
    fallback_hint: str
    tolerance: float = 1e-9
    accept: Agreement | None = None
    run: Callable | None = None
    locate: Callable[[tuple, Any], str] | None = None
    by_case: tuple[tuple[Callable[..., bool], str], ...] = ()
    seconds: float = MAX_SECONDS

    @property
    def variable(self) -> str:
        """Name of the function."""
        return self.reference.__name__

    @property
    def kind(self) -> str:
        """What is to be written."""
        return "class" if inspect.isclass(self.reference) else "function"

    @property
    def solution(self) -> str:
        """Source of the reference, without its docstring."""
        return _without_docstring(self.reference)

    @cached_property
    def all_cases(self) -> tuple[tuple, ...]:
        """The arguments of every call, the same each time."""
        return tuple(self.cases(np.random.default_rng(0)))

    @property
    def right(self) -> tuple:
        """The outcome of the reference in each case."""
        return self._reference_run[0]

    @cached_property
    def _reference_run(self) -> tuple[tuple, list]:
        """Return the outcomes of the reference, and its return values, which `run` may hide."""
        returned: list = []
        watched = self.reference if inspect.isclass(self.reference) else returning(
            self.reference, lambda result: returned.append(result) or result)
        return tuple(self._call(watched, deepcopy(case)) for case in self.all_cases), returned

    def handed_on(self, answer: Callable) -> Callable:
        """Return a correct answer, with its results converted to the form of the reference's."""
        if inspect.isclass(self.reference):
            return answer
        return returning(answer, form_of(self._reference_run[1]))

    def mistaken_source(self, misconception: Misconception) -> str:
        """Return the source of the function with a known mistake."""
        example = misconception.example
        if callable(example):
            return example(self.solution)
        return textwrap.dedent(example).strip()

    def example(self, misconception: Misconception) -> Callable:
        """Return the function with a known mistake."""
        module = inspect.getmodule(self.reference).__dict__
        names = {**module, "__name__": "a mistake"}      # its warnings are not the course's
        exec(self.mistaken_source(misconception), names)  # written by the course
        return names[self.variable]

    def grade(self, answer: Any) -> Feedback:
        """Judge a function; never raises, and ends an answer that takes too long."""
        if answer is None or answer is Ellipsis or is_stub(answer):
            return Feedback(UNATTEMPTED, "Not attempted yet")
        if not callable(answer):
            return Feedback(UNREADABLE, f"I expected a {self.kind}, but got {short_repr(answer)}. "
                            f"Give the {self.kind} itself: its name without brackets.")
        self.right  # compute it once in the kernel, not in each child  # noqa: B018
        try:
            return guarded(lambda at: self.judge(answer, at), self.seconds)
        except TimeUp as late:
            return self._stopped(late, f"was still running after {self.seconds:g} seconds: it is "
                                 "too slow, or never ends. Does its loop ever stop?")
        except Crashed as crash:
            return self._stopped(crash, "ended the whole Python process.")

    def _stopped(self, error: BaseException, what: str) -> Feedback:
        return Feedback(WRONG, f"{self.given(error.args[0])} your {self.kind} {what}")

    def judge(self, answer: Callable,
              at: Callable[[int | None], None] = lambda case: None) -> Feedback:
        """Judge a function on all cases, unguarded."""
        outcomes = []
        for k, case in enumerate(self.all_cases):
            at(k)
            outcomes.append(self.outcome(answer, case))
            if failed(outcomes[k], "RecursionError"):               # slow: stop here
                return Feedback(WRONG, f"{self.given(k)} your {self.kind} {outcomes[k].told}")
        at(None)                                # the learner's code has been run
        judged = Judged(self, answer, outcomes)
        if not judged.failing:
            return Feedback(RIGHT, f"Right. {self.explanation}")
        if all(failed(outcome, "NotImplementedError") for outcome in outcomes):
            return Feedback(UNATTEMPTED, "Not attempted yet")
        return judged.feedback()

    def _call(self, function: Callable, case: tuple) -> Any:
        return self.run(function, *case) if self.run else function(*case)

    def outcome(self, function: Callable, case: tuple) -> Any:
        """Return what a function returns, or a Failure."""
        arguments = deepcopy(case)
        try:
            result = self._call(function, arguments)
        except RecursionError:
            return Failure("RecursionError", "calls itself endlessly.")
        except MemoryError:
            return Failure("MemoryError", "needs more memory than is available.")
        except NoInput as error:
            return Failure("NoInput", f"asks for input; {error}.")
        except (Exception, SystemExit, GeneratorExit) as error:
            return Failure(type(error).__name__, f"raises {in_words(error)}.")
        changed = [name for name, old, new in zip(self.names(case), case, arguments, strict=False)
                   if not unchanged(old, new)]
        if changed:
            return Failure("changes", f"changes its argument `{changed[0]}`, which its caller "
                           "still needs. Work on a copy.")
        return result

    def agrees(self, k: int, outcome: Any) -> bool:
        """Tell whether an outcome is right in the case of this number."""
        if isinstance(outcome, Failure):
            return False
        try:
            if holds_text(outcome) and not holds_text(self.right[k]):
                return False
            if self.accept:
                return bool(self.accept(self.all_cases[k], outcome, self.right[k]))
            return agree(outcome, self.right[k], self.tolerance)
        except Exception:  # a learner's object may raise anything when compared
            return False

    def hint_for(self, k: int, outcome: Any) -> str:
        """Return the hint on wrong values in this case, or an empty string if it has no value."""
        if isinstance(outcome, Failure) or self.is_nothing(outcome) or self.misfit(outcome, k):
            return ""
        return next((hint for predicate, hint in self.by_case
                     if holds(predicate, self.all_cases[k], outcome, self.right[k])),
                    self.fallback_hint)

    def is_nothing(self, outcome: Any) -> bool:
        """Return whether the result is `None` although that is never correct."""
        return outcome is None and not any(right is None for right in self.right)

    def misfit(self, outcome: Any, k: int) -> str | None:
        """Say how a result differs in kind; with `accept`, only for results that are numbers."""
        text = holds_text(outcome) and not holds_text(self.right[k])
        if self.accept and not text and kind(self.right[k]) != "a number":
            return None
        return misfit(outcome, self.right[k])

    def given(self, k: int) -> str:
        """Return the arguments of a case, in full if not too long: With `x = 2, y = 3`."""
        case = self.all_cases[k]
        pairs = [*zip(self.names(case), case, strict=False)]
        for width, numbers in WHOLE, SHORT:
            text = ", ".join(f"{name} = {short_repr(v, width, numbers)}" for name, v in pairs)
            if len(text) <= width:
                break
        return f"With `{text}`"

    def names(self, case: tuple) -> list[str]:
        """Return the names of the arguments, as in the reference."""
        names = list(inspect.signature(self.run or self.reference).parameters)
        names = names[1:] if self.run else names
        return names + [f"argument {k + 1}" for k in range(len(names), len(case))]


def _without_docstring(function: Callable) -> str:
    source = textwrap.dedent(inspect.getsource(function))
    body = ast.parse(source).body[0].body
    lines = source.splitlines()
    if ast.get_docstring(ast.parse(source).body[0]) and len(body) > 1:
        del lines[body[0].lineno - 1:body[0].end_lineno]
    return "\n".join(lines).strip()
