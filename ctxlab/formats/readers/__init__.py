"""One format a file; readers do not know each other."""
