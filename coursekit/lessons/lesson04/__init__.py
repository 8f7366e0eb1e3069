"""Lesson 04, kernels: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson04.explorers.lift import Lift
from coursekit.lessons.lesson04.explorers.men_by_age import MenByAge
from coursekit.lessons.lesson04.explorers.sum_of_bumps import SumOfBumps
from coursekit.lessons.lesson04.explorers.sum_of_bumps_plane import SumOfBumpsPlane

__all__ = ["Lift", "MenByAge", "SumOfBumps", "SumOfBumpsPlane"]
