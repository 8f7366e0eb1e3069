"""The explorers of lesson 01d."""
