"""Lesson 01c, confounders: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson01c.explorers.one_mix import OneMix

__all__ = ["OneMix"]
