"""`ctxlab profiles`: lists, shows, compares, changes and imports profiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.changes import change_lines, differences
from ctxlab.cli.options import FILE, Command, json_option, output_option, shared_options, with_settings
from ctxlab.cli.output import refuse_sources, save
from ctxlab.cli.render import note, say, say_json, say_wrapped, table
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile


@click.group("profiles", invoke_without_command=True, params=shared_options())
@click.pass_context
def command(ctx: click.Context) -> int | None:
    """List the built-in profiles, show one, compare two, change one, import one; list strategies."""
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


@command.command("show", cls=Command)
@click.argument("profile", metavar="NAME|FILE")
@json_option
def _show(profile: str, as_json: bool) -> int:
    """Show a profile, as TOML or as JSON."""
    from ctxlab import export
    from ctxlab.lab import Lab

    shown = Lab(store=False).profile(profile)
    if as_json:
        say_json(shown.model_dump_json(indent=2))
        return HOLDS
    for line in export.to_toml(shown).rstrip("\n").split("\n"):
        say(line)
    return HOLDS


@command.command("diff", cls=Command)
@click.argument("before", metavar="NAME|FILE")
@click.argument("after", metavar="NAME|FILE")
@json_option
@click.pass_obj
def _diff(state: State, before: str, after: str, as_json: bool) -> int:
    """Tell in words in what two profiles differ."""
    from ctxlab.lab import Lab

    lab = Lab(store=False)
    changes = differences(lab.profile(before), lab.profile(after))
    if as_json:
        rows = [{"key": key, "before": old, "after": new} for key, old, new in changes]
        say_json({"schema": "ctxlab.profile-diff/1", "changes": rows})
        return HOLDS
    for line in change_lines(changes, state.language):
        say(line)
    if not changes:
        say(word(state.language, "profiles_same"))
    return HOLDS


@command.command("set", cls=Command)
@click.argument("profile", metavar="NAME|FILE")
@click.argument("settings", nargs=-1, required=True, metavar="KEY=VALUE...")
@output_option
@click.pass_obj
def _set(state: State, profile: str, settings: tuple[str, ...], output: Path | None) -> int:
    """Change settings of a profile's FILE; its comments stay.

    A built-in profile, and one that came with ctxlab, are changed into another file: -o names it.
    budget.ROW=published gives a whole row what the published profile says of it; KEY= clears a setting
    that may be absent.
    """
    from ctxlab.lab import Lab

    own = Lab(store=False).profile(profile)
    _write(state, profile, own, with_settings(own, settings), output)
    return HOLDS


@command.command("rules", cls=Command)
@click.argument("profile", metavar="NAME|FILE")
@click.option(
    "--add",
    multiple=True,
    metavar="RULE",
    help="Add a rule: common, common:NAME, or such as regex='^<notes>', source=\"agent_note\".",
)
@click.option("--remove", type=click.IntRange(min=1), multiple=True, help="Remove the rule of that number.")
@json_option
@output_option
@click.pass_obj
def _rules(
    state: State,
    profile: str,
    add: tuple[str, ...],
    remove: tuple[int, ...],
    as_json: bool,
    output: Path | None,
) -> int:
    """List the source rules of a profile and those that ship ready; add and remove some.

    A rule gives items another source, or leaves them out. It is for whole items: a block that stands in one
    message with what the user typed goes nowhere. --add common adds all that ship, before the profile's own.
    """
    from ctxlab.cli.source_rules import rule_lines, rules_json, with_stated_rules
    from ctxlab.lab import Lab
    from ctxlab.profiles.common_rules import with_rules

    own = Lab(store=False).profile(profile)
    if too_far := [number for number in remove if number > len(own.gather.rule)]:
        raise click.UsageError(f"there is no rule {too_far[0]}; the profile has {len(own.gather.rule)}")
    kept = [rule for number, rule in enumerate(own.gather.rule, 1) if number not in remove]
    changed = with_stated_rules(with_rules(own, kept), add)
    if as_json:
        say_json(rules_json(changed))
    else:
        for line in rule_lines(changed, state.language):
            say(line)
    if add or remove or output is not None:
        _write(state, profile, own, changed, output, tell=False)
    return HOLDS


def _write(
    state: State, profile: str, own: Profile, changed: Profile, output: Path | None, *, tell: bool = True
) -> None:
    """Writes a changed profile over its file, or where -o says; comments stay."""
    from ctxlab.paths import is_shipped, resource
    from ctxlab.profiles import builtin_names, save_profile
    from ctxlab.profiles.load import read_text

    built_in = profile in builtin_names()
    source = resource("profiles", f"{profile}.toml") if built_in else Path(profile)
    if output is None and is_shipped(source):
        raise click.UsageError(f"{profile} came with ctxlab and stays as it is; -o names the file to write")
    changes = differences(own, changed)
    for line in change_lines(changes, state.language) if tell else ():
        say(line)
    if not changes and tell:
        say(word(state.language, "nothing_changes"))
    if output is not None or changed != own:
        save_profile(changed, output or source, base_text=read_text(source))
        note(word(state.language, "written", file=output or source))


@command.command("import", cls=Command)
@click.argument("file", type=FILE)
@output_option
@click.pass_obj
def _import(state: State, file: Path, output: Path | None) -> int:
    """Read a ContextBudget or CONTEXT_BUDGET from a Python FILE as a profile; the file is never executed."""
    from ctxlab import export
    from ctxlab.export.importer import load_with_notes

    refuse_sources(output, (file,))
    imported = load_with_notes(file)
    text = export.to_toml(imported.profile)
    for line in imported.notes:
        note(line)
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        save(state, output, text, (file,))
    return HOLDS
