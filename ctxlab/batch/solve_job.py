"""The jobs of a solve, as a worker does them: what a session needs, and runs of it under other caps."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING

from ctxlab.analysis.solve.asked import Exactly, InOtherWords, Sayer
from ctxlab.analysis.solve.caps import with_caps, without_bounds
from ctxlab.analysis.solve.descent import Floor, floor
from ctxlab.analysis.solve.needs import Caps, Reading
from ctxlab.analysis.solve.reading import read
from ctxlab.analysis.survival import Judge
from ctxlab.batch.desk import Desk
from ctxlab.batch.gate_facts import estimated_sources, unknown_sources, unread_marks
from ctxlab.engine.judge import must_keeps
from ctxlab.engine.pipeline import Examined, Kept
from ctxlab.errors import CtxlabError
from ctxlab.model.items import Row
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place
from ctxlab.model.trace import Trace

if TYPE_CHECKING:
    from ctxlab.lab import Lab

#: So many sessions stay loaded in a worker, and so many items of them together.
_SESSIONS_KEPT = 1_000
_ITEMS_KEPT = 500_000


@dataclass(frozen=True, slots=True)
class Subject:
    """A session that is solved on: its place, the profile (pickled once for all) and the rows.

    `solve` names the solve that it belongs to. `digest` is what `files_digest` says of the session's file.
    `stated` takes the constraints that the session states for must-keeps, too.
    """

    solve: str
    place: Place
    digest: str
    profile: bytes
    rows: tuple[Row, ...]
    stated: bool = False
    store: bool = True


@dataclass(frozen=True, slots=True)
class Seen:
    """What one run of a session showed; `error` says why there is none.

    `exact`, `unknown` and `estimated` are as in `model.sweep.Outcome`.
    """

    judged: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    tokens: int = 0
    over: int = 0
    error: str = ""
    unknown: tuple[str, ...] = ()
    estimated: tuple[str, ...] = ()
    exact: bool = True


@dataclass(slots=True, eq=False)
class _Loaded:
    session: Session
    lab: Lab
    judge: Judge
    stated: tuple[MustKeep, ...] | None = None


class _Roots(threading.local):
    """The Labs, with the user's store and without, that those of a thread's sessions are made like."""

    def __init__(self) -> None:
        self.labs: dict[bool, Lab] = {}


_ROOTS = _Roots()


def _loaded(session: Session, store: bool) -> _Loaded:
    from ctxlab.lab import Lab

    root = _ROOTS.labs.get(store)
    if root is None:
        root = _ROOTS.labs[store] = Lab(store=store)
    return _Loaded(session, root.another(Kept(2, 2, 1)), Judge(2))


_DESK = Desk(_loaded, _SESSIONS_KEPT, _ITEMS_KEPT)


def reading(subject: Subject) -> Reading | str:
    """What a session needs, or why it cannot be told."""
    try:
        loaded = _load(subject)
        if unread := unread_marks(loaded.session):
            return unread
        profile = _profile(subject.profile)
        open_profile = without_bounds(profile, subject.rows)
        run: Examined = loaded.lab.examine(loaded.session.at(), open_profile)
        counter = loaded.lab.counter_of(profile, loaded.session.model)
        asked = _asked(loaded, subject, profile, run.trace)
        found = read(run, profile, subject.rows, asked, counter.count)
        loaded.lab.close()
    except CtxlabError as error:
        return str(error)
    except OSError as error:
        return error.strerror or str(error)
    own = {one.id: one.label for one in must_keeps(profile, loaded.session.marks)}
    judged = {one.id for one in run.trace.must_keeps}
    return replace(
        found,
        stated=tuple(one.id for one in found.wishes if one.id not in own),
        unjudged=tuple((name, label) for name, label in own.items() if name not in judged),
        content=_content(loaded.session),
    )


def _content(session: Session) -> str:
    """The digest of what is said in a session, by whom and in which order."""
    said = ((item.role, part.kind.value, part.text) for item in session.items for part in item.parts)
    return sha256(repr(list(said)).encode("utf-8", "surrogatepass")).hexdigest()


def runs(subject: Subject, many: tuple[Caps | None, ...]) -> tuple[Seen, ...]:
    """What runs under caps show, one after the other; None is the profile as it is. Never raises."""
    return tuple(_seen(subject, caps) for caps in many)


def lowest(
    subject: Subject, caps: Caps, row: int, steps: tuple[int, ...], wanted: frozenset[str]
) -> Floor[Seen]:
    """The first of the steps of a row under which the session holds, with all other caps as they are."""
    return floor(partial(_seen, subject), caps, row, steps, partial(holds, wanted=wanted))


def holds(seen: Seen, wanted: frozenset[str]) -> bool:
    """Whether a session was built, fits, and has all that is wanted of it."""
    return not seen.error and not seen.over and wanted.isdisjoint(seen.lost)


def _seen(subject: Subject, caps: Caps | None) -> Seen:
    try:
        loaded = _load(subject)
        if unread := unread_marks(loaded.session):
            return Seen(error=unread)
        profile = _profile(subject.profile)
        chosen = profile if caps is None else with_caps(profile, subject.rows, caps)
        trace = loaded.lab.build(loaded.session.at(), chosen)
        judged = {one.id: one.lost_at is None for one in trace.must_keeps}
        if subject.stated:
            judged.update(_stated_kept(loaded, profile, trace))
    except CtxlabError as error:
        return Seen(error=str(error))
    except OSError as error:
        return Seen(error=error.strerror or str(error))
    lost = tuple(name for name, kept in judged.items() if not kept)
    return Seen(
        tuple(judged),
        lost,
        trace.totals.constructed,
        trace.totals.over or 0,
        unknown=tuple(one.value for one in unknown_sources(trace, profile)),
        estimated=tuple(one.value for one in estimated_sources(trace, profile)),
        exact=trace.exact,
    )


def _asked(loaded: _Loaded, subject: Subject, profile: Profile, trace: Trace) -> Sequence[Sayer]:
    judged = {one.id for one in trace.must_keeps}
    own = must_keeps(profile, loaded.session.marks)
    asked: list[Sayer] = [Exactly(one) for one in own if one.id in judged]
    if subject.stated:
        found = _stated(loaded, profile)
        loaded.judge.expect(found)
        there = (one for one in found if loaded.judge.held(trace, one) is not None)
        asked += [InOtherWords(one, loaded.judge) for one in there]
    return asked


def _stated(loaded: _Loaded, profile: Profile) -> tuple[MustKeep, ...]:
    """The hard constraints that the session states, that no must-keep covers and that hold to its end."""
    if loaded.stated is None:
        session = loaded.session
        own = {one.id for one in must_keeps(profile, session.marks)}
        found = loaded.lab.wanted(session, profile, chain=session.at().request.chain, most=None)
        loaded.stated = tuple(
            one for one in found.must_keeps if one.id not in own and one.id not in found.superseded
        )
    return loaded.stated


def _stated_kept(loaded: _Loaded, profile: Profile, trace: Trace) -> dict[str, bool]:
    held = ((one.id, loaded.judge.held(trace, one)) for one in _stated(loaded, profile))
    return {name: found.kept for name, found in held if found is not None}


@lru_cache(maxsize=8)
def _profile(pickled: bytes) -> Profile:
    found: Profile = pickle.loads(pickled)
    return found


def forget() -> None:
    """Lets go of the sessions that were kept for further jobs in this thread."""
    _DESK.forget()


def _load(subject: Subject) -> _Loaded:
    return _DESK.take(subject.place, subject.digest, store=subject.store, work=subject.solve)
