"""The explorers of the course by name; each stands in the folder of its lesson.

>>> from coursekit import explorers
>>> explorers.AgeBins().state()["bins"]
8
"""
from coursekit.explorer.registry import explorer_names, find_explorer


def __getattr__(name: str):
    if name not in explorer_names():
        raise AttributeError(f"there is no explorer {name!r}; "
                             f"there are {', '.join(explorer_names())}")
    return find_explorer(name)


def __dir__() -> list[str]:
    return sorted([*globals(), *explorer_names()])
