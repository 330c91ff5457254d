"""Strategies of the Select stage, one a file."""
