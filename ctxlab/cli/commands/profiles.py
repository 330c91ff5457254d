"""`ctxlab profiles`: lists, shows, compares, changes and imports profiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.commands.profiles_change import rules, set_
from ctxlab.cli.options import (
    FILE,
    Command,
    json_option,
    output_option,
    requests_of,
    shared_options,
)
from ctxlab.cli.output import check_output, save
from ctxlab.cli.render import note, say, say_json, say_wrapped, table
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.sweep import Requests


@click.group("profiles", invoke_without_command=True, params=shared_options())
@click.pass_context
def command(ctx: click.Context) -> int | None:
    """List the built-in profiles; show, compare, change, import one, tell its history; list settings."""
    return ctx.invoke(_list, as_json=False) if ctx.invoked_subcommand is None else None


@command.command("list", cls=Command)
@json_option
def _list(as_json: bool) -> int:
    """List the built-in profiles."""
    from ctxlab import profiles

    known = [(name, profiles.builtin(name).description) for name in profiles.builtin_names()]
    if as_json:
        say_json(
            {"schema": "ctxlab.profiles/1", "profiles": [{"name": n, "description": d} for n, d in known]}
        )
        return HOLDS
    for line in table(known):
        say(line)
    return HOLDS


@command.command("strategies", cls=Command)
@json_option
@click.pass_obj
def _strategies(state: State, as_json: bool) -> int:
    """List the strategies of each stage and the settings that each reads."""
    from ctxlab.cli.strategies import strategies_json, strategy_lines
    from ctxlab.lab import Lab

    found = Lab(store=False).strategies()
    if as_json:
        say_json(strategies_json(found))
        return HOLDS
    for line in strategy_lines(found, state.language):
        say_wrapped(line)
    return HOLDS


@command.command("settings", cls=Command)
@json_option
@click.pass_obj
def _settings(state: State, as_json: bool) -> int:
    """List every setting that a profile may state: its key, what it may hold, its default, what it means."""
    from ctxlab.cli.settings_list import settings_json, settings_lines
    from ctxlab.lab import Lab

    found = Lab(store=False).strategies()
    if as_json:
        say_json(settings_json(found))
        return HOLDS
    for line in settings_lines(found, state.language):
        say_wrapped(line)
    return HOLDS


@command.command("show", cls=Command)
@click.argument("profile", metavar="NAME|FILE")
@json_option
def _show(profile: str, as_json: bool) -> int:
    """Show a profile, as TOML with the comments of its file, or as JSON."""
    from ctxlab.lab import Lab
    from ctxlab.profiles.load import source_text

    shown = Lab(store=False).profile(profile)
    if as_json:
        say_json(shown.model_dump_json(indent=2))
        return HOLDS
    for line in _lines(source_text(profile)):
        say(line)
    return HOLDS


def _lines(text: str) -> list[str]:
    """The lines of a file's text, without what a terminal is no place for: a mark at its head, line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")


@command.command("history", cls=Command)
@click.argument("profile", metavar="NAME|FILE")
@json_option
@click.pass_obj
def _history(state: State, profile: str, as_json: bool) -> int:
    """Tell how a profile came about: by which steps, on which sessions, what changed; the newest last."""
    from ctxlab.explain.provenance import entry
    from ctxlab.lab import Lab

    shown = Lab(store=False).profile(profile)
    if as_json:
        entries = [one.model_dump(mode="json") for one in shown.provenance]
        say_json({"schema": "ctxlab.profile-history/1", "name": shown.name, "entries": entries})
        return HOLDS
    if not shown.provenance:
        say(word(state.language, "no_history", name=shown.name))
    for one in shown.provenance:
        told = entry(one, state.language)
        say(told.head)
        for line in (*filter(None, [told.sessions]), *told.changes):
            say_wrapped(f"  {line}")
    return HOLDS


@command.command("diff", cls=Command)
@click.argument("before", metavar="NAME|FILE")
@click.argument("after", metavar="NAME|FILE")
@click.argument("sessions", nargs=-1, type=FILE, metavar="[SESSIONS...]")
@click.option(
    "--requests",
    default="last",
    callback=requests_of,
    metavar="last|all|N",
    help="Which requests of each session are built; by default the last.",
)
@json_option
@click.pass_obj
def _diff(
    state: State,
    before: str,
    after: str,
    sessions: tuple[Path, ...],
    requests: Requests,
    as_json: bool,
) -> int:
    """Tell in words in what two profiles differ and, over SESSIONS, in numbers.

    SESSIONS are files and folders. Each is built under both profiles: tokens, must-keeps that survive, newly
    lost and newly kept ones by session, sessions over their limit, level of degradation. Both profiles are
    judged by the must-keeps of either and of the sessions.
    """
    from ctxlab.cli.profile_diff import document, figures_over, say_figures, setting_lines
    from ctxlab.lab import Lab
    from ctxlab.model.profile_diff import differences

    lab = Lab(store=False)
    old, new = lab.profile(before), lab.profile(after)
    names, changes = (before, after), differences(old, new)
    figures = figures_over(sessions, old, new, requests, state.language) if sessions else None
    if as_json:
        say_json(document(changes, names, figures, state.language))
        return HOLDS
    for line in setting_lines(changes, state.language):
        say_wrapped(line)
    if figures is not None:
        say_figures(figures, names, state.language)
    return HOLDS


@command.command("import", cls=Command)
@click.argument("file", type=FILE)
@output_option
@click.pass_obj
def _import(state: State, file: Path, output: Path | None) -> int:
    """Read a ContextBudget or CONTEXT_BUDGET from a Python FILE as a profile; the file is never executed."""
    from ctxlab import export
    from ctxlab.export.importer import load_with_notes

    check_output(output, (file,))
    imported = load_with_notes(file)
    text = export.to_toml(imported.profile)
    for line in imported.notes:
        note(line)
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        save(state, output, text, (file,))
    return HOLDS


command.add_command(set_)
command.add_command(rules)
