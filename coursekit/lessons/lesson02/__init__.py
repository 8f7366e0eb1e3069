"""Lesson 02, Lagrange and KKT: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson02.explorers.fence import Fence
from coursekit.lessons.lesson02.explorers.fence_side import FenceSide
from coursekit.lessons.lesson02.explorers.pendulum import Pendulum

__all__ = ["Fence", "FenceSide", "Pendulum"]
