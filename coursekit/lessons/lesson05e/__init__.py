"""Lesson 05e, sources of error: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson05e.explorers.degree_choice import DegreeChoice

__all__ = ["DegreeChoice"]
