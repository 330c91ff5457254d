"""Chunks of a prompt that Google's AI Studio keeps: pieces of a turn, such as a thought, a text or a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import as_list, objects_in
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.gemini import media_part, part_group, without_seams
from ctxlab.formats.recorded import Group, unknown_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_INLINE = ("inlineData", "inlineFile", "inlineImage", "inlineAudio", "inlineVideo")
#: Files that are kept elsewhere: all that stands here is an id.
_REMOTE = {
    "driveDocument": PartKind.FILE,
    "driveImage": PartKind.IMAGE,
    "driveAudio": PartKind.AUDIO,
    "driveVideo": PartKind.FILE,
    "youtubeVideo": PartKind.FILE,
}
#: Fields that stand in a chunk as they stand in a part.
_PARTS = ("functionCall", "functionResponse", "executableCode", "codeExecutionResult", "fileData")
_KNOWN = ("text", "parts", "role", "tokenCount", "createTime", *_INLINE, *_REMOTE, *_PARTS)
_SIGNATURES = "thoughtSignatures"


def chunk_groups(chunk: Mapping[str, Any], pairing: Pairing) -> list[Group]:
    """The groups of a chunk: files, then its text in as few pieces as it has kinds of them, then calls."""
    told = _told_by_parts(chunk)
    groups: list[Group] = [] if "inlineData" in told else [(part,) for part in _inline(chunk)]
    groups += [(part,) for part in _remote(chunk)]
    groups += _said(chunk, pairing)
    beside = [key for key in _PARTS if is_object(chunk.get(key)) and key not in told]
    groups += [part_group({key: chunk[key]}, pairing) for key in beside]
    return groups


def chunk_extra(chunk: Mapping[str, Any]) -> str:
    """What is not understood of a chunk, and a text that its parts do not say."""
    known = {key for key in _KNOWN if key not in _PARTS or is_object(chunk.get(key))}
    if _is_thought(chunk) or chunk.get("isThought") is False:
        known |= {"isThought"}
    if _is_thought(chunk):
        known |= {_SIGNATURES}
    empty = {key for key, one in chunk.items() if one is None or (is_list(one) and not any(one))}
    if _is_untold(chunk):
        known -= {"text"}
    return extra_of(chunk, known | empty)


def _is_thought(chunk: Mapping[str, Any]) -> bool:
    """Whether the chunk is a thought of the model."""
    return chunk.get("isThought") is True


def _said(chunk: Mapping[str, Any], pairing: Pairing) -> list[Group]:
    """What the chunk says; its parts, which are pieces of a stream, before its text."""
    listed: Iterable[Any] = as_list(chunk.get("parts"))
    groups = [part_group(one, pairing) for one in listed]
    text = chunk.get("text")
    if not groups and isinstance(text, str) and (text or not _has_more(chunk)):
        groups = [(Part(PartKind.TEXT, text),)]
    elif not groups and text not in (None, ""):
        groups = [(unknown_part(text),)]
    if _is_thought(chunk):
        thoughts = [tuple(_as_thought(part) for part in group) for group in groups]
        return _signed(without_seams(thoughts), chunk.get(_SIGNATURES))
    return without_seams(groups)


def _as_thought(part: Part) -> Part:
    return replace(part, kind=PartKind.THINKING) if part.kind is PartKind.TEXT else part


def _signed(groups: list[Group], signatures: Any) -> list[Group]:
    """The groups, the last thought with the chunk's signature where its parts bear none."""
    texts = [one for one in signatures if isinstance(one, str) and one] if is_list(signatures) else []
    if not texts or not groups or any(part.signature for group in groups for part in group):
        return groups
    first, *rest = groups[-1]
    return [*groups[:-1], (replace(first, signature=texts[-1]), *rest)]


def _told_by_parts(chunk: Mapping[str, Any]) -> set[str]:
    """What the parts say, which may stand beside them again."""
    return {key for one in objects_in(chunk.get("parts")) for key in one}


def _inline(chunk: Mapping[str, Any]) -> Iterable[Part]:
    return (media_part(chunk[name]) for name in _INLINE if is_object(chunk.get(name)))


def _remote(chunk: Mapping[str, Any]) -> Iterable[Part]:
    for name, kind in _REMOTE.items():
        file = chunk.get(name)
        if is_object(file):
            about = {"type": name, **{key: one for key, one in file.items() if key != "id"}}
            yield Part(kind, name=text_field(file, "id"), extra=extra_of(about, ()))


def _has_more(chunk: Mapping[str, Any]) -> bool:
    return any(is_object(chunk.get(name)) for name in (*_INLINE, *_REMOTE, *_PARTS))


def _is_untold(chunk: Mapping[str, Any]) -> bool:
    """Whether the text differs from what the parts say, which stands for it."""
    text, parts = chunk.get("text"), chunk.get("parts")
    if not is_list(parts) or not parts or not isinstance(text, str):
        return False
    objects = [one for one in parts if is_object(one)]
    spoken = "".join(text_field(one, "text") for one in objects if one.get("thought") is not True)
    return text not in ("", spoken, "".join(text_field(one, "text") for one in objects))
