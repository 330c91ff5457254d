"""Counts of what a reader found in a file, to hold against counts made by hand or by another script."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxlab.formats.load import load
from ctxlab.formats.writers.shapes import KEY
from ctxlab.model.items import PartKind
from ctxlab.model.session import Session

FORMATS = Path(__file__).parent.parent / "data" / "formats"


@dataclass(frozen=True, slots=True)
class Counts:
    """Of all sessions of a file: messages by role, and parts. `messages` are recorded messages."""

    sessions: int
    messages: int
    roles: dict[str, int]
    calls: int
    results: int
    images: int = 0


def opened(path: str, *, format: str | None = None) -> tuple[Session, ...]:
    """The sessions of a file under tests/data/formats."""
    return load(FORMATS / path, format=format)


def beside(session: Session) -> dict[str, Any]:
    """The unknown fields of a session, without the form in which its request was written."""
    kept: dict[str, Any] = json.loads(session.extra or "{}")
    return {name: value for name, value in kept.items() if name != KEY}


def counts(sessions: Iterable[Session]) -> Counts:
    """What is in the sessions."""
    all_of = tuple(sessions)
    messages = {(n, item.message): item.role for n, one in enumerate(all_of) for item in one.items}
    roles = Counter(role for (_, message), role in messages.items() if message >= 0)
    parts = Counter(part.kind for one in all_of for item in one.items for part in item.parts)
    return Counts(
        sessions=len(all_of),
        messages=sum(roles.values()),
        roles=dict(roles),
        calls=parts[PartKind.CALL],
        results=parts[PartKind.RESULT],
        images=parts[PartKind.IMAGE],
    )
