from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.items import FILE_TOKENS, IMAGE_TOKENS, compact_json, count_item, item_texts, media_tokens

DATA = Path(__file__).parents[1] / "data" / "bugs"


def item(*parts: Part, source: Source | None = Source.CONVERSATION) -> Item:
    return Item("1", "user", parts, source)


def text(words: str) -> Part:
    return Part(PartKind.TEXT, words)


def test_a_text_is_its_text() -> None:
    assert item_texts(item(text("预算三千以内"))) == ("预算三千以内",)
    assert item_texts(item(text("a"), text(""), text("b"))) == ("a", "b")
    assert item_texts(item()) == ()


def test_a_call_is_its_name_and_its_arguments_as_recorded() -> None:
    call = Part(PartKind.CALL, '{ "city":"杭州" }', name="search_hotels", call_id="call_1")
    assert item_texts(item(call)) == ("search_hotels", '{ "city":"杭州" }')


def test_a_result_and_a_thought_are_their_text_without_ids_and_signatures() -> None:
    result = Part(PartKind.RESULT, "3 rows", call_id="call_1")
    thought = Part(PartKind.THINKING, "compare prices", signature="c2lnbmF0dXJl")
    assert item_texts(item(thought, result)) == ("compare prices", "3 rows")


def test_a_tool_schema_is_compact_json_in_its_own_order() -> None:
    schema = '{\n  "name": "搜索",\n  "arguments": {"b": 1.50, "a": [1, 2]}\n}'
    assert item_texts(item(text(schema), source=Source.TOOL_SCHEMAS)) == (
        '{"name":"搜索","arguments":{"b":1.5,"a":[1,2]}}',
    )


def test_an_unknown_part_is_its_json_and_never_exact(o200k: ExactCounter) -> None:
    one = item(Part(PartKind.UNKNOWN, '{"type": "widget"}', json=True))
    assert count_item(one, o200k) == (o200k.count('{"type": "widget"}'), False)


@pytest.mark.parametrize("broken", ["", "no json", '{"a": ', "[" * 100_000])
def test_what_is_no_json_stays(broken: str) -> None:
    assert compact_json(broken) == broken


def test_base64_is_never_tokenised(o200k: ExactCounter) -> None:
    """Case B61: hundreds to a few thousand tokens, marked as an estimate."""
    recorded = (DATA / "B61_image_tool_result.json").read_text(encoding="utf-8")
    blob = max(_strings(json.loads(recorded)), key=len)
    image = Part(PartKind.IMAGE, media_type="image/png", data=blob)
    assert item_texts(item(image)) == ()
    assert count_item(item(image), o200k) == (IMAGE_TOKENS, False)
    assert 300 <= IMAGE_TOKENS <= 3000
    assert count_item(item(text("hello world"), image), o200k) == (2 + IMAGE_TOKENS, False)


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [found for one in value.values() for found in _strings(one)]
    if isinstance(value, list):
        return [found for one in value for found in _strings(one)]
    return [value] if isinstance(value, str) else []


def test_an_image_without_content_counts_nothing(o200k: ExactCounter) -> None:
    """Case B63."""
    empty = Part(PartKind.IMAGE)
    assert media_tokens(empty) == 0
    assert count_item(item(empty), o200k) == (0, True)


def test_a_file_counts_by_its_kind_and_a_text_part_is_no_media() -> None:
    assert media_tokens(Part(PartKind.FILE, data="aGk=")) == FILE_TOKENS
    assert media_tokens(Part(PartKind.TEXT, "hi", data="aGk=")) == 0


def test_a_plain_item_is_exact_under_an_exact_counter(o200k: ExactCounter) -> None:
    call = Part(PartKind.CALL, "{}", name="read")
    assert count_item(item(text("hello world"), call), o200k) == (4, True)
    assert count_item(item(text("hello world")), CachedCounter(o200k)) == (2, True)
    assert count_item(item(text("{}"), source=Source.TOOL_SCHEMAS), o200k) == (1, False)


def test_an_estimate_is_not_exact(o200k: ExactCounter) -> None:
    assert count_item(item(text("hello world")), DivisionCounter(3)) == (3, False)
    known = CachedCounter(o200k)
    provisional = ProvisionalCounter(known, FallbackCounter())
    assert count_item(item(text("hello world")), provisional) == (3, False)
    known.count("hello world")
    assert count_item(item(text("hello world")), provisional) == (2, True)
