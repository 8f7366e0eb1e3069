"""The explorers of lesson 06d."""
