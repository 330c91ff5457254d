from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.decode import decode
from ctxlab.formats.retrieved import (
    Retrieved,
    add_documents,
    found_documents,
    retrieved_document,
    retrieved_documents,
    state_documents,
)
from ctxlab.model.items import Place, Source

PLAIN = {"page_content": "x", "metadata": {"source": "s.md", "score": 0.5}, "type": "Document", "id": None}


@pytest.mark.parametrize(
    "value",
    [
        PLAIN,
        {"pageContent": "x", "metadata": {"source": "s.md", "score": 0.5}},
        {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "schema", "document", "Document"],
            "kwargs": PLAIN,
        },
    ],
)
def test_documents_of_langchain_are_read_in_all_forms(value: Any) -> None:
    found = retrieved_document(value)
    assert found == Retrieved("x", "s.md", 0.5, '{"metadata":{"source":"s.md","score":0.5}}')


@pytest.mark.parametrize("value", [None, "x", 1, [], {}, {"page_content": 1}, {"content": "x"}])
def test_other_values_are_none(value: Any) -> None:
    assert retrieved_document(value) is None


def test_a_list_of_other_things_has_no_documents() -> None:
    assert retrieved_documents([PLAIN, "x"]) == []
    assert [one.score for one in retrieved_documents([[PLAIN, 0.25], (PLAIN)])] == [0.25, 0.5]
    assert retrieved_documents([[PLAIN, float("nan")]])[0].score is None


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("words", [("words", "", None)]),
        (["a", "b"], [("a", "", None), ("b", "", None)]),
        ({"documents": [PLAIN]}, [("x", "s.md", 0.5)]),
        ([{"text": "a", "score": 0.5, "id": "n"}], [("a", "n", 0.5)]),
        ([{"node": {"text": "a", "id": "n"}, "score": 0.5}], [("a", "n", 0.5)]),
        ([{"document": PLAIN, "score": 0.75}], [("x", "s.md", 0.5)]),
        ({"matches": [{"payload": {"content": "a"}, "score": 10**400}]}, [("a", "", None)]),
        ([{"x": 1}], [('{"x":1}', "", None)]),
        ([7], [("7", "", None)]),
        ([], []),
        (None, []),
        ("", []),
        ((Retrieved("a"),), [("a", "", None)]),
    ],
)
def test_what_a_retriever_gave_is_read_in_every_shape(value: Any, found: Any) -> None:
    assert [(one.text, one.name, one.score) for one in found_documents(value)] == found


def test_documents_in_a_state_are_known_by_their_form_or_their_field() -> None:
    chunk = {"content": "a", "document_title": "t", "score": 0.5, "chunk_id": "c"}
    state = {
        "anything": [PLAIN],
        "retrieved_chunks": [chunk],
        "items": [chunk],
        "documents": [{"role": "user", "content": "a"}],
        "chunks": ["x"],
        "context": "x",
    }
    found = [(key, index, one.text, one.name) for key, index, one in state_documents(state)]
    assert found == [("anything", 0, "x", "s.md"), ("retrieved_chunks", 0, "a", "t")]


def test_documents_are_items_without_a_score_behind_those_with_one() -> None:
    builder = SessionBuilder(decode(b"{}", "x.json"), "test")
    place = Place(3)
    add_documents(builder, [(Retrieved("a", "n", 0.5), place), (Retrieved("b"), place)], time="t")
    add_documents(builder, [(Retrieved("c"), place)])
    assert [(item.text, item.relevance) for item in builder.items] == [("a", 0.5), ("b", 0.0), ("c", 1.0)]
    assert {item.source for item in builder.items} == {Source.RETRIEVED_DOC}
    assert (builder.items[0].time, builder.items[0].name, builder.items[0].place) == ("t", "n", place)
