"""Inspect samples and the talks in them."""
