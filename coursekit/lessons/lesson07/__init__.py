"""Lesson 07, rule learning: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson07.explorers.aq_stepper import AqStepper
from coursekit.lessons.lesson07.explorers.beam import Beam
from coursekit.lessons.lesson07.explorers.shelves import Shelves
from coursekit.lessons.lesson07.explorers.shuffled_search import ShuffledSearch

__all__ = ["AqStepper", "Beam", "Shelves", "ShuffledSearch"]
