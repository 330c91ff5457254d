"""An exported profile run by the target's own code on many sessions, beside our own run of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from ctxlab.batch.corpus import open_place
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CancelledError, CtxlabError, RequestError
from ctxlab.export import export, form_named
from ctxlab.integrations.conversation import (
    Conversation,
    Left,
    conversation,
    kept_whole,
    survives,
    tokens_left,
    whole_items,
)
from ctxlab.integrations.exported import version_of
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.settings_export import Exported, Form, Kept, Verified
from ctxlab.model.sweep import Place
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import never
from ctxlab.tokens.protocols import Counter

if TYPE_CHECKING:
    from ctxlab.lab import Lab

#: The forms whose library makes the context in its own code, on this machine.
RUNNABLE = ("langchain-trim", "langchain-agent", "openai-agents")

_HINT = "can be run: " + ", ".join(RUNNABLE)

Progress = Callable[[int, int], None]


class Runner(Protocol):
    """An exported file that is ready to run."""

    #: Words of `explain.gaps` on what does not run as it would in production.
    notes: tuple[str, ...]

    def left(self, given: Conversation) -> Left:
        """What the library sends of a conversation."""
        ...


def verify(
    form: str,
    profile: Profile,
    places: Sequence[Place],
    cancelled: Callable[[], bool] = never,
    progress: Progress = lambda _done, _of: None,
    *,
    store: bool = True,
) -> Verified:
    """Runs the exported file with the real library on each session's last request, and judges what is left.

    Args:
        form: A form with a library of its own.
        profile: The profile, which is exported for this.
        places: The sessions.
        cancelled: Asked between sessions and inside our own runs.
        progress: Told how many sessions are done, of how many.
        store: Whether token counts are taken from the user's store and kept there.

    Raises:
        ProfileError: There is no such form.
        RequestError: Nothing of it can be run here.
        PluginError: The library is not installed, or has not what the file uses.
        CancelledError: It was told to stop.
    """
    from ctxlab.lab import Lab

    named = form_named(form)
    if not named.library:
        raise RequestError(f"{named.name} is read by no library that could be run", hint=_HINT)
    version = version_of(named)
    lab = Lab(store=store)
    # the exported file counts alike for all sessions
    counter = lab.counter_of(profile, "")
    runner = _runner(named, export(profile, form), profile, counter)
    found: list[Kept] = []
    try:
        for place in places:
            if cancelled():
                raise CancelledError("the verification was stopped")
            found.append(_kept(lab, place, profile, runner, cancelled))
            progress(len(found), len(places))
    finally:
        lab.close()
    return Verified(form, named.library, version, tuple(found), runner.notes)


def _runner(form: Form, exported: Exported, profile: Profile, counter: Counter) -> Runner:
    match form.name:
        case "langchain-trim":
            from ctxlab.integrations.langchain import Trimming

            return Trimming(exported)
        case "langchain-agent":
            from ctxlab.integrations.langchain import Agent

            return Agent(exported, profile, counter)
        case "openai-agents":
            from ctxlab.integrations.agents_sdk import Run

            return Run(exported)
        case _:
            raise RequestError(
                f"{form.english} is applied by the provider's servers: the installed library has no code "
                "that applies it, and nothing is simulated",
                hint=_HINT,
            )


def _kept(lab: Lab, place: Place, profile: Profile, runner: Runner, cancelled: Callable[[], bool]) -> Kept:
    """One session through the library and through our own run."""
    try:
        session = open_place(place)
        return _beside(lab, session, place.title, profile, runner, cancelled)
    except CancelledError:
        raise
    except CtxlabError as error:
        return Kept(place.title, 0, (), (), items=False, tokens_ours=0, tokens_theirs=0, error=str(error))


def _beside(
    lab: Lab, session: Session, title: str, profile: Profile, runner: Runner, cancelled: Callable[[], bool]
) -> Kept:
    snapshot = session.at()
    ours = lab.build(snapshot, profile, cancelled=cancelled)
    given = conversation(lab, snapshot, profile, cancelled)
    left = runner.left(given)
    wanted = _judged(ours, profile, session)
    theirs = [one for one in wanted if survives(one, given, left)]
    lost = set(ours.lost)
    whole, own = whole_items(given, left), kept_whole(ours)
    counter = lab.counter_of(profile, session.model)
    return Kept(
        title=title,
        judged=len(wanted),
        ours=tuple(one.id for one in wanted if one.id not in lost),
        theirs=tuple(one.id for one in theirs),
        items=whole == own,
        tokens_ours=ours.totals.constructed,
        tokens_theirs=tokens_left(given, left, counter.count),
        labels=tuple((one.id, one.label) for one in wanted),
        summarised=tuple(one.id for one in theirs if not survives(one, given, left, made=False)),
        only_ours=len(own - whole),
        only_theirs=len(whole - own),
    )


def _judged(trace: Trace, profile: Profile, session: Session) -> list[MustKeep]:
    """The must-keeps on which our own run has a verdict."""
    verdicts = {one.id for one in trace.must_keeps}
    return [one for one in must_keeps(profile, session.marks) if one.id in verdicts]
