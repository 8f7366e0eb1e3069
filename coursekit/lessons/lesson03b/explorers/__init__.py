"""The explorers of lesson 03b."""
