"""Lesson 06, CART: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson06.explorers.split_scanner import SplitScanner

__all__ = ["SplitScanner"]
