from __future__ import annotations

from typing import Any

import pytest

from ctxlab.model.keywords import read_keywords


def test_iterators_are_read_to_their_end() -> None:
    history = [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]
    lists: dict[str, Any] = {
        "conversation_history": history,
        "retrieved_docs": ["a doc"],
        "tool_results": [{"tool": "f", "result": "3"}],
        "tool_schemas": [{"name": "f"}],
        "key_facts": ["no meat"],
        "agent_notes": ["a note"],
    }
    from_lists = read_keywords(lists)
    from_iterators = read_keywords({key: iter(value) for key, value in lists.items()})
    assert from_iterators.items == from_lists.items
    assert from_iterators.diagnostics == from_lists.diagnostics
    assert read_keywords({"messages": iter(history)}).items == read_keywords({"messages": history}).items


@pytest.mark.parametrize(
    "key",
    ["system_prompt", "user_message", "conversation_history", "tool_results", "task_state", "tool_schemas"],
)
def test_what_has_no_text_of_its_own_is_the_same_in_every_call(key: str) -> None:
    first, second = (read_keywords({key: [object()]}) for _ in range(2))
    kept = object()  # so that the second object cannot lie where the first one lay
    assert first.items == second.items
    assert read_keywords({key: [kept]}).items == first.items
