"""The explorer engine: turn the state of some controls into a picture and a sentence.

A lesson derives its explorers from `Explorer`; `base` describes their parts.
"""
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.registry import explorer_names, find_explorer

__all__ = ["Explorer", "Preset", "explorer_names", "find_explorer"]
