from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.lookups import (
    as_list,
    as_object,
    decoded,
    elements_of,
    first_given,
    objects_in,
    pointer_of,
    value_at,
)


@pytest.mark.parametrize("value", [None, "", "x", 0, 1.5, True])
def test_what_is_neither_list_nor_object_has_nothing_in_it(value: Any) -> None:
    assert (as_object(value), as_list(value), objects_in(value)) == ({}, [], [])


def test_lists_and_objects_are_what_they_are() -> None:
    assert as_object({"a": 1}) == {"a": 1}
    assert as_object([{"a": 1}]) == {}
    assert as_list([1, None]) == [1, None]
    assert as_list({"a": 1}) == []
    assert objects_in([1, {"a": 1}, None, [{}], {}]) == [{"a": 1}, {}]


@pytest.mark.parametrize(
    ("value", "expected"), [(None, []), ([], []), ([None], [None]), ("", [""]), ({}, [{}]), (0, [0])]
)
def test_one_value_stands_for_a_list_of_it(value: Any, expected: list[Any]) -> None:
    assert elements_of(value) == expected


def test_the_first_field_that_is_given_counts_even_if_it_is_empty() -> None:
    record = {"a": None, "b": "", "c": 1}
    assert first_given(record, ("a", "b", "c")) == ""
    assert first_given(record, ("a", "d")) is None


def test_a_path_leads_through_strings_that_hold_json() -> None:
    record = {"request": '{"body": {"model": "m"}}', "text": "x", "list": [1]}
    assert value_at(record, ("request", "body", "model")) == "m"
    assert value_at(record, ()) is record
    assert value_at(record, ("text", "body")) is None
    assert value_at(record, ("list", "0")) is None
    assert pointer_of(("request", "body")) == "/request/body"
    assert pointer_of(()) == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('{"a": [1]}', {"a": [1]}),
        ("3", 3),
        ('"x"', "x"),
        ("null", None),
        ("x", "x"),
        ('{"cut', '{"cut'),
        ("", ""),
        (3, 3),
        (None, None),
    ],
)
def test_text_is_decoded_where_it_is_json(value: Any, expected: Any) -> None:
    assert decoded(value) == expected
