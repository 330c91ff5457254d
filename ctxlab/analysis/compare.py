"""Two built contexts compared, message by message: by what they hold, or across sessions by their texts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from operator import lt
from typing import overload

from ctxlab.analysis.inline import inline_change
from ctxlab.analysis.message_text import message_text
from ctxlab.analysis.rising import longest_rising
from ctxlab.analysis.sent_blocks import Told, paired_by_fates
from ctxlab.model.decision import Decision, Fate
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind
from ctxlab.model.forensic import Forensic
from ctxlab.model.items import Source
from ctxlab.model.trace import Message, Trace

_SHARED = {
    Source.SYSTEM_PROMPT: "system",
    Source.KEY_FACT: "system",
    Source.TASK_STATE: "system",
    Source.AGENT_NOTE: "system",
    Source.RETRIEVED_DOC: "docs",
}


#: The role of a message and its text.
_Said = tuple[str, str]

#: A block's kind, and its 0-based places on both sides.
_Row = tuple[DiffKind, int | None, int | None]


class TextKeys:
    """Role and text of messages, remembered for those that the next comparison meets again."""

    def __init__(self) -> None:
        # the messages are held as well, so that no other one has the identity of one that is known
        self._known: dict[int, _Said] = {}
        self._held: list[tuple[Sequence[Message], list[_Said]]] = []
        self._met: list[tuple[Sequence[Message], list[_Said]]] = []

    def of(self, messages: Sequence[Message]) -> list[_Said]:
        """By what each message is known in another session."""
        found = next((said for held, said in self._held if held is messages), None)
        if found is None:
            known = self._known
            found = [known.get(id(message)) or _said(message) for message in messages]
        self._met.append((messages, found))
        return found

    def end(self) -> None:
        """Forgets the messages that were not met since the last end."""
        self._known = {
            id(message): said
            for messages, known in self._met
            for message, said in zip(messages, known, strict=True)
        }
        self._held, self._met = self._met, []


def _said(message: Message) -> _Said:
    return str(message.value.get("role", "system")), message_text(message)


@dataclass(frozen=True, eq=False)
class _Side:
    trace: Trace
    messages: Sequence[Message]
    keys: TextKeys

    def key(self, at: int) -> Hashable:
        """What the message at that place is about."""
        return _identity(self.trace, self.messages[at])

    @cached_property
    def texts(self) -> list[_Said]:
        """Role and text of each message, for comparing contexts of two sessions."""
        return self.keys.of(self.messages)

    @cached_property
    def saying(self) -> dict[str, int]:
        """The last position of each text among the items that were gathered."""
        return {item.text: position for position, item in enumerate(self.trace.pool.items)}

    def same_here(self, other: _Side, message: Message) -> list[int]:
        """The positions here of what a message of the other side holds.

        Within a session that is known by id; of another session, by the message's text.
        """
        if self.trace.session == other.trace.session:
            found = (self.trace.position(other.trace.id(position)) for position in message.positions)
        else:
            found = (self.saying.get(text) for text in [message_text(message)])
        return [position for position in found if position is not None]


class _Blocks(Sequence[DiffBlock]):
    """The blocks of a diff, each made when it is asked for first."""

    def __init__(self, old: _Side, new: _Side, rows: list[_Row], fates: Forensic | None) -> None:
        self._old = old
        self._new = new
        self._told = None if fates is None else Told(fates, _ids(old))
        self._rows = rows
        self._made: dict[int, DiffBlock] = {}
        self.kinds = [row[0] for row in rows]
        self.numbers = [
            (None if before is None else before + 1, None if after is None else after + 1)
            for _, before, after in rows
        ]

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> DiffBlock: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[DiffBlock]: ...
    def __getitem__(self, at: int | slice) -> DiffBlock | Sequence[DiffBlock]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        place = at + len(self) if at < 0 else at
        found = self._made.get(place)
        if found is None:
            found = self._make(*self._rows[place])
            if self._told is not None:
                found = self._told.block(found)
            self._made[place] = found
        return found

    def _make(self, kind: DiffKind, before: int | None, after: int | None) -> DiffBlock:
        if after is not None:
            return _present(self._old, self._new, kind, before, after)
        if before is not None:
            return _removed(self._old, self._new, before)
        raise ValueError("a block stands on one side at least")


def compare(
    before: Trace,
    after: Trace,
    *,
    titles: tuple[str, str] = ("", ""),
    keys: TextKeys | None = None,
    fates: Forensic | None = None,
) -> ContextDiff:
    """Aligns two contexts: within a session a message is itself wherever it stands, else equal texts are one.

    The blocks are made when they are asked for; their kinds are there at once. `keys` spares reading messages
    again that the last comparison read, where contexts of two sessions are compared. `fates` are of the
    context before, where that was sent or is the recorder's: they pair messages, and tell of their items.
    """
    known = keys or TextKeys()
    old, new = _Side(before, _messages(before), known), _Side(after, _messages(after), known)
    if before.session == after.session:
        pairs = _match_by_key(old, new)
    else:
        pairs = _match_by_text(old.texts, new.texts)
        if fates is not None:
            pairs = paired_by_fates(fates, _ids(old), _ids(new), pairs)
    blocks = _Blocks(old, new, _align(old, new, pairs), fates)
    known.end()
    count = blocks.kinds.count
    return ContextDiff(
        before_title=titles[0] or before.profile,
        after_title=titles[1] or after.profile,
        blocks=blocks,
        added=count(DiffKind.ADDED),
        removed=count(DiffKind.REMOVED),
        changed=count(DiffKind.CHANGED),
        moved=count(DiffKind.MOVED),
        tokens_before=before.totals.constructed,
        tokens_after=after.totals.constructed,
        exact=before.exact and after.exact,
        inline=inline_change,
    )


def _ids(side: _Side) -> list[tuple[str, ...]]:
    """The ids of the items in each message."""
    return [tuple(map(side.trace.id, message.positions)) for message in side.messages]


def _messages(trace: Trace) -> Sequence[Message]:
    """The messages of a context, with the system part of wires that keep it apart in front."""
    apart = [
        Message(block, 0, one.positions)
        for one in trace.outside
        if one.field == "system"
        for block in one.value
    ]
    return [*apart, *trace.context] if apart else trace.context


def _identity(trace: Trace, message: Message) -> Hashable:
    """What a message is about: its first item; a shared message is its kind."""
    if not message.positions:
        return ("text", message_text(message))
    first = message.positions[0]
    source = trace.source(first)
    shared = _SHARED.get(source)
    if shared is not None:
        return shared
    item_id = trace.id(first)
    return "summary" if source is Source.SUMMARY and "~" in item_id else item_id.partition("~")[0]


def _match_by_key(old: _Side, new: _Side) -> list[int | None]:
    """For each new message the old place of the same: the same object, else one of the same key, in order."""
    places = {id(message): at for at, message in enumerate(old.messages)}
    pairs = [places.get(id(message)) for message in new.messages]
    taken = set(pairs)
    if len(taken) == len(old.messages) and None not in taken:
        return pairs
    waiting: dict[Hashable, list[int]] = {}
    for at in range(len(old.messages) - 1, -1, -1):
        if at not in taken:
            waiting.setdefault(old.key(at), []).append(at)
    for at, before in enumerate(pairs):
        found = waiting.get(new.key(at)) if before is None else None
        if found:
            pairs[at] = found.pop()
    return pairs


def _match_by_text(old: Sequence[_Said], new: Sequence[_Said]) -> list[int | None]:
    """For each new text the old place of an equal one, in order; what stands between two becomes changed."""
    if old == new:
        return list(range(len(new)))
    from rapidfuzz.distance import Indel

    numbers: dict[_Said, int] = {}
    left = [numbers.setdefault(key, len(numbers)) for key in old]
    right = [numbers.setdefault(key, len(numbers)) for key in new]
    pairs: dict[int, int] = {}
    for code in Indel.opcodes(left, right):
        if code.tag == "equal":
            span = range(code.src_end - code.src_start)
            pairs.update({code.dest_start + at: code.src_start + at for at in span})
    taken = set(pairs.values())
    _pair_gaps(old, new, pairs, {at for at in range(len(old)) if at not in taken})
    return [pairs.get(at) for at in range(len(new))]


def _pair_gaps(old: Sequence[_Said], new: Sequence[_Said], pairs: dict[int, int], free: Set[int]) -> None:
    """Messages of one role that stand alone at the same place of two gaps are one message that changed."""
    gaps: dict[int, list[int]] = {}
    last = -1
    matched = {before: after for after, before in pairs.items()}
    for at in range(len(old)):
        if at in matched:
            last = matched[at]
        elif at in free:
            gaps.setdefault(last, []).append(at)
    last = -1
    for at in range(len(new)):
        if at in pairs:
            last = at
        elif gaps.get(last) and old[gaps[last][0]][0] == new[at][0]:
            pairs[at] = gaps[last].pop(0)


def _align(old: _Side, new: _Side, pairs: Sequence[int | None]) -> list[_Row]:
    """The rows of the diff: the new side in its order, with what is gone where it stood."""
    found = [before for before in pairs if before is not None]
    rising = all(map(lt, found, islice(found, 1, None)))
    stayed = None if rising else longest_rising(found)
    matched = set(found)
    by_text = old.trace.session != new.trace.session
    gone = [at for at in range(len(old.messages)) if at not in matched]
    rows: list[_Row] = []
    next_gone = 0
    for at, before in enumerate(pairs):
        if before is None:
            rows.append((DiffKind.ADDED, None, at))
            continue
        stays = stayed is None or before in stayed
        while stays and next_gone < len(gone) and gone[next_gone] < before:
            rows.append((DiffKind.REMOVED, gone[next_gone], None))
            next_gone += 1
        earlier, message = old.messages[before], new.messages[at]
        same = earlier is message or earlier.value == message.value
        if by_text and not same:
            # one wire may write in a list of blocks what another writes as a text
            same = old.texts[before] == new.texts[at]
        kind = DiffKind.CHANGED if not same else DiffKind.EQUAL if stays else DiffKind.MOVED
        rows.append((kind, before, at))
    rows.extend((DiffKind.REMOVED, at, None) for at in gone[next_gone:])
    return rows


def _present(old: _Side, new: _Side, kind: DiffKind, before: int | None, at: int) -> DiffBlock:
    message = new.messages[at]
    text = message_text(message)
    if before is None:
        # what it was lost by on the other side, so that whoever got it back sees why it was gone
        return _caused(_block(kind, new.trace, message, None, at, "", text, 0), _cause(new, old, message))
    earlier = old.messages[before]
    earlier_text = message_text(earlier) if kind is DiffKind.CHANGED else text
    block = _block(kind, new.trace, message, before, at, earlier_text, text, earlier.tokens)
    if kind is not DiffKind.CHANGED:
        return block
    return _caused(block, _cause(old, new, earlier))


def _removed(old: _Side, new: _Side, at: int) -> DiffBlock:
    message = old.messages[at]
    block = _block(DiffKind.REMOVED, old.trace, message, at, None, message_text(message), "", message.tokens)
    if old.trace.session != new.trace.session:
        block = replace(block, items=tuple(map(new.trace.id, new.same_here(old, message))))
    return _caused(block, _cause(old, new, message))


def _caused(block: DiffBlock, cause: Decision | None) -> DiffBlock:
    if cause is None:
        return block
    return replace(block, stage=cause.stage, reason=cause.reason, numbers=cause.numbers)


def _cause(own: _Side, other: _Side, message: Message) -> Decision | None:
    """The decision of the other run that took something from this message; None where no single one did."""
    for position in other.same_here(own, message):
        outcome = other.trace.outcome(position)
        if outcome.fate >= Fate.TRUNCATED:
            return outcome
    return None


def _tool(trace: Trace, message: Message) -> str:
    """The tool whose result a message holds, or empty."""
    items = [trace.item(position) for position in message.positions]
    return next((part.name for item in items for part in item.parts if part.name), "")


def _block(
    kind: DiffKind,
    trace: Trace,
    message: Message,
    before: int | None,
    after: int | None,
    before_text: str,
    after_text: str,
    tokens_before: int,
) -> DiffBlock:
    role = str(message.value.get("role", "system"))
    turn = trace.turn(message.positions[0]) if message.positions else 0
    who = (_tool(trace, message) if role == "tool" else "") or role
    return DiffBlock(
        kind=kind,
        before=None if before is None else before + 1,
        after=None if after is None else after + 1,
        role=role,
        label=f"{who} · {turn}" if turn else who,
        before_text=before_text,
        after_text=after_text,
        tokens_before=tokens_before,
        tokens_after=0 if after is None else message.tokens,
        items=tuple(trace.id(position) for position in message.positions),
    )
