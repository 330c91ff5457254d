"""`ctxlab convert`: any readable session as a native one, whole or as it stood at one request."""

from __future__ import annotations

from pathlib import Path

import click

from ctxlab.cli.options import FILE, Command, choosing, moment, open_session, output_option
from ctxlab.cli.output import refuse_sources, save, session_files
from ctxlab.cli.render import note, say_json
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word


@click.command("convert", cls=Command)
@click.argument("file", type=FILE)
@choosing(profile=False)
@output_option
@click.pass_obj
def command(state: State, file: Path, choices: Choices, output: Path | None) -> int:
    """Write FILE as a native session (*.ctx.json); with --request or --turn, only what stood there then.

    Without -o it goes to stdout. The source file is never changed.
    """
    from ctxlab.cli.notes import diagnostics
    from ctxlab.formats.writers import native
    from ctxlab.lab import Lab

    sources = session_files(file)
    refuse_sources(output, sources)
    session = open_session(Lab(store=False), file, choices)
    if not session.items:
        note(word(state.language, "nothing_to_do", name=file.name))
    one = choices.request is not None or choices.turn is not None or bool(choices.chain)
    if one:
        session = native.snapshot_session(moment(session, choices))
    text = native.dumps_session(session)
    for line in diagnostics(session, None, state.language):
        note(line)
    if output is None:
        say_json(text)
    else:
        save(state, output, text, sources)
    return HOLDS
