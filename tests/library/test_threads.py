"""BLAS has one thread where its products are small, and what it had before afterwards."""
from __future__ import annotations

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_info, threadpool_limits

from coursekit.explorer.base import Explorer
from coursekit.linear import logistic, logistic_regression
from coursekit.svm import SVC, SVR, interior
from coursekit.threads import one_blas_thread

X = np.random.default_rng(0).normal(size=(30, 2))
Y = np.where(X[:, 0] + X[:, 1] ** 2 > 0.5, 1, -1)


def threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info()
            if library["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def _two_threads():
    """As in a learner's kernel; the tests themselves may be run with one."""
    with threadpool_limits(2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("this BLAS has one thread only")
        yield
        assert threads() == {2}


def spy(fails_at: int | None = None):
    """Return a kernel that notes in ``seen`` how many threads BLAS has when it is asked, and may
    fail."""
    def kernel(A, B):
        kernel.seen.append(threads())
        if len(kernel.seen) == fails_at:
            raise RuntimeError("broken kernel")
        return A @ B.T
    kernel.seen = []
    return kernel


MACHINES = {**{solver: (lambda kernel, s=solver: SVC(kernel=kernel, solver=s))
               for solver in ("fast", "smo", "qp", "sor")},
            "SVR": lambda kernel: SVR(kernel=kernel),
            "SVR smo": lambda kernel: SVR(kernel=kernel, solver="smo")}


@pytest.mark.parametrize("name", MACHINES)
def test_a_fit_works_with_one_thread_and_gives_the_others_back(name):
    kernel = spy()
    MACHINES[name](kernel).fit(X, Y)
    assert kernel.seen and kernel.seen[-1] == {1} and threads() == {2}


@pytest.mark.parametrize("fails_at", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["fast", "smo", "qp", "SVR"])
def test_a_fit_that_fails_gives_the_threads_back(name, fails_at):
    with pytest.raises(RuntimeError, match="broken"):
        MACHINES[name](spy(fails_at)).fit(X, Y)
    assert threads() == {2}


@pytest.mark.parametrize("module, name, job", [
    (interior, "_newton", lambda: SVC(kernel="linear", solver="interior").fit(X, Y)),
    (logistic, "solve_positive_definite", lambda: logistic_regression(X, Y > 0, 0.1))],
                         ids=["interior", "logistic"])
def test_so_do_newtons_steps(module, name, job, monkeypatch):
    seen, plain = [], getattr(module, name)
    monkeypatch.setattr(module, name, lambda *given: seen.append(threads()) or plain(*given))
    job()
    assert set(map(tuple, seen)) == {(1,)}


def test_an_explorer_builds_and_draws_with_one_thread_also_when_that_fails():
    class Seen(Explorer):
        """Notes the threads, and cannot draw at first."""

        title, seen = "Seen", []

        def build(self, canvas):
            self.seen.append(threads())

        def draw(self, state):
            self.seen.append(threads())
            return {}[0] if len(self.seen) == 2 else "drawn"
    explorer = Seen()
    assert explorer.failed and threads() == {2}
    explorer.reset()
    assert not explorer.failed and explorer.seen == [{1}, {1}, {1}]


def test_contexts_may_be_nested():
    with one_blas_thread():
        with one_blas_thread():
            assert threads() == {1}
        assert threads() == {1}


@pytest.mark.parametrize("first_out", ["first in", "last in"])
def test_python_threads_that_overlap_leave_what_was_there(first_out):
    """If each restored what it found, the last to go would restore the limit of the first."""
    inside, leave = threading.Event(), threading.Event()

    def other():
        with one_blas_thread():
            inside.set()
            leave.wait(10)
    worker = threading.Thread(target=other)
    with one_blas_thread():
        worker.start()
        assert inside.wait(10) and threads() == {1}
        if first_out == "last in":
            leave.set()
            worker.join()
            assert threads() == {1}
    leave.set()
    worker.join()
    assert threads() == {2}


def test_where_no_blas_is_found_nothing_happens(monkeypatch):
    nothing = ThreadpoolController().select(internal_api="none")
    monkeypatch.setattr("coursekit.threads._libraries", lambda: nothing)
    with one_blas_thread():
        assert threads() == {2}
    SVC().fit(X, Y)


def test_a_blas_that_is_loaded_later_is_limited_too():
    code = ("import numpy; from coursekit.threads import one_blas_thread as one\nwith one(): pass\n"
            "import scipy.linalg, threadpoolctl\n"
            "with one(): print({l['num_threads'] for l in threadpoolctl.threadpool_info() if "
            "l['user_api'] == 'blas'})")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env={**os.environ, "OPENBLAS_NUM_THREADS": "2"})
    assert told.stdout.strip() == "{1}"
