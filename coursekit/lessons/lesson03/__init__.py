"""Lesson 03, SMO: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson03.explorers.smo_stepper import SMOStepper

__all__ = ["SMOStepper"]
