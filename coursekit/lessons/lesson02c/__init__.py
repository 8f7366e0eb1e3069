"""Lesson 02c, margins: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson02c.explorers.street import Street

__all__ = ["Street"]
