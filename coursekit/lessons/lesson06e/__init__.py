"""Lesson 06e, other prunings: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson06e.explorers.how_bad import HowBad

__all__ = ["HowBad"]
