"""Lesson 03c, solvers: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson03c.explorers.sor_shift import SORShift
from coursekit.lessons.lesson03c.explorers.zigzag import Zigzag

__all__ = ["SORShift", "Zigzag"]
