"""The explorers of lesson a1b."""
