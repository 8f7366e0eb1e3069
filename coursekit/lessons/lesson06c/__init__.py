"""Lesson 06c, pruning: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson06c.explorers.envelope import Envelope
from coursekit.lessons.lesson06c.explorers.slabs import Slabs

__all__ = ["Envelope", "Slabs"]
