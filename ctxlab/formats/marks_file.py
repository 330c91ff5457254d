"""Marks in files: the sidecar `NAME.marks.json` beside a session, and the `marks` of a native session.

The sidecar of a file with several sessions holds those of the first at its top and those of the others under
`sessions`, by their 1-based place in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from ctxlab.errors import FormatError, Where
from ctxlab.formats.migrations import MARKS
from ctxlab.formats.values import ParseError, is_list, is_object, parse
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep, with_unique_ids
from ctxlab.paths import write_atomic

_MUST_KEEP = ("text", "regex", "number", "item", "source", "since")
_KEY_FACT = ("item", "start", "end")
_CONSTRAINT = (*_KEY_FACT, "kind", "tier", "rejected")
_OWN = ("pins", "must_keeps", "key_facts", "sources", "constraints")
_LISTED = {"must_keeps": ("id", *_MUST_KEEP), "key_facts": _KEY_FACT, "constraints": _CONSTRAINT}
_TOP = ("schema", *_OWN, "sessions")
_LONGEST_PLACE = 10
_LEAST_LIKENESS = 50

_Name = TypeVar("_Name", bound=StrEnum)


def marks_path(session: Path) -> Path:
    """Where the marks of that session file lie: `trip.ctx.json` and `trip.jsonl` have `trip.marks.json`."""
    name = session.name
    stem = name[: -len(".ctx.json")] if name.lower().endswith(".ctx.json") else session.stem
    return session.with_name(f"{stem or name}.marks.json")


@dataclass(frozen=True, slots=True)
class Sidecar:
    """The marks by the session's 0-based place in its file, and what was noticed while reading them.

    Notices under a place are of that session's marks; those under -1 concern all sessions.
    """

    marks: Mapping[int, Marks]
    notices: Mapping[int, tuple[Diagnostic, ...]]


def read_sidecar(path: Path) -> Sidecar:
    """The marks in a sidecar; none where there is no sidecar.

    Raises:
        FormatError: The sidecar cannot be read or is no marks file.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
        value = parse(text)
    except FileNotFoundError:
        return Sidecar({}, {})
    except (OSError, UnicodeDecodeError, ParseError) as error:
        raise FormatError(f"the marks cannot be read: {error}", where=Where(path.name)) from error
    if not is_object(value):
        raise FormatError("the marks are no JSON object", where=Where(path.name))
    value = MARKS.migrate(value, path.name)
    marks = {0: marks_from(value, path.name)}
    notices = {-1: tuple(unknown_keys(value, _TOP))}
    others = value.get("sessions", {})
    if not is_object(others):
        raise _bad("sessions", "an object of place in the file and marks", path.name)
    for name, one in others.items():
        key = f"sessions.{name}"
        if not (name.isascii() and name.isdigit() and len(name) < _LONGEST_PLACE and int(name) > 0):
            raise _bad(key, "under the place of a session in the file, from 1", path.name)
        if not is_object(one):
            raise _bad(key, "an object", path.name)
        place = int(name) - 1
        marks[place] = marks_from(one, path.name)
        notices[place] = tuple(unknown_keys(one, _OWN, f"{key}."))
    return Sidecar(marks, notices)


def unknown_keys(
    value: Mapping[str, Any], known: Sequence[str] = (), prefix: str = ""
) -> Iterator[Diagnostic]:
    """A notice for each key of a marks object that means nothing, naming the nearest that does.

    `known` are the keys that it may have at its top, by default those of a session's own marks.
    """
    yield from _unknown(value, known or _OWN, prefix)
    for name, keys in _LISTED.items():
        listed = value.get(name)
        for at, one in enumerate(listed if is_list(listed) else ()):
            if is_object(one):
                yield from _unknown(one, keys, f"{prefix}{name}[{at}].")


def _unknown(value: Mapping[str, Any], known: Sequence[str], prefix: str) -> Iterator[Diagnostic]:
    for key in value:
        if key not in known:
            from rapidfuzz import process

            near = process.extractOne(key, known, score_cutoff=_LEAST_LIKENESS)
            nearest = (("nearest", f"{prefix}{near[0]}"),) if near is not None else ()
            yield Diagnostic("mark_unknown_key", numbers=(("key", f"{prefix}{key}"), *nearest))


