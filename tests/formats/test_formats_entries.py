from __future__ import annotations

from typing import Any

from ctxlab.formats.decode import decode
from ctxlab.formats.entries import each_placed, entries_of, inside, place_of, whole_value
from ctxlab.model.items import Place


def found(text: str, most: int | None = None) -> list[tuple[Any, Place]]:
    return [(record.value, place) for record, place in entries_of(decode(text.encode(), "x"), most)]


def test_elements_of_the_one_list_are_entries() -> None:
    assert found("[1, [2]]") == [(1, Place(0, "/0")), ([2], Place(0, "/1"))]
    assert found("[1, 2, 3]", most=2) == [(1, Place(0, "/0")), (2, Place(0, "/1"))]


def test_lines_are_entries_by_their_numbers() -> None:
    assert found('{"a": 1}\n\n[2]\n') == [({"a": 1}, Place(1)), ([2], Place(3))]


def test_one_object_is_the_whole_document() -> None:
    assert found('{"a": 1}') == [({"a": 1}, Place(0))]
    document = decode(b'{"a": 1}', "x")
    assert place_of(document, document.records[0]) == Place(0)


def test_only_one_value_is_a_whole_document() -> None:
    assert whole_value(decode(b"[1]", "x")) == [1]
    assert whole_value(decode(b'{"a": 1}\n{"a": 2}\n', "x")) is None
    assert whole_value(decode(b"# no JSON", "x")) is None


def test_pointers_lead_on_from_a_place() -> None:
    at = inside(Place(3, "/a"), "/b")
    assert at == Place(3, "/a/b")
    assert each_placed(["x", None], at, "/c") == [("x", Place(3, "/a/b/c/0")), (None, Place(3, "/a/b/c/1"))]
    assert each_placed((), at) == []
