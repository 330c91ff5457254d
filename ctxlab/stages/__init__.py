"""The four stages and their strategies."""
