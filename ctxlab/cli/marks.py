"""Marks on the command line: what is typed made marks, and marks told with the verdict on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ctxlab import explain
from ctxlab.cli.names import source_name
from ctxlab.cli.render import shortened, table
from ctxlab.cli.words import word
from ctxlab.errors import RequestError
from ctxlab.explain import constraints
from ctxlab.model import marks_edit
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.marks import ConstraintMark, KeyFactMark, MustKeep

if TYPE_CHECKING:
    from ctxlab.model.items import Item
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot
    from ctxlab.model.trace import Trace

SCHEMA = "ctxlab.marks-list/1"

#: What a must-keep is told by.
KINDS = ("text", "regex", "number", "item", "source")

_FROM_PROFILE = "profile:"

#: Columns of words that a line shows.
_LABEL = 60


def known_item(session: Session, item_id: str) -> Item:
    """The item of that id.

    Raises:
        RequestError: The session has none.
    """
    found = next((one for one in session.items if one.id == item_id), None)
    if found is None:
        first, last = (session.items[0].id, session.items[-1].id) if session.items else ("", "")
        raise RequestError(f"no item is named {item_id!r}", hint=f"ids go from {first} to {last}")
    return found


def stated(kind: str, value: str, since: str, key: str) -> MustKeep:
    """A must-keep of that kind; blanks around its words say nothing."""
    stripped = value if kind == "regex" else value.strip()
    fields = (stripped if name == kind else "" for name in KINDS)
    return replace(MustKeep(key.strip(), *fields), since=since)


def is_held(wanted: MustKeep, session: Session) -> bool:
    """Whether anything in the session holds a must-keep; what could not be judged there is refused.

    Of a source it is not looked up: stages decide which items have it.

    Raises:
        RequestError: It says nothing, names an item that is not there, or its id is taken.
        ProfileError: Its pattern cannot be read, or its number is none.
    """
    from ctxlab.text.match import Matcher

    if not wanted.label.strip():
        raise RequestError("the must-keep is empty")
    for name in filter(None, (wanted.item, wanted.since)):
        known_item(session, name)
    if wanted.id.startswith(_FROM_PROFILE):
        raise RequestError(f"ids that begin with {_FROM_PROFILE} are those of the profile's must-keeps")
    if wanted.id and marks_edit.must_keep(session.marks, wanted.id) is not None:
        raise RequestError(f"there is a must-keep {wanted.id!r} already")
    if wanted.item or wanted.source:
        return True
    named = wanted if wanted.id else replace(wanted, id=marks_edit.free_id(session.marks))
    matcher = Matcher(named)
    return any(matcher.found(item.text) for item in session.items)


def key_fact(item: Item, part: tuple[str, ...]) -> KeyFactMark:
    """The key fact of a part of an item's text, which is given as to `place_in`.

    Raises:
        RequestError: There is no such part.
    """
    return KeyFactMark(item.id, *place_in(item, part))


def constraint(
    item: Item, part: tuple[str, ...], kind: Kind | None, tier: Tier, *, rejected: bool
) -> ConstraintMark:
    """What is said of a constraint in a part of an item's text, which is given as to `place_in`.

    Without a kind it has that which the rules find there, if they do.

    Raises:
        RequestError: There is no such part.
    """
    from ctxlab.text.constraints import find_constraints

    start, end = place_in(item, part)
    found = (one.kind for one in find_constraints(item.text) if one.start < end and start < one.end)
    named = kind or next(found, Kind.REQUIREMENT)
    return ConstraintMark(item.id, start, end, named, tier, rejected)


def place_in(item: Item, part: tuple[str, ...]) -> tuple[int, int]:
    """The part of an item's text that is meant: two numbers are code points, one word a text in it.

    Raises:
        RequestError: The text does not stand in the item, or more than once, or there are no such places.
    """
    length = len(item.text)
    match part:
        case (start, end) if start.isascii() and end.isascii() and start.isdigit() and end.isdigit():
            first, last = int(start), int(end)
            if not first < last <= length:
                raise RequestError(
                    f"{item.id} has no part from {first} to {last}", hint=f"its text ends at {length}"
                )
            return first, last
        case (text,) if text:
            count = item.text.count(text)
            if count != 1:
                told = "does not hold this text" if not count else f"holds this text {count} times"
                raise RequestError(f"{item.id} {told}", hint="START END names a place" if count else "")
            at = item.text.index(text)
            return at, at + len(text)
        case _:
            raise RequestError("a part is START END, in code points, or one TEXT")


def marks_lines(
    snapshot: Snapshot, profile: Profile, trace: Trace, file: str, language: str, *, by_default: bool = False
) -> Iterator[str]:
    """A head line; then must-keeps with their verdicts, and all other marks, a line each.

    `by_default` says that nobody named the profile.
    """
    session, request = snapshot.session, snapshot.request
    yield word(
        language,
        "marks_head",
        name=file,
        request=request.index,
        requests=len(session.chain(request.chain)),
        turn=request.turn,
        profile=trace.profile,
        default=word(language, "marks_default") if by_default else "",
    )
    judged = _judged(session, profile, trace, language)
    others = list(_others(session, language))
    yield from table(
        [(one.id, told, shortened(one.label, _LABEL), _beside(one, language)) for one, told in judged]
    )
    yield from table(others)
    if not (judged or others):
        yield word(language, "no_marks")


def marks_json(session: Session, profile: Profile, trace: Trace, language: str) -> dict[str, Any]:
    """The document of schema `ctxlab.marks-list/1`; `lost_at` is null where kept, or not judged."""
    lost = {one.id: one.lost_at for one in trace.must_keeps}
    marks = session.marks
    return {
        "schema": SCHEMA,
        "request": trace.request,
        "profile": trace.profile,
        "must_keeps": [
            {
                "id": one.id,
                "kind": next(kind for kind in KINDS if getattr(one, kind)),
                "value": one.label,
                "since": one.since or None,
                "stated_by": "profile" if one.id.startswith(_FROM_PROFILE) else "session",
                "judged": one.id in lost,
                "lost_at": stage.value if (stage := lost.get(one.id)) else None,
                "verdict": told,
            }
            for one, told in _judged(session, profile, trace, language)
        ],
        "pins": list(marks.pins),
        "key_facts": [{"item": one.item, "start": one.start, "end": one.end} for one in marks.key_facts],
        "sources": {item: source.value for item, source in marks.sources},
        "constraints": [
            {
                "item": one.item,
                "start": one.start,
                "end": one.end,
                "kind": one.kind.value,
                "tier": one.tier.value,
                "rejected": one.rejected,
            }
            for one in marks.constraints
        ],
    }


def _judged(session: Session, profile: Profile, trace: Trace, language: str) -> list[tuple[MustKeep, str]]:
    """Each must-keep of profile and session with the verdict on it in words."""
    from ctxlab.engine.judge import must_keeps

    lost = {one.id: one.lost_at for one in trace.must_keeps}
    return [
        (
            one,
            explain.verdict(lost[one.id], language) if one.id in lost else word(language, "not_judged"),
        )
        for one in must_keeps(profile, session.marks)
    ]


def _beside(one: MustKeep, language: str) -> str:
    """What is to be said of a must-keep besides its words: its kind, where it is stated."""
    kind = next((kind for kind in KINDS if getattr(one, kind)), "")
    parts = [kind if kind != "text" else ""]
    if one.since and one.since != one.item:
        parts.append(word(language, "since", item=one.since))
    if one.id.startswith(_FROM_PROFILE):
        parts.append(word(language, "of_profile"))
    return ", ".join(filter(None, parts))


def _others(session: Session, language: str) -> Iterator[tuple[str, str, str]]:
    """Pins, key facts, constraints, sources: the item, what is said of it, and its words."""
    marks, texts = session.marks, {item.id: item.text for item in session.items}
    for pin in marks.pins:
        yield pin, word(language, "pinned_item"), shortened(texts.get(pin, ""), _LABEL)
    for fact in marks.key_facts:
        said = word(language, "key_fact_item", start=fact.start, end=fact.end)
        yield fact.item, said, shortened(texts.get(fact.item, "")[fact.start : fact.end], _LABEL)
    for one in marks.constraints:
        key = "constraint_rejected" if one.rejected else "constraint_item"
        named = {
            "kind": constraints.kind(one.kind, language),
            "tier": constraints.tier(one.tier, language),
        }
        said = word(language, key, start=one.start, end=one.end, **named)
        yield one.item, said, shortened(texts.get(one.item, "")[one.start : one.end], _LABEL)
    for name, source in marks.sources:
        said = word(language, "source_item", source=source_name(source, language))
        yield name, said, shortened(texts.get(name, ""), _LABEL)
