"""JSON lines read from bytes: the same as from text, in every case that it takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.fast_lines import read_fast
from ctxlab.formats.jsonl import Source, read_lines

DATA = Path(__file__).parents[1] / "data"


def both(data: bytes) -> tuple[object, object]:
    """What the fast and the plain way make of the bytes, in comparable form."""
    fast = read_fast(data, Source("", data, "utf-8", 0, "x"))
    plain = read_lines(Source(data.decode(errors="replace"), data, "utf-8", 0, "x"))
    # by `repr`, as NaN is not equal to itself, and as 1 is not 1.0 here
    return repr(fast), repr(plain)


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.jsonl")), ids=lambda path: path.name)
def test_every_file_of_lines_reads_alike_if_at_all(path: Path) -> None:
    data = path.read_bytes()
    fast, plain = both(data)
    first = next((line for line in data.split(b"\n") if line.strip()), b"")
    assert fast in (plain, "None")
    try:
        json.loads(first)
        data.decode()
    except ValueError:
        return
    is_plain = first[:1] in b"{[" and b"\\ud" not in first and data.count(b"\n") > 1
    assert fast == plain or not is_plain or b"9" * 4000 in first


@pytest.mark.parametrize(
    "line",
    [
        *(b'{"a": NaN, "b": -Infinity}', b'{"a": 1e400, "b": -0, "c": -0.0, "d": 0.1, "e": 1e16}'),
        *(b'{"a": 1, "b": 2, "a": 3}', b'{"": {}}', b'"[1]"', b'"\\"[1]\\""', b"7", b"null", b"  "),
        *(b'{"a": "\\ud83d"}', b'{"a": "\\ud83d\\ude00"}', b'{"a": "\x01"}', b'{"a": 1}{"b": 2}', b'{"a":'),
        *(b"[" * 201 + b"]" * 201, b"[" * 202 + b"]" * 202, b"1" * 4300, b"1" * 4301, b"\x0b", b"\xc2\xa0"),
        *(
            '{"a": "\u2028泊位🚢"}'.encode(),
            b"{'a': 1}",
            b'{"a": 1} x',
            b"x",
            b'{"a": 01}',
            b"\xef\xbb\xbf{}",
        ),
    ],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_odd_lines_read_alike(line: bytes, end: bytes) -> None:
    fast, plain = both(b'{"first": 1}\n{"second": 2}\n' + line + b"\n" + b'{"third": 3}' + end)
    assert fast == plain


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"{}", b"{}\n", b"{}\n \r\n", b"7\n8\n", b'{\n"a": 1}\n', b'{}\n"\xff"\n', b"{}\n\xc2\xa0"],
)
def test_what_is_no_lines_of_objects_is_left_to_the_plain_way(data: bytes) -> None:
    assert read_fast(data, Source("", data, "utf-8", 0, "x")) is None


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(_JSON, min_size=1, max_size=5), st.booleans())
def test_any_values_read_alike(values: list[object], plain_text: bool) -> None:
    lines = [json.dumps(one, ensure_ascii=not plain_text) for one in [{"first": 1}, *values]]
    fast, plain = both("\n".join(lines).encode("utf-8", "replace"))
    assert fast == plain


@given(st.binary(max_size=40))
def test_any_bytes_read_alike_if_at_all(data: bytes) -> None:
    fast, plain = both(b"{}\n" + data + b"\n[]")
    assert fast in (plain, "None")
