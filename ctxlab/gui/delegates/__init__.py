"""Painters of table cells and the editors that they open."""
