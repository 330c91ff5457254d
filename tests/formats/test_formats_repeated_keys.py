"""Keys that stand twice in one JSON object are said, wherever they stand; nothing else is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats import repeated_keys
from ctxlab.formats.decode import decode
from ctxlab.formats.load import load_bytes
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.diagnostics import Diagnostic


def told(data: str | bytes) -> list[tuple[int, dict[str, Any]]]:
    found = decode(data.encode() if isinstance(data, str) else data, "x").diagnostics
    return [(one.line, dict(one.numbers)) for one in found if one.code == "key_repeated"]


@pytest.mark.parametrize(
    ("text", "line", "key", "at", "count"),
    [
        ('{"a": 1, "b": 2, "a": 3}', 0, "a", "/", 1),
        ('{"a": [{"b": {"c": 1, "c": 1}}]}', 0, "c", "/a/0/b", 1),
        ('{"x": 1}\n{"x": 1, "y": [{"z": 1, "z": 2}, {"q": 1, "q": 2}]}\n', 2, "z", "/y/0", 2),
        ('{\n"x": 1\n}\n{\n"x": 1,\n"x": 2\n}', 4, "x", "/", 1),
        ('{"a": {"b": 1, "b": 2}, "a": 1}', 0, "a", "/", 2),
        ('\ufeff{"a":1,"a":2}', 0, "a", "/", 1),
        ('{"a": "\\":", "b": ":", "b": ":x"}', 0, "b", "/", 1),
    ],
)
def test_a_repeated_key_is_said_with_its_place(text: str, line: int, key: str, at: str, count: int) -> None:
    assert told(text) == [(line, {"count": count, "key": key, "at": at})]


json_values = st.recursive(
    st.none() | st.integers() | st.text(alphabet='ab":\\{}, \n', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(alphabet='ab":\\{} ', max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
objects = st.dictionaries(st.text(alphabet='ab":\\', max_size=4), json_values, max_size=3)


@given(st.lists(objects, min_size=1, max_size=3), st.booleans())
def test_nothing_is_said_where_no_key_is_repeated(values: list[Any], indented: bool) -> None:
    if indented:
        assert told("\n".join(json.dumps(one, indent=1) for one in values)) == []
    else:
        assert told("\n".join(json.dumps(one) for one in values)) == []


@given(json_values)
def test_a_repeated_key_among_anything_is_found(value: Any) -> None:
    (one,) = told(f'{{"a": {json.dumps(value)}, "b": [{{"k": 1, "k": {json.dumps(value)}}}]}}')
    assert one == (0, {"count": 1, "key": "k", "at": "/b/0"})


def test_a_large_file_of_our_own_format_is_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    (session,) = load_bytes(b'[{"role": "user", "content": "hi"}]', "x.json")
    text = dumps_session(session).replace('"role"', '"role": "assistant", "role"', 1)
    monkeypatch.setattr("ctxlab.formats.decode.ALWAYS_BELOW", 10)
    monkeypatch.setattr("ctxlab.formats.readers.native.ALWAYS_BELOW", 10)
    (read,) = load_bytes(text.encode(), "x.ctx.json")
    said = Diagnostic("key_repeated", "", (("count", 1), ("key", "role"), ("at", "/items/0")))
    assert read.diagnostics == (said,)
    assert load_bytes(b'[{"role": "user", "role": "user", "content": "hi"}]', "x.json")[0].diagnostics == ()
    assert repeated_keys.ALWAYS_BELOW == 1_000_000
