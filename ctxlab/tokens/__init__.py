"""Counting tokens: exact, estimated, cached, framed."""
