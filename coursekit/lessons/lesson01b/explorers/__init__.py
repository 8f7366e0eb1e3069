"""The explorers of lesson 01b."""
