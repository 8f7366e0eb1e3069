"""An exercise whose answer is a function the learner writes; ``model`` shows how to write one."""
from __future__ import annotations

import ast
import dis
import inspect
import textwrap
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from coursekit.exercises.compare import (
    WRITTEN_OUT,
    Agreement,
    agree,
    kind,
    misfit,
    short_repr,
    without_address,
)
from coursekit.exercises.forms import form_of, returning
from coursekit.exercises.guard import Crashed, NoInput, TimeUp, guarded
from coursekit.exercises.model import (
    RIGHT,
    UNATTEMPTED,
    UNREADABLE,
    WRONG,
    Feedback,
    Misconception,
)


@dataclass(frozen=True)
class Failure:
    """What a function did instead of returning a result; two of one kind are one outcome."""

    kind: str
    told: str = field(compare=False)


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
        The right function, readable: its source is what ``solution`` shows, and it is what
        the page goes on with until the learner's own is right.
    cases : callable
        Gets a Generator, gives the tuples of arguments to be tried: first those chosen by
        hand, the smallest first, then many random ones.
    misconceptions : tuple of Misconception
        ``example`` is source code that defines the function with the mistake in it.
    hints : tuple of str
        Three, each stronger than the last; none is the answer.
    way : str
        Two to four sentences: how one gets there.
    explanation : str
        One or two sentences on what has been built, shown once it is right.
    fallback_hint : str
        A question or a pointer for a function that is wrong in no known way.
    tolerance : float
        Relative to the size of each number, absolute below one.
    accept : callable, optional
        ``accept(case, given, right)`` where equal is too strict.
    run : callable, optional
        ``run(answer, *case)``, where calling it is not all: ``lambda cls, X: cls().fit(X)``.
    may_change : tuple of str
        Arguments that the function is meant to change.
    locate : callable, optional
        ``locate(case, given)`` says in a sentence where a large result first goes wrong.

    Examples
    --------
    >>> from coursekit.exercises import grade
    >>> grade("mean-of-three", lambda a, b, c: (a + b + c) / 2).matched
    'shared by two'
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
    may_change: tuple[str, ...] = ()
    locate: Callable[[tuple, Any], str] | None = None

    @property
    def variable(self) -> str:
        """Name of the function."""
        return self.reference.__name__

    @property
    def _kind(self) -> str:
        return "class" if inspect.isclass(self.reference) else "function"

    @property
    def solution(self) -> str:
        """Source of the reference, without its docstring."""
        return _without_docstring(self.reference)

    @cached_property
    def tried(self) -> tuple[tuple, ...]:
        """The arguments of each call; the same every time."""
        return tuple(self.cases(np.random.default_rng(0)))

    @property
    def right(self) -> tuple:
        """What the reference does in each case."""
        return self._tried_reference[0]

    @cached_property
    def _tried_reference(self) -> tuple[tuple, list]:
        """Return what the reference does in each case, and what it returned: `run` may hide it."""
        returned: list = []
        watched = self.reference if inspect.isclass(self.reference) else returning(
            self.reference, lambda result: returned.append(result) or result)
        return tuple(self._call(watched, deepcopy(case)) for case in self.tried), returned

    def handed_on(self, answer: Callable) -> Callable:
        """Return a right answer whose results have the form of the reference's; classes as is."""
        if inspect.isclass(self.reference):
            return answer
        return returning(answer, form_of(self._tried_reference[1]))

    def example(self, misconception: Misconception) -> Callable:
        """Return the function with a known mistake in it."""
        module = inspect.getmodule(self.reference).__dict__
        names = {**module, "__name__": "a mistake"}      # its warnings are not the course's
        exec(textwrap.dedent(misconception.example), names)  # written by the course
        return names[self.variable]

    def grade(self, answer: Any) -> Feedback:
        """Judge a function; never raises, and ends in three seconds if a processor is free."""
        if answer is None or answer is Ellipsis or is_stub(answer):
            return Feedback(UNATTEMPTED, "Not attempted yet")
        if not callable(answer):
            return Feedback(UNREADABLE, f"I expected a {self._kind}, but got {short_repr(answer)}. "
                            f"Give the {self._kind} itself: its name, without brackets after it.")
        self.right  # computed in the kernel, once, and not in each child  # noqa: B018
        try:
            return guarded(lambda at: self.judge(answer, at))
        except TimeUp as late:
            return self._stopped(late, "was still running after two seconds: it is too slow, "
                                 "or endless. Does its loop ever stop?")
        except Crashed as crash:
            return self._stopped(crash, "ended the whole program.")

    def _stopped(self, error: BaseException, what: str) -> Feedback:
        return Feedback(WRONG, f"{self._with(error.args[0])} your {self._kind} {what}")

    def judge(self, answer: Callable, at: Callable[[int], None] = lambda case: None) -> Feedback:
        """Try a function on all cases, unguarded."""
        outcomes = []
        for k, case in enumerate(self.tried):
            at(k)
            outcomes.append(self._outcome(answer, case))
            if isinstance(outcomes[k], Failure) and outcomes[k].kind == "RecursionError":
                return Feedback(WRONG, self._told(k, outcomes[k], False))   # slow: once is enough
        failing = [k for k, outcome in enumerate(outcomes) if not self._agrees(k, outcome)]
        if not failing:
            return Feedback(RIGHT, f"Right. {self.explanation}")
        if all(isinstance(o, Failure) and o.kind == "NotImplementedError" for o in outcomes):
            return Feedback(UNATTEMPTED, "Not attempted yet")
        smallest = min(failing, key=lambda k: (
            _is_empty(self.tried[k]), _is_hidden(self.tried[k]), len(self._with(k)), k))
        known, everywhere = self._recognised(outcomes, failing)
        hint = known.hint if known else self._hint(smallest, outcomes[smallest])
        if known and not everywhere:
            hint = f"Where it fails, it does what one with this mistake does: {hint}"
        where = "" if known else self._places(outcomes, failing)
        told = [self._count(len(failing)), self._told(smallest, outcomes[smallest], bool(known)),
                self._located(smallest, outcomes[smallest]), where, hint]
        return Feedback(WRONG, " ".join(filter(None, told)), known.name if known else None)

    def _call(self, function: Callable, case: tuple) -> Any:
        return self.run(function, *case) if self.run else function(*case)

    def _outcome(self, function: Callable, case: tuple) -> Any:
        """Return what a function returns, or the Failure it is."""
        arguments = deepcopy(case)
        try:
            result = self._call(function, arguments)
        except RecursionError:
            return Failure("RecursionError", "calls itself without end.")
        except MemoryError:
            return Failure("MemoryError", "needs more memory than there is.")
        except NoInput as error:
            return Failure("NoInput", f"asks for something to be typed; {error}.")
        except (Exception, SystemExit, GeneratorExit) as error:
            return Failure(type(error).__name__, f"raises {_in_words(error)}.")
        changed = [name for name, old, new in zip(self._names(case), case, arguments, strict=False)
                   if name not in self.may_change and not _unchanged(old, new)]
        if changed:
            return Failure("changes", f"changes its argument `{changed[0]}`, which its caller "
                           "still needs. Work on a copy.")
        return result

    def _agrees(self, k: int, outcome: Any) -> bool:
        if isinstance(outcome, Failure):
            return False
        try:
            if self.accept:
                return bool(self.accept(self.tried[k], outcome, self.right[k]))
            return agree(outcome, self.right[k], self.tolerance)
        except Exception:  # whatever a learner's object does when it is compared
            return False

    def _places(self, outcomes: list, failing: list[int]) -> str:
        """Say which results of several are ever wrong, if not all of them are."""
        several = [(outcomes[k], self.right[k]) for k in failing]
        if self.accept or any(not isinstance(right, tuple) or misfit(given, right) or given is None
                              or isinstance(given, Failure) for given, right in several):
            return ""
        wrong = sorted({place for given, right in several for place in range(len(right))
                        if not agree(given[place], right[place], self.tolerance)})
        size = len(several[0][1])
        if len(wrong) == size:
            return ""
        named = " and ".join(f"number {place + 1}" for place in wrong)
        be = "is" if len(wrong) == 1 else "are"
        return f"Of your {size} results only {named} {be} ever wrong."

    def _told(self, k: int, outcome: Any, known: bool) -> str:
        if isinstance(outcome, Failure):
            return f"{self._with(k)} your {self._kind} {outcome.told}"
        if outcome is None and not any(right is None for right in self.right):
            ask = "" if known else " Does every way through it end in `return`?"
            return f"{self._with(k)} your {self._kind} returns nothing.{ask}"
        result = self._misfit(outcome, k) or f"`{short_repr(outcome)}`"
        return f"{self._with(k)} your {self._kind} returns {result}."

    def _hint(self, k: int, outcome: Any) -> str:
        """Return the general hint, which is about values: none where there is no value."""
        no_value = isinstance(outcome, Failure) or outcome is None
        return "" if no_value or self._misfit(outcome, k) else self.fallback_hint

    def _located(self, k: int, outcome: Any) -> str:
        """Say where a result goes wrong, where the exercise can tell."""
        if self.locate is None or isinstance(outcome, Failure):
            return ""
        try:
            return self.locate(self.tried[k], outcome)
        except Exception:  # whatever a learner's object does when it is looked at
            return ""

    def _misfit(self, outcome: Any, k: int) -> str | None:
        """Say how a result differs in kind; where `accept` decides, only what is no number can."""
        if self.accept and kind(self.right[k]) != "a number":
            return None
        return misfit(outcome, self.right[k])

    def _with(self, k: int) -> str:
        """Write the arguments of a case: With `x = 2, y = 3`."""
        case = self.tried[k]
        pairs = zip(self._names(case), case, strict=False)
        return "With `" + ", ".join(f"{name} = {short_repr(v)}" for name, v in pairs) + "`"

    def _names(self, case: tuple) -> list[str]:
        """Return the names of the arguments, as the reference has them."""
        names = list(inspect.signature(self.run or self.reference).parameters)
        names = names[1:] if self.run else names
        return names + [f"argument {k + 1}" for k in range(len(names), len(case))]

    def _count(self, failing: int) -> str:
        fine = len(self.tried) - failing
        return f"Right in {fine} of {len(self.tried)} cases." if fine else ""

    def _recognised(self, outcomes: list, failing: list[int]) -> tuple[Misconception | None, bool]:
        """Return the known mistake that does the same on all cases (True), or on those that fail.

        The second is not enough where a function fails by exceptions only (two causes may raise
        the same), or is right in most of the cases in which the mistake is not.
        """
        partly, returned = None, any(not _raised(outcomes[k]) for k in failing)
        for known in self.misconceptions:
            if known.recognise is not None:
                if all(_holds(known.recognise, self.tried[k], outcomes[k], self.right[k])
                       for k in failing):
                    return known, True
                continue
            function = self.example(known)
            if not all(self._same(function, outcomes, k) for k in failing):
                continue
            spared = sum(not self._same(function, outcomes, k)
                         for k in range(len(outcomes)) if k not in failing)
            if not spared:
                return known, True
            if returned and spared <= len(failing):
                partly = partly or known
        return partly, False

    def _same(self, function: Callable, outcomes: list, k: int) -> bool:
        """Tell whether a mistaken function has the learner's outcome in a case."""
        mistaken = self._outcome(function, self.tried[k])
        if isinstance(mistaken, Failure) or isinstance(outcomes[k], Failure):
            both = isinstance(mistaken, Failure) and isinstance(outcomes[k], Failure)
            return both and mistaken == outcomes[k]     # an array compares entry by entry
        try:
            return agree(outcomes[k], mistaken, self.tolerance)
        except Exception:  # whatever a learner's object does when it is compared
            return False


