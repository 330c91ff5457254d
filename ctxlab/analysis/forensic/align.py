"""The items before a request and what was sent there, aligned."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ctxlab.analysis.forensic.likely import Alike, Candidates, Likely, Terms, inside
from ctxlab.analysis.forensic.matching import pairs_in_order
from ctxlab.analysis.forensic.rewriting import Rewriting, rewriting, told_by
from ctxlab.analysis.forensic.summaries import summed_up
from ctxlab.analysis.forensic.units import Unit, units_of
from ctxlab.model.forensic import How, SentFate
from ctxlab.model.items import Item


@dataclass(frozen=True, slots=True)
class Match:
    """An item and the sent one that it became, and in which way; `told` is None where it is as it was.

    `found` of `of` are the telling terms of it that a summary has.
    """

    old: Unit
    new: Unit
    fate: SentFate
    told: Rewriting | None = None
    moved: bool = False
    found: int = 0
    of: int = 0


@dataclass(slots=True)
class Alignment:
    """By the places of the items what became of them; those that are missing are gone.

    `added` are the sent ones that no item explains.
    """

    old: list[Unit]
    new: list[Unit]
    matches: dict[int, Match] = field(default_factory=dict[int, Match])
    explained: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def gone(self) -> list[Unit]:
        """The items that stand nowhere."""
        return [unit for unit in self.old if unit.at not in self.matches]

    @property
    def added(self) -> list[Unit]:
        """The sent ones that no item explains."""
        return [unit for unit in self.new if unit.at not in self.explained]

    def put(self, match: Match) -> None:
        """Takes a match over."""
        self.matches[match.old.at] = match
        if match.told is None or match.told.how is not How.SUMMARISED:
            self.explained.setdefault(match.new.at, match.old.at)


class Aligner:
    """Aligns one request after the other; remembers between them what it read of items and texts."""

    def __init__(self) -> None:
        self._terms = Terms()
        self._units: dict[int, Unit] = {}

    def align(self, items: Sequence[Item], sent: Sequence[Item]) -> Alignment:
        """What became of the items in what was sent.

        Equal ones come first, in order; then those that moved or that another says; what surely is one
        (by call id, cut, written otherwise); what stands inside another; what was reworded; what came
        into the transcript only later, as a short form of it; and what a summary holds.
        """
        found = Alignment(self._known(items), units_of(sent))
        if not any(unit.role == "tools" for unit in found.new):
            # tools go apart from the messages: nothing is known of them
            found.old = [unit for unit in found.old if unit.role != "tools"]
        _equal(found)
        _media(found)
        if found.gone and found.added:
            candidates = Candidates(found.added)
            _take(found, (one for old in found.gone for one in candidates.of(old)))
            _inside(found, self._terms)
            self._pair_alike(found)
        _shortened_later(found)
        self._summed_up(found)
        _name_markers(found)
        return found

    def _known(self, items: Sequence[Item]) -> list[Unit]:
        """One for each item, that of the request before where it is the same item."""
        found: list[Unit] = []
        for at, item in enumerate(items):
            unit = self._units.get(at)
            if unit is None or unit.item is not item:
                unit = self._units[at] = Unit(at, item)
            found.append(unit)
        return found

    def _pair_alike(self, found: Alignment) -> None:
        """One to one, the likest first."""
        gone, added = found.gone, found.added
        if gone and added:
            alike, gaps = Alike(added, self._terms), _Gaps(found, [unit.at for unit in added])
            _take(found, (one for old in gone for one in alike.of(old, gaps.between(old.at))))

    def _summed_up(self, found: Alignment) -> None:
        gone = [unit for unit in found.gone if unit.role != "system" and unit.text]
        if not gone:
            return
        gaps = _Gaps(found, [])
        sent = [(one, gaps.next_item(one.at)) for one in found.added if one.text and not one.kind]
        sent += [
            (one, found.explained[one.at])
            for one in found.new
            if one.at in found.explained and one.role != "assistant" and one.sums_up
        ]
        for one in summed_up(gone, sent, self._terms):
            told = Rewriting(How.SUMMARISED)
            found.put(Match(one.old, one.new, SentFate.REWRITTEN, told, found=one.found, of=one.of))


def _equal(found: Alignment) -> None:
    """Those that say the same: in order, then elsewhere, then said by another."""
    shared = _calls(found.old) & _calls(found.new)
    left = [unit.key(shared) for unit in found.old]
    right = [unit.key(shared) for unit in found.new]
    for at, before in pairs_in_order(left, right).items():
        found.put(Match(found.old[before], found.new[at], SentFate.KEPT))
    places: dict[tuple[str, ...], list[Unit]] = {}
    for unit in found.gone:
        places.setdefault(unit.key(shared), []).append(unit)
    for new in reversed(found.added):
        waiting = places.get(new.key(shared))
        if waiting:
            found.put(Match(waiting.pop(), new, SentFate.KEPT, moved=True))
    said: dict[tuple[str, ...], list[Unit]] = {}
    for unit in found.gone:
        if any(unit.said):
            said.setdefault(unit.said, []).append(unit)
    for new in reversed(found.added):
        others = said.get(new.said)
        if others:
            old = others.pop()
            same = old.role == new.role
            told = None if same else Rewriting(How.ROLE, was=old.role, now=new.role)
            found.put(Match(old, new, SentFate.KEPT if same else SentFate.REWRITTEN, told))


def _media(found: Alignment) -> None:
    """Media of which a log has taken out the data are told by who shows them, in order."""
    waiting: dict[tuple[object, ...], list[Unit]] = {}
    for unit in found.gone:
        if unit.kind == "media":
            waiting.setdefault(_shown(unit), []).append(unit)
    for new in found.added:
        others = waiting.get(_shown(new)) if new.kind == "media" else None
        if others and (_is_taken_out(new) or _is_taken_out(others[0])):
            found.put(Match(others.pop(0), new, SentFate.KEPT))


def _shown(unit: Unit) -> tuple[object, ...]:
    return (unit.role, unit.text, *(part.kind for part in unit.item.parts))


def _is_taken_out(unit: Unit) -> bool:
    return any(part.data.startswith("<") for part in unit.item.parts)


def _calls(units: Iterable[Unit]) -> set[str]:
    return {unit.item.call_id for unit in units if unit.item.call_id}


def _take(found: Alignment, likely: Iterable[Likely]) -> None:
    """The surest first, each once."""
    for one in sorted(likely, key=lambda one: (-one.sure, one.old.at, one.new.at)):
        if one.old.at not in found.matches and one.new.at not in found.explained:
            found.put(_rewritten(one.old, one.new, one.told or rewriting(one.old.text, one.new.text)))


def _rewritten(old: Unit, new: Unit, told: Rewriting) -> Match:
    same = old.said == new.said and old.role == new.role
    return Match(old, new, SentFate.KEPT) if same else Match(old, new, SentFate.REWRITTEN, told)


def _inside(found: Alignment, terms: Terms) -> None:
    """What stands whole inside a longer text, several in one are merged; a summary may quote some."""
    quoted = list(inside(found.gone, found.added))
    held = [one for one in quoted if not one[1].sums_up or one[0].sums_up]
    for unit, holder, _ in quoted:
        if holder.sums_up and not unit.sums_up:
            count = len(terms.of(unit.text))
            quote = Rewriting(How.SUMMARISED)
            found.put(Match(unit, holder, SentFate.REWRITTEN, quote, found=count, of=count))
    many = Counter(holder.at for _, holder, _ in held)
    for unit, holder, _ in held:
        merged = many[holder.at] > 1
        told = None if merged else Rewriting(How.WRAPPED)
        found.put(Match(unit, holder, SentFate.MERGED if merged else SentFate.REWRITTEN, told))
    if len(held) < 2:
        return
    # what is too short to be looked for stands there too, where its neighbours on both sides do
    gone = found.gone
    ats = [unit.at for unit in gone]
    for (one, holder, start), (other, same, end) in pairwise(sorted(held, key=lambda each: each[0].at)):
        at = start + len(one.text.strip())
        for unit in gone[bisect_right(ats, one.at) : bisect_right(ats, other.at)] if holder is same else ():
            text = unit.text.strip()
            place = holder.text.find(text, at, max(at, end)) if text and not unit.kind else -1
            if place >= 0:
                found.put(Match(unit, holder, SentFate.MERGED))
                at = place + len(text)


def _shortened_later(found: Alignment) -> None:
    """Logs of calls have a short form as an item of its own, recorded where it was sent first."""
    gone = found.gone
    others = [unit for unit in found.new if unit.at in found.explained]
    if not gone or not others:
        return
    candidates = Candidates(others)
    for old in gone:
        for one in candidates.of(old):
            later = found.explained[one.new.at] > old.at and one.new.role == old.role
            short = len(one.new.text) < len(old.text) and one.told is not None
            if later and short and one.told and (one.sure >= 4 or one.told.marker.strip()):
                found.put(Match(old, one.new, SentFate.REWRITTEN, one.told))
                break


def _name_markers(found: Alignment) -> None:
    """Reads cuts again under the marker that most of them have."""
    cuts = [
        match
        for match in found.matches.values()
        if match.told is not None and match.told.how is How.CUT and len(match.told.spans) == 1
    ]
    markers = Counter(match.told.marker for match in cuts if match.told and match.told.marker)
    for match in cuts:
        for marker, count in markers.most_common(3):
            told = told_by(match.old.text, match.new.text, marker) if count > 1 else None
            if told is not None and match.told is not None and len(marker) >= len(match.told.marker):
                found.matches[match.old.at] = Match(match.old, match.new, match.fate, told)
                break


class _Gaps:
    """What stands between the neighbours that kept their order."""

    def __init__(self, found: Alignment, free: Collection[int]) -> None:
        kept = [match for match in found.matches.values() if not match.moved]
        pairs = sorted((match.old.at, match.new.at) for match in kept)
        self._items = [old for old, _ in pairs]
        self._sent = [new for _, new in pairs]
        self._free = sorted(free)
        self._behind = found.old[-1].at + 1 if found.old else 0
        self._by_sent = sorted((new, old) for old, new in pairs)

    def between(self, at: int) -> frozenset[int]:
        """The free places sent between those of the item's neighbours."""
        place = bisect_right(self._items, at)
        low = self._sent[place - 1] if place else -1
        high = self._sent[place] if place < len(self._sent) else None
        first = bisect_right(self._free, low)
        last = len(self._free) if high is None else bisect_right(self._free, high)
        return frozenset(self._free[first : min(last, first + 8)])

    def next_item(self, sent: int) -> int:
        """The place of the first item that was sent behind a sent one; behind all where none was."""
        place = bisect_right(self._by_sent, (sent, self._behind))
        return self._by_sent[place][1] if place < len(self._by_sent) else self._behind
