"""The explorer of lesson 03."""