def _raised(outcome: Any) -> bool:
    return isinstance(outcome, Failure) and outcome.kind != "changes"


def _is_empty(case: tuple) -> bool:
    """Tell whether some argument is empty: such a case is shown only where all others are right."""
    return any(part.size == 0 if isinstance(part, np.ndarray) else
               isinstance(part, (list, tuple)) and len(part) == 0 for part in case)


def _is_hidden(case: tuple) -> bool:
    """Tell whether some argument is told by its shape only, which helps nobody."""
    return any(isinstance(part, np.ndarray) and part.size > WRITTEN_OUT for part in case)


def _holds(predicate: Callable, *arguments: Any) -> bool:
    try:
        return bool(predicate(*arguments))
    except Exception:  # a predicate meets whatever a learner's function returns
        return False


def _unchanged(old: Any, new: Any) -> bool:
    """Tell whether an argument is what it was; a random generator is meant to change."""
    if isinstance(new, (np.ndarray, list, dict, set)) or hasattr(new, "iloc"):
        try:
            return kind_of(old) == kind_of(new) and agree(new, old, 0.0)
        except Exception:
            return True
    return True


def kind_of(value: Any) -> tuple:
    """Return what an argument is, beside its values."""
    return type(value), getattr(value, "dtype", None), getattr(value, "shape", None)


