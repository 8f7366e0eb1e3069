"""The explorers of lesson 03c."""
