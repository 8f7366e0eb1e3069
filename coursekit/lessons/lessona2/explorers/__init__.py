"""The explorer of lesson A2."""
