"""What the attachments of a Claude Code transcript hold: hooks, files, skills, reminders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.recorded import Group, make_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import PartKind

#: Attachments that tell the user how a hook fared, and never the model.
_UNSENT_HOOKS = frozenset(
    {
        *("hook_cancelled", "hook_error_during_execution", "hook_non_blocking_error"),
        *("hook_permission_decision", "hook_system_message"),
    }
)

#: Longer texts of an attachment's fields stand in its part, not in `extra`.
_SHORT = 200

#: Under these names, besides `content`, attachments have their text.
_TEXTS = ("snippet", "text", "addedLines")


def is_silent(value: Mapping[str, Any]) -> bool:
    """Whether the attachment tells of a hook that had nothing for the model."""
    kind = text_field(value, "type")
    return kind in _UNSENT_HOOKS or (kind == "hook_success" and not value.get("content"))


def read_attachment(value: Any) -> tuple[list[Group], str]:
    """The text that an attachment carries, or else its own JSON; and its other fields as JSON."""
    if not is_object(value):
        return [(make_part(PartKind.TEXT, value),) if isinstance(value, str) else as_json(value)], ""
    content = value.get("content")
    if is_object(content) and is_object(content.get("file")):
        return _file(content["file"], value)
    skills = value.get("skills")
    if is_list(skills) and skills:
        return [_skill(one) for one in skills], extra_of(value, ("skills",))
    held = content if is_object(content) else {}
    candidates = (("content", content), ("content", held.get("content")), ("content", held.get("contents")))
    for key, candidate in (*candidates, *((key, value.get(key)) for key in _TEXTS)):
        text = _joined(candidate)
        if text:
            return [(make_part(PartKind.TEXT, text),)], extra_of(value, (key,))
    return [as_json(value)], extra_of(about(value), ())


def about(value: Mapping[str, Any]) -> dict[str, Any]:
    """The short fields of an attachment that is shown as JSON: its type, names, numbers."""
    return {
        key: one
        for key, one in value.items()
        if isinstance(one, (int, float))
        or (isinstance(one, str) and 0 < len(one) <= _SHORT and key != "content")
    }


def as_json(value: Any) -> Group:
    """The attachment as it came."""
    return (make_part(PartKind.TEXT, compact(value), json=True),)


def _joined(value: Any) -> str:
    if isinstance(value, str):
        return value
    if not is_list(value):
        return ""
    texts = [one if isinstance(one, str) else one.get("text") if is_object(one) else None for one in value]
    known = [one for one in texts if isinstance(one, str)]
    return "\n".join(known) if len(known) == len(texts) else ""


def _skill(value: Any) -> Group:
    """One of the skills in use, by its name."""
    text = text_field(value, "content") if is_object(value) else ""
    if not text:
        return as_json(value)
    return (
        make_part(
            PartKind.TEXT, text, name=text_field(value, "name"), extra=extra_of(value, ("content", "name"))
        ),
    )


def _file(file: Mapping[str, Any], value: Mapping[str, Any]) -> tuple[list[Group], str]:
    """A file: its text, or its bytes as they came."""
    name = text_field(value, "filename", "displayPath") or text_field(file, "filePath")
    rest = {key: one for key, one in file.items() if key not in ("content", "base64")}
    extra = extra_of({**{key: one for key, one in value.items() if key != "content"}, "file": rest}, ())
    blob = text_field(file, "base64")
    if blob:
        media = text_field(file, "type", "media_type")
        kind = PartKind.IMAGE if media.startswith("image") else PartKind.FILE
        return [(make_part(kind, name=name, media_type=media, data=blob),)], extra
    content = file.get("content")
    if isinstance(content, str):
        return [(make_part(PartKind.TEXT, content),)], extra
    return [as_json(value)], extra_of(about(value), ())
