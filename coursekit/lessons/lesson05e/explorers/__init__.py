"""The explorer of lesson 05e."""
