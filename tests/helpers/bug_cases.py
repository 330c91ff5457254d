"""The texts of the fault cases."""

from __future__ import annotations

import json
from pathlib import Path

BUGS = Path(__file__).resolve().parents[1] / "data" / "bugs"


def contents(name: str, role: str = "") -> list[str]:
    """The texts of a case's messages, all or those of one role, in order."""
    messages = json.loads((BUGS / name).read_text(encoding="utf-8"))["messages"]
    return [
        message["content"] for message in messages if message["content"] and role in ("", message["role"])
    ]
