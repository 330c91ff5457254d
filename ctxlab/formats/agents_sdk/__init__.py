"""Sessions and branches of OpenAI's Agents SDK."""
