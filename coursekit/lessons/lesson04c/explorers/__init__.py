"""The explorers of lesson 04c."""
