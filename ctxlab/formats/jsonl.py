"""JSON lines, and JSON values one after another: every good record loads, every bad stretch is reported.

Lines end at a line feed and nowhere else: other Unicode line ends are legal inside JSON strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ctxlab.formats.protocol import Record
from ctxlab.formats.values import ParseError, is_container, lone_escape, mend, parse_prefix, unwrap
from ctxlab.model.diagnostics import Diagnostic

#: So much of a bad stretch stands in its diagnostic, in code points.
RAW_LIMIT = 10_000

#: Where a record may begin behind the stub of a killed write: an object's start that is no value of the stub.
_START = re.compile(r'(?<![:,\[\s])\s*(?=\{\s*")')
_MAX_TRIES = 64

#: After so many bad stretches on one line (or in values over several lines) all that follows is one more.
_MAX_BREAKS = 500
_BLANKS = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Source:
    """A decoded text together with the bytes that it came from, so that places can be told in both.

    `mark` is the length of the byte order mark in bytes, which `text` does not hold.
    """

    text: str
    data: bytes
    encoding: str
    mark: int
    name: str

    def place(self, position: int) -> tuple[int, int]:
        """The 1-based line and the 0-based byte of a position in the text."""
        text = self.text
        line = text.count("\n", 0, position) + 1
        start = text.rfind("\n", 0, position) + 1
        return line, self.line_byte(line) + self.width(text[start:position])

    def line_byte(self, line: int) -> int:
        """The byte at which a 1-based line begins."""
        if self.encoding != "utf-8":
            start = 0
            for _ in range(line - 1):
                start = self.text.index("\n", start) + 1
            return self.mark + self.width(self.text[:start])
        byte = self.mark
        for _ in range(line - 1):
            byte = self.data.index(b"\n", byte) + 1
        return byte

    def width(self, text: str) -> int:
        """Bytes that a stretch of the text takes; an approximation where bytes had to be replaced."""
        return len(text.encode(self.encoding, "surrogatepass"))

    def lines(self) -> Iterator[tuple[int, int, str]]:
        """Each line as (1-based number, first byte, text without its line end)."""
        start, byte, number = 0, self.mark, 0
        text = self.text
        while start <= len(text):
            number += 1
            end = text.find("\n", start)
            stop = len(text) if end < 0 else end
            line = text[start:stop]
            yield number, byte, line.removesuffix("\r")
            if end < 0:
                return
            byte = self._next_line(byte, text, start, end)
            start = end + 1

    def _next_line(self, byte: int, text: str, start: int, end: int) -> int:
        if self.encoding == "utf-8":
            return self.data.index(b"\n", byte) + 1
        return byte + self.width(text[start : end + 1])

    def record(self, value: Any, start: int, end: int) -> tuple[Record, list[Diagnostic]]:
        """The record of a value that stands at that stretch of the text."""
        line, byte = self.place(start)
        notes: list[Diagnostic] = []
        lone = lone_escape(self.text, start, end)
        if lone is not None:
            value, notes = _mended(value, self.text.count("\n", 0, lone) + 1)
        return Record(unwrap(value), line, byte), notes

    def looks_like_lines(self, records: list[Record]) -> bool:
        """Whether some record begins at a line's start; indented ones are parts of one broken JSON value."""
        numbers = {record.line for record in records if record.value}
        return any(number in numbers and line[:1] in ("{", "[", '"') for number, _, line in self.lines())


def read_lines(source: Source) -> tuple[list[Record], list[Diagnostic]]:
    """The records of JSON lines. Blank lines are skipped, glued records parted, stubs and cuts reported."""
    records: list[Record] = []
    notes: list[Diagnostic] = []
    last = source.text.count("\n") + 1
    for number, byte, line in source.lines():
        if not line.strip():
            continue
        found, told = read_line(source, number, byte, line, last=number == last)
        records.extend(found)
        notes.extend(told)
    return records, notes


def read_stream(source: Source) -> tuple[list[Record], list[Diagnostic]]:
    """The records of JSON values that follow one another and each take several lines."""
    records: list[Record] = []
    notes: list[Diagnostic] = []
    text, breaks = source.text, 0
    position = _skip(text, 0)
    line, byte = source.place(position)
    while position < len(text):
        try:
            value, end = parse_prefix(text, position)
        except ParseError as error:
            breaks += 1
            found = text.find("\n{", position + 1) if breaks < _MAX_BREAKS else -1
            end = len(text) if found < 0 else found + 1
            notes.append(_report(error.code, line, byte, text[position:end].rstrip()))
        else:
            if lone_escape(text, position, end) is not None:
                value, told = _mended(value, line)
                notes.extend(told)
            records.append(Record(unwrap(value), line, byte))
        end = _skip(text, end)
        line += text.count("\n", position, end)
        byte += source.width(text[position:end])
        position = end
    return records, notes


def read_line(
    source: Source, number: int, byte: int, line: str, *, last: bool
) -> tuple[list[Record], list[Diagnostic]]:
    """The records of one line of that number, which begins at that byte; `last` is that of the file."""
    records: list[Record] = []
    notes: list[Diagnostic] = []
    position = _skip(line, 0)
    at, breaks = byte + source.width(line[:position]), 0
    while position < len(line):
        try:
            value, end = _parse_record(line, position)
        except ParseError as error:
            breaks += 1
            code, end = _bad_stretch(line, position, error, last=last, give_up=breaks >= _MAX_BREAKS)
            notes.append(_report(code, number, at, line[position:end]))
        else:
            if lone_escape(line, position, end) is not None:
                value, told = _mended(value, number)
                notes.extend(told)
            records.append(Record(unwrap(value), number, at))
        end = _skip(line, end)
        at += source.width(line[position:end])
        position = end
    if len(records) > 1:
        notes.append(
            Diagnostic("records_glued", numbers=(("count", len(records)),), severity="info", line=number)
        )
    return records, notes


def _bad_stretch(
    line: str, position: int, error: ParseError, *, last: bool, give_up: bool
) -> tuple[str, int]:
    """What to call the stretch that does not parse, and where it ends."""
    if error.code != "line_broken" or give_up:
        return error.code, len(line)
    found = _next_record(line, position)
    if found is not None:
        return "line_stub", found
    return "line_cut" if last else "line_broken", len(line)


def _skip(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _parse_record(line: str, position: int) -> tuple[Any, int]:
    """A value that may stand among others on a line; a text or number has to be the whole line."""
    value, end = parse_prefix(line, position)
    if not is_container(value) and _skip(line, end) < len(line):
        raise ParseError("line_broken", "the line is no JSON", position)
    return value, end


def _next_record(line: str, position: int) -> int | None:
    """Where on the line, behind a stub, a whole record begins; or None."""
    for tries, match in enumerate(_START.finditer(line, position + 1)):
        if tries == _MAX_TRIES:
            break
        try:
            value, _ = parse_prefix(line, match.end())
        except ParseError:
            continue
        if value:
            return match.end()
    return None


def _mended(value: Any, line: int) -> tuple[Any, list[Diagnostic]]:
    value, count = mend(value)
    return value, [Diagnostic("lone_surrogate", numbers=(("count", count),), line=line)] if count else []


def _report(code: str, line: int, byte: int, raw: str) -> Diagnostic:
    numbers = (("byte", byte), ("length", len(raw)), ("text", raw[:RAW_LIMIT]))
    return Diagnostic(code, numbers=numbers, line=line)
