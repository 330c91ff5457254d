"""Media as APIs want them: a URL, base64 with a type, or a file that one provider keeps."""

from __future__ import annotations

from ctxlab.formats.writers.turns import fields_of
from ctxlab.model.items import Part, PartKind
from ctxlab.model.media import head_of, payload

_DETAILS = frozenset({"low", "high", "auto"})


def is_address(part: Part) -> bool:
    """Whether the medium stands elsewhere, under a web address."""
    return part.data.startswith(("http://", "https://"))


def is_base64(part: Part) -> bool:
    """Whether the medium itself is there."""
    return bool(part.data) and not is_address(part) and bool(payload(part.data)) and ":" not in _head(part)


def base64_of(part: Part) -> str:
    """The base64 text of a medium that is there."""
    return payload(part.data)


def type_of(part: Part) -> str:
    """The media type: as recorded, as its data URL says, or by the first bytes of an image."""
    if part.media_type:
        return part.media_type
    if part.data.startswith("data:"):
        found = part.data[5:].partition(",")[0].partition(";")[0]
        if found:
            return found
    if part.kind is PartKind.IMAGE:
        format_ = head_of(part.data)[0]
        return f"image/{format_.lower()}" if format_ else "image/png"
    return "application/octet-stream"


def url_of(part: Part) -> str:
    """The address, or a data URL."""
    if is_address(part) or part.data.startswith(("data:", "gs://")) or not part.data:
        return part.data
    return f"data:{type_of(part)};base64,{base64_of(part)}"


def detail_of(part: Part) -> dict[str, str]:
    """How closely an image is to be looked at, where that was recorded."""
    detail = fields_of(part.extra).get("detail")
    return {"detail": detail} if isinstance(detail, str) and detail in _DETAILS else {}


def _head(part: Part) -> str:
    """The first signs of data that is no data URL."""
    return "" if part.data.startswith("data:") else part.data[:12]
