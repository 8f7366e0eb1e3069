"""The explorers of lesson 05b."""
