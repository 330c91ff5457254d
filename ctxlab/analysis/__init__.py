"""Questions asked of traces: what changed, what survived."""
