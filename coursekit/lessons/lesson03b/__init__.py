"""Lesson 03b, stopping: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson03b.explorers.gap_area import GapArea
from coursekit.lessons.lesson03b.explorers.quiet_runs import QuietRuns

__all__ = ["GapArea", "QuietRuns"]
