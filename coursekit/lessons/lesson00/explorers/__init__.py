"""The explorer of lesson 00."""
