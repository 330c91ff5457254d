"""Strategies of the Summarize stage, one a file."""
