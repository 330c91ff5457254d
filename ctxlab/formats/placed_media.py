"""Media that stand beside the messages, each where a placeholder in a text says: `<image>` with `images`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from ctxlab.formats.recorded import Groups, Recorded, unknown_part
from ctxlab.formats.values import is_list
from ctxlab.model.items import Part, PartKind

_KINDS = (
    ("images", "<image>", PartKind.IMAGE),
    ("videos", "<video>", PartKind.FILE),
    ("audios", "<audio>", PartKind.AUDIO),
)


def placed_media(
    messages: Sequence[Recorded], record: Mapping[str, Any]
) -> tuple[list[Recorded], frozenset[str]]:
    """The messages with the record's media in place of their placeholders, and the fields that were taken.

    Media of a kind are only placed where there are as many as placeholders; else all stays as it is.
    """
    out, taken = list(messages), set[str]()
    for field, mark, kind in _KINDS:
        media = record.get(field)
        if is_list(media) and media and len(media) == sum(_count(one, mark) for one in out):
            left = iter(media)
            out = [replace(one, groups=tuple(_filled(one.groups, mark, kind, left))) for one in out]
            taken.add(field)
    return out, frozenset(taken)


def _count(message: Recorded, mark: str) -> int:
    return sum(group.text.count(mark) for group in message.groups if _is_text(group))


def _is_text(group: Part | Sequence[Part]) -> TypeGuard[Part]:
    return isinstance(group, Part) and group.kind is PartKind.TEXT and not group.json


def _filled(
    groups: Groups, mark: str, kind: PartKind, media: Iterator[Any]
) -> Iterator[Part | Sequence[Part]]:
    for group in groups:
        if not _is_text(group) or mark not in group.text:
            yield group
            continue
        first, *texts = group.text.split(mark)
        if first:
            yield replace(group, text=first)
        for text in texts:
            yield _medium(next(media), kind)
            if text:
                yield replace(group, text=text)


def _medium(value: Any, kind: PartKind) -> Part:
    """A medium by its address or data; an object with more to it is kept as that."""
    if isinstance(value, str):
        return Part(kind, data=value)
    return unknown_part(value)
