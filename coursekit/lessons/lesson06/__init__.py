"""Lesson 06, CART: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson06.explorers.box_by_box import BoxByBox
from coursekit.lessons.lesson06.explorers.one_frame import OneFrame
from coursekit.lessons.lesson06.explorers.split_scanner import SplitScanner
from coursekit.lessons.lesson06.explorers.three_questions import ThreeQuestions

__all__ = ["BoxByBox", "OneFrame", "SplitScanner", "ThreeQuestions"]
