"""Lesson 02e, perceptron and least squares: what its notebook shows, and what learners write."""
from coursekit.lessons.lesson02e.explorers.updates import Updates

__all__ = ["Updates"]
