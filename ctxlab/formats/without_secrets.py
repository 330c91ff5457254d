"""A session without the keys and passwords that stand in it, to be kept where nobody expects any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ctxlab.formats.fields import compact
from ctxlab.formats.values import ParseError, is_container, is_list, is_object, parse
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks
from ctxlab.model.redaction import SecretKind
from ctxlab.model.session import Request, Session
from ctxlab.text.redact import Redactor, redact

#: What is hidden: what opens a door. Names, addresses and numbers of people are the session's content.
HIDDEN = frozenset({SecretKind.KEY, SecretKind.PASSWORD})

_Change = Callable[[str], str]


class Hiding:
    """Puts stand-ins for the credentials of one session, the same for equal ones.

    A credential that one text tells by its name is found in the others too, so all texts are read before the
    first is changed.
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
        hits = [hit for hit in self._redactor.hits(text) if hit.kind in HIDDEN]
        self._met.update(hit.stand_in for hit in hits)
        return redact(text, hits) if hits else text

    def _read(self, text: str) -> str:
        self.text(text)
        return text


def _each_text(session: Session, change: _Change) -> Session:
    """The session with each of its texts changed; ids, signatures and media stay as they are."""
    return replace(
        session,
        title=change(session.title),
        items=tuple(_item(one, change) for one in session.items),
        requests=tuple(_request(one, change) for one in session.requests),
        extra=_json(session.extra, change),
    )


def _item(item: Item, change: _Change) -> Item:
    parts = tuple(_part(part, change) for part in item.parts)
    extra = _json(item.extra, change)
    same = all(map(_is, parts, item.parts)) and extra == item.extra
    return item if same else replace(item, parts=parts, extra=extra)


def _is(one: object, other: object) -> bool:
    return one is other


def _part(part: Part, change: _Change) -> Part:
    structured = part.json or part.kind in (PartKind.CALL, PartKind.UNKNOWN)
    text = _json(part.text, change) if structured else change(part.text)
    extra = _json(part.extra, change)
    return part if (text, extra) == (part.text, part.extra) else replace(part, text=text, extra=extra)


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
