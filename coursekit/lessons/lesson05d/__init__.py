"""Lesson 05d, errors and costs: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson05d.explorers.cost_of_an_error import CostOfAnError
from coursekit.lessons.lesson05d.explorers.degree_choice import DegreeChoice
from coursekit.lessons.lesson05d.explorers.degree_choice import errors as degree_errors
from coursekit.lessons.lesson05d.explorers.score_map import ScoreMap

__all__ = ["CostOfAnError", "DegreeChoice", "ScoreMap", "degree_errors"]
