"""Lesson A3, the sources: what they print, and what the course finds."""
from coursekit.lessons.lessona3.printed import printed_rows, printed_table

__all__ = ["printed_rows", "printed_table"]
