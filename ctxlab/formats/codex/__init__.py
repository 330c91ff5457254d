"""Codex rollouts: lines, what was said, and the history that was live."""
