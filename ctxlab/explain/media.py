"""Images, audio clips and files in a few words, for where a text would stand."""

from __future__ import annotations

from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.media import image_info
from ctxlab.model.profile import Language

_KINDS: dict[PartKind, tuple[str, str]] = {
    PartKind.IMAGE: ("image", "图片"),
    PartKind.AUDIO: ("audio", "音频"),
    PartKind.FILE: ("file", "文件"),
}
_UNSIZED = ("of unknown size", "尺寸未知")
_LONGEST = 120


def parts_of(item: Item) -> tuple[Part, ...]:
    """The parts of an item that are media with content."""
    return tuple(part for part in item.parts if part.kind in _KINDS and (part.data or part.extra))


def medium(part: Part, language: Language | str, tokens: int | None = None) -> str:
    """A medium such as `image 1024x768 PNG ≈765`: its kind, size and format, and where it is if it is remote.

    `tokens` is what it is estimated to take, where that is to be told.
    """
    at = 1 if Language(language) is Language.CHINESE else 0
    words = [_KINDS[part.kind][at]]
    if part.kind is PartKind.IMAGE:
        info = image_info(part)
        words += [f"{info.width}x{info.height}"] if info.sized else []
        words += [info.format] if info.format else []
        words += [_UNSIZED[at]] if not info.sized else []
    else:
        words += [word for word in (part.name, part.media_type) if word]
    if part.data.startswith(("http://", "https://")):
        words.append(part.data if len(part.data) <= _LONGEST else f"{part.data[: _LONGEST - 1]}…")
    if tokens is not None:
        words.append(f"≈{tokens:,}")
    return " ".join(words)