def write_marks(path: Path, marks: Marks | Sequence[Marks]) -> None:
    """Writes a sidecar, whole or not at all; several marks are those of a file's sessions, in file order.

    Raises:
        SaveError: The file cannot be written; what was there is intact.
    """
    every = [marks] if isinstance(marks, Marks) else list(marks)
    value: dict[str, Any] = {"schema": MARKS.schema}
    if every:
        value.update(marks_to(every[0]))
    others = {str(n): marks_to(one) for n, one in enumerate(every[1:], start=2) if one != Marks()}
    if others:
        value["sessions"] = others
    write_atomic(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def marks_to(marks: Marks) -> dict[str, Any]:
    """The marks as a JSON object without what is empty."""
    value: dict[str, Any] = {}
    if marks.pins:
        value["pins"] = list(marks.pins)
    if marks.must_keeps:
        value["must_keeps"] = [_must_keep_to(one) for one in marks.must_keeps]
    if marks.key_facts:
        value["key_facts"] = [
            {"item": one.item, "start": one.start, "end": one.end} for one in marks.key_facts
        ]
    if marks.sources:
        value["sources"] = {item: source.value for item, source in marks.sources}
    if marks.constraints:
        value["constraints"] = [_constraint_to(one) for one in marks.constraints]
    return value


def marks_from(value: Mapping[str, Any], file: str) -> Marks:
    """The marks in a JSON object as `marks_to` makes it; must-keeps that share an id get ids of their own.

    Raises:
        FormatError: A mark is not what it has to be; with its key.
    """
    must_keeps = _list(value, "must_keeps", file)
    sources = value.get("sources", {})
    if not is_object(sources):
        raise _bad("sources", "an object of item id and source", file)
    return Marks(
        pins=tuple(_text(pin, f"pins[{i}]", file) for i, pin in enumerate(_list(value, "pins", file))),
        must_keeps=with_unique_ids([_must_keep_from(one, i, file) for i, one in enumerate(must_keeps)]),
        key_facts=tuple(
            _key_fact_from(one, i, file) for i, one in enumerate(_list(value, "key_facts", file))
        ),
        sources=tuple((item, _one_of(Source, one, f"sources.{item}", file)) for item, one in sources.items()),
        constraints=tuple(
            _constraint_from(one, i, file) for i, one in enumerate(_list(value, "constraints", file))
        ),
    )


def _must_keep_to(one: MustKeep) -> dict[str, str]:
    named = {name: getattr(one, name) for name in _MUST_KEEP}
    return {"id": one.id} | {name: text for name, text in named.items() if text}


def _must_keep_from(value: Any, index: int, file: str) -> MustKeep:
    key = f"must_keeps[{index}]"
    if not is_object(value):
        raise _bad(key, "an object", file)
    texts = {name: _text(value.get(name, ""), f"{key}.{name}", file) for name in _MUST_KEEP}
    if sum(1 for name in _MUST_KEEP[:-1] if texts[name]) != 1:
        raise _bad(key, "one of text, regex, number, item, source", file)
    own_id = _text(value.get("id", f"m{index + 1}"), f"{key}.id", file)
    return MustKeep(own_id, *(texts[name] for name in _MUST_KEEP))


def _key_fact_from(value: Any, index: int, file: str) -> KeyFactMark:
    return KeyFactMark(*_place(value, f"key_facts[{index}]", file))


def _constraint_to(one: ConstraintMark) -> dict[str, Any]:
    value: dict[str, Any] = {"item": one.item, "start": one.start, "end": one.end}
    value |= {"kind": one.kind.value, "tier": one.tier.value}
    return value | {"rejected": True} if one.rejected else value


def _constraint_from(value: Any, index: int, file: str) -> ConstraintMark:
    key = f"constraints[{index}]"
    place = _place(value, key, file)
    rejected = value.get("rejected", False)
    if not isinstance(rejected, bool):
        raise _bad(f"{key}.rejected", "true or false", file)
    kind = _one_of(Kind, value.get("kind", Kind.REQUIREMENT), f"{key}.kind", file)
    tier = _one_of(Tier, value.get("tier", Tier.HARD), f"{key}.tier", file)
    return ConstraintMark(*place, kind, tier, rejected)


def _place(value: Any, key: str, file: str) -> tuple[str, int, int]:
    """The item and the code points of its text that a mark speaks of."""
    if not is_object(value):
        raise _bad(key, "an object", file)
    start, end = value.get("start"), value.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        raise _bad(key, "an object with start < end, in code points", file)
    return _text(value.get("item"), f"{key}.item", file), start, end


def _list(value: Mapping[str, Any], name: str, file: str) -> list[Any]:
    found = value.get(name, [])
    if not is_list(found):
        raise _bad(name, "a list", file)
    return found


def _text(value: Any, key: str, file: str) -> str:
    if not isinstance(value, str):
        raise _bad(key, "a text", file)
    return value


def _one_of(names: type[_Name], value: Any, key: str, file: str) -> _Name:
    try:
        return names(value)
    except ValueError:
        raise _bad(key, f"one of {', '.join(names)}", file) from None


def _bad(key: str, wanted: str, file: str) -> FormatError:
    return FormatError(f"it has to be {wanted}", where=Where(file, key=f"marks {key}"))
