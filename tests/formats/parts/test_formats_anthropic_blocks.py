from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.parts.anthropic import block_group, content_groups, usage_of
from ctxlab.model.items import Part, PartKind
from ctxlab.model.session import Usage


@pytest.mark.parametrize(
    ("block", "part"),
    [
        ("plain", Part(PartKind.TEXT, "plain")),
        ({"type": "text", "text": "你好"}, Part(PartKind.TEXT, "你好")),
        (
            {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}},
            Part(PartKind.TEXT, "x", extra='{"cache_control":{"type":"ephemeral"}}'),
        ),
        (
            {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
            Part(PartKind.THINKING, "hm", signature="c2ln"),
        ),
        (
            {"type": "redacted_thinking", "data": "QUJD"},
            Part(PartKind.THINKING, data="QUJD", extra='{"type":"redacted_thinking"}'),
        ),
        (
            {"type": "tool_use", "id": "t1", "name": "gate", "input": {"n": 1, "名": "门"}},
            Part(PartKind.CALL, '{"n":1,"名":"门"}', name="gate", call_id="t1", json=True),
        ),
        (
            {"type": "server_tool_use", "id": "t2", "name": "web_search", "input": {}},
            Part(
                PartKind.CALL,
                "{}",
                name="web_search",
                call_id="t2",
                json=True,
                extra='{"type":"server_tool_use"}',
            ),
        ),
        (
            {"type": "tool_result", "tool_use_id": "t1", "content": "ok", "is_error": True},
            Part(PartKind.RESULT, "ok", call_id="t1", extra='{"is_error":true}'),
        ),
        ({"type": "tool_result", "tool_use_id": "t1"}, Part(PartKind.RESULT, "", call_id="t1")),
        (
            {"type": "web_search_tool_result", "tool_use_id": "t2", "content": {"error": 1}},
            Part(
                PartKind.RESULT,
                '{"error":1}',
                call_id="t2",
                json=True,
                extra='{"type":"web_search_tool_result"}',
            ),
        ),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QQ=="}},
            Part(PartKind.IMAGE, media_type="image/png", data="QQ=="),
        ),
        (
            {"type": "image", "source": {"type": "url", "url": "https://a.example/x.png"}},
            Part(PartKind.IMAGE, data="https://a.example/x.png", extra='{"source_type":"url"}'),
        ),
        (
            {"type": "document", "title": "T", "source": {"type": "text", "data": "words"}},
            Part(PartKind.FILE, "words", name="T", extra='{"source_type":"text"}'),
        ),
        (
            {
                "type": "document",
                "source": {"type": "content", "content": [{"type": "text", "text": "a"}, "b"], "odd": 1},
                "citations": {"enabled": True},
            },
            Part(
                PartKind.FILE,
                "a\nb",
                extra='{"citations":{"enabled":true},"source_type":"content","source":{"odd":1}}',
            ),
        ),
        (
            {"type": "image", "source": {"type": "file", "file_id": "file_1"}},
            Part(PartKind.IMAGE, data="file_1", extra='{"source_type":"file"}'),
        ),
        (
            {"type": "container_upload", "file_id": "file_1"},
            Part(PartKind.FILE, data="file_1", extra='{"type":"container_upload"}'),
        ),
        (
            {"type": "compaction", "content": "They talked."},
            Part(PartKind.TEXT, "They talked.", extra='{"type":"compaction"}'),
        ),
        (
            {
                "type": "search_result",
                "title": "T",
                "source": "s",
                "content": [{"type": "text", "text": "p"}],
            },
            Part(PartKind.TEXT, "p", name="T", extra='{"type":"search_result","source":"s"}'),
        ),
        (
            {
                "type": "web_search_result",
                "title": "T",
                "url": "https://a.example",
                "encrypted_content": "QQ",
            },
            Part(
                PartKind.FILE,
                "T\nhttps://a.example",
                name="T",
                data="QQ",
                extra='{"type":"web_search_result","url":"https://a.example"}',
            ),
        ),
        (
            {"type": "tool_reference", "tool_name": "gate"},
            Part(PartKind.TEXT, "gate", extra='{"type":"tool_reference"}'),
        ),
    ],
)
def test_a_block_is_one_part(block: Any, part: Part) -> None:
    assert block_group(block) == (part,)


@pytest.mark.parametrize(
    "block",
    [
        *(None, 7, [], {}, {"type": "new"}, {"type": "image"}, {"type": "text"}, {"type": ["text"]}),
        {"type": "document", "source": {"type": "content", "content": [{"type": "image"}]}},
        {"type": "compaction", "content": {"text": "x"}},
        {"type": "search_result", "content": 7},
    ],
)
def test_what_is_not_understood_is_kept_as_it_came(block: Any) -> None:
    (part,) = block_group(block)
    assert part.kind is PartKind.UNKNOWN
    assert json.loads(part.text) == block


def test_media_of_a_result_follow_its_text() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QQ=="}}
    group = block_group(
        {"type": "tool_result", "tool_use_id": "t", "content": [image, "a", {"type": "new"}, "b"]}
    )
    assert [(part.kind, part.text) for part in group] == [
        (PartKind.RESULT, "a\nb"),
        (PartKind.IMAGE, ""),
        (PartKind.UNKNOWN, '{"type":"new"}'),
    ]


def test_pages_that_a_search_found_follow_its_result() -> None:
    page = {"type": "web_search_result", "title": "T", "url": "u", "encrypted_content": "QQ"}
    group = block_group({"type": "web_search_tool_result", "tool_use_id": "t", "content": [page, page]})
    assert [(part.kind, part.text) for part in group] == [
        (PartKind.RESULT, ""),
        (PartKind.FILE, "T\nu"),
        (PartKind.FILE, "T\nu"),
    ]


def test_results_get_the_names_of_earlier_calls() -> None:
    tools = {"t0": "earlier"}
    groups = content_groups(
        [
            {"type": "tool_result", "tool_use_id": "t0"},
            {"type": "mcp_tool_use", "id": "t1", "name": "gate"},
            {"type": "mcp_tool_result", "tool_use_id": "t1"},
            {"type": "tool_result", "tool_use_id": "t2"},
        ],
        tools,
    )
    assert [group[0].name for group in groups] == ["earlier", "gate", "gate", ""]
    assert tools == {"t0": "earlier", "t1": "gate"}


@pytest.mark.parametrize(
    ("content", "texts"),
    [(None, []), ([], []), ("", [""]), ("x", ["x"]), (["a", {"type": "text", "text": "b"}], ["a", "b"])],
)
def test_contents_are_texts_or_lists_of_blocks(content: Any, texts: list[str]) -> None:
    assert [part.text for group in content_groups(content) for part in group] == texts


def test_usage_takes_numbers_and_nothing_else() -> None:
    given = {"input_tokens": "[SCRUBBED]", "cache_read_input_tokens": 3, "output_tokens": None}
    assert usage_of(given) == Usage(cache_read=3)
    assert usage_of({"input_tokens": "[SCRUBBED]"}) is None
    assert usage_of("none") is None
