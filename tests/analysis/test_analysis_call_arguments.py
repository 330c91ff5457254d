"""The arguments of a call, value by value, with the places of their characters in what was recorded."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.call_arguments import Argument, NumberArgument, arguments_of


def test_texts_and_numbers_come_with_the_names_of_their_fields() -> None:
    recorded = '{"file_path": "a/b.py", "edits": [{"path": "c.py"}, "d"], "max_price": -5.5, "all": true}'
    found = arguments_of(recorded)
    assert [(one.name, one.text) for one in found if isinstance(one, Argument)] == [
        ("file_path", "a/b.py"),
        ("path", "c.py"),
        ("edits", "d"),
    ]
    (number,) = [one for one in found if isinstance(one, NumberArgument)]
    assert (number.name, number.number) == ("max_price", Decimal("-5.5"))
    assert recorded[number.start : number.end] == "-5.5"


def test_a_span_of_a_text_with_escapes_is_one_of_what_was_recorded() -> None:
    recorded = r'{"command": "echo \"\u4e0d\u8981\ud83d\ude00\"\nrm db/x"}'
    (one,) = arguments_of(recorded)
    assert isinstance(one, Argument)
    assert one.text == 'echo "不要😀"\nrm db/x'
    start = one.text.index("不要😀")
    assert recorded[slice(*one.span(start, start + 3))] == r"\u4e0d\u8981\ud83d\ude00"
    start = one.text.index("db/x")
    assert recorded[slice(*one.span(start, start + 4))] == "db/x"


@pytest.mark.parametrize("recorded", ["*** Begin Patch\n*** Add File: a.py", '{"cut": "off', "[" * 100_000])
def test_what_is_no_json_is_one_text(recorded: str) -> None:
    (one,) = arguments_of(recorded)
    assert isinstance(one, Argument)
    assert (one.name, one.text, one.span(0, len(recorded))) == ("", recorded, (0, len(recorded)))


def test_no_arguments_are_none() -> None:
    assert arguments_of("{}") == ()
    assert [one.name for one in arguments_of('{"a": {"b": {}}, "c": "x"}')] == ["c"]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.booleans())
def test_every_text_is_read_as_json_reads_it(text: str, ascii_only: bool) -> None:
    import json

    recorded = json.dumps({"outer": [{"name": text}]}, ensure_ascii=ascii_only)
    (one,) = arguments_of(recorded)
    assert isinstance(one, Argument)
    assert (one.name, one.text) == ("name", text)
    assert json.loads('"' + recorded[slice(*one.span(0, len(text)))] + '"') == text
