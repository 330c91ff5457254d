"""Runs the four stages, keeps their results between runs, checks the books and records the trace."""
