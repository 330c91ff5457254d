"""Messages of whatever dialect, for formats that hold what some framework handed to some model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ctxlab.formats.dialects.ai_sdk import ai_sdk_message, is_ai_sdk
from ctxlab.formats.dialects.anthropic import anthropic_message
from ctxlab.formats.dialects.autogen import autogen_message, is_autogen
from ctxlab.formats.dialects.gemini import gemini_content, is_gemini
from ctxlab.formats.dialects.langchain import is_langchain, langchain_message
from ctxlab.formats.dialects.llamaindex import is_llamaindex, llamaindex_message
from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.dialects.otel_parts import is_otel_parts, otel_message
from ctxlab.formats.dialects.pydantic_ai import is_pydantic_ai, pydantic_ai_message
from ctxlab.formats.dialects.responses import is_responses, responses_item
from ctxlab.formats.dialects.semantic_kernel import is_semantic_kernel, semantic_kernel_message
from ctxlab.formats.dialects.swe_agent import is_swe_agent, swe_message
from ctxlab.formats.looks import is_anthropic
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

#: Reads one message of a dialect; some dialects write call and result into one, which gives two.
Dialect = Callable[[Mapping[str, Any], Pairing], tuple[Recorded, ...]]


def messages_of(values: object, pairing: Pairing) -> tuple[Recorded, ...]:
    """The messages in a list of some dialect, which the whole list decides; a text is a user's message.

    What is no message becomes one of role `unknown` that keeps it as it came.
    """
    if isinstance(values, str):
        return (Recorded("user", (Part(PartKind.TEXT, values),)),)
    listed = values if is_list(values) else [values]
    read = dialect_of(listed)
    return tuple(
        one
        for value in listed
        for one in (read(value, pairing) if is_object(value) else (unknown_message(value),))
    )


def dialect_of(values: list[Any]) -> Dialect:
    """How the messages of that list are to be read; chat completions where nothing else is sure."""
    for looks, read in _DIALECTS:
        if looks(values):
            return read
    return lambda message, pairing: (chat_message(message, pairing),)


#: Each dialect with the test that tells it by a list of its messages; the first that is sure takes the list.
_DIALECTS: tuple[tuple[Callable[[list[Any]], bool], Dialect], ...] = (
    (is_pydantic_ai, pydantic_ai_message),
    (is_semantic_kernel, lambda message, pairing: (semantic_kernel_message(message, pairing),)),
    (is_autogen, lambda message, pairing: (autogen_message(message, pairing),)),
    # before Anthropic's, whose blocks also stand in these
    (is_langchain, lambda message, pairing: (langchain_message(message, pairing),)),
    (is_llamaindex, lambda message, pairing: (llamaindex_message(message, pairing),)),
    (is_swe_agent, lambda message, pairing: (swe_message(message, pairing),)),
    (is_otel_parts, lambda message, pairing: (otel_message(message, pairing),)),
    (is_gemini, lambda message, pairing: (gemini_content(message, pairing),)),
    (is_ai_sdk, ai_sdk_message),
    (is_anthropic, lambda message, pairing: (anthropic_message(message, pairing),)),
    (is_responses, lambda item, pairing: (responses_item(item, pairing),)),
)
