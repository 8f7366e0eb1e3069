"""Lesson A2, support vector regression: what its notebook shows, and what its learners write."""
from coursekit.lessons.lessona2.explorers.tube import Tube

__all__ = ["Tube"]
