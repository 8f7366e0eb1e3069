"""The explorers of lesson 02b."""
