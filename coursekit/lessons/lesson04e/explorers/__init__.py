"""The explorers of lesson 04e."""
