"""Anthropic Messages: blocks, streams and talks."""
