from __future__ import annotations

import pytest

from ctxlab.formats.decode import decode
from ctxlab.formats.protocol import Record
from ctxlab.formats.server_events import events, has_events, with_events


def test_values_come_with_their_line_and_position() -> None:
    text = 'event: x\r\ndata: {"a":1}\r\n\r\n: ping\r\ndata:[2]\r\ndata: [DONE]\r\ndata: {"cut":'
    assert list(events(text)) == [(2, 10, {"a": 1}), (5, 35, [2])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("data: {}", True),
        ("\nevent: x", True),
        (": comment", True),
        ("dated", False),
        ("{}", False),
        ("", False),
    ],
)
def test_streams_are_known_by_their_fields(text: str, expected: bool) -> None:
    assert has_events(text) is expected


def test_a_stream_has_its_values_as_records() -> None:
    document = with_events(decode(b'data: {"a":1}\n\ndata: 2\n\ndata: 3\n', "x"))
    assert document.lines
    assert document.records == (Record({"a": 1}, 1, 0), Record(2, 3, 15), Record(3, 5, 24))
    assert len(with_events(decode(b"data: 1\ndata: 2\n", "x"), 1).records) == 1


def test_what_is_no_stream_stays_as_it_is() -> None:
    for data in (b'{"data": 1}', b"just text"):
        document = decode(data, "x")
        assert with_events(document) is document
