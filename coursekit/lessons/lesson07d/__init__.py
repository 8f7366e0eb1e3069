"""Lesson 07d, the shortest message: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson07d.explorers.code_length import CodeLength
from coursekit.lessons.lesson07d.explorers.questions import TwentyQuestionsAgain

__all__ = ["CodeLength", "TwentyQuestionsAgain"]
