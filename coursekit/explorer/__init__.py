"""The explorer engine: turn the state of some controls into a picture and a sentence.

A lesson derives its explorers from `Explorer`; `base` describes their parts. All that they need is
imported from here.
"""
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Button, Choice, LogSlider, Slider, Toggle, above
from coursekit.explorer.registry import explorer_names, find_explorer
from coursekit.explorer.stage import Stage

__all__ = ["Button", "Canvas", "Choice", "Explorer", "LogSlider", "Preset", "Slider", "Stage",
           "Toggle", "above", "explorer_names", "find_explorer"]
