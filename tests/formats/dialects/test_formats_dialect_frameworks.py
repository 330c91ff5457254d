"""Messages of AutoGen, Pydantic AI and Semantic Kernel, wherever they are embedded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS
from helpers.recorded import told

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.dialects.autogen import is_autogen
from ctxlab.formats.dialects.pydantic_ai import is_pydantic_ai
from ctxlab.formats.dialects.semantic_kernel import is_semantic_kernel
from ctxlab.formats.pairing import Pairing

GENERATED = FORMATS / "16_generated_by_libraries"


def listed(name: str, *path: str) -> list[Any]:
    value: Any = json.loads((GENERATED / name).read_text(encoding="utf-8"))
    for key in path:
        value = value[key]
    return list(value)


@pytest.mark.parametrize(
    ("values", "is_own", "systems"),
    [
        # AutoGen keeps no system message with the others
        (listed("autogen_assistant_agent_state.json", "llm_context", "messages"), is_autogen, 0),
        (listed("pydantic_ai_messages.json"), is_pydantic_ai, 1),
        (listed("semantic_kernel_chat_history.json", "messages"), is_semantic_kernel, 1),
    ],
)
def test_a_run_written_by_each_library_is_read_whole(values: list[Any], is_own: Any, systems: int) -> None:
    assert is_own(values)
    found = told(values)
    # As the manifest counts: one run of 6 questions, 11 answers of which 6 call a tool, 6 results.
    roles = [role for role, _ in found]
    assert [roles.count(role) for role in ("system", "user", "assistant", "tool")] == [systems, 6, 11, 6]
    kinds = [kind for _, parts in found for kind, _ in parts]
    assert (kinds.count("call"), kinds.count("result")) == (6, 6)
    # the user simulated by the benchmark has the last word
    assert found[-1] == ("user", [("text", "Thank you so much for your help! ###STOP###")])
    assert kinds.count("unknown") == 0


def test_none_takes_the_messages_of_others() -> None:
    chat = [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y", "name": "UserMessage"}]
    gemini = [{"role": "user", "parts": [{"text": "x"}]}]
    events = [{"type": "UserMessage", "text": "no content"}, {"kind": "request", "parts": "none"}, None]
    for values in (chat, gemini, events):
        assert not is_autogen(values)
        assert not is_pydantic_ai(values)
        assert not is_semantic_kernel(values)
    assert told(chat) == [("user", [("text", "x")]), ("assistant", [("text", "y")])]


def test_instructions_stay_with_the_request_that_they_are_embedded_with() -> None:
    request = {
        "kind": "request",
        "instructions": "Be brief.",
        "parts": [{"part_kind": "user-prompt", "content": "x"}],
    }
    (one,) = messages_of([request], Pairing())
    assert json.loads(one.extra) == {"instructions": "Be brief."}


def test_what_is_none_among_them_is_kept() -> None:
    values: list[Any] = [{"type": "SystemMessage", "content": "s"}, {"odd": 1}, 7]
    assert told(values) == [
        ("system", [("text", "s")]),
        ("unknown", [("unknown", '{"odd":1}')]),
        ("unknown", [("unknown", "7")]),
    ]
    empty: list[Any] = [
        {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "x"}]},
        {"kind": "response", "parts": []},
    ]
    assert told(empty) == [("user", [("text", "x")]), ("assistant", [])]
