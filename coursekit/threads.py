"""Ground floor: one BLAS thread for work that consists of many small matrix products.

OpenBLAS shares every product among all processors and spins until the last share is done. For a
small product that gains nothing; while other programs keep the processors busy, the wait takes
many times as long as the product.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import RLock

from threadpoolctl import ThreadpoolController

_holder = RLock()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let BLAS use one thread inside this context (or decorated function), and as before after it.

    The number of threads belongs to the whole process, so only one Python thread at a time sets
    and restores it; work in the others goes on with what it finds. Where no BLAS is found, as may
    be in a browser, nothing happens.
    """
    if not _holder.acquire(blocking=False):
        yield
        return
    try:
        with _libraries().limit(limits=1, user_api="blas"):
            yield
    finally:
        _holder.release()


@cache
def _libraries() -> ThreadpoolController:
    """Return the libraries of this process; the search takes milliseconds, so it runs once."""
    import scipy.linalg  # noqa: F401    brings a BLAS of its own, which must be found, too

    return ThreadpoolController()
