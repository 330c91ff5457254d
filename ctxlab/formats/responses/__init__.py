"""The Responses API: items, logs and talks."""
