"""What would keep an item, and what stands in its way: found beside the work, as plain values for views."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import ProfileError
from ctxlab.gui.edit_words import value_words
from ctxlab.gui.models.remedies import DisplacerLine, Remedy
from ctxlab.gui.models.stage_cells import label_of
from ctxlab.gui.text import clauses, listed
from ctxlab.lab import Lab
from ctxlab.model.decision import Fate
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.sensitivity import KeepingCap
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace

#: Longer texts are not searched for the words of must-keeps (code points).
LONGEST = 400_000

#: Other items that hold a must-keep are tried up to so many: each takes a run.
MOST_HOLDERS = 6
#: What is pushed out is named up to so many items.
NAMED = 4

#: The keys of the remedies.
CAP = "cap"
WORDS = "words"
PIN = "pin"

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, eq=False)
class Matter:
    """One item of one run: what is asked about."""

    item: str
    snapshot: Snapshot
    profile: Profile
    marks: Marks
    language: str


@dataclass(frozen=True, slots=True)
class Highlights:
    """Where must-keeps stand in the item's text, in code points."""

    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class InTheWay:
    """The items that hold the tokens which the item needed; `looking`: what would keep it is to come."""

    displacers: tuple[DisplacerLine, ...]
    looking: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """What would keep the item, the best first, or in `reason` why nothing is offered.

    `edits` are the profile or the marks that each remedy leads to, by its key.
    """

    remedies: tuple[Remedy, ...]
    reason: str = ""
    edits: tuple[tuple[str, Profile, Marks], ...] = ()


def advise(matter: Matter) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    """Work for the background that yields `Highlights`, `InTheWay` and `Advice` on one item."""

    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        trace = lab.build(matter.snapshot, matter.profile, marks=matter.marks, cancelled=unwanted)
        position = trace.position(matter.item)
        if position is None:
            return
        yield _highlights(matter, trace, position)
        if _stands_whole(trace, position):
            yield InTheWay(())
            yield Advice(())
            return
        yield InTheWay(tuple(_displacers(lab, trace, matter.item)), looking=True)
        found = lab.keeping_cap(
            matter.snapshot, matter.profile, matter.marks, matter.item, cancelled=unwanted
        )
        remedies, edits = _cap_remedy(matter, trace, found)
        spoken = _words_remedy(lab, matter, trace, found, unwanted)
        if spoken is not None:
            remedies.insert(0, spoken[0])
            edits.insert(0, spoken[1])
        yield Advice(tuple(remedies), "" if remedies else _why_not(matter, found), tuple(edits))
        pinned = _pin_remedy(lab, matter, trace, unwanted)
        if pinned is not None:
            remedies.append(pinned[0])
            edits.append(pinned[1])
        yield Advice(tuple(remedies), "" if remedies else _why_not(matter, found), tuple(edits))

    return work


def _highlights(matter: Matter, trace: Trace, position: int) -> Highlights:
    from ctxlab.text.match import Matcher

    text = trace.item(position).text
    spans: set[tuple[int, int]] = set()
    if len(text) <= LONGEST:
        for one in must_keeps(matter.profile, matter.marks):
            if one.text or one.number or one.regex:
                spans.update(_spans(Matcher, one, text))
    return Highlights(tuple(sorted(spans)))


def _spans(matcher: Callable[[MustKeep], Any], one: MustKeep, text: str) -> list[tuple[int, int]]:
    try:
        found = matcher(one)
        found.begin()
        return [(start, end) for start, end in found.spans(text)]
    except ProfileError:
        # a diagnostic of the run says so
        return []


def _stands_whole(trace: Trace, position: int) -> bool:
    return trace.fate(position) is Fate.KEPT


def _displacers(lab: Lab, trace: Trace, item: str) -> list[DisplacerLine]:
    found: list[DisplacerLine] = []
    for one in lab.displaced(trace, item):
        if one.blocks and not one.tokens:
            # where its row stopped, which its own sentence says: it holds nothing
            continue
        at = trace.position(one.item)
        exact = at is None or trace.is_exact(at)
        found.append(DisplacerLine(one.item, label_of(trace, one.item), one.tokens, exact))
    return found


