"""OpenAI chat completions: finding talks in a file, and the parts of their messages."""
