"""Lesson 04d, many classes: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson04d.explorers.votes import Votes

__all__ = ["Votes"]