def _cap_remedy(
    matter: Matter, trace: Trace, found: KeepingCap
) -> tuple[list[Remedy], list[tuple[str, Profile, Marks]]]:
    """The smallest cap of its row that keeps the item, as a run has shown."""
    if found.cap is None or not found.verified or found.cap == found.now:
        return [], []
    row = explain.row(found.row, matter.language)
    told = explain.keeping(
        found,
        matter.language,
        label_of=lambda one: label_of(trace, one),
        must_keep_of=lambda one: _must_keep(matter, one),
    )
    edit = matter.profile.set(f"budget.{found.row.value}.cap", found.cap)
    words = f"{row} {value_words(found.now)} → {value_words(found.cap)}"
    return [Remedy(CAP, words, f"{found.tokens:+,}", clauses(told[1:]))], [(CAP, edit, matter.marks)]


def _words_remedy(
    lab: Lab, matter: Matter, trace: Trace, own: KeepingCap, unwanted: Callable[[], bool]
) -> tuple[Remedy, tuple[str, Profile, Marks]] | None:
    """A smaller cap that keeps the must-keeps which the item states, by another item that holds them too."""
    lost = {verdict.id for verdict in trace.must_keeps if verdict.lost_at is not None}
    stated = {one.id for one in matter.marks.must_keeps if one.since == matter.item} & lost
    if not stated:
        return None
    examined = lab.examine(matter.snapshot, matter.profile, marks=matter.marks, cancelled=unwanted)
    # the last of a conversation need the least room
    holders = sorted((at for at in examined.holders if trace.fate(at).leaves), reverse=True)[:MOST_HOLDERS]
    found: list[KeepingCap] = []
    for item in (trace.id(at) for at in holders):
        if item != matter.item:
            one = lab.keeping_cap(matter.snapshot, matter.profile, matter.marks, item, cancelled=unwanted)
            if one.verified and one.cap is not None and stated <= set(one.saved):
                found.append(one)
    best = min(found, key=lambda one: one.tokens, default=None)
    if best is None or (own.verified and own.cap is not None and best.tokens >= own.tokens):
        return None
    (remedy,), ((_, profile, marks),) = _cap_remedy(matter, trace, best)
    holder = translate("Advice", "the words are kept by {0}").format(label_of(trace, best.item))
    note = clauses([holder, remedy.note]) if remedy.note else holder
    return replace(remedy, key=WORDS, note=note), (WORDS, profile, marks)


def _pin_remedy(
    lab: Lab, matter: Matter, trace: Trace, unwanted: Callable[[], bool]
) -> tuple[Remedy, tuple[str, Profile, Marks]] | None:
    """A pin, if a run shows that it keeps the item."""
    if matter.item in matter.marks.pins:
        return None
    marks = replace(matter.marks, pins=(*matter.marks.pins, matter.item))
    after = lab.build(matter.snapshot, matter.profile, marks=marks, cancelled=unwanted)
    position = after.position(matter.item)
    if position is None or not _stands_whole(after, position):
        return None
    cost = after.totals.constructed - trace.totals.constructed
    lost = [
        label_of(trace, trace.id(at))
        for at in range(len(trace.pool))
        if at != position and not trace.fate(at).leaves and after.fate(at).leaves
    ]
    named = listed(lost[:NAMED]) + ("…" if len(lost) > NAMED else "")
    note = translate("Advice", "pushes out {0}").format(named) if lost else ""
    words = translate("Advice", "pin it in this session")
    return Remedy(PIN, words, f"{cost:+,}", note), (PIN, matter.profile, marks)


def _why_not(matter: Matter, found: KeepingCap) -> str:
    return "" if found.verified else explain.keeping(found, matter.language)[0]


def _must_keep(matter: Matter, key: str) -> str:
    named = {one.id: one.label for one in must_keeps(matter.profile, matter.marks)}
    return named.get(key, key)
