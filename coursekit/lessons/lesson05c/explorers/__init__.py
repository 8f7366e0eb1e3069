"""The explorers of lesson 05c."""
