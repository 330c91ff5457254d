"""What a message of a ChatGPT export holds: its content in all kinds, and the files attached to it.

Pictures and sounds are pointers to files beside the export; what was said in a clip is that clip's text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

#: Kinds of content that have all they say in fields of their own, in the order in which they say it.
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "code": ("text",),
    "execution_output": ("text",),
    "computer_output": ("text",),
    "system_error": ("text",),
    "tether_quote": ("text",),
    "sonic_webpage": ("text",),
    "tether_browsing_display": ("result", "summary"),
    "reasoning_recap": ("content",),
    "user_editable_context": ("user_profile", "user_instructions"),
    "model_editable_context": ("model_set_context", "repo_summary"),
}
_LISTED = ("text", "multimodal_text", "code")
_SOUNDS = ("audio_asset_pointer", "real_time_user_audio_video_asset_pointer")
_SPOKEN = "audio_transcription"


@dataclass(frozen=True, slots=True)
class Content:
    """The parts of a message's content, and its fields that are in none of them."""

    kind: str
    parts: tuple[Part, ...] = ()
    rest: Mapping[str, Any] | None = None


def content_of(message: Mapping[str, Any]) -> Content:
    """What the message says; content of an unknown kind is kept as it came."""
    content = message.get("content")
    if isinstance(content, str):
        return Content("text", _texts(content))
    if not is_object(content):
        return Content("", () if content is None else (_unknown(content),))
    kind = text_field(content, "content_type") or "text"
    about = message.get("metadata")
    if kind == "thoughts" and is_list(content.get("thoughts")):
        thoughts = tuple(_thought(one) for one in content["thoughts"])
        return Content(kind, thoughts, _rest(content, ("thoughts",)))
    listed = content.get("parts")
    if kind in _LISTED and is_list(listed):
        return Content(kind, tuple(_spoken(_parts(listed))), _rest(content, ("parts",)))
    if kind not in _FIELDS:
        return Content(kind, (_unknown(content),))
    names = [name for name in _FIELDS[kind] if isinstance(content.get(name), str)]
    parts = tuple(part for name in names for part in _texts(content[name], name if len(names) > 1 else ""))
    if not parts and is_object(about):
        parts = _texts(about.get("finished_text"))
    return Content(kind, parts, _rest(content, names))


def attachments_of(message: Mapping[str, Any]) -> list[Part]:
    """The files attached to a message, but for those that its content points to."""
    about, content = message.get("metadata"), message.get("content")
    attached = about.get("attachments") if is_object(about) else None
    listed = content.get("parts") if is_object(content) else None
    pointers = [_pointer(one) for one in listed if is_object(one)] if is_list(listed) else []
    files: list[Part] = []
    for one in attached if is_list(attached) else ():
        id_ = text_field(one, "id") if is_object(one) else ""
        if is_object(one) and not (id_ and any(pointer.endswith(id_) for pointer in pointers)):
            kind = text_field(one, "mime_type", "mimeType")
            is_picture = kind.startswith("image/")
            known = ("id", "name", "mime_type", "mimeType")
            files.append(
                Part(
                    PartKind.IMAGE if is_picture else PartKind.FILE,
                    name=text_field(one, "name"),
                    media_type=kind,
                    data=id_,
                    extra=extra_of(_told(one), known),
                )
            )
    return files


def joined(parts: Iterable[Part]) -> tuple[str, tuple[Part, ...]]:
    """The texts as one, a line each, and the parts that are no text."""
    every = tuple(parts)
    texts = [part.text for part in every if part.kind is PartKind.TEXT]
    return "\n".join(texts), tuple(part for part in every if part.kind is not PartKind.TEXT)


def _texts(value: Any, name: str = "") -> tuple[Part, ...]:
    return (Part(PartKind.TEXT, value, name=name),) if isinstance(value, str) and value else ()


def _thought(value: Any) -> Part:
    if not is_object(value):
        return Part(PartKind.THINKING, value) if isinstance(value, str) else _unknown(value)
    taken = next((name for name in ("content", "summary") if text_field(value, name)), "")
    text = text_field(value, taken)
    chunks = value.get("chunks")
    said_twice = is_list(chunks) and all(isinstance(one, str) for one in chunks) and "".join(chunks) == text
    known = (taken, *(["chunks"] if said_twice else []))
    return Part(PartKind.THINKING, text, extra=extra_of(_told(value), known))


def _parts(listed: Iterable[Any]) -> Iterable[Part]:
    for one in listed:
        if isinstance(one, str):
            yield from _texts(one)
        elif is_object(one):
            yield _part(one)
        elif one is not None:
            yield _unknown(one)


def _part(value: Mapping[str, Any]) -> Part:
    kind = text_field(value, "content_type", "type")
    if kind == _SPOKEN and isinstance(value.get("text"), str):
        return Part(PartKind.TEXT, value["text"], extra=extra_of(_told(value), ("text",)))
    if kind == "image_asset_pointer":
        extra = extra_of(_told(value), ("content_type", "asset_pointer"))
        return Part(PartKind.IMAGE, data=_pointer(value), extra=extra)
    if kind in _SOUNDS:
        form = text_field(value, "format")
        media_type = f"audio/{form}" if form else ""
        extra = extra_of(_told(value), ("asset_pointer", "format"))
        return Part(PartKind.AUDIO, media_type=media_type, data=_pointer(value), extra=extra)
    if kind == "text" and isinstance(value.get("text"), str):
        return Part(PartKind.TEXT, value["text"], extra=extra_of(_told(value), ("content_type", "text")))
    return _unknown(value)


def _pointer(value: Mapping[str, Any]) -> str:
    """Where the file of a picture or sound is; that of a video call is an object of its own."""
    inner = value.get("audio_asset_pointer")
    return text_field(value, "asset_pointer") or (
        text_field(inner, "asset_pointer") if is_object(inner) else ""
    )


def _spoken(parts: Iterable[Part]) -> list[Part]:
    """The parts, a clip and what was said in it as one."""
    out: list[Part] = []
    for part in parts:
        clip = _clip_of(out[-1], part) if out else None
        if clip is not None:
            out[-1] = clip
            continue
        out.append(part)
    return out


def _clip_of(one: Part, other: Part) -> Part | None:
    """The clip that one of the two is, with the text that the other says was spoken in it; else None."""
    for clip, text in ((one, other), (other, one)):
        if clip.kind is PartKind.AUDIO and not clip.text and f'"{_SPOKEN}"' in text.extra:
            return replace(clip, text=text.text)
    return None


def _told(value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say something."""
    return {key: one for key, one in value.items() if one not in (None, [], {}, "")}


def _rest(content: Mapping[str, Any], taken: Iterable[str]) -> dict[str, Any]:
    """What else the content says; that it is plain text says nothing."""
    known = {*taken, *(["content_type"] if content.get("content_type") == "text" else [])}
    return {key: one for key, one in _told(content).items() if key not in known}


def _unknown(value: Any) -> Part:
    return Part(PartKind.UNKNOWN, compact(value), json=True)
