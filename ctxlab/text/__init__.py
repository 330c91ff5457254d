"""Text without models: sentences, borders, cuts, numbers, hard demands, matching, extraction, safe display."""
