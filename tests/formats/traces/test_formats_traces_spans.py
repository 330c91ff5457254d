from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.traces.dotted import listed
from ctxlab.formats.traces.otlp import any_value, attributes_of
from ctxlab.formats.traces.spans import iso, nanoseconds, span_id


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("23A6BB157382841E", "23a6bb157382841e"),
        ("0x23a6bb157382841e", "23a6bb157382841e"),
        (base64.b64encode(bytes.fromhex("23a6bb157382841e")).decode(), "23a6bb157382841e"),
        (base64.b64encode(bytes(range(16))).decode(), bytes(range(16)).hex()),
        ("0000000000000000", ""),
        (base64.b64encode(bytes(8)).decode(), ""),
        ("call-7", "call-7"),
        ("", ""),
        (None, ""),
        (7, "7"),
        (["a"], ""),
    ],
)
def test_ids_are_hex_however_they_are_written(given: object, expected: str) -> None:
    assert span_id(given) == expected


@pytest.mark.parametrize(
    "value",
    [
        1_760_000_000_001_000_000,
        "1760000000001000000",
        1_760_000_000_001_000,
        1_760_000_000_001,
        1_760_000_000.001,
        "2025-10-09T08:53:20.001Z",
        "2025-10-09T10:53:20.001+02:00",
        "2025-10-09T08:53:20.001",
        [1_760_000_000, 1_000_000],
    ],
)
def test_times_are_nanoseconds_in_whatever_unit(value: object) -> None:
    assert iso(nanoseconds(value))[:23] in ("2025-10-09T08:53:20.001", "2025-10-09T08:53:20.000")
    assert abs(nanoseconds(value) - 1_760_000_000_001_000_000) < 1000


@pytest.mark.parametrize(
    "value", [None, "", "soon", -1, 0, True, float("nan"), float("inf"), 10**40, "9" * 40, [1], [1, "x"], {}]
)
def test_what_is_no_time_is_none(value: object) -> None:
    assert nanoseconds(value) == 0
    assert iso(nanoseconds(value)) == ""


def test_typed_values_are_plain() -> None:
    told = [
        {"key": "text", "value": {"stringValue": "a"}},
        {"key": "count", "value": {"intValue": "7"}},
        {"key": "number", "value": {"intValue": 8}},
        {"key": "share", "value": {"doubleValue": 0.5}},
        {"key": "flag", "value": {"boolValue": True}},
        {"key": "many", "value": {"arrayValue": {"values": [{"stringValue": "a"}, {"intValue": "2"}]}}},
        {"key": "inner", "value": {"kvlistValue": {"values": [{"key": "x", "value": {"intValue": "1"}}]}}},
        {"key": "nothing", "value": None},
        {"key": "snake", "value": {"string_value": "b"}},
        {"key": "odd", "value": {"intValue": "7 or so"}},
        {"no": "key"},
        "no object",
    ]
    assert attributes_of(told) == {
        "text": "a",
        "count": 7,
        "number": 8,
        "share": 0.5,
        "flag": True,
        "many": ["a", 2],
        "inner": {"x": 1},
        "nothing": None,
        "snake": "b",
        "odd": "7 or so",
    }
    assert attributes_of({"a": {"stringValue": "b"}, "c": 1}) == {"a": "b", "c": 1}
    assert any_value({"arrayValue": {}}) == []


def test_numbered_names_are_lists() -> None:
    told = {
        "p.10.role": "user",
        "p.2.role": "system",
        "p.2.calls.1.name": "b",
        "p.2.calls.0.name": "a",
        "p.x": "no number",
        "p": "whole",
        "q.0": "other",
        "p.3": "plain",
    }
    assert listed(told, "p") == [
        {"role": "system", "calls": [{"name": "a"}, {"name": "b"}]},
        "plain",
        {"role": "user"},
    ]
    assert listed(told, "nothing") == []


def test_a_name_that_is_a_value_and_has_parts_is_its_parts() -> None:
    for told in ({"p.0.a": 1, "p.0.a.b": 2}, {"p.0.a.b": 2, "p.0.a": 1}):
        assert listed(told, "p") == [{"a": {"b": 2}}]


@given(st.dictionaries(st.text(alphabet="p.01a", max_size=8), st.integers(), max_size=8))
def test_any_names_give_a_list(told: dict[str, Any]) -> None:
    assert isinstance(listed(told, "p"), list)
