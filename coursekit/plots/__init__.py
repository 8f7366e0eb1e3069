"""Floor 3: functions of data and models that return a matplotlib ``Figure``.

No widgets and no pyplot live here, so every figure can be drawn in a test, in an
explorer or on a page, and leaves nothing open behind it.

>>> from coursekit import plots
>>> "style" in dir(plots)
True
"""
from importlib import import_module

_FILES = ("style", "words", "rates", "titanic", "partition", "splitting", "trees", "lagrange",
          "street", "solvers")


def __getattr__(name: str):
    if name in _FILES:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"coursekit.plots has no module {name!r}; it has {', '.join(_FILES)}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_FILES])
