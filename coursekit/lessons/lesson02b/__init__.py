"""Lesson 02b, duality: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson02b.explorers.swing import Swing

__all__ = ["Swing"]
