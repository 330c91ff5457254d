"""JSON results reduced to the fields that somebody asks for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.fields import Projected, Wanted, project
from ctxlab.text.reduction import Reduction

HOTELS = Wanted("hotels", (("name", None), ("price", None), ("note", 10)), 2)


def left(text: str, wanted: Wanted) -> str:
    found = project(text, wanted)
    return text if found is None else found.reduction.text


def test_rows_in_a_list_keep_the_fields_in_their_own_words_and_order() -> None:
    text = (
        '{"total": 3, "hotels": [{"id": 1, "price": 3.50, "name": "A"}, {"name": "B", "x": [1]}], "page": 1}'
    )
    found = project(text, HOTELS)
    assert found == Projected(
        Reduction(
            '{"hotels": [{"price": 3.50, "name": "A"}, {"name": "B"}]}',
            ((1, 13), (25, 34), (75, 85), (87, 98)),
            (0, 0, 0, 0),
        ),
        2,
        2,
    )
    assert [text[start:end] for start, end in found.reduction.cuts] == [
        '"total": 3, ',
        '"id": 1, ',
        ', "x": [1]',
        ', "page": 1',
    ]


def test_a_field_that_a_row_lacks_is_lacking_and_a_row_may_be_left_empty() -> None:
    text = '{"hotels": [{"name": "A"}, {"id": 7}]}'
    assert left(text, HOTELS) == '{"hotels": [{"name": "A"}, {}]}'


def test_rows_beyond_the_most_are_told() -> None:
    rows = ", ".join(f'{{"name": "{at}"}}' for at in range(5))
    found = project(f'{{"hotels": [{rows}]}}', HOTELS)
    assert found is not None
    assert found.reduction.text == '{"hotels": [{"name": "0"}, {"name": "1"}, "…[3 rows omitted]…"]}'
    assert (found.rows, found.of) == (2, 5)
    # one fewer: what was omitted before is added
    fewer = left(found.reduction.text, Wanted("hotels", (("name", None),), 1))
    assert fewer == '{"hotels": [{"name": "0"}, "…[4 rows omitted]…"]}'
    assert left(found.reduction.text, Wanted("hotels", (("name", None),), 0)) == (
        '{"hotels": ["…[5 rows omitted]…"]}'
    )


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ('"ten chars."', '"ten chars."'),
        ('"eleven char"', '"eleven…"'),
        # no number is parted, and an escape is one character
        ('"price 12345 a"', '"price…"'),
        ('"\\n\\u4e2d\\ud83d\\ude00 de fghij"', '"\\n\\u4e2d\\ud83d\\ude00 de…"'),
        ('["a long list", "of texts"]', '["a long list", "of texts"]'),
        ("1234567890123", "1234567890123"),
    ],
)
def test_a_text_is_shortened_at_a_sensible_place(note: str, shown: str) -> None:
    text = f'{{"hotels": [{{"note": {note}, "x": 1}}]}}'
    assert left(text, HOTELS) == f'{{"hotels": [{{"note": {shown}}}]}}'


def test_without_a_list_the_result_is_the_rows_or_the_only_one() -> None:
    wanted = Wanted("", (("status", None), ("order_id", None)))
    assert left('[{"status": "paid", "x": 1}, "text", 7]', wanted) == '[{"status": "paid"}, "text", 7]'
    assert left('{"x": {"status": 1}, "order_id": 9, "status": "paid"}', wanted) == (
        '{"order_id": 9, "status": "paid"}'
    )


def test_a_list_may_hold_one_object() -> None:
    assert left('{"hotels": {"name": "A", "x": 1}}', HOTELS) == '{"hotels": {"name": "A"}}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not found",
        '"hotels"',
        "7",
        '{"hotels": [{"name": "A"}]',
        '{"hotels": [{"name": "A"}]} and more',
        '{"error": "no rooms"}',
        '{"hotels": "none"}',
        '{"hotels": null}',
        '[{"name": "A", "x": 1}]',
        '{"hotels": [{"title": "A"}]}',
        '{"hotels": [{"name": "A"}, {"price": 1}]}',
        "[" * 5000 + "]" * 5000,
    ],
)
def test_what_has_nothing_of_it_or_nothing_else_stays_as_it_is(text: str) -> None:
    assert project(text, HOTELS) is None


def test_an_empty_list_is_an_answer() -> None:
    assert left('{"hotels": [], "query": "Rome"}', HOTELS) == '{"hotels": []}'


def test_blanks_and_line_ends_between_do_not_matter() -> None:
    text = '{\n  "total" : 2,\n  "hotels" : [\n  { "id" : 1,\n  "name" : "A" },\n  { "name" : "B" }\n ]\n}'
    assert json.loads(left(text, HOTELS)) == {"hotels": [{"name": "A"}, {"name": "B"}]}


def test_an_expression_says_what_stays() -> None:
    text = '{"hotels": [{"name": "A", "price": 90, "x": "…"}, {"name": "B", "price": 300, "x": "…"}]}'
    wanted = Wanted(expression="hotels[?price < `100`].{name: name, price: price}")
    assert left(text, wanted) == '[{"name": "A", "price": 90}]'
    one = project(text, Wanted(expression="hotels[].name", rows=1))
    assert one is not None
    assert (one.reduction.text, one.rows, one.of) == ('["A", "…[1 rows omitted]…"]', 1, 2)


@pytest.mark.parametrize("expression", ["nothing", "hotels[0].name", "length(hotels)", "abs(hotels)", "@"])
def test_an_expression_that_makes_no_shorter_list_or_object_changes_nothing(expression: str) -> None:
    assert project('{"hotels": [{"name": "A"}]}', Wanted(expression=expression)) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 10**6) | st.text('ab "\\\n中😀1.9', max_size=14),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=8,
)
ROWS = st.lists(st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4) | VALUES, max_size=6)


@st.composite
def results(draw: st.DrawFn) -> str:
    value: Any = draw(ROWS)
    if draw(st.booleans()):
        value = {**draw(st.dictionaries(st.sampled_from(["x", "y"]), VALUES, max_size=2)), "rows": value}
    return json.dumps(value, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, None, 2])))


FIELDS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.none() | st.integers(1, 9)),
    min_size=1,
    max_size=3,
    unique_by=lambda f: f[0],
).map(tuple)
WANTED = st.builds(Wanted, st.sampled_from(["", "rows"]), FIELDS, st.none() | st.integers(0, 4))


@given(results(), WANTED)
def test_it_stays_valid_json_with_nothing_new_in_it_and_twice_is_once(text: str, wanted: Wanted) -> None:
    found = project(text, wanted)
    if found is None:
        return
    value = json.loads(found.reduction.text)
    rows = value["rows"] if isinstance(value, dict) and wanted.list else value
    for row in rows if isinstance(rows, list) else [rows]:
        if isinstance(row, dict):
            assert row.keys() <= dict(wanted.fields).keys()
    if wanted.rows is not None and isinstance(rows, list):
        assert len(rows) <= wanted.rows + 1
    assert project(found.reduction.text, wanted) is None
    kept = [c for at, c in enumerate(text) if not any(a <= at < b for a, b in found.reduction.cuts)]
    assert len(found.reduction.text) == len(kept) + sum(found.reduction.stands)
