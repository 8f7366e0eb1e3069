"""The explorer of lesson 02d."""
