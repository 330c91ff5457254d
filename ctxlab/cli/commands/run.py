"""`ctxlab run`: builds one context and says what became of everything."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import click

from ctxlab.batch.gate import judge
from ctxlab.cli.notes import diagnostics, must_keep_labels, nothing_to_do, side_chains
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
    output_option,
)
from ctxlab.cli.output import check_output, save, session_files
from ctxlab.cli.recording import record
from ctxlab.cli.render import note, say_json, say_wrapped
from ctxlab.cli.report import run_report
from ctxlab.cli.state import HOLDS, UNJUDGED, Choices, State
from ctxlab.explain import gate as gate_words
from ctxlab.explain.gate_lines import result_lines
from ctxlab.model.sweep import Place


@click.command("run", cls=Command)
@click.argument("file", type=FILE)
@choosing()
@click.option("--gate", is_flag=True, help="Exit 0 where must-keeps and limit hold, 1 where not, else 2.")
@json_option
@output_option
@click.pass_obj
def command(
    state: State, file: Path, choices: Choices, gate: bool, as_json: bool, output: Path | None
) -> int:
    """Build the context for one request of FILE and tell what was kept, cut and dropped.

    With -o the whole trace is written to a file; with --json it goes to stdout. FILE may be - for stdin, of
    all commands that read a session; what comes in there may be a curl command too.
    """
    check_output(output, (*session_files(file), choices.profile))
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return UNJUDGED if gate else HOLDS
        profile = chosen_profile(lab, session, choices)
        snapshot = moment(session, choices)
        begun = perf_counter()
        trace = lab.build(snapshot, profile)
        milliseconds = 1000 * (perf_counter() - begun)
        judged = judge(lab, Place(str(file), 0, file.name), snapshot, profile) if gate else None
    labels = must_keep_labels(session, profile)
    if output is not None:
        save(state, output, trace.to_json(indent=2) + "\n", (*session_files(file), choices.profile))
    tell = note if as_json else say_wrapped
    if as_json:
        say_json(trace.to_json())
    else:
        for line in run_report(trace, snapshot, profile, labels, file.name, state.language):
            say_wrapped(line)
    for line in (
        *diagnostics(session, trace, state.language),
        *side_chains(session, choices.chain, state.language),
    ):
        tell(line)
    code = HOLDS
    if judged is not None:
        code = judged.code
        for line in (gate_words.code(code, state.language), *result_lines(judged, state.language)):
            tell(line)
    # last: the first build of a long session takes seconds to be kept, and nobody waits for that to read
    record(snapshot, profile, trace, milliseconds, file, (choices.session or 1) - 1)
    return code
