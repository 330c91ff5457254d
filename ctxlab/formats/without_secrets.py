"""A session without the keys and passwords that stand in it, to be kept where nobody expects any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from ctxlab.formats.fields import compact
from ctxlab.formats.values import ParseError, is_container, is_list, is_object, parse
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks
from ctxlab.model.session import Request, Session
from ctxlab.text.redact import CREDENTIALS, Redactor, redact

_Change = Callable[[str], str]
_ADDRESSES = ("http://", "https://")


class Hiding:
    """Puts stand-ins for the credentials of one session, the same for equal ones.

    A credential that one text tells by its name is found in the others too, so all texts are read before the
    first is changed. Names, addresses and numbers of people are the session's content and stay.
    """

    def __init__(self, session: Session) -> None:
        self._redactor = Redactor()
        self._met: set[str] = set()
        _each_text(session, self._read)
        if self._met:
            _each_text(session, self._read)

    @property
    def count(self) -> int:
        """Different credentials found so far."""
        return len(self._met)

    def session(self, session: Session) -> Session:
        """The session with stand-ins; the very same where it holds no credential."""
        return _each_text(session, self.text) if self._met else session

    def marks(self, marks: Marks) -> Marks:
        """Marks with stand-ins in the words of must-keeps."""
        kept = tuple(
            replace(one, text=self.text(one.text), regex=self.text(one.regex)) for one in marks.must_keeps
        )
        return replace(marks, must_keeps=kept)

    def text(self, text: str) -> str:
        """A text with stand-ins."""
        if not text:
            return text
        hits = [hit for hit in self._redactor.hits(text) if hit.kind in CREDENTIALS]
        self._met.update(hit.stand_in for hit in hits)
        return redact(text, hits) if hits else text

    def _read(self, text: str) -> str:
        self.text(text)
        return text


def _each_text(session: Session, change: _Change) -> Session:
    """The session with each of its texts changed; ids, signatures and embedded media stay as they are."""
    # the same few names stand in very many items
    named = cache(change)
    return replace(
        session,
        title=change(session.title),
        items=tuple(_item(one, change, named) for one in session.items),
        requests=tuple(_request(one, change) for one in session.requests),
        diagnostics=tuple(_diagnostic(one, change) for one in session.diagnostics),
        extra=_json(session.extra, change),
    )


def _diagnostic(one: Diagnostic, change: _Change) -> Diagnostic:
    numbers = tuple((name, change(told) if isinstance(told, str) else told) for name, told in one.numbers)
    return one if numbers == one.numbers else replace(one, numbers=numbers)


def _item(item: Item, change: _Change, named: _Change) -> Item:
    parts = tuple(_part(part, change, named) for part in item.parts)
    name, extra = named(item.name), _json(item.extra, change)
    same = all(map(_is, parts, item.parts)) and (name, extra) == (item.name, item.extra)
    return item if same else replace(item, parts=parts, name=name, extra=extra)


def _is(one: object, other: object) -> bool:
    return one is other


def _part(part: Part, change: _Change, named: _Change) -> Part:
    structured = part.json or part.kind in (PartKind.CALL, PartKind.UNKNOWN)
    text = _json(part.text, change) if structured else change(part.text)
    # an address may hold a key; what is embedded is no text
    data = change(part.data) if part.data.startswith(_ADDRESSES) else part.data
    name, extra = named(part.name), _json(part.extra, change)
    if (text, data, name, extra) == (part.text, part.data, part.name, part.extra):
        return part
    return replace(part, text=text, data=data, name=name, extra=extra)


def _request(request: Request, change: _Change) -> Request:
    sent = _json(request.sent, change)
    return request if sent == request.sent else replace(request, sent=sent)


def _json(text: str, change: _Change) -> str:
    """JSON with its texts changed, and the very same text where none is; what is no JSON as any text."""
    if not text:
        return text
    try:
        value = parse(text)
    except ParseError:
        return change(text)
    if not is_container(value):
        return change(text)
    changed = _value(value, change)
    return text if changed == value else compact(changed)


def _value(value: object, change: _Change, key: str = "") -> object:
    if isinstance(value, str):
        # the name of a field tells what its value is, as it does in the text of the JSON
        led = f"{key}: {value}"
        changed = change(led)
        return changed.removeprefix(f"{key}: ") if changed.startswith(f"{key}: ") else change(value)
    if is_object(value):
        return {name: _value(one, change, name) for name, one in value.items()}
    if is_list(value):
        return [_value(one, change, key) for one in value]
    return value
