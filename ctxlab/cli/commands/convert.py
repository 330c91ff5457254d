"""`ctxlab convert`: any readable session as a native one, or one request of it as an API takes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.finding_words import finding_lines
from ctxlab.cli.options import FILE, Command, choosing, moment, open_session, output_option
from ctxlab.cli.output import check_output, save, session_files
from ctxlab.cli.render import note, say_json
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.model.wire_view import MESSAGES

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.session import Session

NATIVE = "native"


@click.command("convert", cls=Command)
@click.argument("file", type=FILE)
@click.option(
    "--to",
    "wire",
    type=click.Choice([NATIVE, *MESSAGES]),
    default=NATIVE,
    help="A native session (*.ctx.json), or the body of a request in a wire format.",
)
@choosing(profile=False)
@output_option
@click.pass_obj
def command(state: State, file: Path, wire: str, choices: Choices, output: Path | None) -> int:
    """Write FILE as a native session; with --request or --turn, only what stood there then.

    With --to, all that was live at that request (by default the last) as an API takes it; what could not be
    carried over, and what the API would refuse, goes to stderr. Without -o the answer goes to stdout. The
    source file is never changed.
    """
    from ctxlab.cli.notes import diagnostics
    from ctxlab.lab import Lab

    sources = session_files(file)
    check_output(output, sources)
    lab = Lab(store=False)
    session = open_session(lab, file, choices)
    if not session.items:
        note(word(state.language, "nothing_to_do", name=file.name))
    if wire == NATIVE:
        text, told = _native(session, choices), list[str]()
    else:
        text, told = _request(lab, session, wire, choices, state.language)
    for line in (*diagnostics(session, None, state.language), *told):
        note(line)
    if output is None:
        say_json(text)
    else:
        save(state, output, text, sources)
    return HOLDS


def _native(session: Session, choices: Choices) -> str:
    from ctxlab.formats.writers import native

    one = choices.request is not None or choices.turn is not None or bool(choices.chain)
    return native.dumps_session(native.snapshot_session(moment(session, choices)) if one else session)


def _request(lab: Lab, session: Session, wire: str, choices: Choices, language: str) -> tuple[str, list[str]]:
    """The body as JSON, and a line for each finding."""
    from ctxlab.model.wire_view import json_text

    found = lab.convert(moment(session, choices), wire)
    return json_text(found.body) + "\n", finding_lines(found.findings, language)
