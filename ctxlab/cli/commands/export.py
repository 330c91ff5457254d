"""`ctxlab export`: a profile for the agent that runs in production."""

from __future__ import annotations

from pathlib import Path

import click

from ctxlab.cli.options import Command, output_option, with_settings
from ctxlab.cli.output import save
from ctxlab.cli.state import HOLDS, State


@click.command("export", cls=Command)
@click.argument("profile", metavar="PROFILE")
@click.option(
    "--as",
    "form",
    type=click.Choice(["toml", "context-budget", "dict"]),
    default="toml",
    show_default=True,
    help="A TOML profile, a Python ContextBudget with the published field names, or a CONTEXT_BUDGET dict.",
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change one setting; repeatable.")
@output_option
@click.pass_obj
def command(state: State, profile: str, form: str, settings: tuple[str, ...], output: Path | None) -> int:
    """Write PROFILE (a built-in name or a TOML file) in a form that programs read.

    What the form cannot hold is said in comments of the output.
    """
    from ctxlab import export
    from ctxlab.lab import Lab

    write = {
        "toml": export.to_toml,
        "context-budget": export.to_context_budget,
        "dict": export.to_context_budget_dict,
    }
    text = write[form](with_settings(Lab(store=False).profile(profile), settings))
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        save(state, output, text, (profile,))
    return HOLDS
