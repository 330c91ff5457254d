"""Qt models that patch themselves by key when a new trace arrives."""
