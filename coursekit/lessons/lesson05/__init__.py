"""Lesson 05, nested CV: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson05.explorers.best_of_sixteen import BestOfSixteen

__all__ = ["BestOfSixteen"]
