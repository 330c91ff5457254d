from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.pictures import png

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.images import DEFAULT, vision_of
from ctxlab.tokens.items import (
    AUDIO_TOKENS,
    FILE_TOKENS,
    compact_json,
    count_item,
    item_texts,
    media_tokens,
    unsettled_media,
)

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
    tokens = media_tokens(image)
    assert count_item(item(image), o200k) == (tokens, False)
    assert 85 <= tokens <= 3000
    assert count_item(item(text("hello world"), image), o200k) == (2 + tokens, False)


@pytest.mark.parametrize(("model", "tokens"), [("", 765), ("gpt-5", 630), ("claude-3-5-sonnet", 1049)])
def test_an_image_counts_by_its_size_and_the_models_rule(
    o200k: ExactCounter, model: str, tokens: int
) -> None:
    image = Part(PartKind.IMAGE, media_type="image/png", data=png(1024, 768))
    assert count_item(item(text("hello world"), image), o200k, vision_of(model)) == (2 + tokens, False)
    assert unsettled_media(item(image), vision_of(model)) == frozenset()


def test_an_image_of_unknown_size_counts_as_1024_square_and_is_unsettled() -> None:
    remote = Part(PartKind.IMAGE, data="https://pictures.example/1.png")
    assert media_tokens(remote) == 765
    assert media_tokens(remote, vision_of("claude-opus-4-1")) == 1399
    assert unsettled_media(item(text("see"), remote), DEFAULT) == {PartKind.IMAGE}
    assert unsettled_media(item(remote), vision_of("gemini-3-pro")) == frozenset()


def test_audio_and_files_count_as_the_log_states_and_never_nothing(o200k: ExactCounter) -> None:
    clip = Part(PartKind.AUDIO, media_type="audio/wav", data="UklGRg==")
    stated = replace(item(text("hello world"), clip), stated_tokens=92)
    assert count_item(stated, o200k) == (92, False)
    assert unsettled_media(stated, DEFAULT) == frozenset()
    assert count_item(item(text("hello world"), clip), o200k) == (2 + AUDIO_TOKENS, False)
    assert unsettled_media(item(clip), DEFAULT) == {PartKind.AUDIO}
    # less than the texts alone can be no count of all of it
    assert count_item(replace(stated, stated_tokens=1), o200k) == (2, False)


def test_what_the_log_states_of_plain_items_and_images_changes_no_count(o200k: ExactCounter) -> None:
    plain = replace(item(text("hello world")), stated_tokens=92)
    assert count_item(plain, o200k) == (2, True)
    image = replace(item(Part(PartKind.IMAGE, data=png(64, 64))), stated_tokens=92)
    assert count_item(image, o200k) == (255, False)


def test_a_file_that_came_as_plain_text_counts_as_that(o200k: ExactCounter) -> None:
    document = Part(PartKind.FILE, "hello world", name="a.txt", extra='{"source_type":"text"}')
    assert count_item(item(document), o200k) == (2, True)


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
