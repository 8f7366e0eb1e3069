"""Run a learner's code so that it always ends: in a child process with a deadline.

A loop inside compiled code, such as ``max(itertools.count())``, reacts to no exception and no
signal: the only way to end it is to kill its process. So the work is done in a fork of the kernel,
which has all of its names, and the kernel never waits longer than the deadline, or, on a machine so
busy that the child hardly runs, until it has had that time, at most half a minute. What the course
does with the results is not counted. Where a fork is
unsafe (macOS) or unavailable (Windows), the work is done in place and a second thread interrupts
it, again and again; then only the kernel's stop button ends a loop inside compiled code, or one
around a bare ``except``.
``COURSEKIT_GUARD=thread`` selects that method anywhere, so that a tracer or profiler can follow.
In a browser (Pyodide) there is neither fork nor thread: there a tracer checks the clock before
every line, and a loop inside compiled code, or one around a bare ``except``, ends when the page
is closed.
"""
from __future__ import annotations

import ctypes
import io
import mmap
import os
import pickle
import select
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import TypeVar

Result = TypeVar("Result")
Work = Callable[[Callable[[int | None], None]], Result]

MAX_SECONDS = 2.0               # for a learner's code; the verdict comes well within three
MAX_WAIT_FACTOR = 15            # times the deadline, if other work kept the processor busy
MAX_EXTRA_BYTES = 2 * 2**30     # of memory for the child, beyond that of the kernel


class TimeUp(BaseException):
    """The deadline has passed; not an ``Exception``, so ``except Exception`` does not catch it."""


class Crashed(Exception):
    """The child process ended without an answer: it was killed, or exited."""


class NoInput(Exception):
    """The code calls ``input``, which cannot be answered."""


def guarded(work: Work, seconds: float = MAX_SECONDS) -> Result:
    """Return the result of some work, unless it takes too long.

    Parameters
    ----------
    work : callable
        Takes a function ``at``, and calls it with the number of each case it begins, and with
        None when no code of the learner's is left to run: from then on no deadline holds. Its
        result must be picklable.
    seconds : float
        Deadline; for a child process, time spent waiting for a processor does not count.

    Raises
    ------
    TimeUp, Crashed
        With the number of the last case begun as their argument.

    Examples
    --------
    >>> guarded(lambda at: 6 * 7)
    42
    """
    if sys.platform == "linux" and os.environ.get("COURSEKIT_GUARD") != "thread":
        return _in_a_child(work, seconds)
    if sys.platform == "emscripten":
        return _traced(work, seconds)
    return _in_place(work, seconds)


def _in_a_child(work: Work, seconds: float) -> Result:
    place = mmap.mmap(-1, 9)            # the case, and whether all have been run
    outlet, inlet = os.pipe()
    with warnings.catch_warnings(action="ignore"):  # about threads that are not forked
        child = os.fork()
    if child == 0:
        _child(work, place, inlet)
    os.close(inlet)
    try:
        if not _answers(outlet, child, place, seconds):
            raise TimeUp(_read_place(place))
        with os.fdopen(os.dup(outlet), "rb") as answer:
            try:
                return pickle.load(answer)
            except EOFError:
                raise Crashed(_read_place(place)) from None
    finally:
        _end(child)
        os.close(outlet)


def _answers(outlet: int, child: int, place: mmap.mmap, seconds: float) -> bool:
    """Wait for an answer, for a child that still runs until it has had its time."""
    begun = time.monotonic()
    end, last = begun + seconds, begun + MAX_WAIT_FACTOR * seconds
    while (now := time.monotonic()) < end:
        if select.select([outlet], [], [], end - now)[0]:
            return True
        left = seconds if place[8] else _left(child, seconds)
        end = min(time.monotonic() + left, last)
    return False


def _left(child: int, seconds: float) -> float:
    """Return what is left of a process's time, which is nothing if it sleeps."""
    try:
        with open(f"/proc/{child}/stat") as stat:
            state, *fields = stat.read().rpartition(")")[2].split()
        used = (int(fields[10]) + int(fields[11])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):   # it has ended, or this system does not say
        return 0.0
    return 0.0 if state == "S" else max(0.0, seconds - used)


def _child(work: Work, place: mmap.mmap, inlet: int) -> None:
    """Do the work and write its result to the pipe; never return."""
    try:
        _alone()
        result = _quietly(work, lambda k: _write_place(place, k))
        with os.fdopen(inlet, "wb") as answer:
            pickle.dump(result, answer)
    finally:
        os._exit(0)


def _alone() -> None:
    """Cut the child off from the kernel's terminal, signals, threads and memory."""
    os.setpgid(0, 0)
    sys.settrace(None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    _bound_memory()
    if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()):
        shell.display_pub.publish = lambda *_, **__: None
    if "threadpoolctl" in sys.modules:  # GNU OpenMP hangs in a fork unless it has one thread
        sys.modules["threadpoolctl"].threadpool_limits(1)


def _bound_memory() -> None:
    import resource

    with open("/proc/self/statm") as sizes:
        now = int(sizes.read().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    bound = now + MAX_EXTRA_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (bound if hard < 0 else min(bound, hard), hard))


def _end(child: int) -> None:
    """Kill the child and its own children."""
    for kill, whom in ((os.killpg, child), (os.kill, child)):
        try:
            kill(whom, signal.SIGKILL)
        except ProcessLookupError:
            pass
    try:
        os.waitpid(child, 0)
    except ChildProcessError:  # already waited for
        pass


def _write_place(place: mmap.mmap, k: int | None) -> None:
    if k is None:
        place[8] = 1
    else:
        place[:8] = k.to_bytes(8, "big")


def _read_place(place: mmap.mmap) -> int:
    return int.from_bytes(place[:8], "big")


def _in_place(work: Work, seconds: float) -> Result:
    """Do the work in this process; a second thread interrupts it after the deadline."""
    last, done = [0], threading.Event()
    watch = threading.Thread(target=_interrupt, args=(threading.get_ident(), done, seconds),
                             daemon=True)
    try:
        watch.start()
        try:
            return _quietly(work, lambda k: done.set() if k is None else last.__setitem__(0, k))
        finally:
            done.set()
            watch.join()
    except TimeUp:
        done.set()
        raise TimeUp(last[0]) from None


def _traced(work: Work, seconds: float) -> Result:
    """Do the work in this process, checking the clock before every line of Python."""
    last, end, before = [0], time.monotonic() + seconds, sys.gettrace()

    def look(frame, event, argument):
        if time.monotonic() > end:
            raise TimeUp(last[0])
        return look

    sys.settrace(look)
    try:
        return _quietly(work, lambda k: sys.settrace(before) if k is None
                        else last.__setitem__(0, k))
    finally:
        sys.settrace(before)


def _interrupt(thread: int, done: threading.Event, seconds: float) -> None:
    """Raise ``TimeUp`` in a thread until the work there has ended."""
    if done.wait(seconds):
        return
    while not done.wait(0.01):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimeUp))


class _Sink(io.TextIOBase):
    """A stream that discards what is printed."""

    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


def _quietly(work: Work, at: Callable[[int], None]) -> Result:
    """Do the work without its prints and warnings, and without input."""
    import builtins

    def refuse(*_: object) -> str:
        raise NoInput("`input` does not work here, use the arguments instead")

    asked, builtins.input = builtins.input, refuse
    try:
        with redirect_stdout(_Sink()), redirect_stderr(_Sink()), \
                warnings.catch_warnings(action="ignore"):
            return work(at)
    finally:
        builtins.input = asked
