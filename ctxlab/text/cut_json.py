"""Cutting JSON so that it stays JSON: rows go, then long strings shrink, then fields go, else a note."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from ctxlab.text.cut import Cut, Span, cut_text
from ctxlab.tokens.protocols import Counter

#: The last element of an array that lost rows, and the last field of an object that lost fields.
ROWS_OMITTED = "…[{} rows omitted]…"
FIELDS_OMITTED = "…[{} fields omitted]…"
#: The object that stands for a value of which nothing could be kept.
NOTE = "omitted_tokens"
_ROWS = re.compile(r"…\[(\d{1,12}) rows omitted\]…")
_FIELDS = re.compile(r"…\[(\d{1,12}) fields omitted\]…")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Arrays below this share of what has to go stay whole until long strings have shrunk.
_SMALL_SHARE = 8
#: A string is cut no shorter than this by shrinking: marker and a few words.
_LEAST_STRING = 16
#: More code points than this for each token allowed are taken as too many without counting them.
_MOST_CHARS = 48
#: Code points for each token, as a rule of thumb.
_CHARS = 4
#: So many containers are shortened one by one before all are treated alike.
_LARGEST = 12

_Container = list[Any] | dict[str, Any]


def cut(text: str, limit: int, counter: Counter, tokens: int | None = None) -> Cut | None:
    """The text in at most `limit` tokens: a JSON object or array stays parseable, all else is cut as text.

    `tokens` are those of the text where they are known. None if not even a note or a marker and a token fit.
    """
    total = counter.count(text) if tokens is None else tokens
    if total <= limit:
        return Cut(text, total)
    value = _parsed(text)
    return (
        cut_text(text, limit, counter, total)
        if value is None
        else _cut_value(text, value, total, limit, counter)
    )


def is_json(text: str) -> bool:
    """Whether the text is one JSON object or array."""
    return _parsed(text) is not None


def cut_json(text: str, limit: int, counter: Counter) -> Cut | None:
    """A JSON object or array in at most `limit` tokens, still parseable.

    The largest arrays lose rows from their end, told by a last element; then long strings are cut; then
    objects lose fields from their end. If that does not suffice, `{"omitted_tokens": N}` stands for the
    whole. What fits comes back as it is, so cutting twice changes nothing. `cuts` is one coarse span: all
    between the first and the last place where the texts differ.

    Returns:
        None if the text is no JSON object or array, or if not even the note fits.
    """
    total = counter.count(text)
    if total <= limit:
        return Cut(text, total)
    value = _parsed(text)
    return None if value is None else _cut_value(text, value, total, limit, counter)


def _cut_value(text: str, value: _Container, total: int, limit: int, counter: Counter) -> Cut | None:
    try:
        shrunk = _Shrinker(value, ", " if '": ' in text else ",", limit, counter).run()
    except RecursionError:
        shrunk = None
    if shrunk is None:
        shrunk = json.dumps({NOTE: _noted(value) or total})
    tokens = counter.count(shrunk)
    return Cut(shrunk, tokens, difference(text, shrunk)) if tokens <= limit else None


def _parsed(text: str) -> _Container | None:
    stripped = text.strip(" \t\r\n")
    if not stripped or (stripped[0], stripped[-1]) not in (("{", "}"), ("[", "]")):
        return None
    try:
        value: Any = json.loads(stripped)
    except (ValueError, RecursionError):
        return None
    return cast("_Container", value) if isinstance(value, list | dict) else None


def _noted(value: _Container) -> int:
    """The figure of a value that is itself a note, else 0."""
    figure: Any = value.get(NOTE) if isinstance(value, dict) and len(value) == 1 else None
    return figure if isinstance(figure, int) and figure > 0 else 0


def difference(before: str, after: str) -> tuple[Span, ...]:
    """One span of `before`: all between the first and the last place where the texts differ."""
    shortest = min(len(before), len(after))
    start = 0
    while start < shortest and before[start] == after[start]:
        start += 1
    same = 0
    while same < shortest - start and before[-1 - same] == after[-1 - same]:
        same += 1
    return ((start, len(before) - same),)


def dumped(value: object, comma: str) -> str:
    """A value as JSON with these commas (`, ` or `,`); half a character stays an escape."""
    colon = ": " if comma == ", " else ":"
    text = json.dumps(value, ensure_ascii=False, separators=(comma, colon))
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


@dataclass(slots=True)
class _Shrinker:
    """Shrinks one parsed value, in place, until its text fits."""

    value: _Container
    comma: str
    limit: int
    counter: Counter

    def run(self) -> str | None:
        """The text that fits, or None."""
        before = self._dump(self.value)
        if self._fits(before):
            return before
        excess = max(1, len(before) - self.limit * _CHARS)
        steps: tuple[Callable[[], bool], ...] = (
            lambda: self._shorten_largest(list, excess // _SMALL_SHARE),
            self._shrink_strings,
            self._cap_rows,
            lambda: self._shorten_largest(dict, 0),
        )
        for step in steps:
            if step():
                return self._dump(self.value)
        return None

    def _dump(self, value: object) -> str:
        return dumped(value, self.comma)

    def _fits(self, text: str) -> bool:
        return len(text) <= self.limit * _MOST_CHARS and self.counter.count(text) <= self.limit

    def _shorten_largest(self, kind: type, least: int) -> bool:
        """Shortens containers of a kind, the largest first, down to one entry; true once the whole fits."""
        done: set[int] = set()
        for _ in range(_LARGEST):
            sizes = [
                (len(self._dump(found)), -place, found)
                for place, found in enumerate(_containers(self.value))
                if isinstance(found, kind) and id(found) not in done and len(_taken_apart(found)[0]) > 1
            ]
            size, _, largest = max(sizes, key=lambda entry: entry[:2], default=(0, 0, None))
            if largest is None or size < least:
                return False
            done.add(id(largest))
            entries, gone = _taken_apart(largest)
            if self._shorten(largest):
                return True
            if size - len(self._dump(largest)) < least:
                # Something long inside is the matter, not the number of rows.
                _put(largest, entries, gone)
        return False

    def _shorten(self, container: _Container) -> bool:
        """Leaves as many entries as fit, or one if none do."""
        entries, gone = _taken_apart(container)

        def fits(count: int) -> bool:
            _put(container, entries[:count], gone + len(entries) - count)
            return self._fits(self._dump(self.value))

        return _most(fits, 1, len(entries))

    def _cap_rows(self) -> bool:
        """Cuts all arrays to the largest common number of rows at which the whole fits; none if need be."""
        arrays = [
            (found, *_taken_apart(found)) for found in _containers(self.value) if isinstance(found, list)
        ]

        def fits(count: int) -> bool:
            for array, rows, gone in arrays:
                _put(array, rows[:count], gone + max(0, len(rows) - count))
            return self._fits(self._dump(self.value))

        return _most(fits, 0, max((len(rows) for _, rows, _ in arrays), default=0))

    def _shrink_strings(self) -> bool:
        """Cuts strings to about the longest common length at which the whole fits, or to the least one."""
        places = [place for place in _strings(self.value) if len(place[2]) > _LEAST_STRING]
        counts = self.counter.count_all([place[2] for place in places])
        over = self.counter.count(self._dump(self.value)) - self.limit

        def saves_enough(length: int) -> bool:
            return sum(max(0, count - length) for count in counts) >= over

        length = _LEAST_STRING
        if saves_enough(length):
            high = self.limit
            while high - length > 1:
                middle = (length + high) // 2
                length, high = (middle, high) if saves_enough(middle) else (length, middle)
        while True:
            for (container, key, original), count in zip(places, counts, strict=True):
                shorter = cut_text(original, length, self.counter, count)
                container[key] = shorter.text if shorter else original
            if self._fits(self._dump(self.value)):
                return True
            if length <= _LEAST_STRING:
                return False
            length = max(_LEAST_STRING, length - max(1, length // 8))


def _most(fits: Callable[[int], bool], low: int, high: int) -> bool:
    """Settles on the largest number in `[low, high)` that fits, or on `low` and false if that does not."""
    if not fits(low):
        return False
    while high - low > 1:
        # Doubling first keeps the probes about as short as the limit, however long the array is.
        middle = min((low + high) // 2, 2 * low + 1)
        if fits(middle):
            low = middle
        else:
            high = middle
    return fits(low)


def _containers(value: Any) -> Iterator[_Container]:
    """All arrays and objects inside, outer ones first."""
    if isinstance(value, list | dict):
        container = cast("_Container", value)
        yield container
        for child in container.values() if isinstance(container, dict) else container:
            yield from _containers(child)


def _strings(value: _Container) -> Iterator[tuple[Any, Any, str]]:
    """All strings inside but the markers of lost rows, each with its container and its key or index there."""
    for container in _containers(value):
        pairs: Any = container.items() if isinstance(container, dict) else enumerate(container)
        for key, child in pairs:
            if isinstance(child, str) and not _ROWS.fullmatch(child):
                yield container, key, child


def _taken_apart(container: _Container) -> tuple[list[Any], int]:
    """The entries of an array (values) or object (pairs), and how many an earlier cut took from it."""
    entries: list[Any] = list(container.items()) if isinstance(container, dict) else list(container)
    if not entries:
        return entries, 0
    last: Any = entries[-1][0] if isinstance(container, dict) else entries[-1]
    found = (
        (_FIELDS if isinstance(container, dict) else _ROWS).fullmatch(last) if isinstance(last, str) else None
    )
    return (entries[:-1], int(found.group(1))) if found else (entries, 0)


def _put(container: _Container, entries: list[Any], gone: int) -> None:
    """Fills a container with these entries and the word on those that are gone."""
    if isinstance(container, dict):
        container.clear()
        container.update(entries)
        if gone:
            container[FIELDS_OMITTED.format(gone)] = ""
    else:
        container[:] = [*entries, ROWS_OMITTED.format(gone)] if gone else entries
