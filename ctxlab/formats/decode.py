"""From bytes to a document: the text, and the JSON values in it, whatever state the file is in.

A file is one JSON value, JSON lines, or several JSON values one after another. What cannot be read becomes a
diagnostic that holds the raw text; only a file that is one broken JSON value raises.
"""

from __future__ import annotations

import codecs
import hashlib

from ctxlab.errors import FormatError, Where
from ctxlab.formats import jsonl
from ctxlab.formats.fast_lines import read_fast
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.repeated_keys import ALWAYS_BELOW, note_repeated
from ctxlab.formats.sqlite_file import is_sqlite
from ctxlab.formats.values import ParseError, is_container, parse_lenient, parse_prefix
from ctxlab.model.diagnostics import Diagnostic

#: Byte order marks, the longer first: UTF-32 little endian begins with the mark of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

#: How data begins that was compressed with Zstandard.
_ZSTANDARD = b"\x28\xb5\x2f\xfd"


def decode(data: bytes, name: str) -> Document:
    """Reads bytes as text and the text as JSON values. `name` is the file's name, for messages.

    A file without a single JSON value gives a document without records; whether its text is of a known format
    is for the readers to say. A database has neither records nor text.

    Raises:
        FormatError: The file is one JSON value that is broken; with line and byte. Or nobody can unpack it.
    """
    if is_sqlite(data):
        return Document(name, hashlib.sha256(data).hexdigest(), len(data), False, (), "", data=data)
    if data.startswith(_ZSTANDARD):
        hint = "unpack it first: zstd -d FILE"
        raise FormatError("it is compressed with Zstandard, which is not read", where=Where(name), hint=hint)
    mark, encoding = _encoding(data)
    text, notes, lines = "", list[Diagnostic](), True
    fast = None if mark else read_fast(data, jsonl.Source("", data, encoding, 0, name))
    if fast is not None:
        records, found = tuple(fast[0]), fast[1]
    else:
        text, notes = _text(data[len(mark) :] if mark else data, encoding, len(mark))
        records, lines, found = _records(jsonl.Source(text, data, encoding, len(mark), name))
    if len(data) <= ALWAYS_BELOW and encoding == "utf-8":
        notes = [*notes, *note_repeated(data, records, lines=lines)]
    return Document(
        file=name,
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        lines=lines,
        records=records,
        text=text,
        diagnostics=(*notes, *found),
        data=data,
    )


def _encoding(data: bytes) -> tuple[bytes, str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return mark, encoding
    return b"", "utf-8"


def _text(data: bytes, encoding: str, offset: int) -> tuple[str, list[Diagnostic]]:
    try:
        return data.decode(encoding), []
    except UnicodeDecodeError as error:
        text = data.decode(encoding, errors="replace")
        # Those that stand in the file as such were not put there by the decoding.
        replaced = text.count("\ufffd") - data.count("\ufffd".encode(encoding))
        numbers = (("byte", offset + error.start), ("count", max(1, replaced)))
        line = data.count(b"\n", 0, error.start) + 1
        return text, [Diagnostic("bytes_replaced", numbers=numbers, line=line)]


def _records(source: jsonl.Source) -> tuple[tuple[Record, ...], bool, list[Diagnostic]]:
    text = source.text
    start = len(text) - len(text.lstrip())
    if start == len(text):
        return (), False, []
    try:
        value, end = _first_value(text, start)
    except ParseError as error:
        return _broken(source, error)
    if not text[end:].strip():
        return _whole(source, value, start, end)
    if "\n" in text[start:end]:
        records, notes = jsonl.read_stream(source)
    else:
        records, notes = jsonl.read_lines(source)
    return tuple(records), True, notes


def _first_value(text: str, start: int) -> tuple[object, int]:
    """The JSON value that begins at `start`, and the position behind it.

    Where all of the text is that value, a parser that is stricter and several times as fast reads it.
    """
    from pydantic_core import from_json

    try:
        return from_json(text), len(text)
    except ValueError:
        return parse_prefix(text, start)


def _whole(
    source: jsonl.Source, value: object, start: int, end: int
) -> tuple[tuple[Record, ...], bool, list[Diagnostic]]:
    record, notes = source.record(value, start, end)
    return (record,), False, notes


def _broken(source: jsonl.Source, error: ParseError) -> tuple[tuple[Record, ...], bool, list[Diagnostic]]:
    """Where the first value does not parse: JSON lines with a bad first line, or no JSON at all."""
    records, notes = jsonl.read_lines(source)
    if any(is_container(record.value) for record in records) and source.looks_like_lines(records):
        return tuple(records), True, notes
    text = source.text
    start = len(text) - len(text.lstrip())
    if text[start] not in "{[":
        return (), False, []
    if error.code == "number_too_long":
        return _long_number(source, start, error)
    line, byte = source.place(error.position)
    raise FormatError(
        f"the JSON is broken: {error.reason}",
        where=Where(source.name, line, byte),
        hint=_cut_hint(text, error),
    )


def _long_number(
    source: jsonl.Source, start: int, error: ParseError
) -> tuple[tuple[Record, ...], bool, list[Diagnostic]]:
    """One JSON value with a number that no integer type takes: the number is kept as text, and said."""
    line, byte = source.place(error.position)
    try:
        value = parse_lenient(source.text[start:])
    except ParseError as second:
        line, byte = source.place(start + second.position)
        raise FormatError(
            f"the JSON is broken: {second.reason}", where=Where(source.name, line, byte)
        ) from second
    records, lines, notes = _whole(source, value, start, len(source.text))
    return records, lines, [*notes, Diagnostic("number_too_long", numbers=(("byte", byte),), line=line)]


def _cut_hint(text: str, error: ParseError) -> str:
    at_end = error.position >= len(text.rstrip()) - 1 or error.reason.startswith("Unterminated string")
    return "the file seems to be cut off" if at_end else ""
