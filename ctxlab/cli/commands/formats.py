"""`ctxlab formats`: what can be read and written."""

from __future__ import annotations

import click

from ctxlab.cli.options import Command, json_option
from ctxlab.cli.render import say, say_json, table
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.words import word


@click.command("formats", cls=Command)
@json_option
@click.pass_obj
def command(state: State, as_json: bool) -> int:
    """List the formats that can be read; a file's format is found from its content."""
    from ctxlab.formats.registry import readers

    known = readers()
    if as_json:
        say_json(
            {
                "schema": "ctxlab.formats/1",
                "readers": [
                    {"name": one.name, "title": one.title, "experimental": one.experimental} for one in known
                ],
            }
        )
        return HOLDS
    mark = word(state.language, "experimental")
    for line in table([(one.name, one.title, mark if one.experimental else "") for one in known]):
        say(line)
    return HOLDS
