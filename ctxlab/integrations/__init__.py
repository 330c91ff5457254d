"""Other programs: libraries that build contexts themselves, run as they are, and the plugin for pytest."""
