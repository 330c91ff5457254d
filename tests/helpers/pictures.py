"""Small pictures made by hand, so that tests know what is in them: base64 of real files of a stated size."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode


def png_bytes(width: int, height: int, color: tuple[int, int, int] = (0x33, 0x77, 0xCC)) -> bytes:
    """A whole PNG of one colour with a diagonal of white, so that it can be told from a blank one."""
    rows = bytearray()
    for y in range(height):
        row = bytearray(bytes(color) * width)
        x = y * width // max(1, height)
        row[3 * x : 3 * x + 3] = b"\xff\xff\xff"
        rows += b"\0" + row
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(name, body) for name, body in ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    )


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int) -> str:
    """The same as base64."""
    return b64encode(png_bytes(width, height)).decode()


def png_url(width: int, height: int) -> str:
    """The same as a data URL."""
    return f"data:image/png;base64,{png(width, height)}"


def jpeg_head(width: int, height: int, *, before: int = 0) -> bytes:
    """The head of a JPEG up to its frame, behind so many bytes of EXIF."""
    exif = b""
    while before > 0:
        size = min(before, 60_000)
        exif += b"\xff\xe1" + struct.pack(">H", size + 2) + b"x" * size
        before -= size
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)
    return b"\xff\xd8" + exif + b"\xff\xdb" + struct.pack(">H", 67) + bytes(65) + frame + bytes(40)


def gif_head(width: int, height: int) -> bytes:
    """The head of a GIF."""
    return b"GIF89a" + struct.pack("<HH", width, height) + bytes(20)


def webp_head(width: int, height: int, sort: str) -> bytes:
    """The head of a WebP: lossy (VP8), lossless (VP8L) or extended (VP8X)."""
    if sort == "VP8":
        body = b"VP8 " + bytes(4) + bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", width, height)
    elif sort == "VP8L":
        body = b"VP8L" + bytes(4) + b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14)
    else:
        sides = b"".join((side - 1).to_bytes(3, "little") for side in (width, height))
        body = b"VP8X" + bytes(8) + sides
    return b"RIFF" + bytes(4) + b"WEBP" + body + bytes(8)
