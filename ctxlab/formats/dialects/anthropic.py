"""Messages as Anthropic's Messages API has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.pairing import Pairing, paired
from ctxlab.formats.parts.anthropic import content_groups
from ctxlab.formats.recorded import Recorded

#: Where loggers note the time; the API has none.
_TIMES = ("timestamp", "created_at", "time")


def anthropic_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message of the Messages API; `pairing` gives its calls and results their ids."""
    return Recorded(
        text_field(message, "role") or "unknown",
        tuple(paired(group, pairing) for group in content_groups(message.get("content"))),
        time=text_field(message, *_TIMES),
        extra=extra_of(message, ("role", "content", "type", *_TIMES)),
    )
