"""From files to sessions and back: detection, readers, writers."""
