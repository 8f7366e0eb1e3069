"""One BLAS thread for work that consists of many small matrix products.

OpenBLAS splits every product among all processors and spins until the last part is done. For a
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
    """Limit BLAS to one thread inside this context or decorated function.

    The number of threads is set per process, so only one Python thread at a time sets and restores
    it; work in the others goes on as it is. Without BLAS, as in a browser, nothing happens.
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
    import scipy.linalg  # noqa: F401    brings its own BLAS, which must be found as well

    return ThreadpoolController()
