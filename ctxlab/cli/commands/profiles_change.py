"""The commands of `ctxlab profiles` that change a profile's file: set and rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.changes import change_lines
from ctxlab.cli.options import Command, json_option, output_option, with_settings
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile


@click.command("set", cls=Command)
@click.argument("profile", metavar="NAME|FILE")
@click.argument("settings", nargs=-1, required=True, metavar="KEY=VALUE...")
@output_option
@click.pass_obj
def set_(state: State, profile: str, settings: tuple[str, ...], output: Path | None) -> int:
    """Change settings of a profile's FILE; its comments stay.

    A built-in profile, and one that came with ctxlab, are changed into another file: -o names it. Unless a
    setting states another, the profile in another file is called as that is. What changed is told in the
    file's history.
    budget.ROW=published gives a whole row what the published profile says of it; KEY= clears a setting
    that may be absent.
    """
    from ctxlab.lab import Lab

    own = Lab(store=False).profile(profile)
    _write(state, profile, own, with_settings(_named(own, profile, output), settings), output)
    return HOLDS


@click.command("rules", cls=Command)
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
def rules(
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
    changed = with_stated_rules(with_rules(_named(own, profile, output), kept), add)
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
    from ctxlab.model.profile_diff import differences
    from ctxlab.model.provenance import EDIT
    from ctxlab.paths import is_shipped, resource
    from ctxlab.profiles import builtin_names, save_profile
    from ctxlab.profiles.load import source_text

    built_in = profile in builtin_names()
    source = resource("profiles", f"{profile}.toml") if built_in else Path(profile)
    if output is None and is_shipped(source):
        raise click.UsageError(f"{profile} came with ctxlab and stays as it is; -o names the file to write")
    changes = differences(own, changed)
    for line in change_lines(changes, state.language) if tell else ():
        say(line)
    if not changes and tell:
        say(word(state.language, "nothing_changes"))
    if output is not None or changes:
        save_profile(changed, output or source, base_text=source_text(profile), by=EDIT)
        note(word(state.language, "written", file=output or source))


def _named(profile: Profile, source: str, output: Path | None) -> Profile:
    """The profile under the name of the file that it is written to, where that is another one."""
    if output is None or (output.exists() and Path(source).exists() and output.samefile(source)):
        return profile
    return profile.with_parts(name=output.stem.encode("utf-8", "replace").decode("utf-8"))
