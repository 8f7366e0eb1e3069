"""Lesson 00, the start page: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson00.explorers.bend_the_border import BendTheBorder

__all__ = ["BendTheBorder"]
