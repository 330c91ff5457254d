"""Widgets that show a trace and emit what the user wants; none changes anything itself."""
