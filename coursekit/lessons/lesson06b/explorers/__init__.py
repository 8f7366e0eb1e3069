"""The explorers of lesson 06b."""
