"""Messages of OpenHands as chat messages: pictures in lists, and thinking that is written down twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Groups, Recorded
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_OPEN, _CLOSE = "<think>", "</think>"

#: What says nothing where it is not set.
_UNSET: tuple[object, ...] = (None, False, [], {})


def openhands_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """A message as OpenHands keeps it: one of chat completions with fields of its own.

    Its text may hold the thinking in tags, which `reasoning_content` holds, too. Thinking that is written
    down twice is one part, and leaves the text.
    """
    plain = {key: value for key, value in message.items() if value not in _UNSET}
    plain["content"] = chat_content(message.get("content"))
    calls = message.get("tool_calls")
    if is_list(calls):
        plain["tool_calls"] = [_call(one) if is_object(one) else one for one in calls]
    read = chat_message(plain, pairing)
    return replace(read, groups=_thought_once(read.groups))


def chat_content(content: Any) -> Any:
    """The content as chat completions have it: each picture by itself, marks for the cache only where set."""
    if not is_list(content):
        return content
    out: list[Any] = []
    for one in content:
        if not is_object(one):
            out.append(one)
            continue
        plain = {key: value for key, value in one.items() if key != "cache_prompt" or value}
        urls = plain.get("image_urls")
        if is_list(urls) and urls and all(isinstance(url, str) for url in urls):
            out.extend({"type": "image_url", "image_url": {"url": url}} for url in urls)
        else:
            out.append(plain)
    return out


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    """A call without what says nothing."""
    return {
        key: one for key, one in call.items() if one is not None and (key, one) != ("origin", "completion")
    }


def _thought_once(groups: Groups) -> Groups:
    """The groups without thinking in tags at the beginning of the text, if it is a part of its own, too."""
    thinking = [one.text.strip() for one in groups if isinstance(one, Part) and one.kind is PartKind.THINKING]
    for index, part in enumerate(groups):
        if isinstance(part, Part) and part.kind is PartKind.TEXT and thinking:
            before, _, after = part.text.partition(_CLOSE)
            if before.lstrip().removeprefix(_OPEN).strip() not in thinking:
                break
            rest = (replace(part, text=after),) if after.strip() else ()
            return (*groups[:index], *rest, *groups[index + 1 :])
    return groups
