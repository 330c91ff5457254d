"""Frozen data without I/O: everything that a view shows."""
