"""Messages as a dialect read them, told in few words."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import parts_of


def told(messages: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    """Of messages of any dialect the role, and the kind and text of each part."""
    return [
        (one.role, [(part.kind.value, part.text) for part in parts_of(one)])
        for one in messages_of(messages, Pairing())
    ]
