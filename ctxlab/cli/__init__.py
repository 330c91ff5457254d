"""The command line: every command answers from the same Lab as the library and the window."""
