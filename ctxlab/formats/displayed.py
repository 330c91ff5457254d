"""Dialogues that are displayed as one text: each message begins a line with its role, `user: ...`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_START = re.compile(r"^(system|user|assistant|tool): ", re.MULTILINE)


def displayed_messages(text: str) -> Iterator[tuple[str, str]]:
    """Role and text of each message; what stands before the first is a message without a role.

    A line in a message that itself begins with a role and a colon cannot be told apart from a new message.
    """
    starts = list(_START.finditer(text))
    head = text[: starts[0].start()] if starts else text
    if head.strip():
        yield "", head
    for index, start in enumerate(starts):
        end = starts[index + 1].start() - 1 if index + 1 < len(starts) else len(text)
        yield start[1], text[start.end() : end]
