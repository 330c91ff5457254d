"""One request: its items held against what was sent, or against what the recorder noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ctxlab.analysis.forensic.align import Aligner, Alignment, Match
from ctxlab.analysis.forensic.units import Unit
from ctxlab.errors import RequestError, Said
from ctxlab.formats.really_sent import sent_session
from ctxlab.model.forensic import AddedKind, AddedText, Basis, Forensic, How, ItemFate, SentFate
from ctxlab.model.items import Item, Source
from ctxlab.model.session import Session, Snapshot

#: Requests with a recorded body that are named.
_SHOWN = 5


def basis_of(snapshot: Snapshot) -> Basis:
    """What there is to hold a request against: what was sent, else the recorder's own account."""
    return Basis.SENT if snapshot.request.sent else Basis.RECORD


def sent_of(snapshot: Snapshot) -> Session:
    """What was really sent at a request, as a session of its own.

    Raises:
        RequestError: It was not recorded, or as nothing.
        FormatError: What was recorded cannot be read.
    """
    sent, session = snapshot.request.sent, snapshot.session
    if not sent:
        raise _not_recorded(snapshot)
    found = sent_session(sent, session.origin.file)
    if not found.items:
        raise RequestError("what was really sent is recorded as nothing for this request")
    return found


def _not_recorded(snapshot: Snapshot) -> RequestError:
    """Which part of what was sent the log does not hold, and at which requests it does."""
    session, request = snapshot.session, snapshot.request
    known = [one.index for one in session.chain(request.chain) if one.sent]
    if known:
        listed = ", ".join(map(str, known[:_SHOWN])) + (" ..." if len(known) > _SHOWN else "")
        return RequestError(
            f"what was really sent is not recorded for request {request.index}: the log lacks its body",
            hint=f"it is recorded for: {listed}",
            said=Said.of("sent_here_missing", request=request.index, known=listed),
        )
    name = session.origin.format or "this format"
    return RequestError(
        f"what was really sent is not recorded for this request: the log ({name}) holds what was said, and "
        "no body of any request",
        hint="--against recorded compares with what the recorder had in its context",
        said=Said.of("sent_missing", format=name),
    )


def forensic(
    snapshot: Snapshot,
    *,
    basis: Basis | None = None,
    aligner: Aligner | None = None,
    sent: Session | None = None,
) -> Forensic:
    """What became of each item before a request.

    `basis` None takes what was sent where that is recorded. `sent` spares reading it again.

    Raises:
        RequestError: What was sent is asked for and not recorded.
        FormatError: What was sent cannot be read.
    """
    if (basis or basis_of(snapshot)) is Basis.RECORD:
        return recorded_fates(snapshot)
    found = sent or sent_of(snapshot)
    places = snapshot.candidates()
    items = snapshot.session.items
    aligned = (aligner or Aligner()).align([items[at] for at in places], found.items)
    request = snapshot.request
    return Forensic(
        request=request.index,
        turn=request.turn,
        basis=Basis.SENT,
        items=tuple(_fate(unit, aligned.matches.get(unit.at)) for unit in aligned.old),
        added=tuple(_added(aligned)),
        messages=len({one.message for one in found.items if one.message >= 0}),
    )


def _fate(unit: Unit, match: Match | None) -> ItemFate:
    if match is None:
        return ItemFate(unit.item.id, SentFate.DROPPED)
    told, new = match.told, match.new.item
    return ItemFate(
        item=unit.item.id,
        fate=match.fate,
        how=told.how if told else None,
        message=new.message + 1 if new.message >= 0 else None,
        sent=new.id,
        spans=told.spans if told else (),
        tail=told is not None and any(end < len(unit.text) for _, end in told.spans[-1:]),
        marker=told.marker if told else "",
        was=told.was if told else "",
        now=told.now if told else "",
        found=match.found,
        of=match.of,
        moved=match.moved,
    )


def _added(aligned: Alignment) -> Iterator[AddedText]:
    held: dict[int, list[str]] = {}
    for match in aligned.matches.values():
        if match.told is not None and match.told.how is How.SUMMARISED:
            held.setdefault(match.new.at, []).append(match.old.item.id)
    for unit in aligned.added:
        items = tuple(held.get(unit.at, ()))
        text = unit.text or " ".join(part for part in unit.said if part)
        item = unit.item
        kind = _kind(unit, summary=bool(items) or unit.sums_up)
        yield AddedText(item.message + 1, item.id, item.role, text, kind, items)


def _kind(unit: Unit, *, summary: bool) -> AddedKind:
    if unit.role == "tools":
        return AddedKind.TOOLS
    if summary and unit.role not in ("assistant", "tool"):
        return AddedKind.SUMMARY
    return AddedKind.SYSTEM if unit.role == "system" else AddedKind.TEXT


def recorded_fates(snapshot: Snapshot) -> Forensic:
    """The same by the recorder's account: what was live stands, a recorded summary holds what it replaced."""
    session, request = snapshot.session, snapshot.request
    items, places = session.items, snapshot.candidates()
    live = _live(request.live)
    place_of = {items[at].id: at for at in places}
    numbers: dict[int, int] = {}
    messages: dict[tuple[str, int], int] = {}
    for at in places:
        if at in live and items[at].source is not Source.TOOL_SCHEMAS:
            message = items[at].message
            key = ("message", message) if message >= 0 else ("item", at)
            numbers[at] = messages.setdefault(key, len(messages) + 1)
    fates: list[ItemFate] = []
    for at in places:
        item = items[at]
        if at in live:
            fates.append(ItemFate(item.id, SentFate.KEPT, message=numbers.get(at), sent=item.id))
            continue
        by = _summary(item, items, place_of)
        if by is None:
            fates.append(ItemFate(item.id, SentFate.DROPPED))
            continue
        told = ItemFate(
            item=item.id,
            fate=SentFate.REWRITTEN,
            how=How.SUMMARISED,
            message=numbers.get(by),
            sent=items[by].id,
        )
        fates.append(told)
    return Forensic(
        request=request.index,
        turn=request.turn,
        basis=Basis.RECORD,
        items=tuple(fates),
        messages=len(messages),
    )


def _live(ranges: Iterable[tuple[int, int]]) -> frozenset[int]:
    return frozenset(at for first, last in ranges for at in range(first, last + 1))


def _summary(item: Item, items: tuple[Item, ...], place_of: dict[str, int]) -> int | None:
    """The place of the recorded summary that replaced an item; where others replaced that, of the last."""
    found: int | None = None
    seen: set[str] = set()
    while item.superseded_by and item.superseded_by not in seen:
        seen.add(item.superseded_by)
        at = place_of.get(item.superseded_by)
        if at is None:
            break
        found, item = at, items[at]
    return found
