"""Lesson A3, the sources: what they print, and what the course finds."""
from coursekit.lessons.lessona3.lines import (best_in, by_document, by_lesson, evidence, folds,
                                              lines, to_correct)
from coursekit.lessons.lessona3.printed import fates, printed_rows

__all__ = ["best_in", "by_document", "by_lesson", "evidence", "fates", "folds", "lines",
           "printed_rows", "to_correct"]
