"""ChatGPT exports: nodes, messages and their content."""
