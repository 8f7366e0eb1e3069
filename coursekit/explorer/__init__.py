"""The engine of the explorers: a state becomes a picture and a sentence that follow the controls.

A lesson derives its explorers from `Explorer`; `base` says what one consists of.
"""
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.registry import explorer_names, find_explorer

__all__ = ["Explorer", "Preset", "explorer_names", "find_explorer"]
