"""The explorers of lesson 01c."""
