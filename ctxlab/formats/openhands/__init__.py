"""OpenHands events of both versions."""
