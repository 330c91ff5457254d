"""The folder of an OpenHands conversation: one file for each event, and one of the state."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: A file of one event, in the folder of its conversation; the number orders them.
EVENT_FILE = re.compile(
    r"(?P<folder>.*?)(?:^|/)events/(?:event-)?(?P<number>\d{1,18})(?:-[^/]*)?\.json$", re.DOTALL
)
STATE_FILE = "base_state.json"


def conversations(names: Iterable[str]) -> dict[str, list[str]]:
    """The names of the event files of each folder, in the order of their numbers."""
    files: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        matched = EVENT_FILE.match(name)
        if matched is not None:
            files.setdefault(matched["folder"], []).append((int(matched["number"]), name))
    return {folder: [name for _, name in sorted(events)] for folder, events in files.items()}


def state_name(folder: str) -> str:
    """The name of the file of the state in the folder of a conversation."""
    return f"{folder}/{STATE_FILE}" if folder else STATE_FILE
