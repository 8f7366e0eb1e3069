"""The explorers of lesson 06c."""
