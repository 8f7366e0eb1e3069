"""Lesson 05b, two loops and a lock: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson05b.explorers.locked_fold import LockedFold
from coursekit.lessons.lesson05b.explorers.repeats import Repeats

__all__ = ["LockedFold", "Repeats"]
