"""`ctxlab run`: builds one context and says what became of everything."""

from __future__ import annotations

from pathlib import Path

import click

from ctxlab.cli.options import (
    FILE,
    Choices,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_session,
    output_option,
)
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.words import word
from ctxlab.paths import write_atomic


@click.command("run", cls=Command)
@click.argument("file", type=FILE)
@choosing()
@click.option(
    "--gate", is_flag=True, help="Exit 0 where must-keeps and limit hold, 1 where not, 2 where unknown."
)
@json_option
@output_option
@click.pass_obj
def command(
    state: State, file: Path, choices: Choices, gate: bool, as_json: bool, output: Path | None
) -> int:
    """Build the context for one request of FILE and tell what was kept, cut and dropped.

    With -o the whole trace is written to a file; with --json it goes to stdout.
    """
    from ctxlab.cli.notes import diagnostics, must_keep_labels
    from ctxlab.cli.report import run_report
    from ctxlab.cli.verdict import judge, word_of
    from ctxlab.lab import Lab

    lab = Lab()
    session = open_session(lab, file, choices)
    if not session.items:
        return nothing_to_do(state, file, as_json=as_json, gate=gate)
    profile = chosen_profile(lab, session, choices)
    trace = lab.build(moment(session, choices), profile)
    labels = must_keep_labels(session, profile)
    judgement = judge(trace, profile, labels, state.language)
    notes = diagnostics(session, trace, state.language)
    if output is not None:
        write_atomic(output, trace.to_json(indent=2) + "\n")
        note(word(state.language, "written", file=output))
    if as_json:
        say_json(trace.to_json())
    else:
        for line in run_report(trace, session, profile, labels, state.language):
            say(line)
    for line in notes:
        (note if as_json else say)(line)
    if not gate:
        return HOLDS
    for line in (word_of(judgement.code, state.language), *judgement.grounds):
        (note if as_json else say)(line)
    return judgement.code


def nothing_to_do(state: State, file: Path, *, as_json: bool, gate: bool = False) -> int:
    """The answer on a session without items: it is no error, but no gate passes over it."""
    from ctxlab.cli.state import UNJUDGED

    line = word(state.language, "nothing_to_do", name=file.name)
    if as_json:
        say_json({"items": [], "note": line})
    else:
        say(line)
    return UNJUDGED if gate else HOLDS
