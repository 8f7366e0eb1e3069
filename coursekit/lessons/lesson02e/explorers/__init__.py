"""The explorers of lesson 02e."""
