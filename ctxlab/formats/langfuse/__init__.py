"""Langfuse traces and their observations."""
