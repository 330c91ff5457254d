from __future__ import annotations

from typing import Any

from ctxlab.formats.codex.history import Originals, summaries_in


def said(text: str, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}], **more}


def test_each_item_is_known_again_once_whatever_its_id() -> None:
    found = Originals([(said("go", id="a"), range(1)), (said("go"), range(1, 2)), ("text", range(2, 3))])
    assert [found.take(one) for one in (said("go", id="b"), said("go"), said("go"))] == [
        range(1),
        range(1, 2),
        None,
    ]
    assert (found.take("text"), found.take(said("go", "assistant")), found.take(None)) == (
        range(2, 3),
        None,
        None,
    )


def test_the_summary_is_what_says_so_or_else_what_the_user_would_have_said_last() -> None:
    folded = {"type": "compaction", "encrypted_content": "x"}
    rules = said("<environment_context>\n</environment_context>")
    assert summaries_in([said("a"), folded], [0, 1], "") == {1}
    assert summaries_in([said("a"), said("it is: done"), said("b")], [0, 1, 2], "done") == {1}
    assert summaries_in([said("a"), said("b"), rules], [0, 1, 2], "") == {1}
    assert summaries_in([said("a")], [0], "done") == frozenset()
    assert summaries_in(["text", 3], [0, 1], "") == {0}
