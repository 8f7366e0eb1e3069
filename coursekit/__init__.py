"""coursekit: the companion library of the course.

Each room is a module or package, loaded on first use, so that ``import
coursekit`` itself costs almost nothing.

>>> import coursekit
>>> "datasets" in dir(coursekit)
True
"""
from importlib import import_module

__version__ = "0.1.0"

_ROOMS = (
    "checks", "datasets",
    "bounds", "environment", "kernels", "lagrange", "linear", "statistics", "titanic",
    "svm", "tree",
    "plots",
    "exercises", "explorers", "lesson",
)


def __getattr__(name: str):
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"coursekit has no room named {name!r}; it has {', '.join(_ROOMS)}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_ROOMS])
