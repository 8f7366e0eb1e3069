"""Give back the memory of what lessons have worked out and keep."""
from __future__ import annotations

import sys
from types import ModuleType


def forget(module: ModuleType) -> None:
    """Empty the caches of a module's functions."""
    for value in vars(module).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def forget_lessons() -> None:
    """Empty those of all lessons."""
    for name, module in list(sys.modules.items()):
        if name.startswith("coursekit.lessons."):
            forget(module)
