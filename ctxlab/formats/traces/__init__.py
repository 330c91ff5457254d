"""What trace formats share: calls of a model that each repeat the history, made one conversation again."""
