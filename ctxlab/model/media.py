"""What an image part shows of itself: its format and its size, read from the head of its data.

The data is never decoded as a whole and nothing is fetched: a remote address tells nothing. Where the head
tells no size, the log may have stated one beside it (`width` and `height`).
"""

from __future__ import annotations

import binascii
import json
from dataclasses import dataclass
from typing import Any, cast

from ctxlab.model.items import Part, PartKind

#: Segments of a JPEG that are passed over before its size.
_MOST_SEGMENTS = 400
_SOI = b"\xff\xd8"
#: Markers of a JPEG that begin a frame, and so tell its size; three in their range do not.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN = 0xDA
#: Sides beyond this are taken for a broken head.
_LONGEST_SIDE = 1 << 24


@dataclass(frozen=True, slots=True)
class ImageInfo:
    """What is known of an image: its format, such as PNG, and its size in pixels; else empty and 0.

    `detail` is the level that the log asked for, such as low.
    """

    format: str = ""
    width: int = 0
    height: int = 0
    detail: str = ""

    @property
    def sized(self) -> bool:
        """Whether the size is known."""
        return self.width > 0 and self.height > 0


def image_info(part: Part) -> ImageInfo:
    """What an image part shows of itself."""
    stated = _extra(part.extra)
    detail = stated.get("detail", stated.get("media_resolution", ""))
    told = detail.lower() if isinstance(detail, str) else ""
    named = _named(part)
    if part.data.startswith(("http://", "https://")):
        return ImageInfo(named, *_stated_size(stated), told)
    format_, width, height = head_of(part.data)
    if not (width and height):
        width, height = _stated_size(stated)
    return ImageInfo(format_ or named, width, height, told)


def is_embedded(part: Part) -> bool:
    """Whether the picture itself is in the part, so that it can be shown."""
    return part.kind is PartKind.IMAGE and bool(head_of(part.data)[0])


def payload(data: str) -> str:
    """The base64 text of a data URL, or of data that is base64 itself; empty for what is neither.

    Gemini's logs have the alphabet of URLs and no padding; this is always the usual one.
    """
    if not data.startswith("data:"):
        return _usual(data)
    head, comma, body = data.partition(",")
    return _usual(body) if comma and head.endswith(";base64") else ""


def _usual(text: str) -> str:
    is_address = ":" in text[:12]
    if is_address or ("-" not in text and "_" not in text):
        return text
    return text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4)


def head_of(data: str) -> tuple[str, int, int]:
    """Format, width and height by the first bytes of base64 data or a data URL; empty and 0 for others."""
    blob = _Blob(payload(data))
    first = blob.read(0, 30)
    if first.startswith(b"\x89PNG\r\n\x1a\n") and first[12:16] == b"IHDR":
        return "PNG", *_size(first[16:20], first[20:24], "big")
    if first[:6] in (b"GIF87a", b"GIF89a"):
        return "GIF", *_size(first[6:8], first[8:10], "little")
    if first.startswith(b"RIFF") and first[8:12] == b"WEBP":
        return "WebP", *_webp(first)
    if first.startswith(_SOI):
        return "JPEG", *_jpeg(blob)
    return "", 0, 0


class _Blob:
    """Bytes that base64 text stands for, decoded only where they are read."""

    def __init__(self, text: str) -> None:
        if any(blank in text[:200] for blank in "\r\n \t"):
            text = "".join(text.split())
        self._text = text

    def read(self, start: int, size: int) -> bytes:
        """So many bytes from there, fewer at the end; none of what is no base64."""
        first = start // 3 * 4
        last = (start + size + 2) // 3 * 4
        piece = self._text[first:last]
        try:
            found = binascii.a2b_base64(piece + "=" * (-len(piece) % 4), strict_mode=False)
        except (binascii.Error, ValueError):
            return b""
        skipped = start - start // 3 * 3
        return found[skipped : skipped + size]


def _jpeg(blob: _Blob) -> tuple[int, int]:
    at = 2
    for _ in range(_MOST_SEGMENTS):
        head = blob.read(at, 9)
        if len(head) < 9 or head[0] != 0xFF or head[1] == _SCAN:
            return 0, 0
        if head[1] in _FRAMES:
            return _size(head[7:9], head[5:7], "big")
        # a marker may stand behind further 0xFF, which fill up
        at += 1 if head[1] == 0xFF else 2 + max(2, int.from_bytes(head[2:4], "big"))
    return 0, 0


def _webp(first: bytes) -> tuple[int, int]:
    match first[12:16]:
        case b"VP8X":
            width, height = (int.from_bytes(first[at : at + 3], "little") + 1 for at in (24, 27))
        case b"VP8L" if first[20:21] == b"\x2f":
            bits = int.from_bytes(first[21:25], "little")
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (int.from_bytes(first[at : at + 2], "little") & 0x3FFF for at in (26, 28))
        case _:
            return 0, 0
    return (width, height) if len(first) >= 30 or first[12:16] == b"VP8L" else (0, 0)


def _size(width: bytes, height: bytes, order: Any) -> tuple[int, int]:
    found = int.from_bytes(width, order), int.from_bytes(height, order)
    return found if max(found) < _LONGEST_SIDE else (0, 0)


def _stated_size(stated: dict[str, Any]) -> tuple[int, int]:
    width, height = (stated.get(key) for key in ("width", "height"))
    if isinstance(width, int) and isinstance(height, int) and min(width, height) > 0:
        return (width, height) if max(width, height) < _LONGEST_SIDE else (0, 0)
    return 0, 0


def _named(part: Part) -> str:
    """The format by the media type that the log gives."""
    kind = part.media_type.partition("/")[2].partition(";")[0].strip()
    return "WebP" if kind.lower() == "webp" else kind.upper()[:12]


def _extra(text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
