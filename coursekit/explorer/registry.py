"""Find an explorer by its name; files are scanned, and imported only when needed."""
from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from coursekit.explorer.base import Explorer

PACKAGE = Path(__file__).parents[1]
CLASS = re.compile(r"^class (\w+)\((?:\w+, )?Explorer\)", re.M)


@cache
def _modules() -> dict[str, str]:
    """Return the module of each explorer, by the explorer's name."""
    files = sorted(PACKAGE.glob("lessons/*/explorers/*.py"))
    return {name: ".".join(("coursekit", *file.relative_to(PACKAGE).with_suffix("").parts))
            for file in files for name in CLASS.findall(file.read_text("utf-8"))}


def explorer_names() -> tuple[str, ...]:
    """Return the names of all explorers of the course, sorted.

    Examples
    --------
    >>> "SplitScanner" in explorer_names()
    True
    """
    return tuple(sorted(_modules()))


def find_explorer(name: str) -> type[Explorer]:
    """Return the class of an explorer.

    Raises
    ------
    ValueError
        If no lesson has an explorer of that name.

    Examples
    --------
    >>> find_explorer("SplitScanner")().title
    'Where to cut?'
    """
    if name not in _modules():
        raise ValueError(f"there is no explorer {name!r}; there are {', '.join(explorer_names())}")
    return getattr(import_module(_modules()[name]), name)
