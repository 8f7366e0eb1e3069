"""Running a learner's code so that it always ends: in a child process with a deadline.

A loop inside compiled code, such as ``max(itertools.count())``, hears no exception and no
signal: only its process can be ended. So the work is done in a fork of the kernel, which
has all of its names, and the kernel itself never waits longer than the deadline,
or a few times as long on a machine so busy that the child hardly runs. Where a
fork is not safe (macOS) or not to be had (Windows), the work is done in place and a second
thread interrupts it, again and again; a loop inside compiled code, or one around a bare
``except``, is then ended by the kernel's stop button only.
``COURSEKIT_GUARD=thread`` asks for that way anywhere: a tracer or a profiler sees into it.
In a browser (Pyodide) there is neither fork nor thread: there a tracer looks at the clock before
every line; a loop inside compiled code, or one around a bare ``except``, ends when the page is
closed.
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
Work = Callable[[Callable[[int], None]], Result]

SECONDS = 2.0             # of a learner's code; the verdict comes well within three
PATIENCE = 3              # times as long at most, where others kept the processor busy
MORE_MEMORY = 2 * 2**30   # bytes that the child may take beside what the kernel has


class TimeUp(BaseException):
    """The deadline has passed; no ``Exception``, so that ``except Exception`` lets it through."""


class Crashed(Exception):
    """The child ended without an answer: it was killed, or ended itself."""


class NoInput(Exception):
    """The code asks for something to be typed, and nobody is there to type it."""


def guarded(work: Work, seconds: float = SECONDS) -> Result:
    """Return what some work returns, unless it takes too long.

    Parameters
    ----------
    work : callable
        Gets a function ``at``, which it calls with the number of the case it begins. What
        it returns must be picklable.
    seconds : float
        Deadline; in a child process, seconds in which there was a processor for it.

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
    place = mmap.mmap(-1, 8)
    outlet, inlet = os.pipe()
    with warnings.catch_warnings(action="ignore"):  # that other threads are not forked
        child = os.fork()
    if child == 0:
        _child(work, place, inlet)
    os.close(inlet)
    try:
        if not _answers(outlet, child, seconds):
            raise TimeUp(_read_place(place))
        with os.fdopen(os.dup(outlet), "rb") as answer:
            try:
                return pickle.load(answer)
            except EOFError:
                raise Crashed(_read_place(place)) from None
    finally:
        _end(child)
        os.close(outlet)


def _answers(outlet: int, child: int, seconds: float) -> bool:
    """Wait for an answer; time in which the child got no processor does not count."""
    begun = time.monotonic()
    end = begun + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([outlet], [], [], left)[0]:
            return True
        end = begun + min(seconds + _queued(child), PATIENCE * seconds)
    return False


def _queued(child: int) -> float:
    """Return the seconds that a process was ready to run and had to wait for a processor."""
    try:
        with open(f"/proc/{child}/schedstat") as times:
            return int(times.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):   # a kernel that does not tell
        return 0.0


def _child(work: Work, place: mmap.mmap, inlet: int) -> None:
    """Do the work and write its result to the pipe; never return."""
    try:
        _alone()
        result = _quietly(work, lambda k: place.__setitem__(slice(8), k.to_bytes(8, "big")))
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
    bound = now + MORE_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (bound if hard < 0 else min(bound, hard), hard))


def _end(child: int) -> None:
    """Kill the child and whatever it has started."""
    for kill, whom in ((os.killpg, child), (os.kill, child)):
        try:
            kill(whom, signal.SIGKILL)
        except ProcessLookupError:
            pass
    try:
        os.waitpid(child, 0)
    except ChildProcessError:  # somebody else has waited for it
        pass


def _read_place(place: mmap.mmap) -> int:
    return int.from_bytes(place[:8], "big")


def _in_place(work: Work, seconds: float) -> Result:
    """Do the work here, under a second thread that interrupts it after the deadline."""
    last, done = [0], threading.Event()
    watch = threading.Thread(target=_interrupt, args=(threading.get_ident(), done, seconds),
                             daemon=True)
    try:
        watch.start()
        try:
            return _quietly(work, lambda k: last.__setitem__(0, k))
        finally:
            done.set()
            watch.join()
    except TimeUp:
        done.set()
        raise TimeUp(last[0]) from None


def _traced(work: Work, seconds: float) -> Result:
    """Do the work here, with a look at the clock before every line of Python."""
    last, end, before = [0], time.monotonic() + seconds, sys.gettrace()

    def look(frame, event, argument):
        if time.monotonic() > end:
            raise TimeUp(last[0])
        return look

    sys.settrace(look)
    try:
        return _quietly(work, lambda k: last.__setitem__(0, k))
    finally:
        sys.settrace(before)


def _interrupt(thread: int, done: threading.Event, seconds: float) -> None:
    """Raise ``TimeUp`` in a thread until the work there has ended."""
    if done.wait(seconds):
        return
    while not done.wait(0.01):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimeUp))


class _Sink(io.TextIOBase):
    """Where prints go that nobody reads."""

    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


def _quietly(work: Work, at: Callable[[int], None]) -> Result:
    """Do the work: what it prints or warns of is dropped, and it cannot ask for input."""
    import builtins

    def refuse(*_: object) -> str:
        raise NoInput("there is nobody to answer `input`; use the arguments instead")

    asked, builtins.input = builtins.input, refuse
    try:
        with redirect_stdout(_Sink()), redirect_stderr(_Sink()), \
                warnings.catch_warnings(action="ignore"):
            return work(at)
    finally:
        builtins.input = asked
