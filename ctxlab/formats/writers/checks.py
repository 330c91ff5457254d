"""What the API of a wire format would refuse of a request, whichever format it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ctxlab.formats.writers.anthropic_check import check_anthropic
from ctxlab.formats.writers.gemini_check import check_gemini
from ctxlab.formats.writers.looks_at import is_list, is_object
from ctxlab.formats.writers.openai_chat_check import check_openai_chat
from ctxlab.formats.writers.openai_responses_check import check_openai_responses
from ctxlab.formats.writers.written import ANTHROPIC, GEMINI, OPENAI_CHAT, OPENAI_RESPONSES
from ctxlab.model.wire_view import MESSAGES, Finding

_Check = Callable[[Sequence[Any], Mapping[str, Any]], tuple[Finding, ...]]

_CHECKS: Mapping[str, _Check] = {
    OPENAI_CHAT: check_openai_chat,
    OPENAI_RESPONSES: check_openai_responses,
    ANTHROPIC: check_anthropic,
    GEMINI: check_gemini,
}


def check_messages(wire: str, messages: Sequence[Any], beside: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What is wrong with the messages of a request and with the fields beside them.

    A message that is no object is one that says nothing.
    """
    return _CHECKS[wire]([one if is_object(one) else {} for one in messages], beside)


def check_body(wire: str, body: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What is wrong with the body of a request.

    A text in place of the messages is what a user says where an API or its own library takes that.
    """
    field = MESSAGES[wire]
    listed = body.get(field)
    beside = {name: value for name, value in body.items() if name != field}
    if wire == OPENAI_RESPONSES and isinstance(listed, str):
        listed = [{"role": "user", "content": listed}]
    elif wire == GEMINI and isinstance(listed, str):
        listed = [{"role": "user", "parts": [{"text": listed}]}]
    elif wire == GEMINI and is_object(listed):
        listed = [listed]
    return check_messages(wire, listed if is_list(listed) else (), beside)
