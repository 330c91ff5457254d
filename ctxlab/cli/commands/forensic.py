"""`ctxlab forensic`: what became of each recorded item in what was really sent."""

from __future__ import annotations

from pathlib import Path

import click

from ctxlab.cli.forensic import forensic_document, forensic_lines
from ctxlab.cli.notes import nothing_to_do, tell_broken_marks
from ctxlab.cli.options import FILE, Command, choosing, json_option, moment, open_lab, open_session
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.model.forensic import Basis


@click.command("forensic", cls=Command)
@click.argument("file", type=FILE)
@choosing(profile=False)
@click.option("--all", "everything", is_flag=True, help="List every item that is gone, however many.")
@json_option
@click.pass_obj
def command(state: State, file: Path, choices: Choices, everything: bool, as_json: bool) -> int:
    """Tell what became of each recorded item in what was really sent, without knowing what built it.

    Each item before the request is kept, rewritten (cut, summarised, with another value, ...), merged into a
    message with others, or dropped; then what the builder added, since which request items are gone, and
    simple rules that would do the same, with how many requests agree. Where what was sent is not recorded,
    the recorder's own account is taken: what it had live, and its compactions.
    """
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        snapshot = moment(session, choices)
        found = lab.forensic(snapshot)
        course = lab.forensic_course(session, choices.chain, until=snapshot.request.index)
    if found.basis is Basis.RECORD:
        note(word(state.language, "forensic_no_sent"))
    if as_json:
        say_json(forensic_document(found, course))
    else:
        lines = forensic_lines(
            *(found, course, session, file.name, state.language),
            chain=snapshot.request.chain,
            everything=everything,
        )
        for line in lines:
            say(line)
    return HOLDS
