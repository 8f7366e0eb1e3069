"""Floor 4: explorers, pictures that follow a slider.

>>> from coursekit import explorers
>>> explorers.AgeBins().state()["bins"]
8
"""
import re
from importlib import import_module
from pathlib import Path

# Where each explorer is: read, not imported, so that a page loads only those that it opens, and
# a new one is known as soon as its file is there.
_HOME = {"Explorer": "base"} | {
    name: file.stem for file in sorted(Path(__file__).parent.glob("*.py"))
    for name in re.findall(r"^class (\w+)\(Explorer\)", file.read_text("utf-8"), re.M)}


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"there is no explorer {name!r}; there are {', '.join(_HOME)}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
