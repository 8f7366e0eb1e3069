"""Lesson 06b, growing: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson06b.explorers.chords import Chords
from coursekit.lessons.lesson06b.explorers.look_ahead import LookAhead
from coursekit.lessons.lesson06b.explorers.soft_splits import SoftSplits

__all__ = ["Chords", "LookAhead", "SoftSplits"]
