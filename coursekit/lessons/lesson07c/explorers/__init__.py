"""The explorers of lesson 07c."""
