"""The explorers of lesson 05d."""
