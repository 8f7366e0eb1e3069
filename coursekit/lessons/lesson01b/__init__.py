"""Lesson 01b, rates and luck: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson01b.explorers.which_chances import WhichChances

__all__ = ["WhichChances"]
