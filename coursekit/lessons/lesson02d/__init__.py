"""Lesson 02d, soft margins: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson02d.explorers.slack_price import SlackPrice

__all__ = ["SlackPrice"]
