"""`ctxlab ab`: sessions under two profiles, sent to a model, judged by a check."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.ab import ab_json, ab_lines
from ctxlab.cli.endpoint import agreed, planned
from ctxlab.cli.options import FILE, Command, choosing, json_option, moment, open_lab, sessions_of
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import NoReaderError, RequestError
from ctxlab.formats.folders import session_files_in
from ctxlab.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ctxlab.analysis.ab import Case
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session
    from ctxlab.model.trial import Check

#: The context without any management, as an arm.
NONE = "none"

_MOST_TIMES = 100


@click.command("ab", cls=Command)
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--against", default=NONE, metavar="none|FILE|NAME", help="The first arm; by default `none`.")
@click.option("--expect", metavar="REGEX", default="", help="An answer holds only where this is found in it.")
@click.option("--broken-by", "regex", metavar="REGEX", default="", help="An answer that has this breaks it.")
@click.option("--bound", metavar="BOUND", default="", help="A number beyond this breaks it: '> 3000 CNY'.")
@click.option("--path", metavar="GLOB", default="", help="A call that touches such a file breaks it.")
@click.option("-n", "times", type=click.IntRange(1, _MOST_TIMES), default=1, help="Trials of each context.")
@click.option("--yes", is_flag=True, help="Ask the model without asking you first.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent where, and send nothing.")
@choosing()
@json_option
@click.pass_obj
def command(
    state: State,
    files: tuple[Path, ...],
    against: str,
    expect: str,
    regex: str,
    bound: str,
    path: str,
    times: int,
    yes: bool,
    dry_run: bool,
    choices: Choices,
    as_json: bool,
) -> int:
    """Try FILES' sessions under --profile and without any management, by a model's answers.

    Each context is sent to the endpoint of the settings -n times; an answer holds where it shows what
    --expect asks for and nothing that breaks it. Folders are searched for session files. What it would cost
    is told first.
    """
    from ctxlab.analysis.ab import plan_ab, refuse_unreadable, run_ab
    from ctxlab.llm.endpoint import endpoint_of

    check = _check(expect, regex, bound, path)
    refuse_unreadable(check)
    endpoint = endpoint_of(load_settings().effective.endpoint)
    with open_lab() as lab:
        cases = list(_cases(lab, files, against, choices))
    if not cases:
        raise RequestError("none of these files holds a session with anything in it")
    arms = (against, choices.profile or "gssc")
    plan = plan_ab(arms, cases, times, endpoint)
    told = {"cases": len(cases), "first": arms[0], "second": arms[1], "times": times}
    note(word(state.language, "ab_plan", **told))
    note(planned(plan.estimate, state.language))
    if dry_run:
        return HOLDS
    if not yes and not agreed(state.language):
        return UNJUDGED
    result = run_ab(plan, endpoint, check, progress=lambda done: _progress(done, plan.estimate.calls))
    if as_json:
        say_json(ab_json(result, times))
    else:
        for line in ab_lines(result, times, state.language):
            say(line)
    return HOLDS if result.p is not None else UNJUDGED


def _check(expect: str, regex: str, bound: str, path: str) -> Check:
    """The check that the options state.

    Raises:
        click.UsageError: They state none, or two signs.
        RequestError: The bound states no number.
    """
    from ctxlab.analysis.signs import bound_sign
    from ctxlab.model.trial import Check
    from ctxlab.model.violation import Sign

    given = [one for one in (regex, bound, path) if one]
    if len(given) > 1:
        raise click.UsageError("give one of --broken-by, --bound, --path")
    if not (given or expect):
        raise click.UsageError("say what an answer is judged by: --expect, --broken-by, --bound or --path")
    if not given:
        return Check(expect)
    return Check(expect, bound_sign(bound) if bound else Sign(regex=regex, path=path))


def _cases(lab: Lab, files: tuple[Path, ...], against: str, choices: Choices) -> Iterator[Case]:
    from ctxlab.lab import unmanaged_profile

    first = unmanaged_profile() if against == NONE else lab.profile(against)
    for file in files:
        folder = file.is_dir()
        for one in session_files_in(file).files if folder else (file,):
            try:
                sessions = sessions_of(lab, one, choices.format)
            except NoReaderError:
                if not folder:
                    raise
                continue
            yield from _of_file(lab, one, sessions, first, choices)


def _of_file(
    lab: Lab, file: Path, sessions: tuple[Session, ...], first: Profile, choices: Choices
) -> Iterator[Case]:
    from ctxlab.analysis.ab import case_of
    from ctxlab.cli.options import changed_by
    from ctxlab.model.branches import on_branch

    second = changed_by(lab.profile(choices.profile or "gssc"), choices)
    for number, session in enumerate(sessions, 1):
        if not session.items or choices.session not in (None, number):
            continue
        chosen = session if choices.branch is None else on_branch(session, choices.branch)
        snapshot = moment(chosen, replace(choices, session=number))
        title = file.name if len(sessions) == 1 else f"{file.name} #{number}"
        yield case_of(title, lab.build(snapshot, first), lab.build(snapshot, second))


def _progress(done: int, calls: int) -> None:
    click.echo(f"\r{done}/{calls}", nl=done == calls, err=True)
