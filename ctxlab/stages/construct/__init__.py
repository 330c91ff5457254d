"""Strategies of the Construct stage, one a file."""
