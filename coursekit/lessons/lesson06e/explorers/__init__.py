"""The explorer of lesson 06e."""
