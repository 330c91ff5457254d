"""`ctxlab summarize`: asks a model for the summaries that runs under a profile lack, and keeps them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab import explain
from ctxlab.cli.endpoint import agreed, planned
from ctxlab.cli.notes import nothing_to_do
from ctxlab.cli.options import (
    FILE,
    STDIN,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
)
from ctxlab.cli.render import note, number, say_json
from ctxlab.cli.state import HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import RequestError
from ctxlab.settings import load_settings

if TYPE_CHECKING:
    from ctxlab.analysis.model_summaries import SummaryAnswer, SummaryPlan
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot

#: What a profile chooses so that runs take a model's summaries.
STRATEGY = "model"


@click.command("summarize", cls=Command)
@click.argument("file", type=FILE)
@choosing()
@click.option("--all", "every", is_flag=True, help="For every request, not for one.")
@click.option("--yes", is_flag=True, help="Ask the model without asking you first.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent where, and send nothing.")
@click.option("--replay", is_flag=True, help="Write the summaries beside FILE, too, as NAME.summaries.jsonl.")
@json_option
@click.pass_obj
def command(
    state: State,
    file: Path,
    choices: Choices,
    every: bool,
    yes: bool,
    dry_run: bool,
    replay: bool,
    as_json: bool,
) -> int:
    """Ask a model for the summaries that a run of FILE's session lacks, and keep them.

    The profile has to choose summarize.strategy = "model". The endpoint is that of the settings ([endpoint]
    address, name, key: the variable with the key) or of CTXLAB_MODEL_ADDRESS and CTXLAB_MODEL. Nothing is
    sent before you agree. Runs use what is kept, and never ask. With what --replay writes beside the session,
    runs elsewhere need neither model nor key.
    """
    if every and (choices.request is not None or choices.turn is not None):
        raise click.UsageError("--all and --request or --turn exclude one another")
    if replay and str(file) == STDIN:
        raise click.UsageError("what comes in on stdin has no place for summaries beside it")
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        profile = chosen_profile(lab, session, choices)
        _check(profile)
        work = _Work(state, lab, session, profile, _snapshots(session, choices, every=every))
        code = work.ask(yes=yes, dry_run=dry_run)
        written = work.write(file) if replay and not dry_run else None
    if as_json:
        say_json(work.document(written))
    return code


def _check(profile: Profile) -> None:
    if profile.summarize.strategy != STRATEGY:
        raise RequestError(
            f"the profile {profile.name!r} takes no summaries of a model",
            hint=f"--set summarize.strategy={STRATEGY}",
        )


def _snapshots(session: Session, choices: Choices, *, every: bool) -> tuple[Snapshot, ...]:
    if not every:
        return (moment(session, choices),)
    found = tuple(session.at(one.index, chain=choices.chain) for one in session.chain(choices.chain))
    return found or (moment(session, choices),)


class _Work:
    """One call of the command: its plan, and what came of it."""

    def __init__(
        self, state: State, lab: Lab, session: Session, profile: Profile, snapshots: tuple[Snapshot, ...]
    ) -> None:
        self._language = state.language
        self._lab = lab
        self._session = session
        self._profile = profile
        self._snapshots = snapshots
        self._plan = self._planned()
        self._answer: SummaryAnswer | None = None
        self._came = 0

    def ask(self, *, yes: bool, dry_run: bool) -> int:
        """Says what would be sent where, asks the user, then the model."""
        from ctxlab.analysis.model_summaries import Asking, ask_summaries, endpoint_for, summary_estimate
        from ctxlab.llm.client import Client

        plan, language = self._plan, self._language
        count = len(self._snapshots)
        requests = word(language, "summaries_request" if count == 1 else "summaries_requests", count=count)
        found = len(plan.found) + len(self._session.summaries)
        note(word(language, "summaries_plan", missing=len(plan.asks), requests=requests, found=found))
        if not plan.asks:
            note(word(language, "summaries_none"))
            return HOLDS
        endpoint = endpoint_for(self._profile, load_settings().effective.endpoint)
        counter = self._lab.counter_of(self._profile, self._session.model)
        note(planned(summary_estimate(plan, endpoint, counter), language))
        note(word(language, "summaries_more"))
        if dry_run:
            return HOLDS
        if not yes and not agreed(language):
            return UNJUDGED
        asking = Asking(
            Client(endpoint), self._profile, counter, self._keep, self._planned, progress=self._progress
        )
        try:
            self._answer = ask_summaries(plan, asking)
        except KeyboardInterrupt:
            note("")
            note(word(language, "summaries_stopped", taken=self._came))
            raise
        return self._tell(self._answer)

    def _planned(self, passed_over: frozenset[str] = frozenset()) -> SummaryPlan:
        return self._lab.missing_summaries(self._snapshots, self._profile, passed_over=passed_over)

    def _keep(self, one: Any) -> None:
        self._lab.summaries.add([one])
        self._came += 1

    def _progress(self, done: int, calls: int) -> None:
        click.echo(f"\r{done}/{calls}", nl=done == calls, err=True)

    def _tell(self, answer: SummaryAnswer) -> int:
        language = self._language
        told = {"taken": len(answer.taken), "calls": answer.calls}
        used = {"there": number(answer.tokens_in), "back": number(answer.tokens_out)}
        note(word(language, "summaries_taken", **told, **used))
        for notice in answer.notices:
            place = f"{notice.item}: " if notice.item else ""
            note(f"! {place}{explain.diagnostic(notice, language)}")
        if answer.failed:
            note(word(language, "summaries_still", missing=answer.failed))
        return UNJUDGED if answer.failed else HOLDS

    def write(self, file: Path) -> int:
        """Writes the summaries of these runs beside the session, those that stand there left out."""
        from ctxlab.formats.summaries_file import append_replay, replay_path

        found = self._planned().found
        path = replay_path(file)
        append_replay(path, found)
        note(word(self._language, "summaries_replay", count=len(found), file=path.name))
        return len(found)

    def document(self, written: int | None) -> dict[str, Any]:
        """What came of it, as JSON."""
        plan = self._planned()
        answer = self._answer
        notices = () if answer is None else answer.notices
        return {
            "requests": [one.request.index for one in self._snapshots],
            "missing": [
                {"key": ask.key, "item": item, "limit": ask.limit}
                for ask, item in zip(plan.asks, plan.items, strict=True)
            ],
            "taken": [
                {"key": one.key, "model": one.model, "limit": one.limit, "text": one.text}
                for one in (answer.taken if answer else ())
            ],
            "notices": [
                {"code": one.code, "item": one.item, "numbers": dict(one.numbers)} for one in notices
            ],
            "calls": answer.calls if answer else 0,
            "usage": {
                "input": answer.tokens_in if answer else 0,
                "output": answer.tokens_out if answer else 0,
            },
            "replay": written,
        }
