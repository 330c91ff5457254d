"""`ctxlab why`: the history of an item in words, and the root cause of a lost must-keep."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ctxlab import explain
from ctxlab.analysis.asked import constraint_of, must_keep_named, stated_by
from ctxlab.analysis.losses import lost_since
from ctxlab.cli import broken, diagnosis, progress, remedy, rescue
from ctxlab.cli.broken import Asked, chosen, signed
from ctxlab.cli.notes import must_keep_labels, nothing_to_do, tell_broken_marks
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
)
from ctxlab.cli.remedy import remedies
from ctxlab.cli.render import note, say, say_json, shortened
from ctxlab.cli.rescue import Cures, rescue_option
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.story import story, story_lines
from ctxlab.cli.words import word
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import RequestError
from ctxlab.explain.constraints import value
from ctxlab.model.cause import Cause
from ctxlab.model.constraint import Value
from ctxlab.tokens.images import vision_of

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.cause import Diagnosis
    from ctxlab.model.constraint import Constraint
    from ctxlab.model.marks import MustKeep
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Request, Session, Snapshot
    from ctxlab.model.trace import Trace
    from ctxlab.model.violation import Sign, Violation

SCHEMA = "ctxlab.why/1"

#: Items that hold a text are told whole up to this many, then named.
_TOLD = 5


@click.command("why", cls=Command)
@click.argument("file", type=FILE)
@click.argument("wanted", metavar="ITEM|TEXT|MUST-KEEP")
@choosing()
@signed
@rescue_option
@json_option
@click.pass_obj
def command(
    state: State, file: Path, wanted: str, choices: Choices, asked: Asked, cure: bool, as_json: bool
) -> int:
    """Tell what became of an item, a text or a must-keep of FILE, stage by stage, and by which rule.

    An item is named by its id (such as i7): of one that is not kept whole it also tells what displaced it,
    and the smallest cap of its row that would keep it. Of a must-keep (its id or its words) and of any other
    text it first tells whether the context has it, the root cause where it has not, and since when; then what
    became of the items that hold it.

    With --rescue it looks for the smallest change, of one setting or mark or of two, that would keep it.

    With --broken-by, --path, --bound or --answer it looks at the request before the first answer or call that
    broke it; where none did it says so, and tells of the last request.
    """
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        profile = chosen_profile(lab, session, choices)
        asking = _Asking(lab, session, profile, wanted, state.language)
        sign = asked.sign(asking.demanded)
        broken_there = sign is not None and asking.find_places(sign, asked.nth)
        snapshot = asking.at_place() if broken_there else moment(session, choices)
        told_of = asking.tell(snapshot, whole=as_json, cured_from=(file, choices) if cure else None)
        if sign is not None and not broken_there:
            none = word(state.language, "broken_nowhere", asked=asked.told, request=snapshot.request.index)
            beside: dict[str, Any] = {"violations": [], "looked_at": None, "note": none}
            told_of = _Told({**beside, **told_of.document}, [none, "", *told_of.lines])
    if as_json:
        say_json({"schema": SCHEMA, **told_of.document})
    else:
        for line in told_of.lines:
            say(line)
    return HOLDS


@dataclass(frozen=True, slots=True)
class _Told:
    """An answer, as JSON has it and in lines."""

    document: dict[str, Any]
    lines: list[str]


class _Asking:
    """What is told of one item, text or must-keep of a session."""

    def __init__(self, lab: Lab, session: Session, profile: Profile, wanted: str, language: str) -> None:
        self._lab = lab
        self._session = session
        self._profile = profile
        self._wanted = wanted
        self._language = language
        self._keep = must_keep_named(wanted, session, profile, session.marks, lab.stated(session))
        self._places: tuple[Violation, ...] = ()
        self._at = 0

    def demanded(self) -> Constraint | None:
        """What the must-keep asks for, with its values."""
        return constraint_of(self._keep, self._session, self._lab.stated(self._session))

    def find_places(self, sign: Sign, nth: int | None) -> bool:
        """Looks for what broke it; False where nothing did.

        Raises:
            RequestError: There is no such place.
        """
        if sign.bound is not None:
            # what a bound was read as cannot be seen from the places
            read = Value(0, 0, sign.comparator, sign.bound, sign.unit)
            note(word(self._language, "looked_for", bound=value(read, self._language)))
        self._places = self._lab.violations(self._session, sign)
        if self._places:
            self._at = chosen(self._places, self._session, self._keep, nth)
        return bool(self._places)

    def at_place(self) -> Snapshot:
        """The request before the place that is looked at."""
        place = self._places[self._at]
        return self._session.at(place.request, chain=place.chain)

    def tell(self, snapshot: Snapshot, *, whole: bool, cured_from: tuple[Path, Choices] | None) -> _Told:
        """The answer at one request; `whole` tells of all items that hold a text.

        `cured_from` is the file and what was chosen of it, where also what would keep it is looked for.

        Raises:
            RequestError: Nothing at this request is meant.
        """
        trace = self._lab.build(snapshot, self._profile)
        document: dict[str, Any] = {"request": trace.request, "profile": trace.profile}
        lines: list[str] = []
        found = explain.holding(trace, self._keep.item or self._keep.text)
        diagnosed = None
        # Of an item, be it one that a stage made, its history is the answer.
        if self._places or trace.position(self._wanted) is None:
            diagnosed = self._lab.diagnose(snapshot, self._profile, None, self._keep)
        if not found and not self._places and self._nowhere(diagnosed):
            self._refuse(trace)
        if self._places:
            document["violations"] = [broken.document(one, self._session) for one in self._places]
            document["looked_at"] = self._at + 1
            lines += broken.lines(self._places, self._at, self._session, self._language)
        if diagnosed is not None:
            since = self._lost_since(snapshot, diagnosed)
            label = self._keep.label
            document["diagnosis"] = diagnosis.document(
                diagnosed, trace, self._profile, label, since, self._language
            )
            lines += [*diagnosis.lines(document["diagnosis"], diagnosed, self._language), ""]
        if cured_from is not None:
            self._keep = self._lost_in(trace)
            held = self._lab.judge.held(trace, self._keep)
            if held is None or held.kept:
                document["rescue"] = None
                kept = None if held is None else True
                lines += [rescue.no_need(kept, trace.request, self._language), ""]
            else:
                cures = self._cures(snapshot, *cured_from)
                document["rescue"] = rescue.document(cures)
                lines += self._rescued(cures)
        return self._with_items(trace, snapshot, found if whole else found[:_TOLD], found, document, lines)

    def _lost_in(self, trace: Trace) -> MustKeep:
        """What is looked for: of an item the first lost must-keep that it states, as the window has it."""
        keep = self._keep
        item = next((one for one in self._session.items if keep.item == one.id == keep.id), None)
        if item is None:
            return keep
        asked = stated_by(item, must_keeps(self._profile, self._session.marks))
        return next((one for one in asked if one.id in trace.lost), keep)

    def _cures(self, snapshot: Snapshot, file: Path, choices: Choices) -> Cures:
        found = rescue.look(self._lab, snapshot, self._profile, self._keep)
        across = rescue.everywhere(self._lab, snapshot, found, self._keep)
        return Cures(found, snapshot, file, choices, across)

    def _rescued(self, cures: Cures) -> list[str]:
        stated = self._lab.wanted(self._session, self._profile, most=None).must_keeps
        others = {one.id: shortened(one.label) for one in stated}
        own = must_keep_labels(self._session, self._profile)
        labels = {key: shortened(label) for key, label in own.items()}
        return [*rescue.lines(cures, self._language, must_keeps=labels, others=others), ""]

    def _with_items(
        self,
        trace: Trace,
        snapshot: Snapshot,
        shown: list[int],
        found: list[int],
        document: dict[str, Any],
        lines: list[str],
    ) -> _Told:
        """The answer with the stories of the items that are shown, and the names of the others."""
        language = self._language
        mended = remedies(
            trace,
            shown,
            lambda one: self._lab.displaced(trace, one),
            lambda one: self._lab.keeping_cap(snapshot, self._profile, None, one),
        )
        labels = must_keep_labels(self._session, self._profile)
        vision = vision_of(self._profile.window.model or self._session.model)
        told = [story(trace, position, self._profile, language, vision) for position in shown]
        for position, one in zip(shown, told, strict=True):
            cure = mended.get(position, ((), None))
            one.update(remedy.document(*cure))
            lines += story_lines(one, language)
            lines += [f"  {line}" for line in remedy.lines(*cure, labels, language)] + [""]
        if len(found) > len(shown):
            rest = ", ".join(trace.id(position) for position in found[len(shown) :])
            count = len(found) - len(shown)
            lines.append(word(language, "more_matches", count=count, items=shortened(rest)))
        return _Told({**document, "items": told}, lines)

    def _nowhere(self, diagnosed: Diagnosis | None) -> bool:
        """Whether an item or a text of the user's own is not at this request, nor known to be lost there."""
        if diagnosed is None:
            return True
        free = self._keep.id == self._keep.text
        return free and diagnosed.cause is Cause.NEVER_GATHERED and not diagnosed.item

    def _refuse(self, trace: Trace) -> NoReturn:
        """Says that nothing at this request is meant, and where a later item is."""
        wanted = self._wanted
        for one in self._session.items:
            if one.id == wanted or (wanted.strip() and wanted.casefold() in one.text.casefold()):
                raise RequestError(word(self._language, "later", item=one.id, request=trace.request))
        ids = [one.id for one in self._session.items]
        raise RequestError(
            f"no item is named {wanted!r} or holds this text", hint=f"ids go from {ids[0]} to {ids[-1]}"
        )

    def _lost_since(self, snapshot: Snapshot, diagnosed: Diagnosis) -> Request | None:
        """The first request of the loss; built one by one from here back, which is told on a terminal."""
        if diagnosed.survival.verdict.kept or not diagnosed.item:
            return None
        # Words of the user's own are asked for from the item on that states them.
        keep = replace(self._keep, since=self._keep.since or diagnosed.item)
        chain = self._session.chain(snapshot.request.chain)
        until = [one for one in chain if one.index <= snapshot.request.index]
        session, lab = self._session, self._lab
        try:
            return lost_since(
                lambda one: lab.build(session.at(one.index, chain=one.chain), self._profile),
                until,
                keep,
                lab.judge,
                progress.progress(len(until), self._language),
            )
        finally:
            progress.end_progress()
