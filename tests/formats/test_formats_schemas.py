from __future__ import annotations

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.protocol import Document
from ctxlab.formats.schemas import add_schemas
from ctxlab.model.items import Place, Source

DOCUMENT = Document("x", "0", 0, lines=False, records=(), text="")


def test_each_tool_is_an_item_with_its_name_and_place() -> None:
    builder = SessionBuilder(DOCUMENT, "x")
    assert add_schemas(builder, [{"name": "look"}, {"type": "web_search"}, "odd"], Place(2, "/tools"))
    assert [(item.source, item.parts[0].name, item.text, item.place) for item in builder.items] == [
        (Source.TOOL_SCHEMAS, "look", '{"name":"look"}', Place(2, "/tools/0")),
        (Source.TOOL_SCHEMAS, "web_search", '{"type":"web_search"}', Place(2, "/tools/1")),
        (Source.TOOL_SCHEMAS, "", '"odd"', Place(2, "/tools/2")),
    ]


def test_without_a_list_there_are_none() -> None:
    builder = SessionBuilder(DOCUMENT, "x")
    assert not add_schemas(builder, {"name": "look"}, Place())
    assert not add_schemas(builder, [], Place())
    assert len(builder) == 0
