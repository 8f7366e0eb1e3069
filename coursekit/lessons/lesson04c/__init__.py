"""Lesson 04c, which functions are kernels: what its notebook shows, and what learners write."""
from coursekit.lessons.lesson04c.explorers.kernel_or_not import KernelOrNot
from coursekit.lessons.lesson04c.explorers.triangle import Triangle

__all__ = ["KernelOrNot", "Triangle"]
