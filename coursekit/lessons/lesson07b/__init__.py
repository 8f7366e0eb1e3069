"""Lesson 07b, after a search: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson07b.explorers.rank import Rank
from coursekit.lessons.lesson07b.explorers.search_again import SearchAgain

__all__ = ["Rank", "SearchAgain"]
