"""Requests of the four APIs in all the ways that say the same, for properties."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from hypothesis import strategies as st

Value = dict[str, Any]

text = st.text(max_size=40) | st.sampled_from(["", " ", "Bearer abcdefgh", '{"a":1}', "杭州 三天", "a" * 60])
word = st.text("abcdefghijklmnop_", min_size=1, max_size=8)
json_value = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats(-1e9, 1e9) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(word, inner, max_size=3),
    max_leaves=6,
)
json_object = st.dictionaries(word, json_value, max_size=3)
json_text = json_object.map(lambda value: str(value).replace("'", '"')) | text
beside = st.dictionaries(st.sampled_from(["cache_control", "vendor", "x_note"]), json_value, max_size=1)
base64 = st.binary(min_size=3, max_size=12).map(lambda data: b64encode(data).decode())
image_url = base64.map(lambda data: f"data:image/png;base64,{data}") | st.just("https://a.example/x.png")


def _some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Value]:
    """Any of these fields."""
    return st.fixed_dictionaries({}, optional=fields)


def _with(fixed: Value, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Value]:
    return st.fixed_dictionaries({**{key: st.just(one) for key, one in fixed.items()}, **fields})


def _joined(*parts: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.tuples(*parts).map(lambda values: {key: one for value in values for key, one in value.items()})


_schema = _with({"type": "object"}, properties=st.dictionaries(word, _with({"type": "string"}), max_size=2))
#: What makes it a request, where it ends with an answer, and no conversation kept for its own sake.
_settings = _joined(_with({}, stream=st.booleans()), _some(temperature=st.floats(0, 2), metadata=json_object))

# chat completions

_chat_part = st.one_of(
    _joined(_with({"type": "text"}, text=text), beside),
    _with({"type": "image_url"}, image_url=_joined(_with({}, url=image_url), _some(detail=st.just("low")))),
    _with({"type": "input_audio"}, input_audio=_with({"format": "wav"}, data=base64)),
    _with({"type": "file"}, file=_some(file_id=word, filename=word, file_data=image_url)),
    _with({"type": "oddity"}, value=json_value),
)
_chat_content = text | st.none() | st.lists(_chat_part, max_size=3)
_chat_call = _joined(
    _with({"type": "function"}, id=word, function=_with({}, name=word, arguments=json_text)), beside
)
_chat_message = st.one_of(
    _joined(_with({}, role=st.sampled_from(["user", "system", "developer"]), content=_chat_content), beside),
    _joined(_with({"role": "user"}, content=text), _some(name=word)),
    _joined(
        _with({"role": "assistant"}),
        _some(
            tool_calls=st.lists(_chat_call, min_size=1, max_size=2),
            refusal=text | st.none(),
            reasoning_content=text,
        ),
        _with({}, content=_chat_content),
    ),
    _with({"role": "tool"}, tool_call_id=word, content=text | st.lists(_chat_part, max_size=2)),
)
_chat_tool = _with(
    {"type": "function"},
    function=_joined(_with({}, name=word, parameters=_schema), _some(strict=st.booleans())),
)
chat_request = _joined(
    _with({"model": "gpt-x"}, messages=st.lists(_chat_message, min_size=1, max_size=6)),
    _some(tools=st.lists(_chat_tool, max_size=2), tool_choice=st.just("auto"), max_tokens=st.integers(1, 99)),
    _settings,
)

# Responses

_item_part = st.one_of(
    _joined(_with({}, type=st.sampled_from(["input_text", "output_text"]), text=text), beside),
    _joined(_with({"type": "input_image"}, image_url=image_url), _some(detail=st.just("high"))),
    _joined(_with({"type": "input_file"}), _some(file_id=word, filename=word)),
)
_item = st.one_of(
    _joined(
        _with(
            {},
            role=st.sampled_from(["user", "system", "assistant"]),
            content=text | st.lists(_item_part, max_size=2),
        ),
        _some(type=st.just("message"), id=word, status=st.just("completed")),
    ),
    _joined(_with({"type": "function_call"}, call_id=word, name=word, arguments=json_text), _some(id=word)),
    _joined(
        _with({"type": "function_call_output"}, call_id=word, output=text | st.lists(_item_part, max_size=2)),
        _some(id=word),
    ),
    _joined(_with({"type": "custom_tool_call"}, call_id=word, name=word, input=text)),
    _with({"type": "custom_tool_call_output"}, call_id=word, output=text),
    _joined(
        _with({"type": "reasoning"}, id=word),
        _with({}, summary=st.lists(_with({"type": "summary_text"}, text=text), max_size=2)),
        _some(encrypted_content=text | st.none(), content=st.none()),
    ),
    _with({"type": "web_search_call", "status": "completed"}, id=word, action=json_object),
    _with({"type": "code_interpreter_call", "status": "completed"}, id=word, code=text, outputs=st.none()),
    _with({"type": "compaction"}, encrypted_content=text),
    _with({"type": "item_reference"}, id=word),
)
_responses_tool = _with({"type": "function"}, name=word, parameters=_schema) | st.just({"type": "web_search"})
responses_request = _joined(
    _with({"model": "gpt-x"}, input=text | st.lists(_item, min_size=1, max_size=6)),
    _some(
        instructions=text | st.none(),
        tools=st.lists(_responses_tool, max_size=2),
        max_output_tokens=st.integers(1, 99),
        reasoning=json_object,
    ),
    _settings,
)

# Anthropic

_plain_block = st.one_of(
    _joined(_with({"type": "text"}, text=text), beside),
    _with({"type": "image"}, source=_with({"type": "base64", "media_type": "image/png"}, data=base64)),
    _with({"type": "image"}, source=_with({"type": "url"}, url=st.just("https://a.example/x.png"))),
    _joined(
        _with({"type": "document"}, source=_with({"type": "text", "media_type": "text/plain"}, data=text)),
        _some(title=word, citations=json_object),
    ),
)
_block = st.one_of(
    _plain_block,
    _joined(_with({"type": "thinking"}, thinking=text, signature=text)),
    _with({"type": "redacted_thinking"}, data=text),
    _joined(_with({"type": "tool_use"}, id=word, name=word, input=json_object), beside),
    _joined(
        _with({"type": "tool_result"}, tool_use_id=word),
        _some(
            content=text | st.lists(_plain_block, max_size=2),
            is_error=st.booleans(),
        ),
    ),
    _with({"type": "server_tool_use"}, id=word, name=word, input=json_object),
    _with({"type": "web_search_tool_result"}, tool_use_id=word, content=json_object),
    _with({"type": "oddity"}, value=json_value),
)
_anthropic_message = _joined(
    _with(
        {},
        role=st.sampled_from(["user", "assistant"]),
        content=text | st.lists(_block, max_size=3),
    ),
    beside,
)
_anthropic_tool = _joined(_with({}, name=word, input_schema=_schema), _some(description=text), beside)
anthropic_request = _joined(
    _with({"model": "claude-x"}, messages=st.lists(_anthropic_message, min_size=1, max_size=6)),
    _with({}, max_tokens=st.integers(1, 99)),
    _some(
        system=text | st.lists(_joined(_with({"type": "text"}, text=text), beside), max_size=2),
        tools=st.lists(_anthropic_tool, max_size=2),
        thinking=json_object,
    ),
    _settings,
)

# Gemini

_blob = _joined(_with({"mimeType": "image/png"}, data=base64), _some(displayName=word))
_gemini_part = st.one_of(
    _with({}, text=text),
    _joined(_with({}, text=text), _some(thought=st.booleans(), thoughtSignature=text)),
    _with({}, inlineData=_blob),
    _with({}, fileData=_with({}, fileUri=st.just("https://a.example/f.pdf"), mimeType=word)),
    _joined(
        _with({}, functionCall=_joined(_with({}, name=word), _some(args=json_object, id=word))),
        _some(thoughtSignature=text),
    ),
    _with({}, functionResponse=_joined(_with({}, name=word, response=json_object), _some(id=word))),
    _with({}, executableCode=_with({"language": "PYTHON"}, code=text)),
    _with({}, codeExecutionResult=_joined(_with({"outcome": "OUTCOME_OK"}), _some(output=text))),
)
_content = _joined(
    _with({}, parts=st.lists(_gemini_part, min_size=1, max_size=3)),
    _some(role=st.sampled_from(["user", "model", "function"])),
)
_gemini_tool: st.SearchStrategy[Value] = _with(
    {}, functionDeclarations=st.lists(_with({}, name=word, parameters=_schema), max_size=2)
) | st.just({"googleSearch": {}})
gemini_request = _joined(
    _with({}, contents=st.lists(_content, min_size=1, max_size=6), generationConfig=json_object),
    _some(
        systemInstruction=_joined(
            _with({}, parts=st.lists(_with({}, text=text), min_size=1, max_size=2)),
            _some(role=st.just("user")),
        ),
        tools=st.lists(_gemini_tool, max_size=2),
        toolConfig=json_object,
        model=st.sampled_from(["gemini-x", "models/gemini-x"]),
        labels=st.none(),
    ),
)

#: By the wire format the name of its reader, and requests.
REQUESTS: dict[str, tuple[str, st.SearchStrategy[Value]]] = {
    "openai-chat": ("openai-chat", chat_request),
    "openai-responses": ("openai-responses", responses_request),
    "anthropic": ("anthropic-messages", anthropic_request),
    "gemini": ("gemini", gemini_request),
}
