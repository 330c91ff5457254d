"""`ctxlab runs`: the recorded builds: listed, summed up, opened again, compared, exported, deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ctxlab.cli.commands.runs_again import compare, export, open_, restore
from ctxlab.cli.options import Command, json_option, shared_options
from ctxlab.cli.recording import open_runs, seconds_of
from ctxlab.cli.render import note, say, say_json, say_wrapped
from ctxlab.cli.run_words import said
from ctxlab.cli.runs import build_json, list_lines, show_lines, summary_json, summary_lines
from ctxlab.cli.state import HOLDS, State
from ctxlab.errors import RequestError

SCHEMA = "ctxlab.runs/1"

#: So many are listed unless more are asked for.
_LISTED = 20


class _Runs(click.Group):
    """Subcommands; without one, the list."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for one in self.get_params(ctx) for name in one.opts}
        if not args or (args[0].startswith("-") and args[0].split("=")[0] not in own):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(
    "runs", cls=_Runs, params=shared_options(), invoke_without_command=True, subcommand_metavar="[COMMAND]"
)
@click.pass_context
def command(ctx: click.Context) -> int | None:
    """List, sum up, compare and restore recorded builds of ctxlab run, the window and Lab(record=True).

    Without a command they are listed. They are kept in the store on this machine, without keys and
    passwords; [runs] record = false in settings.toml turns that off, [runs] keep says how many stay.
    """
    return ctx.invoke(_list, **_NOTHING) if ctx.invoked_subcommand is None else None


_NOTHING: dict[str, Any] = {"session": "", "profile": "", "since": 0.0, "limit": _LISTED, "as_json": False}

for _one in (compare, export, open_, restore):
    command.add_command(_one)


def _choosing(limit: int | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a command the options that choose builds."""
    options = (
        click.option(
            "--session", default="", metavar="TEXT", help="Of sessions whose id, title or file has this."
        ),
        click.option("--profile", default="", metavar="NAME", help="Under the profile of this name."),
        click.option(
            "--since",
            callback=seconds_of,
            metavar="WHEN",
            help="From this date on, or so old at most: 7d, 12h.",
        ),
        click.option(
            "--limit",
            type=click.IntRange(min=1),
            default=limit,
            help="The newest of them.",
            show_default=True,
        ),
    )

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


@command.command("list", cls=Command)
@_choosing(_LISTED)
@json_option
@click.pass_obj
def _list(state: State, session: str, profile: str, since: float, limit: int, as_json: bool) -> int:
    """List recorded builds, the newest first."""
    from ctxlab.store.runs import Filter

    with open_runs() as store:
        every = store.builds(Filter(session, profile, since))
    builds = every[:limit]
    if as_json:
        say_json({"schema": SCHEMA, "builds": [build_json(one) for one in builds], "of": len(every)})
        return HOLDS
    if not builds:
        _say_none(state, bool(session or profile or since))
        return HOLDS
    for line in list_lines(builds, state.language):
        say(line)
    if len(every) > len(builds):
        left = len(every) - len(builds)
        note(said(state.language, "more", count=f"{left:,}", all=len(every)))
    return HOLDS


@command.command("summary", cls=Command)
@_choosing(None)
@json_option
@click.pass_obj
def _summary(state: State, session: str, profile: str, since: float, limit: int | None, as_json: bool) -> int:
    """Sum builds up: tokens, levels, compression, and sessions with a forgotten constraint.

    The last build of each request stands for it, and a session counts as one with a forgotten constraint
    where at any request that build lost a must-keep. Sessions without must-keeps are not counted.
    """
    from ctxlab.store.runs import Filter

    with open_runs() as store:
        builds = store.builds(Filter(session, profile, since, limit))
    if as_json:
        say_json({"schema": "ctxlab.runs-summary/1", **summary_json(builds)})
    elif not builds:
        _say_none(state, bool(session or profile or since))
    else:
        for line in summary_lines(builds, state.language):
            say_wrapped(line)
    return HOLDS


@command.command("show", cls=Command)
@click.argument("number", metavar="ID", type=click.IntRange(min=1))
@json_option
@click.pass_obj
def _show(state: State, number: int, as_json: bool) -> int:
    """Show all figures of the build ID."""
    with open_runs() as store:
        build = store.build(number)
    if build is None:
        raise RequestError(f"there is no recorded build {number}", hint="ctxlab runs lists them")
    if as_json:
        say_json({"schema": "ctxlab.runs-build/1", **build_json(build)})
        return HOLDS
    for line in show_lines(build, state.language):
        say_wrapped(line)
    return HOLDS


@command.command("delete", cls=Command)
@click.argument("numbers", metavar="ID...", nargs=-1, required=True, type=click.IntRange(min=1))
@click.pass_obj
def _delete(state: State, numbers: tuple[int, ...]) -> int:
    """Delete builds, and what only they kept with them."""
    with open_runs() as store:
        missing = [number for number in numbers if store.build(number) is None]
        if missing:
            raise RequestError(f"there is no recorded build {missing[0]}", hint="nothing was deleted")
        gone = store.delete(numbers)
    say(said(state.language, "deleted", count=f"{gone:,}"))
    return HOLDS


@command.command("clear", cls=Command)
@click.option("--yes", is_flag=True, help="Really: it cannot be undone.")
@click.pass_obj
def _clear(state: State, yes: bool) -> int:
    """Delete all recorded builds and all that is kept of them."""
    if not yes:
        raise click.UsageError("this deletes all recorded builds; --yes says that it is meant")
    with open_runs() as store:
        gone = store.clear()
    say(said(state.language, "deleted", count=f"{gone:,}"))
    return HOLDS


def _say_none(state: State, chosen: bool) -> None:
    from ctxlab.settings import load_settings

    say(said(state.language, "none_chosen" if chosen else "none"))
    if not chosen and not load_settings().effective.runs.record:
        note(said(state.language, "off"))
