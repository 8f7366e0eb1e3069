"""The explorers of lesson 07b."""
