"""Claude Code transcripts: lines, the tree that they make, and what was live."""
