"""`ctxlab compare`: one session under several profiles, side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.batch.grid import told_apart
from ctxlab.cli.names import profile_title
from ctxlab.cli.notes import nothing_to_do, tell_broken_marks
from ctxlab.cli.options import FILE, Command, choosing, json_option, moment, open_lab, open_session
from ctxlab.cli.output import save, session_files
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.systems import systems_json, systems_lines
from ctxlab.cli.words import word
from ctxlab.errors import SaveError, Where
from ctxlab.profiles import builtin_names

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.systems import SystemsTable

#: What stands for the context without any management, where a profile is named.
UNMANAGED = "unmanaged"


@click.command("compare", cls=Command)
@click.argument("file", type=FILE)
@click.option(
    "--profile",
    "names",
    multiple=True,
    metavar="FILE|NAME|unmanaged",
    help="A profile to compare; repeatable. Without any, all that are built in.",
)
@click.option("--items", "list_items", is_flag=True, help="List the items that fare differently.")
@click.option(
    "--contexts",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each final context into this folder, as JSON.",
)
@choosing(profile=False)
@json_option
@click.pass_obj
def command(
    state: State,
    file: Path,
    names: tuple[str, ...],
    list_items: bool,
    contexts: Path | None,
    choices: Choices,
    as_json: bool,
) -> int:
    """Show FILE under several profiles side by side: tokens, items and must-keeps kept, final contexts.

    All are judged by the same: the must-keeps of the session's marks and of all these profiles (as `check`
    counts them), and beside them, counted apart, the hard constraints that rules find in the session. A found
    one has no line of its own where a must-keep covers it or an earlier one says the same words. Two
    sessions are compared by `ctxlab diff FILE FILE2`.
    """
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        asked = names or builtin_names()
        titles = told_apart([profile_title(name) for name in asked])
        chosen = [(title, _profile(lab, name)) for title, name in zip(titles, asked, strict=True)]
        tables = lab.systems(moment(session, choices), chosen)
        *_, table = (_told(one, len(chosen)) for one in tables)
    if as_json:
        say_json(systems_json(table))
    else:
        for line in systems_lines(table, state.language, list_items=list_items):
            say(line)
    if contexts is not None:
        _write(state, table, contexts, file)
    if len(table.runs) < 2:
        note(word(state.language, "systems_one"))
        return UNJUDGED
    return HOLDS


def _told(table: SystemsTable, of: int) -> SystemsTable:
    """The same; a terminal is told how many runs are made, as a long session takes seconds for each."""
    done = len(table.runs) + len(table.refused)
    if sys.stderr.isatty():
        click.echo(f"\r{done}/{of}" if done < of else f"\r{' ' * 12}\r", nl=False, err=True)
    return table


def _profile(lab: Lab, name: str) -> Profile:
    from ctxlab.lab import unmanaged_profile

    return unmanaged_profile() if name == UNMANAGED else lab.profile(name)


def _write(state: State, table: SystemsTable, folder: Path, read: Path) -> None:
    """Writes the messages of each run into the folder, under the profile's name.

    Raises:
        click.UsageError: One of them would be the session's own file.
        SaveError: One cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"cannot make the folder: {error.strerror}", where=Where(file=str(folder))) from None
    for run in table.runs:
        text = json.dumps(run.trace.messages, ensure_ascii=False, indent=2) + "\n"
        save(state, folder / f"{run.name}.json", text, session_files(read))
