"""The explorers of lesson a1."""
