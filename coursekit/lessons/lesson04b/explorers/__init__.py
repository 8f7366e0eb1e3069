"""The explorers of lesson 04b."""
