"""Floor 4: explorers, pictures that follow a slider.

>>> from coursekit import explorers
>>> explorers.AgeBins().state()["bins"]
8
"""
import re
from importlib import import_module
from pathlib import Path

# The file of each explorer: read, not imported, so that a page loads only those that it opens, and
# a new one is known as soon as its file is there.
FILES = {name: file.stem for file in sorted(Path(__file__).parent.glob("*.py"))
         for name in re.findall(r"^class (\w+)\(Explorer\)", file.read_text("utf-8"), re.M)}


def __getattr__(name: str):
    file = {"Explorer": "base", **FILES}.get(name)
    if not file:
        raise AttributeError(f"there is no explorer {name!r}; there are {', '.join(FILES)}")
    return getattr(import_module(f"{__name__}.{file}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), "Explorer", *FILES])
