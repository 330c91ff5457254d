"""What a line of a Claude Code transcript puts into the context: its parts, and whether a user typed it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.formats.claude_code.attachments import about, as_json, is_silent, read_attachment
from ctxlab.formats.claude_code.lines import Line
from ctxlab.formats.claude_code.markup import is_written
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.parts.anthropic import content_groups
from ctxlab.formats.recorded import Group, make_part
from ctxlab.formats.values import is_object
from ctxlab.model.items import PartKind

#: The one kind of system line that is sent to the model; all others are shown to the user only.
_SENT = "local_command"

#: A result that was too large begins like this; what follows is a preview, and where the whole of it is.
_PERSISTED = "<persisted-output>"
_SAVED_TO = re.compile(r"[Ss]aved to: *([^\n]+)")

_ENVELOPE = frozenset(
    {
        *("type", "subtype", "message", "attachment", "content", "uuid", "parentUuid", "logicalParentUuid"),
        *(
            "sessionId",
            "timestamp",
            "cwd",
            "version",
            "gitBranch",
            "isSidechain",
            "userType",
            "entrypoint",
            "slug",
        ),
        *(
            "promptId",
            "requestId",
            "agentId",
            "attributionAgent",
            "sourceToolAssistantUUID",
            "permissionMode",
        ),
        *(
            "advisorModel",
            "isMeta",
            "isCompactSummary",
            "isVisibleInTranscriptOnly",
            "toolUseResult",
            "level",
        ),
        *("compactMetadata", "durationMs", "messageCount", "toolUseID", "isApiErrorMessage", "leafUuid"),
    }
)
_MESSAGE = frozenset(
    {
        *("id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "stop_details", "usage"),
        *("diagnostics", "container", "context_management"),
    }
)


@dataclass(slots=True, eq=False)
class Content:
    """One line's content. `sent` is False where the model never saw it; `answer` where a model gave it.

    `previewed` says that it has a result of which the model saw no more than a preview.
    """

    role: str
    groups: Sequence[Group]
    injected: bool
    extra: str = ""
    sent: bool = True
    answer: bool = False
    previewed: bool = False


def content_of(line: Line, tools: dict[str, str]) -> Content | None:
    """The content of a line; None for lines that only link others. `tools` as in `content_groups`."""
    if line.kind == "assistant":
        return _assistant(line, tools)
    if line.kind == "user":
        return _user(line, tools)
    if line.kind == "attachment":
        return _attachment(line)
    if line.kind == "system":
        return _system(line)
    return None


def _assistant(line: Line, tools: dict[str, str]) -> Content:
    """A piece of a reply; what the program itself wrote in the model's place is no answer.

    The program's account of an error of the API is not sent.
    """
    written = text_field(line.message, "model") == "<synthetic>"
    groups = content_groups(line.message.get("content"), tools)
    failed = line.record.get("isApiErrorMessage") is True
    return Content("assistant", groups, written, _line_extra(line), sent=not failed, answer=not written)


def _user(line: Line, tools: dict[str, str]) -> Content:
    groups = content_groups(line.message.get("content"), tools)
    role = text_field(line.message, "role") or "user"
    shown = line.record.get("isVisibleInTranscriptOnly") is True and not line.is_summary
    preview = _preview(groups) if line.results else ""
    extra = _line_extra(line, _full_output(preview) if preview else "")
    injected = _is_injected(line, groups)
    return Content(role, groups, injected, extra, sent=not shown, previewed=bool(preview))


def _preview(groups: Sequence[Group]) -> str:
    """The first result of which the model saw no more than a preview, or empty."""
    for group in groups:
        if group[0].kind is PartKind.RESULT and group[0].text.startswith(_PERSISTED):
            return group[0].text
    return ""


def _full_output(preview: str) -> str:
    """The file that holds the whole of a result, as its preview says, or empty."""
    found = _SAVED_TO.search(preview)
    return found[1].strip() if found else ""


def _line_extra(line: Line, full_output: str = "") -> str:
    if not full_output and line.record.keys() <= _ENVELOPE and line.message.keys() <= _MESSAGE:
        return ""
    return extra_of(
        {
            **({"full_output": full_output} if full_output else {}),
            **{key: value for key, value in line.record.items() if key not in _ENVELOPE},
            **{key: value for key, value in line.message.items() if key not in _MESSAGE},
        },
        (),
    )


def _is_injected(line: Line, groups: Sequence[Group]) -> bool:
    if line.record.get("isMeta") is True or line.is_summary or "content" not in line.message:
        return True
    return not line.results and is_written(groups)


def _system(line: Line) -> Content | None:
    text = text_field(line.record, "content")
    if line.is_boundary or not text:
        return None
    subtype = text_field(line.record, "subtype")
    role = "user" if subtype == _SENT else "system"
    extra = extra_of({"subtype": subtype, **line.record}, _ENVELOPE - {"subtype"})
    groups = [(make_part(PartKind.TEXT, text),)]
    return Content(role, groups, injected=True, extra=extra, sent=subtype == _SENT)


def _attachment(line: Line) -> Content:
    """An attachment, as a message that no user typed; a hook that had nothing for the model was not sent.

    What the user typed while the model was at work comes as an attachment, too.
    """
    value = line.record.get("attachment")
    if is_object(value) and is_silent(value):
        return Content("user", [as_json(value)], True, extra_of(about(value), ()), sent=False)
    if is_object(value) and value.get("type") == "queued_command":
        groups = content_groups(value.get("prompt"))
        typed = text_field(value, "commandMode") in ("", "prompt") and bool(groups) and not is_written(groups)
        extra = extra_of(value, ("prompt",))
        return Content("user", groups or [as_json(value)], injected=not typed, extra=extra)
    groups, extra = read_attachment(value)
    return Content("user", groups, injected=True, extra=extra)
