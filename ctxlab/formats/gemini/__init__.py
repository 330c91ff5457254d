"""Gemini: parts, talks and usage."""
