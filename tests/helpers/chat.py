"""Small chat requests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

#: 402 tokens of o200k_base: two and one a word.
LONG = "Yes." + " and" * 400


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    """One chat message."""
    return {"role": role, "content": content, **more}


def write_json(file: Path, value: Any) -> Path:
    """Writes a JSON file and gives its path back."""
    file.write_text(json.dumps(value), encoding="utf-8")
    return file
