"""What would keep what is asked about, and what stands in its way: found beside the work, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ctxlab.engine.judge import must_keeps
from ctxlab.errors import ProfileError
from ctxlab.explain import rescue as words
from ctxlab.gui.models.remedies import DisplacerLine, Remedy
from ctxlab.gui.models.stage_cells import label_of
from ctxlab.gui.text import clauses
from ctxlab.lab import Lab
from ctxlab.model.decision import Fate
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Rescue, Rescues
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace

#: Longer texts are not searched for the words of must-keeps (code points).
LONGEST = 400_000


@dataclass(frozen=True, slots=True, eq=False)
class Matter:
    """One item of one run, and the must-keep that is asked about: the item itself, or what it states."""

    item: str
    one: MustKeep
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
    """What would keep it, the best first, or in `reason` why nothing is offered.

    `edits` are the profile and the marks that each remedy leads to, by its key. `looking` says that more is
    looked for.
    """

    remedies: tuple[Remedy, ...]
    reason: str = ""
    edits: tuple[tuple[str, Profile, Marks], ...] = ()
    looking: bool = False


def advise(matter: Matter) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    """Work for the background that yields `Highlights`, `InTheWay` and `Advice` on one item."""

    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        trace = lab.build(matter.snapshot, matter.profile, marks=matter.marks, cancelled=unwanted)
        position = trace.position(matter.item)
        if position is not None:
            yield _highlights(matter, trace, position)
        held = lab.judge.held(trace, matter.one)
        if held is None or held.kept:
            whole = position is None or trace.fate(position) is Fate.KEPT
            yield InTheWay(() if whole else tuple(_displacers(lab, trace, matter.item)))
            yield Advice(())
            return
        yield InTheWay(tuple(_displacers(lab, trace, matter.item)), looking=True)
        wanted = lab.wanted(
            matter.snapshot.session, matter.profile, matter.marks, chain=matter.snapshot.request.chain
        )
        named = {one.id: one.label for one in wanted.must_keeps}
        found = lab.rescues(matter.snapshot, matter.profile, matter.marks, matter.one, cancelled=unwanted)
        for rescues in found:
            yield _advice(matter, trace, rescues, named)

    return work


def _highlights(matter: Matter, trace: Trace, position: int) -> Highlights:
    from ctxlab.text.match import Matcher

    text = trace.item(position).text
    spans: set[tuple[int, int]] = set()
    if len(text) <= LONGEST:
        for one in (*must_keeps(matter.profile, matter.marks), matter.one):
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


def _advice(matter: Matter, trace: Trace, rescues: Rescues, named: Mapping[str, str]) -> Advice:
    """What the search has found so far; `named` are the labels of must-keeps by their ids."""
    told = [
        _remedy(str(at), one, trace, matter.language, lambda key: named.get(key, key))
        for at, one in enumerate(rescues.found)
    ]
    reason = ""
    if not told and rescues.complete:
        reason = clauses(words.no_rescue(rescues, matter.language, label_of=partial(label_of, trace)))
    edits = tuple((str(at), one.profile, one.marks) for at, one in enumerate(rescues.found))
    return Advice(tuple(told), reason, edits, looking=not rescues.complete)


def _remedy(key: str, one: Rescue, trace: Trace, language: str, must_keep_of: Callable[[str], str]) -> Remedy:
    changes, cost, *besides = words.rescue(
        one, language, label_of=partial(label_of, trace), must_keep_of=must_keep_of
    )
    return Remedy(key, changes, cost, clauses(besides))
