from __future__ import annotations

import json

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.detect import detect
from ctxlab.formats.registry import builtin_readers


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"schema": "ctxlab.marks/1"}, "a marks file"),
        ({"schema": "ctxlab.trace/1"}, "a trace of ctxlab"),
        ({"a": 1, "b": 2}, "a JSON object with a, b"),
        ([{"a": 1}], "a JSON list of objects with a"),
        ([1], "a JSON list of values"),
        (3, "JSON without any object"),
    ],
)
def test_what_no_reader_takes_is_described(value: object, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        detect(decode(json.dumps(value).encode(), "x"), builtin_readers())
    assert words in caught.value.message
