"""The explorers of lesson 04d."""
