"""The explorers of lesson 02c."""
