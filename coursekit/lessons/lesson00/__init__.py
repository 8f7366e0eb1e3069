"""Lesson 00, the start page: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson00 import figures
from coursekit.lessons.lesson00.course import CourseMap
from coursekit.lessons.lesson00.explorers.bend_the_border import (
    BendTheBorder, fitted, passengers, scores,
)

__all__ = ["BendTheBorder", "CourseMap", "figures", "fitted", "passengers", "scores"]
