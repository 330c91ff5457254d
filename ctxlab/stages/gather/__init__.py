"""Strategies of the Gather stage, one a file."""
