from __future__ import annotations

import pytest

from ctxlab.text.clauses import clauses


def said(text: str) -> list[str]:
    return [text[one.said_from : one.end] for one in clauses(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Go there, then come back.", ["Go there", "then come back"]),
        ("Use 3,000 or 10:30, not 5", ["Use 3,000 or 10:30", "not 5"]),
        ("It works but Never push", ["It works", "Never push"]),
        ("Stop now otherwise it breaks", ["Stop now", "otherwise it breaks"]),
        ("Write it and do not test it", ["Write it", "and do not test it"]),
        ("Answer yes or no", ["Answer yes or no"]),
        ("Keep it (only the head) — please", ["Keep it", "only the head", "please"]),
        ("- 2. Do this", ["Do this"]),
        ("不要去，因为下雨；回家。", ["不要去", "下雨", "回家"]),
        ("价格3，000元：好", ["价格3，000元", "好"]),
    ],
)
def test_where_clauses_part(text: str, parts: list[str]) -> None:
    assert said(text) == parts


def test_a_clause_begins_with_its_condition_and_ends_with_its_exception() -> None:
    text = "If it rains, stay home, unless I call"
    assert [text[one.start : one.end] for one in clauses(text, 0, len(text))] == [
        "If it rains",
        "If it rains, stay home, unless I call",
        "unless I call",
    ]
    text = "如果下雨，不要去"
    assert [text[one.start : one.end] for one in clauses(text, 0, len(text))] == ["如果下雨", text]


def test_only_the_given_part_is_parted() -> None:
    text = "a, b. c, d"
    assert [(one.start, one.end) for one in clauses(text, 6, 10)] == [(6, 7), (9, 10)]


def test_imperatives_that_and_joins_are_apart_where_each_has_its_object() -> None:
    text = "write a plan for the roof and save it in notes"
    assert [text[one.said_from : one.end] for one in clauses(text, 0, len(text))] == [
        "write a plan for the roof",
        "and save it in notes",
    ]
    text = "draw the show and set list"
    assert len(clauses(text, 0, len(text))) == 1
