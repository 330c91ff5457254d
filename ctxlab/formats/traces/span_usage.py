"""What the provider counted for one call, by the attributes of its span, and what else a call keeps of them.

The conventions count all tokens of the input together; where a library counts those of the cache apart, they
are more than all, and what is told as input was fresh.
"""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.formats.fields import extra_of
from ctxlab.formats.traces.spans import Attributes
from ctxlab.formats.usages import stated
from ctxlab.model.session import Usage

_INPUT = (
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "ai.usage.inputTokens",
    "ai.usage.promptTokens",
    "llm.usage.prompt_tokens",
)
_OUTPUT = (
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
    "llm.usage.completion_tokens",
)
_READ = (
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.cachedInputTokens",
)
_WRITTEN = (
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "llm.token_count.prompt_details.cache_write",
)

#: Attributes that tell how a call was made, without being its content.
_KEPT = ("gen_ai.", "llm.", "ai.", "gcp.vertex.agent.")
_CONTENT = (
    "gen_ai.prompt",
    "gen_ai.completion",
    "gen_ai.input",
    "gen_ai.output",
    "gen_ai.system_instructions",
    "gen_ai.tool.definitions",
    "gen_ai.usage",
    "llm.input_messages",
    "llm.output_messages",
    "llm.prompts",
    "llm.completions",
    "llm.request.functions",
    "llm.tools",
    "llm.token_count",
    "llm.usage",
    "ai.prompt",
    "ai.response.text",
    "ai.response.toolCalls",
    "ai.usage",
    "gcp.vertex.agent.llm_",
    "llm.headers",  # may hold credentials as text
)


def usage_of(attributes: Attributes) -> Usage | None:
    """What was counted; None where nothing was."""
    read, written = _count(attributes, _READ), _count(attributes, _WRITTEN)
    told, cached = _count(attributes, _INPUT), (read or 0) + (written or 0)
    fresh = told if told is None or cached > told else told - cached
    return stated(Usage(fresh, read, written, _count(attributes, _OUTPUT)))


def rest_of(attributes: Attributes, beside: Mapping[str, str]) -> str:
    """What else is known of the call: its settings and ids, and what is given beside, as JSON."""
    kept = {
        name: value
        for name, value in attributes.items()
        if name.startswith(_KEPT) and not name.startswith(_CONTENT) and value is not None
    }
    return extra_of({**kept, **{key: one for key, one in beside.items() if one}}, ())


def _count(attributes: Attributes, names: tuple[str, ...]) -> int | None:
    for name in names:
        value = attributes.get(name)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 15:
            return int(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 10**15:
            return int(value)
    return None
