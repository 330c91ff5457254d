"""opencode exports and databases."""
