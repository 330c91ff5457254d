from __future__ import annotations

import math

import pytest

from ctxlab.formats.fields import compact, count_field, extra_of, extra_set, extra_with, masked, text_field


def test_compact_json_is_strict() -> None:
    assert compact({"a": [1, "é"], "b": None}) == '{"a":[1,"é"],"b":null}'
    assert compact([math.nan, {"x": math.inf}, -math.inf]) == '["NaN",{"x":"Infinity"},"-Infinity"]'


@pytest.mark.parametrize(
    "name",
    [
        *("Authorization", "api_key", "x-api-key", "OPENAI_API_KEY", "apikey", "token", "access_token"),
        *("client_secret", "password", "passwd", "Cookie", "aws_credentials", "private_key"),
    ],
)
def test_credentials_are_masked_by_name(name: str) -> None:
    assert masked({"deep": [{name: "s3cr3t"}]}) == {"deep": [{name: "***"}]}


@pytest.mark.parametrize("name", ["max_tokens", "token_count", "keyboard", "tokenizer", "monkey", "author"])
def test_ordinary_fields_are_not_masked(name: str) -> None:
    assert masked({name: "x"}) == {name: "x"}


def test_a_bearer_value_is_masked_wherever_it_stands() -> None:
    assert masked(["Bearer abc", "a bearer of news"]) == ["***", "a bearer of news"]


def test_unknown_fields_are_told_apart() -> None:
    assert extra_of({"a": 1, "b": 2}, ("a",)) == '{"b":2}'
    assert extra_of({"a": 1}, ("a",)) == ""


def test_unknown_fields_get_more_beside_them() -> None:
    assert extra_with("", {}) == ""
    assert extra_with('{"a":1}', {}) == '{"a":1}'
    assert extra_with("", {"token": "t"}) == '{"token":"***"}'
    assert extra_with('{"a":1}', {"a": 2, "b": 3}) == '{"a":1,"b":3}'


def test_fields_are_read_with_care() -> None:
    record = {"a": "", "b": 3, "c": True, "d": "x", "e": -1, "f": 2.9, "g": math.nan}
    assert text_field(record, "a", "c", "b", "d") == "3"
    assert [count_field(record, name) for name in "abcdefg"] == [None, 3, None, None, None, 2, None]


def test_a_list_of_credentials_is_masked_whole() -> None:
    headers = {"X-Api-Key": ["s3cr3t", ["s3cr3t"]], "Accept": ["json"], "secret_flag": True}
    assert masked(headers) == {"X-Api-Key": ["***", ["***"]], "Accept": ["json"], "secret_flag": True}


def test_what_is_not_set_is_left_out() -> None:
    record = {"a": None, "b": "", "c": [], "d": {}, "e": 0, "f": False, "g": "x", "token": "t"}
    assert extra_set(record, ("g",)) == '{"e":0,"f":false,"token":"***"}'
    assert extra_set({"a": None}, ()) == ""
