"""Lesson 05d, errors and costs: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson05d.explorers.cost_of_an_error import CostOfAnError

__all__ = ["CostOfAnError"]