def is_stub(function: Any) -> bool:
    """Tell whether a function, or each method of a class, has nothing but a docstring in it.

    Examples
    --------
    >>> def later(x):
    ...     '''Say what it will do.'''
    ...     ...
    >>> is_stub(later), is_stub(lambda x: x)
    (True, False)
    """
    if inspect.isclass(function):
        methods = [m for m in vars(function).values() if inspect.isfunction(m)]
        return bool(methods) and all(map(is_stub, methods))
    if not inspect.isfunction(function):
        return False
    idle = ("RESUME", "CACHE", "NOP", "COPY_FREE_VARS", "RETURN_VALUE")
    work = [(i.opname, i.argval) for i in dis.get_instructions(function) if i.opname not in idle]
    return work in ([("LOAD_CONST", None)], [("RETURN_CONST", None)],
                    [("LOAD_CONST", ...)], [("RETURN_CONST", ...)])


def _in_words(error: BaseException) -> str:
    try:
        message = without_address(str(error)).rstrip(".")
        message = message if len(message) <= 160 else message[:159].rstrip() + "…"
    except Exception:  # a learner's own exception may fail to show itself
        message = ""
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _without_docstring(function: Callable) -> str:
    source = textwrap.dedent(inspect.getsource(function))
    body = ast.parse(source).body[0].body
    lines = source.splitlines()
    if ast.get_docstring(ast.parse(source).body[0]) and len(body) > 1:
        del lines[body[0].lineno - 1:body[0].end_lineno]
    return "\n".join(lines).strip()
