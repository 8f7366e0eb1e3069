"""The exercises of the lessons that have not moved to `coursekit.lessons` yet."""
