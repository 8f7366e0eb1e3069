"""The explorers of lesson 07d."""
